// A comparison as text.

import Armory

extension GraphComparison: CustomStringConvertible {
    /// The differences, line by line, or one sentence if there are none.
    public var description: String {
        guard !isEmpty else { return "Nothing has changed." }
        let sections = [
            section("added", added) { "+ \(name($0))" },
            section("removed", removed) { "- \(name($0))" },
            section("re-scoped", rescoped) {
                "~ \(short($0.after.key)): \(lifetime($0.before)) → \(lifetime($0.after))"
            },
            section("moved", moved) { "~ \(short($0.after.key)): \(place($0.before)) → \(place($0.after))" },
            section("needs added", addedNeeds) { "+ \(need($0))" },
            section("needs removed", removedNeeds) { "- \(need($0))" },
        ]
        return sections.compactMap(\.self).joined(separator: "\n")
    }

    private func section<Item>(_ heading: String, _ items: [Item], _ line: (Item) -> String) -> String? {
        guard !items.isEmpty else { return nil }
        return (["\(heading): \(items.count)"] + items.map { "  " + line($0) }).joined(separator: "\n")
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
