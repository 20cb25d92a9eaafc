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
    public struct Origin: Sendable {
        private let owner: WeakReference<Container>
        /// The location in the source, for errors if there is no container.
        let location: SourceLocation?
        /// Nil: there is no module, graph, qualifier or argument, as is usual for a property.
        private let traits: Traits?

        private final class Traits: Sendable {
            let module: ModuleIdentity?
            let graph: LastingGraph?
            let part: Part
            let qualifier: AnyQualifier?
            let arguments: (any DeferredArguments)?

            init(
                _ module: ModuleIdentity?, _ graph: LastingGraph?, _ part: Part, _ qualifier: AnyQualifier?,
                _ arguments: (any DeferredArguments)?
            ) {
                self.module = module
                self.graph = graph
                self.part = part
                self.qualifier = qualifier
                self.arguments = arguments
            }
        }

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
            owner = WeakReference(base)
            self.location = location
            let module = container?.view?.module
            let context = unsafe ThreadContext.current
            let mayRun = unsafe !context.isOutermost && (part == .all || base?.mayHaveGraphs ?? false)
            let running = mayRun ? unsafe LastingGraph.ofInstance(on: context) : nil
            let graph = running ?? (part == .all ? LastingGraph() : nil)
            let isPlain = module == nil && graph == nil && qualifier == nil && arguments == nil
            traits = isPlain ? nil : Traits(module, graph, part, qualifier, arguments)
        }

        /// The origin of code that names a container, or none.
        init(named name: Name?, _ container: Container?, _ location: SourceLocation) {
            self.init(container ?? .currentView, name.map { Qualifier($0) }, at: location)
        }

        private var qualifier: AnyQualifier? { traits?.qualifier }

        func resolve<T>(_ type: T.Type) throws(ResolutionError) -> T {
            try within(type, qualifier) { container throws(ResolutionError) in
                guard let traits else { return try container.lookUp() }
                if let arguments = traits.arguments {
                    return try arguments.lookUp(type, key: traits.qualifier, in: container)
                }
                return try container.lookUp(type, key: traits.qualifier)
            }
        }

        /// Calls `body` with the container as the factory saw it, in the graph that was running in the factory.
        func within<T>(
            _ type: T.Type, _ qualifier: AnyQualifier?, _ body: (Container) throws(ResolutionError) -> T
        ) throws(ResolutionError) -> T {
            let container = try askedContainer(type, qualifier)
            let seen = traits?.module.map { Container(viewOf: container, $0) } ?? container
            guard let graph = traits?.graph else {
                // The call is no part of a graph that is running: it may come from another thread than the factory's.
                let context = unsafe ThreadContext.current
                guard unsafe clookup_is_apart(context) else { return try body(seen) }
                guard container.mayHaveGraphs else {
                    return try unsafe context.inNewLevel { () throws(ResolutionError) in try body(seen) }
                }
                let key = ServiceKey(type, qualifier: qualifier)
                return try container.resolve(in: LastingGraph(), findsAll: true, key) { () throws(ResolutionError) in
                    try body(seen)
                }
            }
            let key = ServiceKey(type, qualifier: qualifier)
            let findsAll = findsAll(key, in: seen)
            return try container.resolve(in: graph, findsAll: findsAll, key) { () throws(ResolutionError) in
                try body(seen)
            }
        }

        /// Whether a call finds all instances of the graph.
        fileprivate func findsAll(_ key: ServiceKey, in container: Container) -> Bool {
            traits?.part == .all || traits?.part == .byType && container.isConfined(key)
        }

        fileprivate func askedContainer(
            _ type: any Any.Type, _ qualifier: AnyQualifier?
        ) throws(ResolutionError) -> Container {
            if let container = owner.isNone ? Container.current : owner.object { return container }
            let key = ServiceKey(type, qualifier: qualifier)
            throw owner.isNone
                ? ResolutionError(.noCurrent, key: key, location: location) : ResolutionError(.closed, key: key)
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

        /// Calls `body` when no other thread resolves for the same object.
        ///
        /// If the threads would wait for each other, or wait longer than the limit, `body` runs anyway.
        func inTurn<T>(
            on object: AnyObject, _ body: () throws(ResolutionError) -> T
        ) throws(ResolutionError) -> T {
            try WaitForGraph.shared.inTurn(on: object, atMost: owner.object?.waitLimit, body)
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
        let seen = traits?.module.map { Container(viewOf: container, $0) } ?? container
        let (graph, arguments) = (traits?.graph, traits?.arguments)
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
/// Reflection finds none of its fields, unless the type defines its own mirror.
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
protocol DeferredArguments: AnyObject, Sendable {
    func lookUp<T>(
        _ type: T.Type, key qualifier: AnyQualifier?, in container: Container
    ) throws(ResolutionError) -> T

    func lookUpAsync<T>(
        _ type: T.Type, key qualifier: AnyQualifier?, in container: Container, _ asker: Asker
    ) async throws(ResolutionError) -> T
}

final class KeptArguments<Arguments: Sendable>: DeferredArguments {
    private let argumentType: any Any.Type
    private let arguments: Arguments

    init(argumentType: any Any.Type, arguments: Arguments) {
        self.argumentType = argumentType
        self.arguments = arguments
    }

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
