/// Resolves the dependencies of a factory that awaits.
///
/// An instance that exists, or that is made without awaiting, is returned at once. Others are awaited without blocking a thread. Several
/// child tasks of the factory may use the resolver at the same time, so its resolves share only those instances of the graph that threads
/// may share. When the factory has returned, the resolver resolves like a caller outside of it. It keeps its container's memory: do not
/// store it in an instance.
public struct AsyncResolver: Sendable {
    /// The container, of a type that records need not know.
    let owner: any AnyObject & Sendable
    /// The frame of the factory, of a type that records need not know.
    let frame: any AnyObject & Sendable
}

/// A factory that awaits.
struct AwaitedFactory<T> {
    let make: @Sendable (AsyncResolver) async throws -> T
    /// The factory without awaiting, for code of the main actor; nil: it is not one of that actor.
    let onMainActor: ((Resolver) throws -> T)?
}

/// A factory that takes arguments and awaits.
struct AwaitedArgumentFactory<Arguments, T> {
    let make: @Sendable (AsyncResolver, Arguments) async throws -> T
    /// As that of `AwaitedFactory`.
    let onMainActor: ((Resolver, Arguments) throws -> T)?
}
