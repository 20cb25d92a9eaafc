import ArgumentParser
import Configuration
import Foundation

/// Reads values by the names of their options, and checks them.
struct Values {
    let reader: ConfigReader
    /// The variables whose options were given.
    private let given: Set<String>

    /// An option takes precedence over a variable, and a variable over the default.
    init(_ arguments: Arguments, environment: [String: String], defaults: [String: String]) {
        let options = arguments.variables
        given = Set(options.keys)
        let fallbacks = defaults.map { (Arguments.variable(of: $0), $1) }
        let sources = [options, environment, Dictionary(uniqueKeysWithValues: fallbacks)]
        reader = ConfigReader(providers: sources.map { EnvironmentVariablesProvider(environmentVariables: $0) })
    }

    /// Returns the text of an option; nil if it has none.
    func text(_ option: String) -> String? { reader.string(forKey: ConfigKey("orders.\(option)")) }

    func number(_ option: String, in range: ClosedRange<Int>) throws -> Int {
        let text = text(option) ?? ""
        guard let number = Int(text), range.contains(number) else {
            throw wrong(option, text, "not a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func choice<T>(_ option: String, of type: T.Type = T.self) throws -> T
    where T: RawRepresentable<String> & CaseIterable {
        let text = text(option) ?? ""
        guard let choice = T(rawValue: text) else {
            throw wrong(option, text, "none of \(T.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }

    /// Returns the address of a service; nil if there is none.
    func url(_ option: String) throws -> URL? {
        guard let text = text(option) else { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil else {
            throw wrong(option, text, "no URL that begins with http:// or https://")
        }
        return url
    }

    func isOn(_ option: String) throws -> Bool { try choice(option, of: Switch.self) == .on }

    /// The error for the value of an option or its variable, depending on the source of the value.
    func wrong(_ option: String, _ value: String, _ reason: String) -> ValidationError {
        let variable = Arguments.variable(of: option)
        return ValidationError("\(given.contains(variable) ? "--\(option)" : variable) \"\(value)\" is \(reason)")
    }

    private enum Switch: String, CaseIterable {
        case on
        case off
    }
}
