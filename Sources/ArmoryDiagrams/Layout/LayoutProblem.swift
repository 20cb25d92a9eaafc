// What is to be laid out, and what comes of it: no names, no colours.

/// Boxes, who of them belong together, and arrows between them.
package struct LayoutProblem: Sendable {
    package struct Arrow: Sendable {
        package var from: Int
        package var to: Int
        /// Whether it may lead upwards: what is asked for later says nothing about what is made first.
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
    /// How much wider than high the picture may be before its layers are wrapped.
    package var aspect = 1.7

    package init(
        widths: [Double], height: Double, groupOf: [Int?], titles: [Double], titleHeight: Double, arrows: [Arrow]
    ) {
        (self.widths, self.height, self.groupOf) = (widths, height, groupOf)
        (self.titles, self.titleHeight, self.arrows) = (titles, titleHeight, arrows)
    }
}

/// Where everything is.
package struct GraphLayout: Equatable, Sendable {
    /// The box of each node.
    package var nodes: [Box]
    /// The layer of each node, from 0 at the top; what needs is above what is needed.
    package var layers: [Int]
    /// The box of each group.
    package var groups: [Box]
    /// The way of each arrow.
    package var routes: [Route]
    package var width: Double
    package var height: Double
}

/// Who is next to whom, in two arrays: no array for each node.
struct Neighbours {
    private var starts: [Int]
    private var targets: [Int]

    /// The neighbours of `count` nodes by pairs of nodes.
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
