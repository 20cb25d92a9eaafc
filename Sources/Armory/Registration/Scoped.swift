/// A registration whose instance is created once in each scope of its tag, and kept until that scope ends.
///
/// ``Container/withScope(_:seeds:isolation:fileID:line:_:)`` opens a scope and ends it. A resolve in the scope, or in a scope
/// inside it, returns the instance of the nearest scope with the tag. The instance is created in the view of that
/// scope, so it may hold objects of that scope and of outer ones. Without a scope of the tag around the caller, the
/// error is ``ResolutionError/Code/outsideScope``. So a singleton of the application cannot hold an object of a
/// request: if its factory asks for one, the error is ``ResolutionError/Code/captive``.
///
/// ```swift
/// let application = try Container {
///     Singleton { Database() }
///     Scoped(UnitOfWork.init)                              // one in each .request
///         .onShutdown { work in try work.close() }
///     Scoped { Basket() }.in(.session)
///     Scoped((any Clock).self, FrozenClock.init).in(.session)
/// }
/// try await application.withScope(.request) { scope in
///     let work = try scope.resolve(UnitOfWork.self)
/// }
/// ```
///
/// Otherwise it behaves like ``Singleton``: the factory succeeds exactly once, however many threads resolve, and an
/// error is not kept. Instances are released in reverse order of creation. For a class that is thread-safe in a way the
/// compiler cannot see, use ``Unchecked`` with `.lifetime(.scoped(…))`.
public struct Scoped<Instance: Sendable>: KeepingRegistration, Plumbing.InferringRegistration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Creates a registration from a recipe, in ``ScopeTag/request``.
    ///
    /// The other initializers create a recipe and call this one.
    public init(recipe: Plumbing.Recipe<Instance>) { definition = Plumbing.Definition(.scoped, recipe, in: .request) }

    /// Returns the registration for the scopes of another tag.
    public func `in`(_ tag: ScopeTag) -> Self { changingTraits { $0.parts.tag = tag } }
}
