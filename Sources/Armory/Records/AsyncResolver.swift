/// Resolves the dependencies of a factory that awaits.
///
/// ```swift
/// Singleton { r in try await Database.connect(to: r.resolve(Settings.self).url) }
/// ```
///
/// An instance that exists, or that is created without awaiting, is returned at once. Other instances are awaited
/// without blocking a thread. Several child tasks of the factory may use the resolver at the same time. So each resolve
/// is a separate graph, which shares with the others only `Graph` instances whose type is `Sendable`. Do not store the
/// resolver in an instance: when the factory has returned, it resolves like a caller outside of the factory.
public struct AsyncResolver: Sendable {
    /// The container, of a type that registrations need not know; a view of it if the module hides registrations.
    let owner: any AnyObject & Sendable
    /// The frame of the factory: a `TaskFrame`, a type that only the floors above know.
    let frameObject: any AnyObject & Sendable

    /// The resolver for completing the instance, which does not await.
    var completing: Resolver { Resolver(owner: owner) }
}

/// A factory that awaits.
package typealias AsyncFactory<T> = @concurrent @Sendable (AsyncResolver) async throws -> T

/// A factory that takes run-time arguments and awaits.
package typealias AsyncArgumentFactory<T, Arguments> =
    @concurrent @Sendable (AsyncResolver, Arguments) async throws -> T

extension AsyncResolver: CustomReflectable {
    /// A mirror without children, because reflection would read the fields without their lock.
    public var customMirror: Mirror { Mirror(opaque: self) }
}
