// Where something was made that looks up later: the container, the module's view, the graph. It works as long as the container
// lives, and does not keep it alive.
//
//     made in a factory        the factory's container; the graph that is running, which goes on for it
//     made elsewhere           the container it was given, or the current one; a graph of its own at each call
//     made where none is       the container that is current at the call

/// Where something was made that looks up later, and what it looks up but for the type.
public final class Origin: Sendable {
    private weak let container: Container?
    private let hasContainer: Bool
    private let module: ModuleIdentity?
    private let graph: KeptGraph?
    private let qualifier: AnyQualifier?
    private let arguments: AnyArguments?
    /// Where it is written, for what has no container.
    let location: SourceLocation?

    /// - Parameter keepsGraph: Whether there is a graph in any case; else there is one where the container has registrations of
    ///   that lifetime.
    init(
        _ container: Container?, _ qualifier: AnyQualifier?, _ arguments: AnyArguments? = nil,
        at location: SourceLocation? = nil, keepsGraph: Bool = false
    ) {
        let base = container?.view?.base ?? container
        self.container = base
        hasContainer = base != nil
        module = container?.view?.module
        let mayRun = keepsGraph || base?.mayHaveGraphs ?? false
        let running = mayRun ? unsafe KeptGraph.ofInstance(on: ThreadContext.current) : nil
        graph = running ?? (keepsGraph ? KeptGraph() : nil)
        self.qualifier = qualifier
        self.arguments = arguments
        self.location = location
    }

    func resolve<T>(_ type: T.Type) throws(ResolutionError) -> T {
        try within(type, qualifier) { container throws(ResolutionError) in
            guard let arguments else { return try container.lookUp(type, key: qualifier) }
            return try arguments.lookUp(type, key: qualifier, in: container)
        }
    }

    /// Calls `body` with the container as the factory saw it, in the graph that was running there.
    func within<T>(
        _ type: T.Type, _ qualifier: AnyQualifier?, _ body: (Container) throws(ResolutionError) -> T
    ) throws(ResolutionError) -> T {
        let container = try place(type, qualifier)
        let seen = module.map { Container(viewOf: container, $0) } ?? container
        guard let graph = graph ?? freshGraph(container) else { return try body(seen) }
        let key = ServiceKey(type, qualifier: qualifier)
        return try container.resolve(in: graph, key) { () throws(ResolutionError) in try body(seen) }
    }

    fileprivate func place(_ type: any Any.Type, _ qualifier: AnyQualifier?) throws(ResolutionError) -> Container {
        if let container { return container }
        let key = ServiceKey(type, qualifier: qualifier)
        guard !hasContainer else { throw ResolutionError(.closed, key: key) }
        guard let current = Container.current else { throw ResolutionError(.noCurrent, key: key, location: location) }
        return current
    }

    /// A graph for this call alone, where another one runs that this is no part of.
    private func freshGraph(_ container: Container) -> KeptGraph? {
        guard container.mayHaveGraphs, unsafe !ThreadContext.current.isOutermost else { return nil }
        return KeptGraph()
    }

    /// The instance.
    ///
    /// - Parameter isFinished: Set to whether it is finished: one that closes a cycle may be given out before, and may still be
    ///   given up.
    func resolve<T>(_ type: T.Type, isFinished: inout Bool) throws(ResolutionError) -> T {
        let before = unfinishedCount
        let instance = try resolve(type)
        isFinished = unfinishedCount <= before
        return instance
    }

    /// Calls `body` when no other thread is in its turn.
    ///
    /// Where the threads wait for each other, or for too long, it is called all the same.
    func inTurn<T>(_ turn: Turn, _ body: () throws(ResolutionError) -> T) throws(ResolutionError) -> T {
        let me = unsafe Resolution.of(ThreadContext.current)
        let isFirst = try? WaitForGraph.shared.enter(turn, by: me, deadline: Deadline(after: container?.waitLimit))
        defer { if isFirst == true { WaitForGraph.shared.leave(turn) } }
        return try body()
    }

    /// How many unfinished instances the thread holds.
    private var unfinishedCount: Int {
        let context = unsafe ThreadContext.current
        guard unsafe context.pointee.buildCount != 0 else { return 0 }
        return unsafe Resolution.of(context).early.count
    }
}

extension Origin {
    /// What is there, or is made now, awaited where it has to be.
    func resolveAsync<T>(_ type: T.Type) async throws(ResolutionError) -> T {
        let container = try place(type, qualifier)
        let seen = module.map { Container(viewOf: container, $0) } ?? container
        let asker = Asker(TaskFrame.running, inGraph: graph)
        guard let arguments else { return try await seen.lookUpAsync(type, qualifier, asker) }
        return try await arguments.lookUpAsync(type, key: qualifier, in: seen, asker)
    }
}

extension Container {
    /// Resolves in a graph that was kept.
    func resolve<T>(
        in graph: KeptGraph, _ key: ServiceKey, _ body: () throws(ResolutionError) -> T
    ) throws(ResolutionError) -> T {
        do {
            return try graph.resolve(waitLimit: waitLimit, body)
        } catch let error as ResolutionError {
            throw error
        } catch {
            let path =
                unsafe ThreadContext.current.wholePath.steps + [ResolutionError.Step(key: key, location: nil)]
            guard case .timedOut? = error as? WaitFault else { throw ResolutionError(.cycle, key: key, path: path) }
            throw ResolutionError(.timedOut, key: key, path: path)
        }
    }

    /// Whether this container or an ancestor has a registration of the lifetime graph, or had one.
    var mayHaveGraphs: Bool { ledger.hasGraphs || ancestors.contains { $0.ledger.hasGraphs } }
}

/// A type that looks up later what it stands for: at a call.
///
/// ``Lazy``, ``Weak`` and ``Provider`` are such types. They are made by a container, as parameters of autowired initializers, or
/// by code that was handed no container, by the initializers here.
public protocol Deferred<Service> {
    /// What it looks up.
    associatedtype Service

    /// One that looks up where the origin says.
    ///
    /// The other initializers make one.
    ///
    /// - Parameter origin: The container, the graph and what is asked for.
    init(origin: Origin)

    /// What a call gives.
    ///
    /// - Throws: ``ResolutionError``: `closed` where the container is gone, `noCurrent` where there is none, or what the resolve
    ///   meets.
    func callAsFunction() throws(ResolutionError) -> Service
}

/// What a container makes of a deferred type.
package protocol DeferredForm: Deferred, DependencyForm {}

extension DeferredForm {
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency {
        Dependency(type: Service.self, qualifier: qualifier, time: .later)
    }

    package static func resolve(in container: Container, _ qualifier: AnyQualifier?) throws(ResolutionError) -> Self {
        Self(origin: Origin(container, qualifier))
    }
}

/// Arguments of what is looked up later.
class AnyArguments: @unchecked Sendable {  // Immutable; its subclass holds a Sendable value.
    func lookUp<T>(
        _ type: T.Type, key qualifier: AnyQualifier?, in container: Container
    ) throws(ResolutionError) -> T {
        preconditionFailure("a subclass has the arguments")
    }

    func lookUpAsync<T>(
        _ type: T.Type, key qualifier: AnyQualifier?, in container: Container, _ asker: Asker
    ) async throws(ResolutionError) -> T {
        preconditionFailure("a subclass has the arguments")
    }
}

final class KeptArguments<Arguments: Sendable>: AnyArguments, @unchecked Sendable {
    private let argumentType: any Any.Type
    private let arguments: Arguments

    init(_ argumentType: any Any.Type, _ arguments: Arguments) {
        self.argumentType = argumentType
        self.arguments = arguments
    }

    override func lookUp<T>(
        _ type: T.Type, key qualifier: AnyQualifier?, in container: Container
    ) throws(ResolutionError) -> T {
        try container.lookUp(type, key: qualifier, argumentType, arguments)
    }

    override func lookUpAsync<T>(
        _ type: T.Type, key qualifier: AnyQualifier?, in container: Container, _ asker: Asker
    ) async throws(ResolutionError) -> T {
        try await container.lookUpAsync(type, qualifier, argumentType, arguments, asker)
    }
}
