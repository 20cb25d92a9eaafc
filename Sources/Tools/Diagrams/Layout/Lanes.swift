// The columns of the picture: one for each group, and one for the nodes without a group.

/// The column of a group: all nodes of the group and no others, from its first layer to its last.
///
/// So the box around the group has no foreign node inside. Columns that share no layer may be above each other.
struct Lane {
    /// The group, or `nil` for the nodes without a group.
    var group: Int?
    /// The nodes of each layer that has any, in the order of the layers.
    var cells: [Cell] = []
    /// The left edge of the nodes.
    var x = 0.0
    /// The width of the nodes' area.
    var width = 0.0
    /// If the layers are wrapped: the width of a slot for a node, and the number of slots side by side.
    var slot = 0.0
    var columns = Int.max

    struct Cell {
        var layer: Int
        var nodes: [Int]
    }

    /// The layers in which no other lane may use the space between the left and the right edge.
    var layers: [Int] {
        guard group != nil, let first = cells.first, let last = cells.last else { return cells.map(\.layer) }
        return Array(first.layer...last.layer)
    }
}

/// Distances.
enum Spacing {
    /// Between two nodes side by side, where arrows pass.
    static let node = 26.0
    /// Between two rows of one layer.
    static let row = 20.0
    /// Between two layers.
    static let layer = 44.0
    /// Between a group's border and its nodes.
    static let padding = 14.0
    /// Between two groups' borders.
    static let group = 22.0
    /// Around the picture.
    static let margin = 24.0
}

/// The lanes from left to right, with their widths and positions.
struct LanePlan {
    private(set) var lanes: [Lane]
    /// The lane of each node.
    let laneOf: [Int]
    /// The number of rows of each layer.
    private(set) var rowsOf: [Int] = []
    private(set) var width = 0.0
    let layerCount: Int
    private let problem: LayoutProblem

    init(_ problem: LayoutProblem, layers: [Int]) {
        self.problem = problem
        layerCount = (layers.max() ?? -1) + 1
        let groupCount = problem.titles.count
        var members = Array(repeating: [Int](), count: groupCount + 1)
        for node in layers.indices { members[problem.groupOf[node] ?? groupCount].append(node) }

        var lanes: [Lane] = []
        var laneOf = Array(repeating: 0, count: layers.count)
        for group in Self.ordered(problem, layers: layers) where !members[group].isEmpty {
            var lane = Lane(group: group < groupCount ? group : nil)
            // The order is stable: by number within a layer.
            for node in members[group].sorted(by: { (layers[$0], $0) < (layers[$1], $1) }) {
                if lane.cells.last?.layer != layers[node] { lane.cells.append(.init(layer: layers[node], nodes: [])) }
                lane.cells[lane.cells.count - 1].nodes.append(node)
                laneOf[node] = lanes.count
            }
            lanes.append(lane)
        }
        self.lanes = lanes
        self.laneOf = laneOf
        chooseWidths()
    }

    /// The groups, and the nodes without one as one more group, with groups that share many arrows near each other.
    private static func ordered(_ problem: LayoutProblem, layers: [Int]) -> [Int] {
        let count = problem.titles.count + 1
        var weights: [Int: Double] = [:]
        for arrow in problem.arrows {
            let from = problem.groupOf[arrow.from] ?? count - 1
            let to = problem.groupOf[arrow.to] ?? count - 1
            guard from != to else { continue }
            weights[min(from, to) * count + max(from, to), default: 0] += 1
        }
        let pairs = weights.keys.sorted().map { (a: $0 / count, b: $0 % count, weight: weights[$0] ?? 0) }

        var order = Array(0..<count)
        var best = order
        var bestCost = Double.infinity
        for _ in 0..<24 {
            var place = Array(repeating: 0.0, count: count)
            for (number, group) in order.enumerated() { place[group] = Double(number) }
            let cost = pairs.reduce(0) { $0 + $1.weight * abs(place[$1.a] - place[$1.b]) }
            if cost < bestCost { (best, bestCost) = (order, cost) }
            // The group's own place counts too, because the barycentre of the neighbours alone pulls all groups to one
            // point.
            var sum = place
            var weight = Array(repeating: 1.0, count: count)
            for pair in pairs {
                sum[pair.a] += pair.weight * place[pair.b]
                sum[pair.b] += pair.weight * place[pair.a]
                weight[pair.a] += pair.weight
                weight[pair.b] += pair.weight
            }
            order.sort { (sum[$0] / weight[$0], $0) < (sum[$1] / weight[$1], $1) }
        }
        return best
    }

    /// Keeps each layer in one row, or wraps the layers if the picture would be too wide.
    private mutating func chooseWidths() {
        for lane in lanes.indices {
            lanes[lane].width = max(
                titleWidth(lane), lanes[lane].cells.map { rowWidth($0.nodes.map { problem.widths[$0] }) }.max() ?? 0)
        }
        place()
        guard width > 1500, width > problem.aspect * height else { return }

        // Wrapped nodes form columns of equal width, so that the gaps between them are straight.
        for lane in lanes.indices {
            lanes[lane].slot = lanes[lane].cells.flatMap(\.nodes).map { problem.widths[$0] }.max() ?? 0
        }
        let most = lanes.flatMap(\.cells).map(\.nodes.count).max() ?? 1
        var best = (depth: 1, badness: Double.infinity)
        var depth = 1
        while depth <= most {
            wrap(to: depth)
            let badness = max(width / (problem.aspect * height), problem.aspect * height / width)
            if badness < best.badness { best = (depth, badness) }
            if width < problem.aspect * height { break }
            depth += max(1, depth / 8)
        }
        wrap(to: best.depth)
    }

    private func rowWidth(_ widths: [Double]) -> Double {
        widths.reduce(0, +) + Spacing.node * Double(max(0, widths.count - 1))
    }

    private func titleWidth(_ lane: Int) -> Double {
        lanes[lane].group.map { problem.titles[$0] } ?? 0
    }

    /// Gives every lane as many columns as its largest cell needs for this many rows.
    private mutating func wrap(to depth: Int) {
        for lane in lanes.indices {
            let largest = lanes[lane].cells.map(\.nodes.count).max() ?? 1
            let slot = lanes[lane].slot
            lanes[lane].columns = max(1, (largest + depth - 1) / depth)
            let width = Double(lanes[lane].columns) * (slot + Spacing.node) - Spacing.node
            lanes[lane].width = max(width, titleWidth(lane))
        }
        place()
    }

    /// Puts every lane as far to the left as the lanes before it in its layers allow, and counts the rows.
    private mutating func place() {
        var skyline = Array(repeating: Spacing.margin, count: layerCount)
        rowsOf = Array(repeating: 1, count: layerCount)
        width = 0
        for lane in lanes.indices {
            let padding = lanes[lane].group == nil ? 0 : Spacing.padding
            let layers = lanes[lane].layers
            let left = layers.map { skyline[$0] }.max() ?? 0
            lanes[lane].x = left + padding
            let right = left + lanes[lane].width + 2 * padding
            for layer in layers { skyline[layer] = right + Spacing.group }
            width = max(width, right + Spacing.margin)
            for cell in lanes[lane].cells {
                let columns = lanes[lane].columns
                rowsOf[cell.layer] = max(rowsOf[cell.layer], (cell.nodes.count - 1) / columns + 1)
            }
        }
    }

    private var height: Double {
        let rows = Double(rowsOf.reduce(0, +))
        return rows * (problem.height + Spacing.row) + Double(layerCount) * (Spacing.layer + Spacing.padding)
    }

    /// Moves a lane to the right, or to the left by a negative distance.
    mutating func move(_ lane: Int, by distance: Double) { lanes[lane].x += distance }

    /// Sets the order of a cell's nodes.
    mutating func reorder(_ lane: Int, _ cell: Int, _ nodes: [Int]) { lanes[lane].cells[cell].nodes = nodes }
}
