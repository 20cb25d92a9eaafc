// The types of configuration values.

#if Configuration
public import Configuration

/// A type of values that a configuration contains: strings, numbers, Booleans, durations, arrays of them, and
/// enumerations with such raw values.
///
/// An enumeration conforms without any code:
///
/// ```swift
/// enum Mode: String, CaseIterable, ConfigurationValue { case fast, safe }
/// ```
public protocol ConfigurationValue: Sendable {
    /// Reads the value of a key; nil if the key has no value, or one of another type.
    ///
    /// - Parameters:
    ///   - snapshot: The configuration at one point in time.
    ///   - key: The whole key.
    ///   - isSecret: Whether the configuration's access log must not contain the value.
    static func read(_ snapshot: ConfigSnapshotReader, _ key: ConfigKey, isSecret: Bool) -> Self?

    /// The values that the type accepts, for errors; by default the name of the type.
    static var expectation: String { get }
}

extension ConfigurationValue {
    /// The name of the type.
    public static var expectation: String { "\(Self.self)" }
}

extension ConfigurationValue where Self: RawRepresentable, RawValue: ConfigurationValue {
    /// Reads the raw value of a key; nil also if no case has that raw value.
    public static func read(_ snapshot: ConfigSnapshotReader, _ key: ConfigKey, isSecret: Bool) -> Self? {
        RawValue.read(snapshot, key, isSecret: isSecret).flatMap(Self.init(rawValue:))
    }
}

extension ConfigurationValue where Self: RawRepresentable & CaseIterable {
    /// The raw values of all cases.
    public static var expectation: String {
        "one of " + allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
    }
}

/// A type of elements in an array of configuration values.
public protocol ConfigurationElement: ConfigurationValue {
    /// Reads the values of a key; nil if the key has none, or values of another type.
    static func readAll(_ snapshot: ConfigSnapshotReader, _ key: ConfigKey, isSecret: Bool) -> [Self]?
}

extension ConfigurationElement where Self: RawRepresentable, RawValue: ConfigurationElement {
    /// Reads the raw values of a key; nil also if no case has one of them.
    public static func readAll(_ snapshot: ConfigSnapshotReader, _ key: ConfigKey, isSecret: Bool) -> [Self]? {
        guard let raw = RawValue.readAll(snapshot, key, isSecret: isSecret) else { return nil }
        let values = raw.compactMap(Self.init(rawValue:))
        return values.count == raw.count ? values : nil
    }
}

extension String: ConfigurationElement {
    /// Reads the value of a key.
    public static func read(_ snapshot: ConfigSnapshotReader, _ key: ConfigKey, isSecret: Bool) -> String? {
        snapshot.string(forKey: key, isSecret: isSecret)
    }

    /// Reads the values of a key.
    public static func readAll(_ snapshot: ConfigSnapshotReader, _ key: ConfigKey, isSecret: Bool) -> [String]? {
        snapshot.stringArray(forKey: key, isSecret: isSecret)
    }
}

extension Int: ConfigurationElement {
    /// Reads the value of a key.
    public static func read(_ snapshot: ConfigSnapshotReader, _ key: ConfigKey, isSecret: Bool) -> Int? {
        snapshot.int(forKey: key, isSecret: isSecret)
    }

    /// Reads the values of a key.
    public static func readAll(_ snapshot: ConfigSnapshotReader, _ key: ConfigKey, isSecret: Bool) -> [Int]? {
        snapshot.intArray(forKey: key, isSecret: isSecret)
    }
}

extension Double: ConfigurationElement {
    /// Reads the value of a key.
    public static func read(_ snapshot: ConfigSnapshotReader, _ key: ConfigKey, isSecret: Bool) -> Double? {
        snapshot.double(forKey: key, isSecret: isSecret)
    }

    /// Reads the values of a key.
    public static func readAll(_ snapshot: ConfigSnapshotReader, _ key: ConfigKey, isSecret: Bool) -> [Double]? {
        snapshot.doubleArray(forKey: key, isSecret: isSecret)
    }
}

extension Bool: ConfigurationElement {
    /// Reads the value of a key.
    public static func read(_ snapshot: ConfigSnapshotReader, _ key: ConfigKey, isSecret: Bool) -> Bool? {
        snapshot.bool(forKey: key, isSecret: isSecret)
    }

    /// Reads the values of a key.
    public static func readAll(_ snapshot: ConfigSnapshotReader, _ key: ConfigKey, isSecret: Bool) -> [Bool]? {
        snapshot.boolArray(forKey: key, isSecret: isSecret)
    }
}

extension Duration: ConfigurationValue {
    /// Reads a number of seconds, which may have a fraction.
    public static func read(_ snapshot: ConfigSnapshotReader, _ key: ConfigKey, isSecret: Bool) -> Duration? {
        if let seconds = snapshot.int(forKey: key, isSecret: isSecret) { return .seconds(seconds) }
        // A greater number of seconds would not fit into a `Duration`, and would end the process.
        guard let seconds = snapshot.double(forKey: key, isSecret: isSecret), abs(seconds) < 1e18 else { return nil }
        return .seconds(seconds)
    }

    /// The unit.
    public static var expectation: String { "a number of seconds" }
}

extension Array: ConfigurationValue where Element: ConfigurationElement {
    /// Reads the values of a key.
    public static func read(_ snapshot: ConfigSnapshotReader, _ key: ConfigKey, isSecret: Bool) -> [Element]? {
        Element.readAll(snapshot, key, isSecret: isSecret)
    }

    /// The name of the type, and the values that its elements accept.
    public static var expectation: String { "an array, each element \(Element.expectation)" }
}
#endif
