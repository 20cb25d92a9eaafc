// The layout of Graphviz, if it is installed.

package import Foundation

/// Positions and paths from `dot`; the picture is drawn in the same way as with the library's layout.
package enum GraphvizLayout {
    /// The time limit for `dot`, in seconds.
    static let limit = 10.0

    /// Whether `dot` is likely to finish soon, with a better picture than the library's layout.
    ///
    /// `dot` puts no module above another, so many modules make its pictures wide, and thousands of arrows take it
    /// minutes.
    static func isWorthwhile(_ problem: LayoutProblem) -> Bool {
        problem.widths.count <= 60 && problem.arrows.count <= 150
    }

    /// The layout, or `nil` if `dot` is not installed, fails, is too slow, or gives something no position.
    package static func layout(_ problem: LayoutProblem, within limit: Double = limit) -> GraphLayout? {
        let folder = FileManager.default.temporaryDirectory.appending(path: "armory-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let input = folder.appending(path: "graph.dot")
            let output = folder.appending(path: "graph.json")
            try Data(text(problem).utf8).write(to: input)
            guard try run(["dot", "-Tjson0", "-o", output.path, input.path], within: limit) else { return nil }
            return try layout(of: Data(contentsOf: output), problem)
        } catch {
            return nil
        }
    }

    /// Runs a program from the `PATH`, and returns `false` if it fails or takes too long.
    private static func run(_ arguments: [String], within limit: Double) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let isDone = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in isDone.signal() }
        try process.run()
        if isDone.wait(timeout: .now() + limit) == .timedOut {
            process.terminate()
            isDone.wait()
            return false
        }
        return process.terminationStatus == 0
    }

    /// The problem in DOT; names are numbers, so nothing needs escaping.
    private static func text(_ problem: LayoutProblem) -> String {
        func inches(_ pixels: Double) -> String { String(pixels / 72) }
        var text = "digraph {\n"
        text += "graph [nodesep=\(inches(Spacing.node)), ranksep=\(inches(Spacing.layer)), labeljust=l];\n"
        text += "node [shape=box, fixedsize=true, label=\"\", height=\(inches(problem.height))];\nedge [dir=none];\n"
        var members = Array(repeating: [Int](), count: problem.titles.count)
        for (node, width) in problem.widths.enumerated() {
            text += "n\(node) [width=\(inches(width))];\n"
            if let group = problem.groupOf[node] { members[group].append(node) }
        }
        for (group, members) in members.enumerated() {
            // An empty table reserves the title's space.
            let title = "WIDTH=\"\(Int(problem.titles[group]))\" HEIGHT=\"\(Int(problem.titleHeight))\""
            text += "subgraph cluster_\(group) { margin=\(Int(Spacing.padding)); "
            text += "label=<<TABLE BORDER=\"0\" FIXEDSIZE=\"TRUE\" \(title)><TR><TD></TD></TR></TABLE>>;\n"
            text += members.map { "n\($0);" }.joined(separator: " ") + " }\n"
        }
        for (number, arrow) in problem.arrows.enumerated() {
            text += "n\(arrow.from) -> n\(arrow.to) [id=\"\(number)\"\(arrow.isWeak ? ", weight=0" : "")];\n"
        }
        return text + "}\n"
    }

    /// The parts of the answer that are read.
    private struct Drawing: Decodable {
        struct Object: Decodable {
            var name: String
            var pos: String?
            var bb: String?
        }
        struct Edge: Decodable {
            var id: String
            var pos: String?
        }
        var bb: String
        var objects: [Object]?
        var edges: [Edge]?
    }

    /// The layout in the JSON from `dot`, or `nil` if something has no position.
    package static func layout(of answer: Data, _ problem: LayoutProblem) throws -> GraphLayout? {
        let drawing = try JSONDecoder().decode(Drawing.self, from: answer)
        let page = numbers(drawing.bb)
        guard page.count == 4 else { return nil }
        // `dot` counts points upwards from the bottom; the picture counts pixels downwards from the top.
        func x(_ value: Double) -> Double { value - page[0] + Spacing.margin }
        func y(_ value: Double) -> Double { page[3] - value + Spacing.margin }

        var nodes = [Box?](repeating: nil, count: problem.widths.count)
        var groups = [Box?](repeating: nil, count: problem.titles.count)
        for object in drawing.objects ?? [] {
            if object.name.hasPrefix("n"), let node = Int(object.name.dropFirst()), nodes.indices.contains(node) {
                let pos = numbers(object.pos ?? "")
                guard pos.count == 2 else { return nil }
                let width = problem.widths[node]
                nodes[node] = Box(
                    x: x(pos[0]) - width / 2, y: y(pos[1]) - problem.height / 2, width: width, height: problem.height)
            } else if object.name.hasPrefix("cluster_"), let group = Int(object.name.dropFirst(8)),
                groups.indices.contains(group)
            {
                let bb = numbers(object.bb ?? "")
                guard bb.count == 4 else { return nil }
                groups[group] = Box(x: x(bb[0]), y: y(bb[3]), width: bb[2] - bb[0], height: bb[3] - bb[1])
            }
        }
        var routes = [Route?](repeating: nil, count: problem.arrows.count)
        for edge in drawing.edges ?? [] {
            guard let number = Int(edge.id), routes.indices.contains(number) else { return nil }
            guard let spline = (edge.pos ?? "").split(separator: ";").first else { return nil }
            let points = spline.split(separator: " ").map { numbers($0) }
            guard points.count > 3, points.count % 3 == 1, points.allSatisfy({ $0.count == 2 }) else { return nil }
            let places = points.map { Point(x: x($0[0]), y: y($0[1])) }
            var route = Route(start: places[0])
            for first in stride(from: 1, to: places.count, by: 3) {
                route.pieces.append(.curve(places[first], places[first + 1], places[first + 2]))
            }
            routes[number] = route
        }
        let (boxes, frames, ways) = (nodes.compactMap(\.self), groups.compactMap(\.self), routes.compactMap(\.self))
        guard boxes.count == nodes.count, frames.count == groups.count, ways.count == routes.count else { return nil }
        let heights = Set(boxes.map(\.y)).sorted()
        var layerAt: [Double: Int] = [:]
        for (layer, height) in heights.enumerated() { layerAt[height] = layer }
        return GraphLayout(
            nodes: boxes, layers: boxes.map { layerAt[$0.y] ?? 0 }, groups: frames, routes: ways,
            width: page[2] - page[0] + 2 * Spacing.margin, height: page[3] - page[1] + 2 * Spacing.margin)
    }

    private static func numbers(_ text: some StringProtocol) -> [Double] {
        text.split(separator: ",").compactMap { Double($0) }
    }
}
