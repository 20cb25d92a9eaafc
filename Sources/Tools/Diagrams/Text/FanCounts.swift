// How many registrations each one needs, and is needed by.

package import Armory

/// How many registrations one needs, and how many need it.
package struct Fan: Hashable, Sendable {
    /// The index of the node.
    package let node: Int
    /// The number of registrations that it needs.
    package let needs: Int
    /// The number of registrations that need it.
    package let needers: Int
}

extension ContainerGraph {
    /// The fan-out and the fan-in of each node, in their order; each neighbour counts once, the node itself does not.
    package var fans: [Fan] {
        let lists = NeedLists(self)
        return nodes.indices.map { node in
            Fan(
                node: node, needs: Set(lists.needs[node].map(\.to)).subtracting([node]).count,
                needers: Set(lists.needers[node].map(\.from)).subtracting([node]).count)
        }
    }

    /// The nodes that most others need, and the nodes that need most others, in two lines; empty: there are no dependencies.
    ///
    /// - Complexity: O(nodes · log nodes + edges).
    package var fanLines: [String] {
        let fans = fans
        func line(_ heading: String, _ count: (Fan) -> Int) -> String? {
            let most = fans.filter { count($0) > 0 }.sorted { (count($1), $0.node) < (count($0), $1.node) }.prefix(5)
            guard !most.isEmpty else { return nil }
            let words = most.map { "\(TerminalText.shortened(nodes[$0.node].key, to: 40)) \(count($0))" }
            return "\(heading): \(words.joined(separator: ", "))"
        }
        return [line("needed by most", \.needers), line("needs most", \.needs)].compactMap(\.self)
    }
}
