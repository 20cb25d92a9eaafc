// Runs interceptors around a factory.
//
//     the record's factory --> intercept(making) --> proceed() --> intercept(making) --> proceed() --> own factory
//                              the first registered                the second
//
// Each awaited instance on this way names its making, so that it reaches only the caller that it was made for: it may be of a type that
// threads cannot share.

/// Interceptors around the factory of a record, the first outermost.
struct InterceptingWrapper: FactoryWrapper {
    var awaits: Bool { interceptions.contains { $0.awaiting != nil } }
    /// The registration as it was written.
    let record: Record
    let interceptions: [Interception]

    func makeInstance<T>(
        with resolver: borrowing Resolver, wrappingCallOf make: (borrowing Resolver) throws -> T
    ) throws -> T {
        let interceptors = interceptions.compactMap(\.plain)
        let creation = InterceptedCreation(record: record, steps: resolver.steps)
        func proceed(to index: Int, _ resolver: borrowing Resolver) throws -> T {
            guard index < interceptors.count else { return try make(resolver) }
            return try interceptors[index].intercept(creation) { try proceed(to: index + 1, resolver) }
        }
        return try proceed(to: 0, resolver)
    }

    func makeInstance<T>(
        with resolver: AsyncResolver, wrappingCallOf make: @escaping @Sendable (AsyncResolver) async throws -> T
    ) async throws -> T {
        let making = InterceptedMaking<T>(
            record: record, interceptors: interceptions.compactMap(\.awaiting), resolver: resolver, factory: make)
        guard let made = try await making.proceed(to: 0).made as? TransferBox<T> else {
            preconditionFailure("it was made in this making, so it is of this type")
        }
        return made.instance
    }
}

/// The making of one instance that awaits, with interceptors around it.
private struct InterceptedMaking<T>: Sendable {
    let record: Record
    let interceptors: [any AwaitingInterceptor]
    let resolver: AsyncResolver
    let identity = MakingIdentity()
    let factory: @Sendable (AsyncResolver) async throws -> T

    /// Runs an interceptor, or, after the last one, the factory.
    @concurrent
    func proceed(to index: Int) async throws(ResolutionError) -> InterceptedInstance {
        guard resolver.isRunning else { throw outsideMaking }
        do {
            guard index < interceptors.count else {
                let instance = try await resolver.runAsPartOfFactory { try await factory(resolver) }
                return InterceptedInstance(made: TransferBox(instance: instance), making: identity)
            }
            let steps = resolver.steps
            let next = InterceptedCreation(record: record, steps: steps) { () async throws(ResolutionError) in
                try await proceed(to: index + 1)
            }
            let instance = try await interceptors[index].intercept(next)
            guard instance.making === identity else { throw outsideMaking }
            return instance
        } catch {
            throw resolver.resolutionError(wrapping: error)
        }
    }

    private var outsideMaking: ResolutionError { .proceededOutsideCreation(record, path: resolver.steps) }
}
