// The verdict as the compiler prints errors, as JSON, and as SARIF.

import Foundation

extension Verdict {
    /// The verdict in the form that is asked for.
    func text(_ request: CheckRequest) throws -> String {
        switch request.format {
        case .text: compilerText(listsUnchecked: request.listsUnchecked || request.isStrict)
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

    private func compilerText(listsUnchecked: Bool) -> String {
        var lines: [String] = []
        for finding in findings + (listsUnchecked ? unchecked : []) {
            lines.append("\(finding.place): \(finding.severity.rawValue): \(finding.message)")
            lines += finding.notes.map { "\($0.place ?? finding.place): note: \($0.message)" }
            if graphs.count > 1 { lines.append("\(finding.place): note: in \(combinations(of: finding))") }
        }
        lines.append(summary(listsUnchecked: listsUnchecked))
        return lines.joined(separator: "\n") + "\n"
    }

    private func combinations(of finding: Finding) -> String {
        finding.graphs.count == graphs.count
            ? "all \(graphs.count) combinations" : finding.graphs.joined(separator: ", ")
    }

    private func summary(listsUnchecked: Bool) -> String {
        let counts = [(count(.error), "fault"), (count(.warning), "warning")].filter { $0.0 > 0 }
            .map { Self.count($0.0, $0.1) }
        var text = counts.isEmpty ? "The graph has no fault" : "The graph has " + counts.joined(separator: " and ")
        text += " (\(Self.count(registrations, "registration"))"
        if graphs.count > 1 { text += ", \(graphs.count) combinations" }
        text += ")."
        if !findings.isEmpty { text += " The page Errors explains each code." }
        guard !unchecked.isEmpty else { return text }
        text += " \(Self.count(unchecked.count, "registration")) \(unchecked.count == 1 ? "is" : "are") not checked"
        return text + (listsUnchecked ? "." : ": swift package check-graph --unchecked lists them.")
    }

    private static func count(_ count: Int, _ word: String) -> String {
        count == 1 ? "1 \(word)" : "\(count) \(word)s"
    }

    /// The heading of the documentation that explains a code.
    static func page(of code: String) -> String { "the page Errors, under \(code)" }
}

extension SourceFiles.Place: CustomStringConvertible {
    /// `path:line:column`, as compilers print it.
    var description: String { "\(path):\(line):\(column)" }
}
