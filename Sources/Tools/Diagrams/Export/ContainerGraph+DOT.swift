// The graph in the DOT language of Graphviz.

public import Armory

extension ContainerGraph {
    /// The graph in the DOT language: modules as clusters, lifetimes by colour, with faults and cycles marked.
    ///
    /// ```sh
    /// dot -Tsvg container.dot > container.svg
    /// ```
    /// A long key is shortened in the label; the tooltip has the whole key, as far as Graphviz can read it.
    ///
    /// - Complexity: O(nodes + edges).
    public func dot() -> String {
        let outline = DiagramOutline(self)
        var text = """
            digraph container {
              graph [rankdir=TB, newrank=true, fontname="Helvetica"];
              node [shape=box, style="filled,rounded", fontname="Helvetica", fontsize=11, margin="0.12,0.05", penwidth=1.5];
              edge [color="#777777", arrowsize=0.7];

            """
        for (module, members) in outline.members().enumerated() where !members.isEmpty {
            let isCluster = module < outline.modules.count
            if isCluster {
                text += "  subgraph cluster_\(module) {\n"
                text +=
                    "    label=\(DOTText.escString(ShownText.shortened(outline.modules[module], to: 700, size: 11)));\n"
                text += "    tooltip=\(DOTText.escString(outline.modules[module]));\n"
                text += "    style=\"rounded\"; color=\"#999999\";\n"
            }
            for node in members { text += "  \(isCluster ? "  " : "")\(statement(of: node, outline))\n" }
            if isCluster { text += "  }\n" }
        }
        for place in outline.edges { text += "  \(statement(of: edges[place], outline))\n" }
        return text + "}\n"
    }

    private func statement(of place: Int, _ outline: DiagramOutline) -> String {
        let node = nodes[place]
        let look = LifetimeLook.of(node.lifetime)
        var label = ShownText.shortened(node.key, to: 400, size: 11)
        var attributes = ["fillcolor=\"\(look.colour)40\"", "color=\"\(look.colour)\""]
        if node.state == .missing || node.lifetime == nil {
            label = "? " + label
            attributes.append("style=\"dashed,rounded\"")
        } else if !node.faults.isEmpty {
            label = "✕ " + label
            attributes[1] = "color=\"\(LifetimeLook.alarm)\""
            attributes.append("penwidth=3")
        }
        if outline.isOnCycle[place] {
            label = "↻ " + label
            attributes[1] = "color=\"\(LifetimeLook.alarm)\""
        }
        if let lifetime = node.lifetime { label += "\n" + lifetime.rawValue + (node.scope.map { " in " + $0 } ?? "") }
        let tooltip = ([node.key] + node.faults).joined(separator: "\n")
        attributes.insert("label=\(DOTText.escString(label, keepsLines: true))", at: 0)
        attributes.append("tooltip=\(DOTText.escString(tooltip, keepsLines: true))")
        return "n\(place) [\(attributes.joined(separator: ", "))];"
    }

    private func statement(of edge: Edge, _ outline: DiagramOutline) -> String {
        var attributes: [String] = []
        switch edge.time {
        case .later: attributes.append("style=dashed")
        case .construction, .injection: if edge.origin == .observed { attributes.append("style=dotted") }
        }
        if edge.isOptional { attributes += ["arrowhead=empty", "color=\"#AAAAAA\""] }
        if outline.isStepOfCycle(edge) { attributes += ["color=\"\(LifetimeLook.alarm)\"", "penwidth=2"] }
        return "n\(edge.from) -> n\(edge.to)" + (attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]")
            + ";"
    }
}

/// Text in DOT.
enum DOTText {
    /// Quotes a text as a string of the attribute type `escString`.
    ///
    /// In a quoted string, the lexer unescapes only `\"` (<https://graphviz.org/doc/info/lang.html>). The result is
    /// read as an `escString` (<https://graphviz.org/docs/attr-types/escString/>). There a backslash begins an escape,
    /// so it is doubled. Graphviz also replaces HTML entities, so `&` is written as one.
    ///
    /// Graphviz's lexer fails after 16,384 bytes, so the text is cut before that.
    static func escString(_ text: String, keepsLines: Bool = false) -> String {
        var escaped = "\""
        for scalar in text.unicodeScalars {
            guard escaped.utf8.count < 15_000 else { return escaped + "…\"" }
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "&": escaped += "&amp;"
            case "\n" where keepsLines: escaped += "\\n"
            default: escaped += ShownText.visible(String(scalar))
            }
        }
        return escaped + "\""
    }
}
