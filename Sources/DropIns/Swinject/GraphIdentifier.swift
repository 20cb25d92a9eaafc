internal import ArmoryCore

/// The identity of the graph of an outermost resolve.
///
/// Inside of a factory, `resolve(GraphIdentifier.self)` returns that of the running graph, and outside nil. A storage
/// receives it, too; see ``InstanceStorage``. ``Container/withObjectGraph(_:closure:)`` resolves in the graph again.
public struct GraphIdentifier: Hashable, Identifiable, Sendable {
    let memory: GraphMemory

    /// Creates the identifier of a graph without instances.
    public init() { self.init(GraphMemory()) }

    init(_ memory: GraphMemory) { self.memory = memory }

    /// The same for equal identifiers, as long as one of them exists.
    public var id: ObjectIdentifier { ObjectIdentifier(memory) }

    /// Returns whether two identifiers are of the same graph.
    public static func == (left: GraphIdentifier, right: GraphIdentifier) -> Bool { left.memory === right.memory }

    /// Hashes the identity of the graph.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// How many objects the graph knows, including some that are gone.
    package var knownObjects: Int { memory.count }

    /// The graph of the resolve that runs on this thread; nil if none runs.
    static var current: GraphIdentifier? { RunningGraph.isRunning ? RunningGraph.current.identifier : nil }
}

extension Container {
    /// Calls a closure whose resolves belong to the graph of an earlier resolve.
    ///
    /// They find the objects that the earlier resolve has created in the scope `graph`, here or in a parent, if those
    /// still exist. If another thread calls this function with the graph, this one waits.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the graph.
    ///   - closure: Receives this container.
    /// - Returns: What `closure` returns.
    /// - Throws: What `closure` throws.
    public func withObjectGraph<T, E: Error>(
        _ identifier: GraphIdentifier, closure: (Container) throws(E) -> T
    ) throws(E) -> T {
        try inLock { () throws(E) in
            try RunningGraph.continuing(identifier.memory) { () throws(E) in try closure(self) }
        }
    }
}
