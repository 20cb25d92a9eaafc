// The order of the nodes in their rows, and their positions.

struct Placement {
    private(set) var plan: LanePlan
    /// The horizontal centre of each node.
    private(set) var centres: [Double]
    /// The row of each node, counted across all layers.
    private(set) var rows: [Int]
    /// The first row of each layer.
    let firstRows: [Int]
    private let widths: [Double]
    private let above: Neighbours
    private let below: Neighbours
    /// All cells from top to bottom, each as a lane and an index in the lane.
    private let cells: [(lane: Int, cell: Int)]

    /// The widths as drawn: in a wrapped lane, all nodes are equally wide.
    var drawnWidths: [Double] { widths }

    init(_ problem: LayoutProblem, _ layering: Layering) {
        let plan = LanePlan(problem, layers: layering.layers)
        self.plan = plan
        widths = problem.widths.indices.map { node in
            let lane = plan.lanes[plan.laneOf[node]]
            return lane.columns == .max ? problem.widths[node] : lane.slot
        }
        var pairs: [(from: Int, to: Int)] = []
        for (number, arrow) in problem.arrows.enumerated() where arrow.from != arrow.to {
            pairs.append(layering.isReversed[number] ? (arrow.to, arrow.from) : (arrow.from, arrow.to))
        }
        below = Neighbours(count: widths.count, pairs: pairs)
        above = Neighbours(count: widths.count, pairs: pairs.map { ($0.to, $0.from) })

        var firstRows: [Int] = []
        var next = 0
        for count in plan.rowsOf {
            firstRows.append(next)
            next += count
        }
        self.firstRows = firstRows
        cells = plan.lanes.indices.flatMap { lane in plan.lanes[lane].cells.indices.map { (lane, $0) } }
            .sorted { plan.lanes[$0.0].cells[$0.1].layer < plan.lanes[$1.0].cells[$1.1].layer }
        centres = Array(repeating: 0, count: widths.count)
        rows = Array(repeating: 0, count: widths.count)
        for cell in cells {
            let lane = plan.lanes[cell.lane]
            arrange(cell, wished: lane.cells[cell.cell].nodes.map { _ in lane.x + lane.width / 2 }, snaps: false)
        }
        improve()
    }

    /// Sweeps down and up, sorts each layer by the medians of the neighbours, and places the nodes near these.
    ///
    /// The weighted median is that of Gansner et al., section 3.1. Neighbours in any layer count, by their positions in
    /// the picture. So long arrows need no dummy nodes, whose number would grow with nodes times layers.
    private mutating func improve() {
        var best = self
        var bestCost = cost
        let sweeps = centres.count > 2000 ? 8 : 24
        for sweep in 0..<sweeps {
            let isDown = sweep.isMultiple(of: 2)
            for cell in isDown ? cells : cells.reversed() { reorder(cell, by: isDown ? above : below) }
            if sweep % 4 == 3 { slideLanes() }
            // The cost is that of the final positions.
            var settled = self
            settled.relax()
            let cost = settled.cost
            if cost < bestCost { (best, bestCost) = (settled, cost) }
        }
        self = best
        for _ in 0..<3 {
            slideLanes()
            relax()
        }
        for cell in cells { arrange(cell, wished: wishes(cell), snaps: true) }
    }

    private mutating func reorder(_ cell: (lane: Int, cell: Int), by neighbours: Neighbours) {
        let nodes = plan.lanes[cell.lane].cells[cell.cell].nodes
        let sorted = nodes.map { (wish: median(neighbours[$0]) ?? centres[$0], node: $0) }
            .sorted { ($0.wish, centres[$0.node], $0.node) < ($1.wish, centres[$1.node], $1.node) }
        plan.reorder(cell.lane, cell.cell, sorted.map(\.node))
        arrange(cell, wished: sorted.map(\.wish), snaps: false)
    }

    private func median(_ neighbours: ArraySlice<Int>) -> Double? {
        guard neighbours.count > 2 else {
            return neighbours.isEmpty ? nil : neighbours.reduce(0) { $0 + centres[$1] } / Double(neighbours.count)
        }
        let places = neighbours.map { centres[$0] }.sorted()
        let middle = places.count / 2
        guard places.count.isMultiple(of: 2) else { return places[middle] }
        let left = places[middle - 1] - places[0]
        let right = places[places.count - 1] - places[middle]
        guard left + right > 0 else { return places[middle] }
        return (places[middle - 1] * right + places[middle] * left) / (left + right)
    }

    /// Moves every node to the mean of all its neighbours, without changing the order.
    private mutating func relax() {
        for _ in 0..<3 {
            for cell in cells { arrange(cell, wished: wishes(cell), snaps: false) }
            for cell in cells.reversed() { arrange(cell, wished: wishes(cell), snaps: false) }
        }
    }

    private func wishes(_ cell: (lane: Int, cell: Int)) -> [Double] {
        plan.lanes[cell.lane].cells[cell.cell].nodes.map { node in
            let count = above[node].count + below[node].count
            guard count > 0 else { return centres[node] }
            let sum = above[node].reduce(0) { $0 + centres[$1] } + below[node].reduce(0) { $0 + centres[$1] }
            return sum / Double(count)
        }
    }

    /// Puts the nodes of a cell into its rows, in their order.
    private mutating func arrange(_ cell: (lane: Int, cell: Int), wished: [Double], snaps: Bool) {
        let lane = plan.lanes[cell.lane]
        let nodes = lane.cells[cell.cell].nodes
        let depth = (nodes.count - 1) / lane.columns + 1
        for row in 0..<depth {
            let places = Array(stride(from: row, to: nodes.count, by: depth))
            for place in places { rows[nodes[place]] = firstRows[lane.cells[cell.cell].layer] + row }
            if lane.columns == .max {
                let lefts = Separation.placed(
                    places.map { wished[$0] - widths[nodes[$0]] / 2 },
                    distance: { widths[nodes[places[$0]]] + Spacing.node },
                    within: lane.x...(lane.x + lane.width - (places.last.map { widths[nodes[$0]] } ?? 0)))
                for (number, place) in places.enumerated() {
                    centres[nodes[place]] = lefts[number] + widths[nodes[place]] / 2
                }
            } else {
                let pitch = lane.slot + Spacing.node
                let slots = Separation.placed(
                    places.map { (wished[$0] - lane.x - lane.slot / 2) / pitch }, distance: { _ in 1 },
                    within: 0...Double(lane.columns - 1))
                for (number, place) in places.enumerated() {
                    let slot = snaps ? slots[number].rounded() : slots[number]
                    centres[nodes[place]] = lane.x + slot * pitch + lane.slot / 2
                }
            }
        }
    }

    /// The sum of the horizontal distances that the arrows cover.
    private var cost: Double {
        centres.indices.reduce(0) { sum, node in
            sum + below[node].reduce(0) { $0 + abs(centres[$1] - centres[node]) }
        }
    }

    /// Moves each lane towards the neighbours of its nodes, as far as there is room.
    private mutating func slideLanes() {
        let lanes = plan.lanes
        guard lanes.count > 1 else { return }
        var inLayer = Array(repeating: [Int](), count: plan.layerCount)
        for lane in lanes.indices { for layer in lanes[lane].layers { inLayer[layer].append(lane) } }
        for order in [Array(lanes.indices.reversed()), Array(lanes.indices)] {
            for lane in order {
                let nodes = lanes[lane].cells.flatMap(\.nodes)
                var sum = 0.0
                var count = 0
                for node in nodes {
                    for other in [above[node], below[node]].joined() where plan.laneOf[other] != lane {
                        sum += centres[other] - centres[node]
                        count += 1
                    }
                }
                guard count > 0 else { continue }
                let room = room(beside: lane, inLayer)
                let distance = min(max(sum / Double(count), room.lowerBound), room.upperBound).rounded()
                plan.move(lane, by: distance)
                for node in nodes { centres[node] += distance }
            }
        }
    }

    /// How far a lane can be moved to the left and to the right.
    private func room(beside lane: Int, _ inLayer: [[Int]]) -> ClosedRange<Double> {
        func left(_ lane: Int) -> Double { plan.lanes[lane].x - (plan.lanes[lane].group == nil ? 0 : Spacing.padding) }
        func right(_ lane: Int) -> Double {
            plan.lanes[lane].x + plan.lanes[lane].width + (plan.lanes[lane].group == nil ? 0 : Spacing.padding)
        }
        var leftmost = Spacing.margin
        var rightmost = plan.width - Spacing.margin
        for layer in plan.lanes[lane].layers {
            for other in inLayer[layer] {
                if other < lane { leftmost = max(leftmost, right(other) + Spacing.group) }
                if other > lane { rightmost = min(rightmost, left(other) - Spacing.group) }
            }
        }
        let lower = min(0, leftmost - left(lane))
        return lower...max(lower, 0, rightmost - right(lane))
    }
}
