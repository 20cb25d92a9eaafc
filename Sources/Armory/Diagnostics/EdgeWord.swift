// An edge of the shown graph, packed into one word. Sorting the words sorts the edges: a graph may have very many.
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

    /// Merges the edges with the same ends and the same time into the one that says most.
    ///
    /// - Parameter words: The edges, sorted.
    static func merged(_ words: [UInt64]) -> [ContainerGraph.Edge] {
        var edges: [ContainerGraph.Edge] = []
        edges.reserveCapacity(words.count)
        var last: UInt64?
        for word in words {
            let edge = edge(word)
            if last == word >> 3 {
                // An observed request does not show whether its target may be missing.
                if edge.origin != .observed, !edge.isOptional { edges[edges.count - 1].isOptional = false }
            } else {
                edges.append(edge)
            }
            last = word >> 3
        }
        return edges
    }
}
