internal import Armory

/// The identity of the graph of an outermost resolve.
///
/// A storage receives it; see ``InstanceStorage``. ``Container/withObjectGraph(_:closure:)`` resolves in the graph
/// again.
public final class GraphIdentifier {
    let graph: LastingGraph

    /// Creates the identifier of a graph without instances.
    public convenience init() { self.init(LastingGraph()) }

    init(_ graph: LastingGraph) { self.graph = graph }

    /// The graph of the resolve that runs on this thread; nil if none runs.
    static var current: GraphIdentifier? { LastingGraph.running.map { GraphIdentifier($0) } }
}

extension GraphIdentifier: Hashable {
    /// Returns whether two identifiers are of the same graph.
    public static func == (left: GraphIdentifier, right: GraphIdentifier) -> Bool { left.graph === right.graph }

    /// Hashes the identity of the graph.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(graph)) }
}

extension Container {
    /// Calls a closure whose resolves belong to the graph of an earlier resolve.
    ///
    /// They find the objects that the earlier resolve has created in the scope `graph`, if those still exist. If another
    /// thread resolves in the graph, this one waits.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the graph.
    ///   - closure: Receives this container.
    /// - Returns: What `closure` returns.
    /// - Throws: What `closure` throws.
    public func withObjectGraph<T, E: Error>(
        _ identifier: GraphIdentifier, closure: (Container) throws(E) -> T
    ) throws(E) -> T {
        var result: Result<T, E>?
        do {
            try identifier.graph.resolve(waitLimit: nil, findsAll: true) {
                do throws(E) { result = .success(try closure(self)) } catch { result = .failure(error) }
            }
        } catch {
            endProcess("Two threads resolve in one graph, and each waits for the other: \(error)")
        }
        guard let result else { preconditionFailure("the closure was called") }
        return try result.get()
    }

    /// The graph of the resolve that runs on this thread; nil if none runs.
    var currentObjectGraph: GraphIdentifier? { .current }
}
