// All that is wrong with the checked graphs, each fault once.

import Armory

/// The result of a check.
package struct Verdict: Encodable {
    /// One fault or warning.
    package struct Finding: Encodable {
        /// Whether the check fails because of it.
        package enum Severity: String, Encodable {
            case error
            case warning
            case note
        }

        package var severity: Severity
        /// The code of the error, which is a heading of the page Errors; nil: the finding is none of the container.
        var code: String?
        /// The first line of the error's message.
        var message: String
        package var place: SourceFiles.Place
        /// The other lines of the message.
        var notes: [Note]
        /// The names of the graphs that have it.
        var graphs: [String]
    }

    /// A line below a finding.
    struct Note: Encodable, Hashable {
        var message: String
        /// The place that the line names; nil: it names none.
        var place: SourceFiles.Place?
    }

    /// The names of the checked graphs.
    var graphs: [String] = []
    /// The number of registrations in the largest graph.
    var registrations = 0
    /// The faults, then the warnings, each by file and line.
    package private(set) var findings: [Finding] = []
    /// Registrations that were not checked, with the reasons.
    package private(set) var unchecked: [Finding] = []

    /// Whether the check fails.
    package func fails(strictly isStrict: Bool) -> Bool {
        isStrict ? !findings.isEmpty || !unchecked.isEmpty : findings.contains { $0.severity == .error }
    }

    /// How many findings are of a severity.
    func count(_ severity: Finding.Severity) -> Int { findings.count { $0.severity == severity } }

    mutating func add(_ finding: Finding) { Self.add(finding, to: &findings) }

    mutating func addUnchecked(_ finding: Finding) { Self.add(finding, to: &unchecked) }

    /// Adds a finding, or its graph to the same finding of other graphs.
    private static func add(_ finding: Finding, to list: inout [Finding]) {
        let same = list.firstIndex {
            $0.severity == finding.severity && $0.place == finding.place && $0.message == finding.message
                && $0.notes == finding.notes
        }
        guard let same else { return list.append(finding) }
        for graph in finding.graphs where !list[same].graphs.contains(graph) { list[same].graphs.append(graph) }
    }

    /// Puts the faults before the warnings, and all in the order of the source.
    mutating func sort() {
        func isBefore(_ left: Finding, _ right: Finding) -> Bool {
            if left.severity != right.severity { return left.severity == .error }
            if left.place.path != right.place.path { return left.place.path < right.place.path }
            if left.place.line != right.place.line { return left.place.line < right.place.line }
            return left.message < right.message
        }
        findings.sort(by: isBefore)
        unchecked.sort(by: isBefore)
    }
}

extension Verdict.Finding {
    /// The finding that an error is.
    ///
    /// - Parameters:
    ///   - location: Its place; nil: it has none.
    ///   - graph: The graph that has it, whose place counts if the error has none.
    init(
        _ error: ResolutionError, _ severity: Severity, at location: CodeLocation?, in graph: CheckedGraph,
        _ files: SourceFiles
    ) {
        let lines = error.description.split(separator: "\n").map { $0.drop { $0 == " " } }.map(String.init)
        // A type that makes itself just in time has no registration, and an empty file.
        let known = location.flatMap { $0.fileID.isEmpty ? nil : $0 }
        self.init(
            severity: severity, code: error.code.description, message: lines[0],
            place: files.place(of: known ?? graph.location),
            notes: lines.dropFirst().map { Verdict.Note(message: $0, place: files.place(in: $0)) }, graphs: [graph.name]
        )
    }
}
