// The graph as a Mermaid flowchart.

public import Armory

extension ContainerGraph {
    /// The graph as a Mermaid flowchart, which many forges and wikis draw: modules as subgraphs, lifetimes by colour.
    ///
    /// A long key is shortened. By default, Mermaid draws at most 500 edges and 50,000 characters.
    ///
    /// - Complexity: O(nodes + edges).
    public func mermaid() -> String {
        let outline = DiagramOutline(self)
        var text = "flowchart TB\n"
        for (module, members) in outline.members().enumerated() where !members.isEmpty {
            let isGroup = module < outline.modules.count
            if isGroup { text += "  subgraph m\(module)[\"\(Self.mermaidText(outline.modules[module]))\"]\n" }
            for node in members { text += "  \(isGroup ? "  " : "")\(mermaidNode(node, outline))\n" }
            if isGroup { text += "  end\n" }
        }
        var inCircles: [String] = []
        for (number, place) in outline.edges.enumerated() {
            let edge = edges[place]
            let arrow = edge.time == .later ? "-.->" : "-->"
            let words = [
                edge.origin == .observed ? "observed" : nil, edge.isOptional ? "optional" : nil,
                edge.time == .later ? "later" : nil,
            ].compactMap(\.self)
            text += "  n\(edge.from) \(arrow)\(words.isEmpty ? "" : "|\(words.joined(separator: ", "))|") n\(edge.to)\n"
            if outline.isStepOfCycle(edge) { inCircles.append(String(number)) }
        }
        for lifetime in Lifetime.allCases where nodes.contains(where: { $0.lifetime == lifetime }) {
            text +=
                "  classDef \(lifetime.rawValue)Lifetime stroke:\(LifetimeLook.of(lifetime).colour),stroke-width:2px\n"
        }
        text += "  classDef faulty stroke:\(LifetimeLook.alarm),stroke-width:4px\n"
        text += "  classDef missing stroke:\(LifetimeLook.alarm),stroke-width:2px,stroke-dasharray:5 3\n"
        if !inCircles.isEmpty {
            text += "  linkStyle \(inCircles.joined(separator: ",")) stroke:\(LifetimeLook.alarm),stroke-width:3px\n"
        }
        return text
    }

    private func mermaidNode(_ place: Int, _ outline: DiagramOutline) -> String {
        let node = nodes[place]
        let isMissing = node.state == .missing || node.lifetime == nil
        let mark = isMissing ? "? " : node.faults.isEmpty ? "" : "✕ "
        let kind =
            isMissing
            ? "missing"
            : node.faults.isEmpty && !outline.isOnCycle[place] ? "\(node.lifetime?.rawValue ?? "")Lifetime" : "faulty"
        return "n\(place)[\"\(outline.isOnCycle[place] ? "↻ " : "")\(mark)\(Self.mermaidText(node.key))\"]:::\(kind)"
    }

    /// Escapes a text for use inside quotes.
    ///
    /// Inside quotes, Mermaid reads entities, which begin with `#`, Markdown and HTML. So every ASCII character except
    /// letters, digits and spaces is written as an entity by its number, as in
    /// <https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters>.
    private static func mermaidText(_ text: String) -> String {
        var escaped = ""
        for scalar in ShownText.shortened(text, to: 400, size: 11).unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", " ": escaped.unicodeScalars.append(scalar)
            case _ where scalar.isASCII: escaped += "#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
