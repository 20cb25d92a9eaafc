/// What a factory that awaits asks for its dependencies.
///
/// ```swift
/// Singleton { r in try await Database.connect(to: r.resolve(Settings.self).url) }
/// ```
///
/// What is ready or made without awaiting is had at once; what awaits is awaited, without a thread that waits. It may be used in
/// child tasks of the factory, several at once. Do not store one in an instance: when the factory has returned, it asks as
/// somebody from outside.
public struct AsyncResolver: Sendable {
    /// The container, of a type that registrations need not know; a view of it where the module hides something.
    let owner: any AnyObject & Sendable
    /// The frame of the factory; a `TaskFrame` to the floors that know the type.
    let frameObject: any AnyObject & Sendable

    /// The resolver of what completes the instance, which does not await.
    var completing: Resolver { Resolver(owner: owner) }
}

/// What makes an instance, awaiting.
package typealias AsyncFactory<T> = @concurrent @Sendable (AsyncResolver) async throws -> T

/// What makes an instance from run-time arguments, awaiting.
package typealias AsyncArgumentFactory<T, Arguments> =
    @concurrent @Sendable (AsyncResolver, Arguments) async throws -> T
