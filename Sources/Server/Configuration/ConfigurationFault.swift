// The errors of configuration values.

#if Configuration
public import Armory

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
    /// The key as the operator of the program sets it: `AUTH_SECRET` for an environment variable, `--auth-secret` for an option.
    ///
    /// That is the spelling of the provider that has the value. If the value is missing, it is the first provider's that spells the key
    /// in its own way. ``key`` if no provider does, or if the reader was not registered with `Singleton(configuration:)`.
    public let spelling: String
    /// The reason for the error.
    public let reason: Reason
    /// The expected type, and its range or cases.
    public let expected: String
    /// The value that was found; only a description of it if it is a secret or might be one.
    ///
    /// For an initializer that threw, the text of its error.
    public let found: String
    /// The provider that has the value; otherwise the providers that were searched, with their spellings of the key if they have others.
    public let origin: String
    /// The location of the registration that reads the key.
    public let location: CodeLocation?

    /// One line, which contains no secret unless the error of an initializer does.
    public var description: String {
        let name = spelling == key ? key.isEmpty ? "the top level" : key : "\(spelling) (\(key))"
        let place = origin.isEmpty ? "" : " in \(origin)"
        return switch reason {
        case .missing: "\(name) is missing: expected \(expected), searched \(origin)"
        case .unreadable: "\(name) cannot be read: expected \(expected), found \(found)\(place)"
        case .refused: "\(name) is not accepted: expected \(expected), found \(found)\(place)"
        }
    }
}

/// The error that lists every bad key of a configuration.
public struct ConfigurationFaults: Error, Equatable, CustomStringConvertible {
    /// The faults, in the order of the registrations and of their keys.
    public let faults: [ConfigurationFault]

    /// The number of faults, and one line for each, which contains no secret unless the error of an initializer does.
    public var description: String { ([headline] + faults.map { "  \($0)" }).joined(separator: "\n") }

    fileprivate var headline: String {
        "The configuration has \(faults.count) bad \(faults.count == 1 ? "key" : "keys")."
    }
}

/// The words of the error of a container: what the operator sets comes first, then what the program's author looks for.
struct ConfigurationWords: ErrorWords {
    let faults: ConfigurationFaults

    func headline(for error: ErrorNames) -> String? { faults.headline }

    func linesBeforePath(for error: ErrorNames) -> [String]? {
        // The error of an initializer may have several lines.
        faults.faults.flatMap { "\($0)".split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    }

    func linesAfterPath(for error: ErrorNames) -> [String]? {
        faults.faults.compactMap { fault in
            fault.location.map {
                "\(fault.key.isEmpty ? "the top level" : fault.key) is read by the registration at \($0)"
            }
        }
    }

    func suggestedFix(for error: ErrorNames) -> String? { "correct the configuration, and start the program again." }
}
#endif
