// Writes five hundred services, or their registrations: distinct concrete types, as programs have them. Generic types would
// cost more, because the runtime creates the records of each one.
//
// usage: make-services ManyServices|client-startup FILE

import Foundation

// Enough for a large program, and for a build of about a minute.
let count = 500
let moduleSize = 50

/// The types: from the third on, each needs two of the previous ones.
func services() -> String {
    (0..<count).map { number in
        guard number >= 2 else {
            return """
                public protocol P\(number): Sendable {}
                public final class S\(number): P\(number) { public init() {} }
                """
        }
        let (first, second) = (number / 2, number / 3)
        return """
            public protocol P\(number): Sendable {}
            public final class S\(number): P\(number) {
                let first: any P\(first)
                let second: any P\(second)
                public init(first: any P\(first), second: any P\(second)) { self.first = first; self.second = second }
            }
            """
    }.joined(separator: "\n")
}

/// A factory's body.
///
/// - Parameter resolve: The call that resolves a dependency.
func body(_ number: Int, _ resolve: String) -> String {
    number < 2 ? "S\(number)()" : "S\(number)(first: \(resolve), second: \(resolve))"
}

/// The registrations, in functions and modules of fifty.
func wiring() -> String {
    let chunks = (0..<count / moduleSize).map { chunk in
        let numbers = (chunk * moduleSize)..<((chunk + 1) * moduleSize)
        let byHand = numbers.map {
            "    registry.add((any P\($0)).self) { \($0 < 2 ? "_ in " : "")\(body($0, "$0()")) }"
        }
        let registrations = numbers.map { "        Singleton((any P\($0)).self) { \(body($0, "try $0.resolve()")) }" }
        return """
            private func byHand\(chunk)(_ registry: Registry) {
            \(byHand.joined(separator: "\n"))
            }
            @ModuleBuilder private func part\(chunk)() -> [any ModuleElement] {
            \(registrations.joined(separator: "\n"))
            }
            private func module\(chunk)() -> Module {
                Module("services \(chunk)") {
            \(registrations.joined(separator: "\n"))
                }
            }
            """
    }
    let indices = chunks.indices
    return """
        import Armory
        import ManyServices
        let chunkSize = \(moduleSize)
        let byHand: [@Sendable (Registry) -> Void] = [\(indices.map { "byHand\($0)" }.joined(separator: ", "))]
        let parts: [@Sendable () -> [any ModuleElement]] = [\(indices.map { "part\($0)" }.joined(separator: ", "))]
        let modules: [@Sendable () -> Module] = [\(indices.map { "module\($0)" }.joined(separator: ", "))]
        \(chunks.joined(separator: "\n"))
        """
}

let text = CommandLine.arguments[1] == "ManyServices" ? services() : wiring()
try text.write(toFile: CommandLine.arguments[2], atomically: true, encoding: .utf8)
