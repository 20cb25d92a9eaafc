// Combines groups that need each other into one block of layers.

/// Depth-first search without recursion, because a chain may have any length.
enum DepthFirst {
    /// The nodes that each root is the first to reach, in the order in which the search leaves them.
    static func ends(from roots: [Int], _ next: Neighbours) -> [[Int]] {
        var isSeen = Array(repeating: false, count: roots.count)
        var trees: [[Int]] = []
        var path: [(node: Int, next: Int)] = []
        for root in roots where !isSeen[root] {
            var ended: [Int] = []
            isSeen[root] = true
            path.append((root, next[root].startIndex))
            while let (node, place) = path.last {
                guard place < next[node].endIndex else {
                    ended.append(node)
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let target = next[node][place]
                guard !isSeen[target] else { continue }
                isSeen[target] = true
                path.append((target, next[target].startIndex))
            }
            trees.append(ended)
        }
        return trees
    }
}

/// The strongly connected components of the groups, where each node without a group counts as a group.
///
/// The algorithm is that of S. Kosaraju: M. Sharir, "A strong-connectivity algorithm and its applications in data flow
/// analysis" (1981).
struct LayeringBlocks {
    /// The block of each node; a block has a smaller number than the blocks it needs.
    let of: [Int]
    /// The units of each block: groups, followed by nodes without a group.
    let units: [[Int]]
    /// The unit of each node.
    let unitOf: [Int]
    /// The blocks that each block needs.
    let below: Neighbours
    /// The first and the last layer of each block.
    var top: [Int]
    var bottom: [Int]
    /// For each block, the number of its arrows to other blocks minus the number of arrows to it.
    private let pull: [Int]

    init(_ problem: LayoutProblem, _ pairs: [(from: Int, to: Int)]) {
        var unitCount = problem.titles.count
        let unitOf = problem.groupOf.map { group in
            if let group { return group }
            unitCount += 1
            return unitCount - 1
        }
        func distinct(_ pairs: [(from: Int, to: Int)], of count: Int) -> [(from: Int, to: Int)] {
            Set(pairs.filter { $0.from != $0.to }.map { $0.from * count + $0.to }).sorted()
                .map { (from: $0 / count, to: $0 % count) }
        }
        let needs = distinct(pairs.map { (unitOf[$0.from], unitOf[$0.to]) }, of: unitCount)
        let ended = DepthFirst.ends(from: Array(0..<unitCount), Neighbours(count: unitCount, pairs: needs)).joined()
        let back = Neighbours(count: unitCount, pairs: needs.map { ($0.to, $0.from) })
        let blocks = DepthFirst.ends(from: ended.reversed(), back)
        var blockOf = Array(repeating: 0, count: unitCount)
        for (block, units) in blocks.enumerated() { for unit in units { blockOf[unit] = block } }

        let of = unitOf.map { blockOf[$0] }
        self.of = of
        self.unitOf = unitOf
        units = blocks
        below = Neighbours(
            count: blocks.count, pairs: distinct(needs.map { (blockOf[$0.from], blockOf[$0.to]) }, of: blocks.count))
        var pull = Array(repeating: 0, count: blocks.count)
        for pair in pairs where of[pair.from] != of[pair.to] {
            pull[of[pair.from]] += 1
            pull[of[pair.to]] -= 1
        }
        self.pull = pull
        top = Array(repeating: 0, count: blocks.count)
        bottom = top
    }

    /// Lowers whole blocks that have more arrows to blocks below than from blocks above.
    mutating func lower(_ layers: inout [Int]) {
        var shift = Array(repeating: 0, count: top.count)
        for block in top.indices.reversed() where pull[block] > 0 {
            var room = Int.max
            for next in below[block] { room = min(room, top[next] + shift[next] - 1 - bottom[block]) }
            shift[block] = max(0, room)
        }
        for node in layers.indices { layers[node] += shift[of[node]] }
    }
}

extension LayeringBlocks {
    /// The largest number of nodes of a block that is not taken apart.
    ///
    /// Up to this size, layers that follow only depth are readable at a glance. Above it, a few needs in the other
    /// direction would make a block of thirty modules as wide as thirty modules.
    private static let largest = 150

    /// The arrows to draw upwards so that the groups of large blocks can be below each other.
    ///
    /// A block stays whole if more than a quarter of the arrows between its groups would point upwards.
    func split(_ pairs: [(from: Int, to: Int)]) -> Set<Int> {
        var sizes = Array(repeating: 0, count: units.count)
        for block in of { sizes[block] += 1 }
        let isLarge = units.indices.map { units[$0].count > 1 && sizes[$0] > Self.largest }
        guard isLarge.contains(true) else { return [] }
        var inside = Array(repeating: [Int](), count: units.count)
        for (number, pair) in pairs.enumerated() where isLarge[of[pair.from]] && of[pair.from] == of[pair.to] {
            if unitOf[pair.from] != unitOf[pair.to] { inside[of[pair.from]].append(number) }
        }
        var upwards: Set<Int> = []
        for block in units.indices where isLarge[block] {
            let weights = inside[block].map { (from: unitOf[pairs[$0].from], to: unitOf[pairs[$0].to], weight: 1) }
            var place: [Int: Int] = [:]
            for (number, unit) in GroupOrder.order(units[block].sorted(), weights).enumerated() { place[unit] = number }
            let against = inside[block].filter {
                place[unitOf[pairs[$0].from], default: 0] > place[unitOf[pairs[$0].to], default: 0]
            }
            if against.count * 4 <= inside[block].count { upwards.formUnion(against) }
        }
        return upwards
    }
}
