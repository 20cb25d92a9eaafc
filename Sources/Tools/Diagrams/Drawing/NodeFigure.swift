// One node: its texts, its width, and how it is drawn.

import Armory

/// A node of a picture.
struct NodeFigure {
    let label: String
    let details: String
    let width: Double
    private let node: ContainerGraph.Node
    private let marks: [Mark]
    private let tooltip: [String]

    /// Signs at the right border, drawn as paths because a font may lack them.
    private enum Mark: String {
        /// A cross.
        case failed = "M0 0l8 8m0 -8l-8 8"
        /// An arrow in a circle.
        case circle = "M8 4a4 4 0 1 1 -2 -3.5m0 0l-3.5 -.5m3.5 .5l-1 3.5"
        /// Three dots.
        case building = "M0 4h.1m3.9 0h.1m3.9 0h.1"
    }

    static let badge = 24.0
    static let fontSize = 12.0
    static let smallSize = 10.0

    static func height(withDetails: Bool) -> Double { withDetails ? 40 : 26 }

    /// - Parameters:
    ///   - limit: The maximum number of characters of the label.
    init(_ node: ContainerGraph.Node, isOnCycle: Bool, limit: Int, withDetails: Bool) {
        self.node = node
        let room = Double(limit) * 0.62 * Self.fontSize
        label = ShownText.shortened(node.key, to: room, size: Self.fontSize)
        let facts = Self.facts(node)
        details = withDetails ? ShownText.shortened(facts.joined(separator: " · "), to: room, size: Self.smallSize) : ""
        marks =
            (node.faults.isEmpty || Self.isMissing(node) ? [] : [.failed]) + (isOnCycle ? [.circle] : [])
            + (node.state == .building ? [.building] : [])
        let text = max(
            ShownText.width(label, size: Self.fontSize), ShownText.width(details, size: Self.smallSize), 24)
        width = (Self.badge + 7 + text + 8 + 14 * Double(marks.count)).rounded(.up)
        var tooltip = [node.key, facts.joined(separator: " · ")]
        if let module = node.module { tooltip.append("in \(module)") }
        if let file = node.file { tooltip.append("\(file):\(node.line ?? 0)") }
        if let activity = node.activity { tooltip += Self.lines(activity) }
        if isOnCycle { tooltip.append("part of a cycle") }
        self.tooltip = tooltip + node.faults
    }

    static func isMissing(_ node: ContainerGraph.Node) -> Bool { node.state == .missing || node.lifetime == nil }

    private static func facts(_ node: ContainerGraph.Node) -> [String] {
        var facts = [isMissing(node) ? "missing" : node.lifetime?.rawValue ?? ""]
        if let scope = node.scope { facts[0] += " in \(scope)" }
        if node.isAlias { facts.append("additional type") }
        if node.isInherited { facts.append("inherited") }
        if node.state != .none, node.state != .missing { facts.append(node.state.rawValue) }
        if let activity = node.activity, activity.made > 0 {
            facts.append("\(activity.made)× \(shownDuration(activity.makingNanoseconds))")
        }
        if node.isOpaque { facts.append("may need more") }
        return facts
    }

    private static func lines(_ activity: ContainerGraph.Activity) -> [String] {
        var lines = ["created \(activity.made) times in \(shownDuration(activity.makingNanoseconds))"]
        if activity.failed > 0 { lines.append("failed \(activity.failed) times") }
        if activity.waits > 0 {
            lines.append("waited for \(activity.waits) times, \(shownDuration(activity.waitingNanoseconds))")
        }
        return lines
    }

    /// Draws the node in its box.
    func draw(_ place: Int, in box: Box, isPale: Bool, into svg: inout SVGText) {
        let isMissing = Self.isMissing(node)
        let names: [String?] = [
            "n", DiagramStyle.className(isMissing ? nil : node.lifetime),
            node.faults.isEmpty || isMissing ? nil : "bad", marks.contains(.circle) ? "circle" : nil,
            node.isInherited ? "inherited" : nil, isPale ? "pale" : nil,
        ]
        svg.add(
            "<g class=\"\(names.compactMap(\.self).joined(separator: " "))\" data-node=\"\(place)\">\(SVGText.tooltip(tooltip))"
        )
        svg.rectangle(box, radius: 5, class: "body")
        svg.rectangle(
            Box(x: box.x + 3, y: box.y + 3, width: Self.badge - 4, height: box.height - 6), radius: 3, class: "badge")
        svg.text(
            LifetimeLook.of(isMissing ? nil : node.lifetime).letters, x: box.x + 1 + Self.badge / 2,
            y: box.y + box.height / 2 + 3.5, class: "letters")
        let x = box.x + Self.badge + 7
        if details.isEmpty {
            svg.text(label, x: x, y: box.y + box.height / 2 + 4, class: "key")
        } else {
            svg.text(label, x: x, y: box.y + 17, class: "key")
            svg.text(details, x: x, y: box.y + 32, class: "small")
        }
        for (number, mark) in marks.enumerated() {
            let left = box.right - 14 * Double(marks.count - number)
            let top = box.y + (details.isEmpty ? box.height / 2 - 4 : 8)
            let shift = "translate(\(SVGText.number(left)) \(SVGText.number(top)))"
            svg.add("<path class=\"mark\" transform=\"\(shift)\" d=\"\(mark.rawValue)\"/>")
        }
        svg.add("</g>")
    }
}
