/// The results of checking a container's graph: warnings, and registrations that could not be checked.
///
/// ``Container/validate(dryRun:)`` returns a report if it finds no faults.
public struct ValidationReport: Sendable, CustomStringConvertible {
    /// The faults, each with its fix, by file and line.
    package internal(set) var faults: [ResolutionError] = []

    /// Parts that work but are probably not intended, by file and line.
    ///
    /// The codes are ``ResolutionError/Code/unused``, ``ResolutionError/Code/unasked`` and ``ResolutionError/Code/notSendable``.
    public internal(set) var warnings: [ResolutionError] = []

    /// Registrations that were not checked, because the dependencies of their closures are unknown, by file and line.
    ///
    /// Declare the dependencies with ``Registration/dependsOn(_:)``, or observe them with a ``Container/validate(dryRun:)``.
    public internal(set) var opaque: [RegistrationInfo] = []

    /// Whether the check searched for unused registrations.
    ///
    /// It does if some registration is marked with ``Registration/root()`` and everything that a root leads to is
    /// known.
    public internal(set) var findsUnused = false

    /// The whole report, numbered.
    public var description: String {
        let names = TypeNames((faults + warnings).flatMap(\.types))
        let parts = [
            reportSection(titled: "fault", errors: faults, usingNames: names),
            reportSection(titled: "warning", errors: warnings, usingNames: names),
            opaque.isEmpty
                ? []
                : ["Not checked, because closures hide their dependencies:"]
                    + opaque.map { "- \($0.key), registered at \($0.location)" },
        ]
        let lines = parts.flatMap(\.self)
        return lines.isEmpty ? "Nothing is wrong." : lines.joined(separator: "\n")
    }

    private func reportSection(titled word: String, errors: [ResolutionError], usingNames names: TypeNames) -> [String]
    {
        guard !errors.isEmpty else { return [] }
        return [errors.count == 1 ? "1 \(word):" : "\(errors.count) \(word)s:"]
            + ResolutionError.numberedMessages(of: errors, usingNames: names)
    }
}

extension ValidationReport {
    /// The report itself, if it has no fault.
    func throwingFaults() throws(ResolutionError) -> ValidationReport {
        guard faults.isEmpty else { throw .invalid(faults) }
        return self
    }
}

extension ResolutionError {
    /// The error of a container that cannot be built, with every fault.
    static func invalid(_ faults: [ResolutionError]) -> ResolutionError {
        ResolutionError(.invalid, ServiceKey(Container.self), detail: .faults(faults.sortedBySource()))
    }
}

extension [ResolutionError] {
    /// The errors ordered by file, line, key and path.
    func sortedBySource() -> [ResolutionError] {
        sortedBySource { ($0.location, ([$0.key] + $0.path).joined(separator: "\n")) }
    }
}

extension Sequence {
    /// The elements ordered by file, line and text, each of which is read once.
    package func sortedBySource(locatedBy place: (Element) -> (location: CodeLocation?, text: String)) -> [Element] {
        typealias Placed = (element: Element, place: (file: String, line: Int, text: String))
        let placed = map { element -> Placed in
            let (location, text) = place(element)
            return (element, (location?.fileID ?? "", location?.line ?? 0, text))
        }
        return placed.sorted { $0.place < $1.place }.map(\.element)
    }
}
