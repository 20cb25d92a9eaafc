// The input and the output of a layout, without names and colours.

/// Boxes, their groups, and the arrows between them.
package struct LayoutProblem: Sendable {
    package struct Arrow: Sendable {
        package var from: Int
        package var to: Int
        /// Whether the arrow may lead upwards: a later resolve does not determine the order of creation.
        package var isWeak: Bool

        package init(from: Int, to: Int, isWeak: Bool) { (self.from, self.to, self.isWeak) = (from, to, isWeak) }
    }

    /// The width of each node.
    package var widths: [Double]
    /// The height of every node.
    package var height: Double
    /// The group of each node, if it has one.
    package var groupOf: [Int?]
    /// The width that each group's title needs.
    package var titles: [Double]
    /// The height of a title.
    package var titleHeight: Double
    package var arrows: [Arrow]
    /// The ratio of width to height above which the layers are wrapped.
    package var aspect = 1.7

    package init(
        widths: [Double], height: Double, groupOf: [Int?], titles: [Double], titleHeight: Double, arrows: [Arrow]
    ) {
        (self.widths, self.height, self.groupOf) = (widths, height, groupOf)
        (self.titles, self.titleHeight, self.arrows) = (titles, titleHeight, arrows)
    }
}

/// The positions of all boxes and arrows.
package struct GraphLayout: Equatable, Sendable {
    /// The box of each node.
    package var nodes: [Box]
    /// The layer of each node, from 0 at the top, where nodes are above the nodes they need.
    package var layers: [Int]
    /// The box of each group.
    package var groups: [Box]
    /// The path of each arrow.
    package var routes: [Route]
    package var width: Double
    package var height: Double
}

/// The neighbours of each node, in two arrays instead of one array for each node.
struct Neighbours {
    private var starts: [Int]
    private var targets: [Int]

    /// Collects the neighbours of `count` nodes from pairs of nodes.
    init(count: Int, pairs: [(from: Int, to: Int)]) {
        starts = Array(repeating: 0, count: count + 1)
        for pair in pairs { starts[pair.from + 1] += 1 }
        for node in 0..<count { starts[node + 1] += starts[node] }
        targets = Array(repeating: 0, count: pairs.count)
        var next = starts
        for pair in pairs {
            targets[next[pair.from]] = pair.to
            next[pair.from] += 1
        }
    }

    subscript(node: Int) -> ArraySlice<Int> { targets[starts[node]..<starts[node + 1]] }
}
