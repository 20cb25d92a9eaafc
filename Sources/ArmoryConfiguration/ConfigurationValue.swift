// What a configuration value may be.

#if Configuration
public import Configuration

/// A type of values that a `ConfigReader` reads: strings, numbers, truth values, and arrays of them.
public protocol ConfigurationValue: Sendable {
    /// The value under a key; nil where there is none, or where it is of another type.
    static func read(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> Self?
}

extension String: ConfigurationValue {
    /// The value under a key.
    public static func read(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> String? {
        reader.string(forKey: key, isSecret: isSecret)
    }
}

extension Int: ConfigurationValue {
    /// The value under a key.
    public static func read(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> Int? {
        reader.int(forKey: key, isSecret: isSecret)
    }
}

extension Double: ConfigurationValue {
    /// The value under a key.
    public static func read(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> Double? {
        reader.double(forKey: key, isSecret: isSecret)
    }
}

extension Bool: ConfigurationValue {
    /// The value under a key.
    public static func read(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> Bool? {
        reader.bool(forKey: key, isSecret: isSecret)
    }
}

/// What an array of configuration values may have in it.
public protocol ConfigurationElement: ConfigurationValue {
    /// The values under a key.
    static func readAll(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> [Self]?
}

extension String: ConfigurationElement {
    /// The values under a key.
    public static func readAll(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> [String]? {
        reader.stringArray(forKey: key, isSecret: isSecret)
    }
}

extension Int: ConfigurationElement {
    /// The values under a key.
    public static func readAll(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> [Int]? {
        reader.intArray(forKey: key, isSecret: isSecret)
    }
}

extension Array: ConfigurationValue where Element: ConfigurationElement {
    /// The values under a key.
    public static func read(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> [Element]? {
        Element.readAll(reader, key, isSecret: isSecret)
    }
}

/// A value that nothing prints.
public struct Secret<Value: Sendable>: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The value: only code that names it sees it.
    public let value: Value

    /// A value that is kept from logs.
    public init(_ value: Value) {
        self.value = value
    }

    /// Says that there is one, and not which.
    public var description: String { "<secret>" }
    /// Says that there is one, and not which.
    public var debugDescription: String { "<secret>" }
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a configuration value cannot be had.
public struct ConfigurationFault: Error, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Sendable {
        /// No provider has the key.
        case missing
        /// What is under the key is of another type.
        case unreadable
    }

    /// The key, with that of the reader before it.
    public let key: String
    /// What is wrong.
    public let reason: Reason
    /// The type that was asked for.
    public let type: String

    /// The whole message; it never has the value.
    public var description: String {
        switch reason {
        case .missing: "the configuration has no value for \"\(key)\", which has to be of type \(type)"
        case .unreadable: "the configuration's value for \"\(key)\" is not of type \(type)"
        }
    }
}
#endif
