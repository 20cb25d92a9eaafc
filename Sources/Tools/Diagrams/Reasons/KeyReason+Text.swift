// The reason as text for terminals.

import Armory

extension KeyReason: CustomStringConvertible {
    /// The reason as lines of text, without a line break at the end.
    public var description: String {
        var lines = [TerminalText.shortened(key, to: 200)]
        lines += registrationLines + conditionLines
        lines += TerminalText.section("Around each instance, innermost first", layers.map(text))
        let isAlone = losers.isEmpty && isServed && origin != .justInTime && !isForListsOnly
        lines += TerminalText.section(isServed ? "Used instead of" : "Registered, but not used", losers.map(text))
        if isAlone { lines.append("  No other registration has the key.") }
        if askers.isEmpty { lines.append("  No registration asks for it.") }
        lines += TerminalText.section("Asked for by", askers.map(text))
        lines += pathLines
        lines += TerminalText.section("Similar keys", near.map { TerminalText.shortened($0, to: 100) })
        return lines.joined(separator: "\n")
    }

    private var registrationLines: [String] {
        guard isServed else { return ["  Nothing is registered for this key here."] }
        guard let registration else { return ["  Not registered: its type creates it just in time."] }
        let owner =
            switch owner {
            case .own: "in this container"
            case .base: "in the container that this one overrides"
            case .parent: "in a parent of this container"
            case nil: ""
            }
        let words = ["Registered at \(text(registration))", owner].filter { !$0.isEmpty }
        var lines = [
            "  \(TerminalText.visible(words.joined(separator: ", "))): \(TerminalText.visible(lifetime ?? ""))."
        ]
        switch origin {
        case .value: lines.append("  The registration contains the instance.")
        case .seed: lines.append("  The scope receives it when it is opened.")
        case .choice: lines.append("  It chooses one of several registrations in each scope.")
        case .adapter: lines.append("  It is an adapter: it makes the instance from that of another registration.")
        case .alias: lines.append("  The key is an additional type of another registration's instance.")
        case .factory, .justInTime, .missing: break
        }
        if let privateIn {
            lines.append(
                "  Private in module \(TerminalText.visible(privateIn)): only factories of that module find it.")
        }
        if isForListsOnly { lines.append("  Only lists and maps of its type have it.") }
        return lines
    }

    private var conditionLines: [String] {
        guard let condition else { return [] }
        var facts = [condition.isMet ? "holds" : "does not hold"]
        facts += condition.variables.sorted { $0.key < $1.key }.map { "\($0.key) is \($0.value ? "" : "not ")set" }
        if condition.readsWholeEnvironment { facts.append("it has read the whole environment") }
        return ["  Its condition " + TerminalText.visible(facts.joined(separator: ", ")) + "."]
    }

    private var pathLines: [String] {
        let whole = path.map { TerminalText.shortened($0, to: 100) }
        guard let entry, let first = whole.first else {
            return isServed ? ["  No entry leads to it: only a cycle needs it."] : []
        }
        let words =
            switch entry {
            case .root: "is a root"
            case .eager: "is eager"
            case .unneeded: "is needed by no registration"
            }
        if whole.count == 1 { return ["  It is an entry: it \(words)."] }
        // The middle of a long path tells least.
        let shown = whole.count <= 20 ? whole : whole.prefix(10) + ["… \(whole.count - 20) more …"] + whole.suffix(10)
        return ["  Shortest path from an entry: \(shown.joined(separator: " → "))", "    \(first) \(words)."]
    }

    private func text(_ registration: Registration) -> String {
        let modules = registration.modules.joined(separator: " > ")
        return registration.place + (modules.isEmpty ? "" : ", in \(modules)")
    }

    private func text(_ layer: Layer) -> String {
        let module = layer.module.map { ", in module \($0)" } ?? ""
        return TerminalText.visible("\(layer.kind) at \(layer.file):\(layer.line)\(module)")
    }

    private func text(_ loser: Loser) -> String {
        TerminalText.visible("\(text(loser.registration)): \(loser.explanation)")
    }

    private func text(_ asker: Asker) -> String {
        let edge = ContainerGraph.Edge(
            from: 0, to: 0, origin: asker.origin, time: asker.time, isOptional: asker.isOptional)
        let words = [asker.lifetime] + edge.words
        return "\(TerminalText.shortened(asker.key, to: 100)) · \(TerminalText.visible(words.joined(separator: ", ")))"
    }
}
