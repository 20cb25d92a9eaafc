// The graph as JSON, and back.

public import Armory
import Foundation

extension ContainerGraph {
    /// The graph as JSON text with sorted keys and one value per line, so that two graphs can be compared line by line.
    ///
    /// The fields are those of ``ContainerGraph``, without those that are `nil`. The same graph gives the same text,
    /// which is that of a `JSONEncoder` with sorted keys, pretty printing and unescaped slashes.
    ///
    /// - Complexity: O(nodes + edges).
    public func json() -> String {
        var text = GraphJSON()
        text.write(self)
        return text.text
    }

    /// Creates a graph from JSON text.
    ///
    /// - Throws: `DecodingError` if the text is not a graph, or if its numbers do not match its nodes.
    public init(json: String) throws {
        let graph = try JSONDecoder().decode(ContainerGraph.self, from: Data(json.utf8))
        func fail(_ fault: String) -> DecodingError {
            .dataCorrupted(.init(codingPath: [], debugDescription: fault))
        }
        if let place = graph.nodes.indices.first(where: { graph.nodes[$0].id != $0 }) {
            throw fail("The node at place \(place) has the number \(graph.nodes[place].id).")
        }
        let numbers = graph.nodes.indices
        if let edge = graph.edges.first(where: { !numbers.contains($0.from) || !numbers.contains($0.to) }) {
            throw fail("There is an edge from \(edge.from) to \(edge.to), and there are \(numbers.count) nodes.")
        }
        if let number = graph.cycles.joined().first(where: { !numbers.contains($0) }) {
            throw fail("A cycle leads through \(number), and there are \(numbers.count) nodes.")
        }
        self = graph
    }
}
