// A comparison as text, and as Markdown for a review.

import Armory

extension GraphComparison: CustomStringConvertible {
    /// The differences, line by line, or one sentence if there are none.
    public var description: String {
        guard !isEmpty else { return "Nothing has changed." }
        return sections.map { section in
            (["\(section.heading): \(section.lines.count)"] + section.lines.map { "  \(section.sign) \($0)" })
                .joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// The differences as Markdown, for the review of a change: a list for each kind of difference.
    ///
    /// If there are none, the text is empty.
    public func markdown() -> String {
        sections.map { section in
            let lines = section.lines.map { "- " + Self.code($0) }
            return (["**\(section.heading)** (\(section.lines.count))", ""] + lines).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// The text as code, in which Markdown reads no signs.
    private static func code(_ text: String) -> String {
        let longest = text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        return longest == 0 ? fence + text + fence : "\(fence) \(text) \(fence)"
    }

    /// The differences of each kind of which there are some.
    private var sections: [(heading: String, sign: String, lines: [String])] {
        let all = [
            ("added", "+", added.map(name)),
            ("removed", "-", removed.map(name)),
            (
                "re-scoped", "~",
                rescoped.map { "\(short($0.after.key)): \(lifetime($0.before)) → \(lifetime($0.after))" }
            ),
            ("moved", "~", moved.map { "\(short($0.after.key)): \(place($0.before)) → \(place($0.after))" }),
            ("needs added", "+", addedNeeds.map(need)),
            ("needs removed", "-", removedNeeds.map(need)),
        ]
        return all.filter { !$0.2.isEmpty }
    }

    private func short(_ text: String) -> String { TerminalText.shortened(text, to: 72) }

    private func lifetime(_ registration: Registration) -> String {
        guard let lifetime = registration.lifetime else { return "missing" }
        return TerminalText.visible(registration.scope.map { "\(lifetime) in \($0)" } ?? "\(lifetime)")
    }

    private func place(_ registration: Registration) -> String {
        let parts = [registration.module.map { "module \($0)" }, registration.file].compactMap(\.self)
        return parts.isEmpty ? "nowhere" : TerminalText.visible(parts.joined(separator: ", "))
    }

    private func name(_ registration: Registration) -> String {
        let words = [lifetime(registration), registration.lifetime == nil ? nil : place(registration)]
        return "\(short(registration.key)) · \(words.compactMap(\.self).joined(separator: ", "))"
    }

    private func need(_ need: Need) -> String {
        let words = ContainerGraph.Edge(from: 0, to: 0, time: need.time, isOptional: need.isOptional).words
        let suffix = words.isEmpty ? "" : " · \(words.joined(separator: ", "))"
        return "\(short(need.from)) → \(short(need.to))\(suffix)"
    }
}
