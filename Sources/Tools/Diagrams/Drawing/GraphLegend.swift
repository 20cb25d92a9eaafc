// The legend: what the colours, letters, marks and arrows of this picture mean.

import Armory

/// The items that a picture needs, in rows at most as wide as the picture.
struct GraphLegend {
    private enum Sign {
        case lifetime(Lifetime?)
        case node(classes: String)
        case arrow(classes: String, marker: String)
    }

    private var items: [(sign: Sign, text: String, x: Double, y: Double)] = []
    private(set) var width = 0.0
    private(set) var height = 0.0

    private static let signWidth = 30.0
    private static let rowHeight = 22.0

    init(_ graph: ContainerGraph, _ outline: DiagramOutline, drawn: [Int], limit: Double) {
        var wanted: [(Sign, String)] = Lifetime.allCases
            .filter { lifetime in graph.nodes.contains { $0.lifetime == lifetime && $0.state != .missing } }
            .map { (.lifetime($0), LifetimeLook.of($0).name) }
        if graph.nodes.contains(where: NodeFigure.isMissing) {
            wanted.append((.lifetime(nil), "missing: not registered"))
        }
        if graph.nodes.contains(where: { !$0.faults.isEmpty && !NodeFigure.isMissing($0) }) {
            wanted.append((.node(classes: "n bad"), "at fault"))
        }
        if outline.isOnCycle.contains(true) { wanted.append((.arrow(classes: "e circle", marker: "alarm"), "cycle")) }
        if graph.nodes.contains(where: \.isInherited) {
            wanted.append((.node(classes: "n transient inherited"), "inherited"))
        }
        let edges = drawn.map { graph.edges[$0] }
        if !edges.isEmpty { wanted.append((.arrow(classes: "e", marker: "arrow"), "needs")) }
        if edges.contains(where: { $0.time == .later }) {
            wanted.append((.arrow(classes: "e later", marker: "arrow"), "resolves later"))
        }
        if edges.contains(where: \.isOptional) {
            wanted.append((.arrow(classes: "e optional", marker: "arrow"), "optional"))
        }
        if edges.contains(where: { $0.origin == .observed }) {
            wanted.append((.arrow(classes: "e", marker: "hollow"), "observed"))
        }
        place(wanted, limit: limit)
    }

    private mutating func place(_ wanted: [(Sign, String)], limit: Double) {
        var x = 0.0
        for (sign, text) in wanted {
            let itemWidth = Self.signWidth + 6 + ShownText.width(text, size: 12) + 20
            if x > 0, x + itemWidth > limit {
                x = 0
                height += Self.rowHeight
            }
            items.append((sign, text, x, height))
            x += itemWidth
            width = max(width, x)
        }
        if !items.isEmpty { height += Self.rowHeight }
    }

    func draw(x: Double, y: Double, into svg: inout SVGText) {
        svg.add("<g class=\"legend\">")
        for item in items {
            let left = x + item.x
            let middle = y + item.y + 11
            let box = Box(x: left, y: middle - 8, width: Self.signWidth, height: 16)
            switch item.sign {
            case .lifetime(let lifetime):
                svg.add("<g class=\"n \(DiagramStyle.className(lifetime))\">")
                svg.rectangle(box, radius: 3, class: "badge")
                svg.text(LifetimeLook.of(lifetime).letters, x: box.centre, y: middle + 4, class: "letters")
                svg.add("</g>")
            case .node(let classes):
                svg.add("<g class=\"\(classes)\">")
                svg.rectangle(box, radius: 3, class: "body")
                if classes.contains("bad") {
                    svg.add(
                        "<path class=\"mark\" transform=\"translate(\(SVGText.number(left + 11)) "
                            + "\(SVGText.number(middle - 4)))\" d=\"M0 0l8 8m0 -8l-8 8\"/>")
                }
                svg.add("</g>")
            case .arrow(let classes, let marker):
                let path = SVGText.path(
                    Route(start: Point(x: left, y: middle), pieces: [.line(Point(x: box.right, y: middle))]))
                svg.add("<path class=\"\(classes)\" marker-end=\"url(#armory-\(marker))\" d=\"\(path)\"/>")
            }
            svg.text(item.text, x: box.right + 6, y: middle + 4, class: "entry")
        }
        svg.add("</g>")
    }
}
