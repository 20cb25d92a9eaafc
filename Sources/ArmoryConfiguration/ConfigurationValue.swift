// The types of configuration values.

#if Configuration
public import Configuration

/// A type of values that a `ConfigReader` reads: strings, numbers, Booleans, and arrays of strings or integers.
public protocol ConfigurationValue: Sendable {
    /// Reads the value of a key; nil if the key has no value, or one of another type.
    static func read(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> Self?
}

extension String: ConfigurationValue {
    /// Reads the value of a key.
    public static func read(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> String? {
        reader.string(forKey: key, isSecret: isSecret)
    }
}

extension Int: ConfigurationValue {
    /// Reads the value of a key.
    public static func read(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> Int? {
        reader.int(forKey: key, isSecret: isSecret)
    }
}

extension Double: ConfigurationValue {
    /// Reads the value of a key.
    public static func read(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> Double? {
        reader.double(forKey: key, isSecret: isSecret)
    }
}

extension Bool: ConfigurationValue {
    /// Reads the value of a key.
    public static func read(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> Bool? {
        reader.bool(forKey: key, isSecret: isSecret)
    }
}

/// A type of elements in an array of configuration values.
public protocol ConfigurationElement: ConfigurationValue {
    /// Reads the values of a key; nil if the key has none, or values of another type.
    static func readAll(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> [Self]?
}

extension String: ConfigurationElement {
    /// Reads the values of a key.
    public static func readAll(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> [String]? {
        reader.stringArray(forKey: key, isSecret: isSecret)
    }
}

extension Int: ConfigurationElement {
    /// Reads the values of a key.
    public static func readAll(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> [Int]? {
        reader.intArray(forKey: key, isSecret: isSecret)
    }
}

extension Array: ConfigurationValue where Element: ConfigurationElement {
    /// Reads the values of a key.
    public static func read(_ reader: ConfigReader, _ key: ConfigKey, isSecret: Bool) -> [Element]? {
        Element.readAll(reader, key, isSecret: isSecret)
    }
}

/// A value that is never printed: its description and its mirror hide it.
public struct Secret<Value: Sendable>: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The value, which only code that reads this property sees.
    public let value: Value

    /// Creates a secret from a value.
    public init(_ value: Value) {
        self.value = value
    }

    /// A placeholder without the value.
    public var description: String { "<secret>" }
    /// A placeholder without the value.
    public var debugDescription: String { "<secret>" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// An error for a configuration value that is missing or of the wrong type.
public struct ConfigurationFault: Error, Equatable, CustomStringConvertible {
    /// The reason for the error.
    public enum Reason: Sendable {
        /// No provider has the key.
        case missing
        /// The value of the key is of another type.
        case unreadable
    }

    /// The key, as it was registered.
    public let key: String
    /// The reason for the error.
    public let reason: Reason
    /// The type that was requested.
    public let type: String

    /// The whole message, which never contains the value.
    public var description: String {
        switch reason {
        case .missing: "the configuration has no value for \"\(key)\", which has to be of type \(type)"
        case .unreadable: "the configuration's value for \"\(key)\" is not of type \(type)"
        }
    }
}
#endif
