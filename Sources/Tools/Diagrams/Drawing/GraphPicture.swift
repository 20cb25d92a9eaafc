// A picture of a graph, from measuring the labels to writing the document.

package import Armory

/// A graph, laid out and ready to be drawn.
package struct GraphPicture {
    private let graph: ContainerGraph
    private let options: DiagramOptions
    private let outline: DiagramOutline
    private let figures: [NodeFigure]
    private let groupTitles: [String]
    private let titleSize: Double
    /// The indices of the drawn edges, in the order of the layout's routes.
    package let drawnEdges: [Int]
    /// The positions of all boxes and arrows, without the title and the legend.
    package let layout: GraphLayout

    package init(_ graph: ContainerGraph, _ options: DiagramOptions) {
        self.graph = graph
        self.options = options
        let outline = DiagramOutline(graph)
        self.outline = outline
        let count = graph.nodes.count
        let withDetails = options.showsDetails ?? (count <= 150)
        let suited = count <= 60 ? 34 : count <= 300 ? 28 : 22
        let limit = min(max(6, options.labelLength ?? suited), DiagramOptions.longestLabel)
        figures = graph.nodes.enumerated().map {
            NodeFigure($1, isOnCycle: outline.isOnCycle[$0], limit: limit, withDetails: withDetails)
        }
        let titleSize = count <= 60 ? 13.0 : count <= 300 ? 18 : count <= 2500 ? 40 : 64
        self.titleSize = titleSize
        groupTitles = outline.modules.map {
            ShownText.shortened($0, to: (count <= 300 ? 30 : 16) * 0.62 * titleSize, size: titleSize)
        }
        drawnEdges = options.hidesImpliedEdges ? ImpliedEdges.removed(from: graph, outline.edges) : outline.edges
        layout = Self.layout(
            LayoutProblem(
                widths: figures.map(\.width), height: NodeFigure.height(withDetails: withDetails),
                groupOf: outline.moduleOf,
                // Bold letters of a monospaced font are as wide as regular ones.
                titles: groupTitles.map { ShownText.width($0, size: titleSize) }, titleHeight: titleSize + 6,
                arrows: drawnEdges.map {
                    .init(from: graph.edges[$0].from, to: graph.edges[$0].to, isWeak: graph.edges[$0].time == .later)
                }),
            options.layout)
    }

    private static func layout(_ problem: LayoutProblem, _ engine: DiagramOptions.Layout) -> GraphLayout {
        let layout: GraphLayout? =
            switch engine {
            case .own: nil
            case .graphviz: GraphvizLayout.layout(problem)
            case .automatic: GraphvizLayout.isWorthwhile(problem) ? GraphvizLayout.layout(problem) : nil
            }
        return layout ?? LayeredLayout.layout(problem)
    }

    package func svg() -> String {
        // A large picture has a large title and legend, because readers look at it from afar first.
        let scale = min(max(1, (layout.width / 1600 * 2).rounded() / 2), 5)
        let room = max(layout.width, 720) / scale - 2 * Spacing.margin
        let legend = GraphLegend(graph, outline, drawn: drawnEdges, limit: room)
        let title = ShownText.shortened(options.title, to: room, size: 18)
        let head = 52 + (options.showsLegend ? legend.height + 12 : 4)
        let needed = max(
            ShownText.width(title, size: 18), ShownText.width(summary, size: 10), options.showsLegend ? legend.width : 0
        )
        let width = max(layout.width, (needed + 2 * Spacing.margin) * scale)
        var svg = SVGText()
        svg.begin(
            width: width, height: layout.height + head * scale, title: options.title, summary: summary,
            style: DiagramStyle.graph(isDense: drawnEdges.count > 300, titleSize: titleSize))
        addMarkers(to: &svg)
        svg.add("<g transform=\"scale(\(SVGText.number(scale)))\">")
        svg.text(title, x: Spacing.margin, y: 32, class: "title")
        svg.text(summary, x: Spacing.margin, y: 49, class: "small")
        if options.showsLegend { legend.draw(x: Spacing.margin, y: 58, into: &svg) }
        svg.add("</g>")
        svg.add("<g transform=\"translate(0 \(SVGText.number(head * scale)))\">")
        for group in layout.groups.indices {
            svg.add("<g>\(SVGText.tooltip([outline.modules[group]]))")
            svg.rectangle(layout.groups[group], radius: 8, class: "group")
            svg.add("</g>")
        }
        addEdges(to: &svg)
        for (place, figure) in figures.enumerated() {
            figure.draw(place, in: layout.nodes[place], isPale: isPale(place), into: &svg)
        }
        for (group, box) in layout.groups.enumerated() {
            svg.text(
                groupTitles[group], x: box.x + Spacing.padding, y: box.y + titleSize * 0.95 + 6, class: "name halo")
        }
        svg.add("</g>")
        svg.end()
        return svg.text
    }

    private func isPale(_ node: Int) -> Bool { options.highlighted.map { !$0.contains(node) } ?? false }

    private func addEdges(to svg: inout SVGText) {
        // Edges on a cycle come last, above the others.
        for isCircle in [false, true] {
            for (number, place) in drawnEdges.enumerated() {
                let edge = graph.edges[place]
                guard outline.isStepOfCycle(edge) == isCircle else { continue }
                var names = "e"
                if isCircle { names += " circle" }
                if edge.time == .later { names += " later" }
                if edge.isOptional { names += " optional" }
                if isPale(edge.from) || isPale(edge.to) { names += " pale" }
                let marker = isCircle ? "alarm" : edge.origin == .observed ? "hollow" : "arrow"
                svg.add(
                    "<path class=\"\(names)\" marker-end=\"url(#armory-\(marker))\" data-from=\"\(edge.from)\" "
                        + "data-to=\"\(edge.to)\" d=\"\(SVGText.path(layout.routes[number]))\"/>")
            }
        }
    }

    private func addMarkers(to svg: inout SVGText) {
        func marker(_ name: String, _ classes: String) -> String {
            "<marker id=\"armory-\(name)\" markerUnits=\"userSpaceOnUse\" markerWidth=\"10\" markerHeight=\"10\" "
                + "viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" orient=\"auto\">"
                + "<path class=\"\(classes)\" d=\"M1 1L9 5L1 9z\"/></marker>"
        }
        svg.add("<defs>\(marker("arrow", "head"))\(marker("hollow", "hollow"))\(marker("alarm", "alarm"))</defs>")
    }

    /// The contents of the picture, in numbers.
    private var summary: String {
        func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
        let missing = graph.nodes.count(where: NodeFigure.isMissing)
        var parts = [count(graph.nodes.count - missing, "registration", "registrations")]
        if !outline.modules.isEmpty { parts.append(count(outline.modules.count, "module", "modules")) }
        parts.append(count(outline.edges.count, "need", "needs"))
        let hidden = outline.edges.count - drawnEdges.count
        if hidden > 0 { parts.append("\(hidden) implied and not drawn") }
        if missing > 0 { parts.append("\(missing) missing") }
        let faulty = graph.nodes.count { !$0.faults.isEmpty && !NodeFigure.isMissing($0) }
        if faulty > 0 { parts.append("\(faulty) at fault") }
        if !graph.cycles.isEmpty { parts.append(count(graph.cycles.count, "cycle", "cycles")) }
        return parts.joined(separator: ", ")
    }
}
