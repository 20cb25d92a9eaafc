// The origin of a deferred dependency: its container, its module's view and its graph. It works as long as the
// container lives, and does not keep the container alive.
//
//     created in a factory         the factory's container; the running graph, which later resolves continue
//     created elsewhere            the container it was given, or the current one; a separate graph for each call
//     created without a container  the container that is current at the call
//
// A deferred dependency may be `Sendable`, and be called while another thread uses the objects of the graph. So a call
// continues the graph as far as that is safe:
//
//     it was                                        a call finds, of the graph
//     an `ObjectGraph`, which is not `Sendable`     all instances
//     injected: it came through a resolver          all if the type is not `Sendable`; otherwise the shareable ones
//     created by other code in the factory          the shareable ones

internal import CLookup

extension Container {
    /// The origin of a deferred dependency: its container, module, graph, qualifier and arguments.
    public final class Origin: Sendable {
        private weak let container: Container?
        private let hasContainer: Bool
        private let module: ModuleIdentity?
        private let graph: LastingGraph?
        private let part: Part
        private let qualifier: AnyQualifier?
        private let arguments: (any DeferredArguments)?
        /// The location in the source, for errors if there is no container.
        let location: SourceLocation?

        /// The part of the graph that a call may use.
        enum Part {
            case all
            /// All if the type is not `Sendable`, else the shareable ones.
            case byType
            case shareable
        }

        /// - Parameter part: The part of the running graph that a call may use; `all` creates an empty graph if none is
        ///   running. Otherwise the running graph is kept only if the container may have `Graph` registrations.
        init(
            _ container: Container?, _ qualifier: AnyQualifier?, _ arguments: (any DeferredArguments)? = nil,
            at location: SourceLocation? = nil, _ part: Part = .shareable
        ) {
            let base = container?.view?.base ?? container
            self.container = base
            hasContainer = base != nil
            module = container?.view?.module
            let mayRun = part == .all || base?.mayHaveGraphs ?? false
            let running = mayRun ? unsafe LastingGraph.ofInstance(on: ThreadContext.current) : nil
            graph = running ?? (part == .all ? LastingGraph() : nil)
            self.part = part
            self.qualifier = qualifier
            self.arguments = arguments
            self.location = location
        }

        /// The origin of code that names a container, or none.
        @usableFromInline
        convenience init(named name: Name?, _ container: Container?, _ location: SourceLocation) {
            self.init(container ?? .currentView, name.map { Qualifier($0) }, at: location)
        }

        func resolve<T>(_ type: T.Type) throws(ResolutionError) -> T {
            try within(type, qualifier) { container throws(ResolutionError) in
                if let arguments { return try arguments.lookUp(type, key: qualifier, in: container) }
                return try qualifier == nil ? container.lookUp() : container.lookUp(type, key: qualifier)
            }
        }

        /// Calls `body` with the container as the factory saw it, in the graph that was running in the factory.
        func within<T>(
            _ type: T.Type, _ qualifier: AnyQualifier?, _ body: (Container) throws(ResolutionError) -> T
        ) throws(ResolutionError) -> T {
            let container = try askedContainer(type, qualifier)
            let seen = module.map { Container(viewOf: container, $0) } ?? container
            let key = ServiceKey(type, qualifier: qualifier)
            guard let graph else {
                // The call is no part of a graph that is running: it may come from another thread than the factory's.
                let context = unsafe ThreadContext.currentByFastPointer
                guard unsafe clookup_is_apart(context) else { return try body(seen) }
                guard container.mayHaveGraphs else {
                    return try unsafe context.inNewLevel { () throws(ResolutionError) in try body(seen) }
                }
                return try container.resolve(in: LastingGraph(), findsAll: true, key) { () throws(ResolutionError) in
                    try body(seen)
                }
            }
            let findsAll = findsAll(key, in: seen)
            return try container.resolve(in: graph, findsAll: findsAll, key) { () throws(ResolutionError) in
                try body(seen)
            }
        }

        /// Whether a call finds all instances of the graph.
        fileprivate func findsAll(_ key: ServiceKey, in container: Container) -> Bool {
            part == .all || part == .byType && container.isConfined(key)
        }

        fileprivate func askedContainer(
            _ type: any Any.Type, _ qualifier: AnyQualifier?
        ) throws(ResolutionError) -> Container {
            if let container { return container }
            let key = ServiceKey(type, qualifier: qualifier)
            guard !hasContainer else { throw ResolutionError(.closed, key: key) }
            guard let current = Container.current else {
                throw ResolutionError(.noCurrent, key: key, location: location)
            }
            return current
        }

        /// Resolves the instance.
        ///
        /// - Parameter isFinished: Set to whether the instance is finished. An instance that closes a cycle may be
        ///   handed out unfinished, and may still be discarded.
        func resolve<T>(_ type: T.Type, isFinished: inout Bool) throws(ResolutionError) -> T {
            let before = unfinishedCount
            let instance = try resolve(type)
            isFinished = unfinishedCount <= before
            return instance
        }

        /// Calls `body` when no other thread has the turn.
        ///
        /// If the threads would wait for each other, or wait longer than the limit, `body` runs anyway.
        func inTurn<T>(_ turn: Turn, _ body: () throws(ResolutionError) -> T) throws(ResolutionError) -> T {
            try turn.take(atMost: container?.waitLimit, body)
        }

        /// How many unfinished instances the thread holds.
        private var unfinishedCount: Int {
            let context = unsafe ThreadContext.current
            guard unsafe context.pointee.buildCount != 0 else { return 0 }
            return unsafe ThreadNode.of(context).early.count
        }
    }
}

extension Container.Origin {
    /// Resolves the instance, and awaits its factory if necessary.
    func resolveAsync<T>(_ type: T.Type) async throws(ResolutionError) -> T {
        let container = try askedContainer(type, qualifier)
        let seen = module.map { Container(viewOf: container, $0) } ?? container
        let key = ServiceKey(type, qualifier: qualifier)
        if let graph, arguments == nil, findsAll(key, in: seen) {
            // The graph's own instance needs no factory, so nothing is awaited.
            let own = try container.resolve(in: graph, findsAll: true, key) { () throws(ResolutionError) -> T? in
                seen.hasInGraph(key) ? try seen.lookUp(type, key: qualifier) : nil
            }
            if let own { return own }
        }
        let asker = Asker(TaskFrame.running, inGraph: graph)
        guard let arguments else { return try await seen.lookUpAsync(type, qualifier, asker) }
        return try await arguments.lookUpAsync(type, key: qualifier, in: seen, asker)
    }
}

/// A dependency that a call resolves.
///
/// ``Lazy``, ``Weak`` and ``Provider`` are such types. A container creates them as parameters of autowired
/// initializers. Code that has no container creates them by the initializers here.
///
/// Reflection finds none of its fields, unless the type has a mirror of its own.
public protocol Deferred<Service>: CustomReflectable {
    /// The type of the instance.
    associatedtype Service

    /// Creates the dependency from an origin.
    ///
    /// The other initializers create an origin and call this one.
    ///
    /// - Parameter origin: The container, the graph, the qualifier and the arguments to resolve with.
    init(origin: Container.Origin)

    /// Returns the instance, and resolves it if necessary.
    ///
    /// - Throws: ``ResolutionError``: `closed` if the container is gone, `noCurrent` if no container is current, or the
    ///   error of the resolve.
    func callAsFunction() throws(ResolutionError) -> Service
}

/// A deferred type that a container creates for a parameter.
package protocol DeferredForm: Deferred, DependencyForm {}

extension DeferredForm {
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency {
        Dependency(type: Service.self, qualifier: qualifier, time: .later)
    }

    package static func resolve(through resolver: Resolver, _ qualifier: AnyQualifier?) throws(ResolutionError) -> Self
    {
        Self(origin: Container.Origin(resolver.container, qualifier, nil, .byType))
    }
}

/// The arguments of a deferred resolve.
protocol DeferredArguments: Sendable {
    func lookUp<T>(
        _ type: T.Type, key qualifier: AnyQualifier?, in container: Container
    ) throws(ResolutionError) -> T

    func lookUpAsync<T>(
        _ type: T.Type, key qualifier: AnyQualifier?, in container: Container, _ asker: Asker
    ) async throws(ResolutionError) -> T
}

struct KeptArguments<Arguments: Sendable>: DeferredArguments {
    let argumentType: any Any.Type
    let arguments: Arguments

    func lookUp<T>(
        _ type: T.Type, key qualifier: AnyQualifier?, in container: Container
    ) throws(ResolutionError) -> T {
        try container.lookUp(type, key: qualifier, argumentType, arguments)
    }

    func lookUpAsync<T>(
        _ type: T.Type, key qualifier: AnyQualifier?, in container: Container, _ asker: Asker
    ) async throws(ResolutionError) -> T {
        try await container.lookUpAsync(type, qualifier, argumentType, arguments, asker)
    }
}
