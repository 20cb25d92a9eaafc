// The errors of configuration values.

#if Configuration
/// A configuration value that is missing, of the wrong type, or refused.
public struct ConfigurationFault: Error, Equatable, CustomStringConvertible {
    /// The reason for the error.
    public enum Reason: Sendable {
        /// No provider has the key.
        case missing
        /// The value of the key is of another type.
        case unreadable
        /// The value is of the type, and out of its range; or an initializer of settings refused its keys.
        case refused
    }

    /// The whole key; for an initializer that threw, the prefix of its keys.
    public let key: String
    /// The reason for the error.
    public let reason: Reason
    /// The expected type, and its range or cases.
    public let expected: String
    /// The value that was found; only a description of it if it is a secret or might be one.
    ///
    /// For an initializer that threw, the text of its error.
    public let found: String
    /// The provider that has the value, and the key as the provider spells it; otherwise the providers that were
    /// searched.
    public let origin: String

    /// The whole message, which contains no secret unless the error of an initializer does.
    public var description: String {
        let place = origin.isEmpty ? "" : " in \(origin)"
        return "\(key.isEmpty ? "the top level" : key): expected \(expected), found \(found)\(place)"
    }
}

/// The error that lists every bad key of a configuration.
public struct ConfigurationFaults: Error, Equatable, CustomStringConvertible {
    /// The faults, in the order of the registrations and of their keys.
    public let faults: [ConfigurationFault]

    /// One line for each fault, which contains no secret unless the error of an initializer does.
    public var description: String {
        "the configuration has \(faults.count) bad \(faults.count == 1 ? "key" : "keys")"
            + faults.map { "\n    \($0)" }.joined()
    }
}
#endif
