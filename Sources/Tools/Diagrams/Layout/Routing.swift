// The paths of the arrows: between the nodes, never across one.

/// Leads each arrow through the gaps between the nodes of each row.
///
/// A bend in a gap replaces the dummy node of other layouts, and needs no extra room: arrows through the same gap share
/// it.
package struct Routing {
    /// The maximum number of bends.
    ///
    /// Beyond it, the longest arrows are drawn straight, behind the nodes. The number of bends is rows times arrows,
    /// and no reader follows an arrow over hundreds of rows.
    package static let limit = 400_000

    private(set) var routes: [Route] = []

    /// A bend: the arrow passes this row in this gap.
    private struct Pass {
        var row: Int32
        var gap: Int32
        var x: Double
    }

    private let rowBoxes: [[Box]]
    private let boxes: [Box]
    private let tops: [Double]
    private let height: Double
    private let width: Double
    private var isFirstOfLayer: [Bool]
    private var passes: [Pass] = []
    /// The bends of each arrow.
    private var passesOf: [Range<Int>] = []

    init(
        _ problem: LayoutProblem, _ layering: Layering, boxes: [Box], rows: [Int], firstRows: [Int],
        tops: [Double], width: Double
    ) {
        var rowBoxes = Array(repeating: [Box](), count: tops.count)
        for (node, box) in boxes.enumerated() { rowBoxes[rows[node]].append(box) }
        self.rowBoxes = rowBoxes.map { $0.sorted { $0.x < $1.x } }
        isFirstOfLayer = Array(repeating: false, count: tops.count)
        for row in firstRows { isFirstOfLayer[row] = true }
        (self.boxes, self.tops, self.height, self.width) = (boxes, tops, problem.height, width)

        // The ends of each arrow, as it leads downwards.
        let ends = problem.arrows.enumerated().map { number, arrow in
            layering.isReversed[number] ? (upper: arrow.to, lower: arrow.from) : (upper: arrow.from, lower: arrow.to)
        }
        passesOf = Array(repeating: 0..<0, count: ends.count)
        func span(_ arrow: Int) -> Int { max(0, rows[ends[arrow].lower] - rows[ends[arrow].upper] - 1) }
        var isStraight = Array(repeating: false, count: ends.count)
        for arrow in ends.indices.sorted(by: { (span($0), $0) < (span($1), $1) }) {
            guard passes.count + span(arrow) <= Self.limit else {
                isStraight[arrow] = true
                continue
            }
            bend(arrow, from: ends[arrow].upper, to: ends[arrow].lower, rows)
        }
        spread()

        let ports = ports(ends)
        for arrow in ends.indices {
            if ends[arrow].upper == ends[arrow].lower {
                routes.append(loop(at: boxes[ends[arrow].upper]))
                continue
            }
            let route = route(arrow, ends[arrow], ports[arrow], isStraight: isStraight[arrow])
            routes.append(layering.isReversed[arrow] ? route.reversed : route)
        }
    }

    private func gap(_ row: Int, _ gap: Int) -> ClosedRange<Double> {
        let boxes = rowBoxes[row]
        let left = gap == 0 ? 0 : boxes[gap - 1].right
        let right = gap == boxes.count ? max(width, left) : boxes[gap].x
        return left...max(left, right)
    }

    /// Chooses in each row the gap that is nearest to the straight line.
    private mutating func bend(_ arrow: Int, from upper: Int, to lower: Int, _ rows: [Int]) {
        let start = passes.count
        let target = boxes[lower].centre
        var x = boxes[upper].centre
        let last = rows[lower]
        var row = rows[upper] + 1
        while row < last {
            // Between rows of one layer, the arrow goes straight down if it can.
            let wished = isFirstOfLayer[row] ? x + (target - x) / Double(last - row + 1) : x
            // Finds the first node whose centre is to the right; the gap is on the left of that node.
            let boxes = rowBoxes[row]
            var low = 0
            var high = boxes.count
            while low < high {
                let middle = (low + high) / 2
                if boxes[middle].centre <= wished { low = middle + 1 } else { high = middle }
            }
            let range = gap(row, low)
            let slack = min(6, (range.upperBound - range.lowerBound) / 2)
            x = min(max(wished, range.lowerBound + slack), range.upperBound - slack)
            passes.append(Pass(row: Int32(row), gap: Int32(low), x: x))
            row += 1
        }
        passesOf[arrow] = start..<passes.count
    }

    /// Places arrows that pass through the same gap side by side.
    private mutating func spread() {
        let order = passes.indices.sorted {
            let (left, right) = (passes[$0], passes[$1])
            return (left.row, left.gap, left.x, $0) < (right.row, right.gap, right.x, $1)
        }
        var first = 0
        while first < order.count {
            let pass = passes[order[first]]
            var end = first + 1
            while end < order.count, passes[order[end]].row == pass.row, passes[order[end]].gap == pass.gap { end += 1 }
            if end - first > 1 {
                let range = gap(Int(pass.row), Int(pass.gap))
                let slack = min(5, (range.upperBound - range.lowerBound) / 2)
                let bounds = (range.lowerBound + slack)...(range.upperBound - slack)
                let distance = min(7, (bounds.upperBound - bounds.lowerBound) / Double(end - first - 1))
                let places = Separation.placed(
                    (first..<end).map { passes[order[$0]].x }, distance: { _ in distance }, within: bounds)
                for place in first..<end { passes[order[place]].x = places[place - first] }
            }
            first = end
        }
    }

    /// The positions where each arrow leaves the upper node's lower border and reaches the lower node's upper border.
    private func ports(_ ends: [(upper: Int, lower: Int)]) -> [(leaves: Double, comes: Double)] {
        var leaving = Array(repeating: [Int](), count: boxes.count)
        var coming = leaving
        for (arrow, end) in ends.enumerated() where end.upper != end.lower {
            leaving[end.upper].append(arrow)
            coming[end.lower].append(arrow)
        }
        var ports = Array(repeating: (leaves: 0.0, comes: 0.0), count: ends.count)
        func place(_ number: Int, of count: Int, on box: Box) -> Double {
            let distance = count > 1 ? min(16, (box.width - 24) / Double(count - 1)) : 0
            return box.centre + (Double(number) - Double(count - 1) / 2) * distance
        }
        for node in boxes.indices {
            func next(_ arrow: Int) -> Double {
                passesOf[arrow].first.map { passes[$0].x } ?? boxes[ends[arrow].lower].centre
            }
            for (number, arrow) in leaving[node].sorted(by: { (next($0), $0) < (next($1), $1) }).enumerated() {
                ports[arrow].leaves = place(number, of: leaving[node].count, on: boxes[node])
            }
            func last(_ arrow: Int) -> Double {
                passesOf[arrow].last.map { passes[$0].x } ?? boxes[ends[arrow].upper].centre
            }
            for (number, arrow) in coming[node].sorted(by: { (last($0), $0) < (last($1), $1) }).enumerated() {
                ports[arrow].comes = place(number, of: coming[node].count, on: boxes[node])
            }
        }
        return ports
    }

    private func route(
        _ arrow: Int, _ ends: (upper: Int, lower: Int), _ ports: (leaves: Double, comes: Double), isStraight: Bool
    ) -> Route {
        var route = Route(start: Point(x: ports.leaves, y: boxes[ends.upper].bottom))
        let target = Point(x: ports.comes, y: boxes[ends.lower].y)
        guard !isStraight else {
            route.pieces = [.line(target)]
            return route
        }
        for place in passesOf[arrow] {
            var pass = passes[place]
            // A very small shift needs no bend.
            let range = gap(Int(pass.row), Int(pass.gap))
            let last = route.end.x
            if abs(last - pass.x) < 4, last > range.lowerBound + 2, last < range.upperBound - 2 { pass.x = last }
            let top = tops[Int(pass.row)]
            lead(&route, to: Point(x: pass.x, y: top))
            lead(&route, to: Point(x: pass.x, y: top + height))
        }
        lead(&route, to: target)
        return route
    }

    /// Continues to a point below: straight down if possible, otherwise by a curve with vertical ends.
    private func lead(_ route: inout Route, to point: Point) {
        let from = route.end
        guard abs(from.x - point.x) > 1 else {
            let end = Point(x: from.x, y: point.y)
            if case .line = route.pieces.last { route.pieces.removeLast() }
            route.pieces.append(.line(end))
            return
        }
        let middle = (from.y + point.y) / 2
        route.pieces.append(.curve(Point(x: from.x, y: middle), Point(x: point.x, y: middle), point))
    }

    /// A loop at the right border.
    private func loop(at box: Box) -> Route {
        let low = box.y + box.height * 0.75
        let high = box.y + box.height * 0.25
        return Route(
            start: Point(x: box.right, y: low),
            pieces: [
                .curve(
                    Point(x: box.right + 22, y: low), Point(x: box.right + 22, y: high), Point(x: box.right, y: high))
            ])
    }
}
