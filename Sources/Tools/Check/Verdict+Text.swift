// The verdict as the compiler prints errors, as JSON, and as SARIF.

import Foundation

extension Verdict {
    /// The verdict in the form that is asked for.
    func text(_ request: CheckRequest) throws -> String {
        switch request.format {
        case .text: compilerText(listsUnchecked: request.printsUnchecked)
        case .json: try Self.encoded(self)
        case .sarif: try Self.encoded(SARIF(self, root: request.files.root))
        }
    }

    private static func encoded(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }

    // MARK: As the compiler

    /// The findings and a summary.
    ///
    /// - Parameters:
    ///   - listsUnchecked: Whether to list the registrations that are not checked.
    ///   - lister: What else lists them.
    private func compilerText(listsUnchecked: Bool, lister: String = "swift package check-graph --unchecked") -> String
    {
        let findings = findings + (listsUnchecked ? unchecked : [])
        let summary = summary(lister: listsUnchecked ? nil : lister)
        return (findings.map(compilerText) + [summary]).joined(separator: "\n") + "\n"
    }

    /// Prints the text, for a test, whose standard output has the words of the test runner.
    ///
    /// - Parameters:
    ///   - listsUnchecked: Whether to list the registrations that are not checked.
    ///   - lister: What else lists them.
    package func printToStandardError(listsUnchecked: Bool, lister: String) {
        let text = compilerText(listsUnchecked: listsUnchecked, lister: lister)
        // A closed standard error is no fault of the graph.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    /// The lines of a finding.
    package func compilerText(_ finding: Finding) -> String {
        var lines = ["\(finding.place): \(finding.severity.rawValue): \(finding.message)"]
        lines += finding.notes.map { "\($0.place ?? finding.place): note: \($0.message)" }
        if graphs.count > 1 { lines.append("\(finding.place): note: in \(combinations(of: finding))") }
        return lines.joined(separator: "\n")
    }

    /// The lines of a finding without places, which a test's issue has itself.
    package func issueText(_ finding: Finding) -> String {
        let combinations = graphs.count > 1 ? ["in \(combinations(of: finding))"] : []
        return ([finding.message] + finding.notes.map(\.message) + combinations).joined(separator: "\n")
    }

    private func combinations(of finding: Finding) -> String {
        finding.graphs.count == graphs.count
            ? "all \(graphs.count) combinations" : finding.graphs.joined(separator: ", ")
    }

    private func summary(lister: String?) -> String {
        let counts = [(count(.error), "fault"), (count(.warning), "warning")].filter { $0.0 > 0 }
            .map { Self.count($0.0, $0.1) }
        var text = counts.isEmpty ? "The graph has no fault" : "The graph has " + counts.joined(separator: " and ")
        text += " (\(Self.count(registrations, "registration"))"
        if graphs.count > 1 { text += ", \(graphs.count) combinations" }
        text += ")."
        if !findings.isEmpty { text += " The page Errors explains each code." }
        guard !unchecked.isEmpty else { return text }
        text += " \(Self.count(unchecked.count, "registration")) \(unchecked.count == 1 ? "is" : "are") not checked"
        return text + (lister.map { ": \($0) lists them." } ?? ".")
    }

    private static func count(_ count: Int, _ word: String) -> String {
        count == 1 ? "1 \(word)" : "\(count) \(word)s"
    }

    /// The heading of the documentation that explains a code.
    static func page(of code: String) -> String { "the page Errors, under \(code)" }
}

extension SourceFiles.Place: CustomStringConvertible {
    /// `path:line:column`, as compilers print it.
    package var description: String { "\(path):\(line):\(column)" }
}
