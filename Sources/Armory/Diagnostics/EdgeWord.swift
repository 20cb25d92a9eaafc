// An edge of the shown graph in one word, in the order of edges: there may be very many to be sorted.
//
//     from    to    time   origin   may be missing
//     29      29    2      2        1               bits

enum EdgeWord {
    private static let origins: [ContainerGraph.Edge.Origin] = [.parameter, .declared, .observed]
    private static let times: [ContainerGraph.Edge.Time] = [.construction, .injection, .later]
    private static let mask: UInt64 = (1 << 29) - 1

    static func word(
        from: Int, to: Int, _ time: Dependency.Time, _ origin: ContainerGraph.Edge.Origin, isOptional: Bool
    ) -> UInt64 {
        let origin = UInt64(origins.firstIndex(of: origin) ?? 0)
        return UInt64(from) << 34 | UInt64(to) << 5 | UInt64(time.rawValue) << 3 | origin << 1 | (isOptional ? 1 : 0)
    }

    private static func edge(_ word: UInt64) -> ContainerGraph.Edge {
        ContainerGraph.Edge(
            from: Int(word >> 34), to: Int(word >> 5 & mask), origin: origins[Int(word >> 1 & 3)],
            time: times[Int(word >> 3 & 3)], isOptional: word & 1 == 1)
    }

    /// One edge for all that lead from a node to another at the same time: the one that says most.
    ///
    /// - Parameter words: Sorted.
    static func merged(_ words: [UInt64]) -> [ContainerGraph.Edge] {
        var edges: [ContainerGraph.Edge] = []
        edges.reserveCapacity(words.count)
        var last: UInt64?
        for word in words {
            let edge = edge(word)
            if last == word >> 3 {
                // Nobody knows of what was seen to be asked for whether it might have been missing.
                if edge.origin != .observed, !edge.isOptional { edges[edges.count - 1].isOptional = false }
            } else {
                edges.append(edge)
            }
            last = word >> 3
        }
        return edges
    }
}
