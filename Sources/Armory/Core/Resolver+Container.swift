extension Resolver {
    /// The container that the instance is created in.
    @inlinable
    @inline(__always)
    var container: Container {
        // Only `Container` creates resolvers, with itself as the owner.
        unsafe unsafeDowncast(owner, to: Container.self)
    }
}

extension Resolver {
    /// The container that the instance is created in, for code that keeps it: without the registrations that a module
    /// hides.
    package var base: Container { container.view?.base ?? container }
}

extension AsyncResolver {
    var seen: Container {
        // Only `Container` creates resolvers, with itself as the owner.
        unsafe unsafeDowncast(owner, to: Container.self)
    }

    /// The container that the instance is created in.
    ///
    /// Registrations that the registration's module hides are visible only through the resolver, not through this
    /// container.
    public var container: Container { seen.view?.base ?? seen }
}
