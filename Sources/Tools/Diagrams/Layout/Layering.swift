// The layer of each node: breaks cycles, takes the longest paths, then shortens arrows.
//
// The steps are those of K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of hierarchical system
// structures", IEEE Transactions on Systems, Man and Cybernetics 11 (1981), as described in E. Gansner, E. Koutsofios,
// S. North, K.-P. Vo, "A technique for drawing directed graphs", IEEE Transactions on Software Engineering 19 (1993).

/// Layers in which a node is above the nodes it needs, and a group is as a whole above the groups it needs.
///
/// Groups that need each other, directly or not, form one block. Inside a block, and in a graph without groups, only
/// the depth of the nodes decides. A block that is too large for this is taken apart, and a few arrows point upwards.
struct Layering {
    /// The layer of each node.
    private(set) var layers: [Int]
    /// Whether each arrow is drawn upwards, so that all others can lead down.
    let isReversed: [Bool]

    /// Computes layers in which every arrow that is not reversed leads down.
    init(_ problem: LayoutProblem) {
        let count = problem.widths.count
        let order = Self.order(count: count, arrows: problem.arrows)
        var rank = Array(repeating: 0, count: count)
        for (place, node) in order.enumerated() { rank[node] = place }
        var isReversed = problem.arrows.map { rank[$0.from] > rank[$0.to] }
        // A loop leads nowhere.
        let arrows = problem.arrows.indices.filter { problem.arrows[$0].from != problem.arrows[$0].to }
        var pairs = arrows.map { number in
            let arrow = problem.arrows[number]
            return isReversed[number] ? (from: arrow.to, to: arrow.from) : (from: arrow.from, to: arrow.to)
        }
        for place in LayeringBlocks(problem, pairs).split(pairs) {
            isReversed[arrows[place]].toggle()
            pairs[place] = (pairs[place].to, pairs[place].from)
        }
        self.isReversed = isReversed
        let below = Neighbours(count: count, pairs: pairs)
        let above = Neighbours(count: count, pairs: pairs.map { ($0.to, $0.from) })
        layers = Array(repeating: 0, count: count)
        guard count > 0 else { return }
        var blocks = LayeringBlocks(problem, pairs)
        let byBlock = order.sorted { (blocks.of[$0], rank[$0]) < (blocks.of[$1], rank[$1]) }
        deepen(byBlock, below, &blocks)
        tighten(byBlock, below, above, blocks)
        settle(problem, below, above)
        blocks.lower(&layers)
    }

    /// The nodes in an order in which few arrows lead back: the reverse postorder of a depth-first search.
    ///
    /// An arrow leads back only if it closes a cycle, that is, if its target is still on the path of the search. The
    /// search begins at nodes that no node needs. Weak arrows are ignored.
    private static func order(count: Int, arrows: [LayoutProblem.Arrow]) -> [Int] {
        let strong = arrows.filter { !$0.isWeak && $0.from != $0.to }.map { (from: $0.from, to: $0.to) }
        var isNeeded = Array(repeating: false, count: count)
        for pair in strong { isNeeded[pair.to] = true }
        let roots = (0..<count).filter { !isNeeded[$0] } + (0..<count).filter { isNeeded[$0] }
        return DepthFirst.ends(from: roots, Neighbours(count: count, pairs: strong)).joined().reversed()
    }

    /// Finds the longest paths from nodes that no node needs, with each block below the blocks that need it.
    private mutating func deepen(_ order: [Int], _ below: Neighbours, _ blocks: inout LayeringBlocks) {
        func isLast(_ place: Int) -> Bool {
            place + 1 == order.count || blocks.of[order[place + 1]] != blocks.of[order[place]]
        }
        for (place, node) in order.enumerated() {
            let block = blocks.of[node]
            layers[node] = max(layers[node], blocks.top[block])
            blocks.bottom[block] = max(blocks.bottom[block], layers[node])
            for next in below[node] { layers[next] = max(layers[next], layers[node] + 1) }
            // The nodes of a block are together in this order, so after the last one the block's bottom is known.
            if isLast(place) {
                for next in blocks.below[block] { blocks.top[next] = max(blocks.top[next], blocks.bottom[block] + 1) }
            }
        }
    }

    /// Lowers nodes that have more arrows below than above, as far as their block and the nodes they need allow.
    ///
    /// Every step down shortens the arrows below and lengthens those above. The network simplex of Gansner et al. finds
    /// the shortest sum; one pass from below finds nearly all of it.
    private mutating func tighten(
        _ order: [Int], _ below: Neighbours, _ above: Neighbours, _ blocks: LayeringBlocks
    ) {
        for node in order.reversed() where below[node].count > above[node].count {
            var lowest = blocks.bottom[blocks.of[node]]
            for next in below[node] { lowest = min(lowest, layers[next] - 1) }
            layers[node] = max(layers[node], lowest)
        }
    }

    /// Puts each node without arrows into the highest layer that its group otherwise has.
    private mutating func settle(_ problem: LayoutProblem, _ below: Neighbours, _ above: Neighbours) {
        var highest = Array(repeating: Int.max, count: problem.titles.count)
        func isAlone(_ node: Int) -> Bool { below[node].isEmpty && above[node].isEmpty }
        for node in layers.indices where !isAlone(node) {
            if let group = problem.groupOf[node] { highest[group] = min(highest[group], layers[node]) }
        }
        for node in layers.indices where isAlone(node) {
            if let group = problem.groupOf[node], highest[group] < .max { layers[node] = highest[group] }
        }
    }
}
