// Runs awaiting interceptors around a factory that awaits.
//
//     the record's factory --> intercept(making) --> proceed() --> intercept(making) --> proceed() --> own factory
//                              the first registered                the second
//
// Each instance on this way names its making, so that it reaches only the caller that it was made for: it may be of a
// type that threads cannot share.

extension Binding {
    /// This record with awaiting interceptors around its factory, the first outermost.
    ///
    /// A seed has none: no factory creates it.
    func interceptedMaking(by layers: [Layer]) -> Binding {
        isSeeded ? self : accept(MakingVisitor(layers: layers)) ?? self
    }
}

private struct MakingVisitor: BindingVisitor {
    let layers: [Layer]

    func visit<T>(_ binding: Binding, _ type: T.Type) throws(Never) -> Binding {
        let traits = binding.outerTraits(
            type, Layering(base: binding, inner: nil, layers: layers), binding.factoryDependencies)
        guard binding.awaited != nil else {
            // Registered after the container was built; before that it is a fault.
            let location = layers[0].location
            return binding.layered(traits, inner: nil) { (_, _) throws -> T in
                throw DecorationFault.doesNotAwait(interceptor: location)
            }
        }
        let interceptors = layers.compactMap(\.awaitingInterceptor)
        let awaited = binding.accept(arguments: MakingIntercepted<T>(interceptors: interceptors))
        return binding.copy(traits.awaiting(awaited), binding.injections)
    }
}

/// Makes the factory with interceptors around it.
private struct MakingIntercepted<T>: ArgumentVisitor {
    let interceptors: [any AwaitingInterceptor]

    func visit<Arguments>(
        _ record: Binding, _: @escaping ArgumentFactory<T, Arguments>
    ) -> any AwaitedFactory {
        guard let factory = unsafe record.awaitedFactory(of: T.self, Arguments.self) else {
            preconditionFailure("only a record with a factory that awaits has awaiting interceptors")
        }
        return AwaitedFactoryOf<T, Arguments> { [interceptors] resolver, arguments in
            // The registration has required that they are `Sendable`: `proceed` may run in another task.
            nonisolated(unsafe) let arguments = arguments
            let making = Making<T>(record: record, interceptors: interceptors, resolver: resolver) {
                unsafe try await factory(resolver, arguments)
            }
            // Made in this making, so it is of this type.
            return unsafe unsafeDowncast(try await making.proceed(to: 0).made, to: MadeInstance<T>.self).instance
        }
    }
}

/// The creation of one instance, with interceptors around it.
private struct Making<T>: Sendable {
    let record: Binding
    let interceptors: [any AwaitingInterceptor]
    let resolver: AsyncResolver
    let identity = MakingIdentity()
    let factory: @concurrent @Sendable () async throws -> T

    /// Runs an interceptor, or, after the last one, the factory.
    func proceed(to index: Int) async throws(ResolutionError) -> InterceptedInstance {
        let frame = resolver.frame
        guard frame.current != nil else { throw outsideMaking }
        do {
            guard index < interceptors.count else {
                let instance = try await resolver.inFrame { try await factory() }
                return InterceptedInstance(made: MadeInstance(instance), making: identity)
            }
            let next = InterceptedMaking(binding: record, resolver: resolver) { () async throws(ResolutionError) in
                try await proceed(to: index + 1)
            }
            let instance = try await interceptors[index].intercept(next)
            guard instance.making === identity else { throw outsideMaking }
            return instance
        } catch {
            throw resolver.completing.container.describe(error, in: frame)
        }
    }

    private var outsideMaking: ResolutionError {
        ResolutionError(
            .outsideMaking, key: record.key, path: resolver.frame.bindings.steps, location: record.location)
    }
}

/// An instance on its way through interceptors, which have no access to it.
private final class MadeInstance<T>: @unchecked Sendable {  // Read once, by the task of the making.
    let instance: T

    init(_ instance: T) { self.instance = instance }
}

extension InterceptedMaking {
    /// The keys from the outermost resolve to this one, written as in ``key``.
    ///
    /// Computed at each access. It has only the own key when the creation has ended.
    public var path: [String] { resolver.frame.bindings.steps.map(\.key.description) }
}
