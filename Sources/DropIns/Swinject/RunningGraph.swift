// The graph of an outermost resolve: the part of it that most resolves do not need.
//
//     outermost resolve:  the core's objects of the graph ... RunningGraph, made when it is first needed
//                                                                  |
//                          GraphIdentifier, Lazy --> GraphMemory <-+    objects, weakly, so that a later resolve finds them

internal import ArmoryCore
internal import ArmoryRegistry

final class RunningGraph {
    /// The objects that later resolves find again; nil: no later resolve can continue the graph.
    private(set) var memory: GraphMemory?
    /// The objects that have to live until the graph ends.
    var held: [AnyObject] = []
    /// The entries whose factories run, innermost last; only in a container with subscribers to events.
    var makers: [ReportedEntry] = []
    /// The storages that have stored instances: once for each instance.
    private var completed: [StorageHolder] = []
    private var reruns: [Rerun] = []
    /// How many second runs without arguments run inside of one another.
    var rerunDepth = 0
    /// The graph in which this one runs; nil: none.
    private let outer: RunningGraph?

    private init(_ memory: GraphMemory? = nil, inside outer: RunningGraph? = nil) {
        self.memory = memory
        self.outer = outer
    }

    deinit {
        for holder in completed { holder.graphResolutionCompleted() }
    }

    /// Has a storage told when the graph ends.
    func tell(_ holder: StorageHolder) { completed.append(holder) }

    /// The identifier; from now on, objects are found again by it.
    var identifier: GraphIdentifier {
        if let memory { return GraphIdentifier(memory) }
        let memory = GraphMemory()
        self.memory = memory
        for (cell, object) in RunningPath.graphObjects where cell !== Self.cell { memory.note(object, of: cell) }
        return GraphIdentifier(memory)
    }

    // MARK: Second runs

    /// The second runs of a cell's factory.
    func rerun(of cell: StandaloneCell) -> Rerun {
        let graph = graph(of: cell)
        if let known = graph.reruns.first(where: { $0.cell === cell }) { return known }
        let rerun = Rerun(cell)
        graph.reruns.append(rerun)
        return rerun
    }

    /// The second runs of a cell's factory, which are forgotten; nil: there were none.
    func takeRerun(of cell: StandaloneCell) -> Rerun? {
        let graph = graph(of: cell)
        guard let index = graph.reruns.firstIndex(where: { $0.cell === cell }) else { return nil }
        return graph.reruns.remove(at: index)
    }

    /// The value of a cell that is being completed, or the instance of a second run; nil: there is none.
    func instance(of cell: StandaloneCell) -> Any? { graph(of: cell).reruns.first { $0.cell === cell }?.instance }

    /// The graph that a cell's instance belongs to: the outermost one, unless it is one of the graph.
    private func graph(of cell: StandaloneCell) -> RunningGraph {
        guard cell.lifetime != .graph else { return self }
        return outer?.graph(of: cell) ?? self
    }

    // MARK: The running one

    private static let cell = StandaloneCell(AnyObject.self, .graph, shownAs: ServiceKey(GraphIdentifier.self))
    /// The step on the path while a graph is continued, begins without an entry, or completes an instance of a second run.
    private static let step = StandaloneCell(Void.self, .transient, shownAs: ServiceKey(GraphIdentifier.self))

    /// The running graph, if it is needed already.
    static var known: RunningGraph? {
        // Nothing else is put there.
        RunningPath.graphObject(at: cell).map { unsafe unsafeDowncast($0, to: RunningGraph.self) }
    }

    /// The running graph; an entry's factory runs.
    static var current: RunningGraph { known ?? make(RunningGraph()) }

    /// Whether an outermost resolve runs.
    static var isRunning: Bool { RunningPath.innermostCell != nil }

    private static func make(_ graph: RunningGraph) -> RunningGraph {
        RunningPath.addToGraph(graph, at: cell)
        return graph
    }

    /// Runs `body` in the running graph, or in a new one.
    static func inside<R, E: Error>(_ body: (RunningGraph) throws(E) -> R) throws(E) -> R {
        guard !isRunning else { return try body(current) }
        return try onPath { () throws(E) in try body(current) }
    }

    /// Runs `body` in a graph that ran before, or runs further out.
    static func continuing<R, E: Error>(_ memory: GraphMemory, _ body: () throws(E) -> R) throws(E) -> R {
        guard isRunning else { return try inOwn(memory, inside: nil, body) }
        let outer = current
        if outer.memory === memory { return try body() }
        return try inOwn(memory, inside: outer, body)
    }

    private static func inOwn<R, E: Error>(
        _ memory: GraphMemory, inside outer: RunningGraph?, _ body: () throws(E) -> R
    ) throws(E) -> R {
        try memory.reentrantLock.withLockOrWithout { () throws(E) in
            try RunningPath.withNewGraph { () throws(E) in
                try onPath { () throws(E) in
                    _ = make(RunningGraph(memory, inside: outer))
                    return try body()
                }
            }
        }
    }

    /// Runs `body`, which completes the instance of a second run, so that the core counts it as an injection.
    static func injecting(_ body: @escaping () -> Void) {
        do throws(ResolutionError) {
            try step.resolve(Void.self, options: [.isRepeatable, .endsWithCall], completedBy: { _ in body() }) {}
        } catch {
            endProcess(error)
        }
    }

    /// Runs `body` with a step on the path, so that its resolves belong to one graph.
    static func onPath<R, E: Error>(at step: StandaloneCell = step, _ body: () throws(E) -> R) throws(E) -> R {
        let result: Result<R, E>
        do throws(ResolutionError) {
            result = try step.resolve(Result<R, E>.self, options: .isRepeatable) {
                do throws(E) { return .success(try body()) } catch { return .failure(error) }
            }
        } catch {
            endProcess(error)
        }
        return try result.get()
    }
}

/// The objects of a graph, held weakly.
final class GraphMemory: Sendable {
    /// One thread at a time continues the graph.
    let reentrantLock = ReentrantLock()
    private let state = Guarded(State())

    private struct Known {
        /// Held, so that no other cell has its address.
        let cell: StandaloneCell
        weak var object: AnyObject?
    }

    private struct State {
        var known: [ObjectIdentifier: Known] = [:]
        /// The number of objects at which those that are gone are removed.
        var limit = 8
    }

    /// The number of known objects, including some that are gone.
    var count: Int { state.withLock { $0.known.count } }

    /// The object of a cell, if it still exists.
    func object(of cell: StandaloneCell) -> AnyObject? { state.withLock { $0.known[ObjectIdentifier(cell)]?.object } }

    func note(_ object: AnyObject, of cell: StandaloneCell) {
        // Released after the lock: the last reference to an object, or to a cell and its key, may be here.
        var held: [AnyObject] = []
        defer { withExtendedLifetime(held) {} }
        state.withLock { state in
            state.known[ObjectIdentifier(cell)] = Known(cell: cell, object: object)
            guard state.known.count >= state.limit else { return }
            held = state.known.values.map(\.cell) + state.known.values.compactMap(\.object)
            state.known = state.known.filter { $0.value.object != nil }
            state.limit = max(8, 2 * state.known.count)
        }
    }
}
