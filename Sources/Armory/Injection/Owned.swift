/// A dependency that its holder owns: it is created in a separate container, which the holder closes.
///
/// ```swift
/// final class Importer {
///     init(session: Owned<ImportSession>) { ... }   // session.close() releases its dependencies
/// }
/// ```
///
/// Instances scoped to ``ScopeTag/owned`` live in that container and are released with it. Singletons belong to the
/// outer container, as everywhere.
///
/// Hold the `Owned`, not only its value. When the `Owned` is released, the dependencies created for its value are
/// released too, and later resolves by the value throw ``ResolutionError/Code/closed``.
///
/// An `Owned` keeps the outer container alive. So if a singleton holds one, the two containers keep each other alive
/// until one is closed. It is better to inject a `Provider<Owned<T>>` into the singleton, and to close each result
/// after use.
public final class Owned<T> {
    /// The instance.
    public let value: T
    private let container: Container

    fileprivate init(_ value: T, _ container: Container) {
        self.value = value
        self.container = container
    }

    /// Releases the dependencies created for the instance, in reverse order of creation.
    ///
    /// A second call does nothing.
    public func close() {
        container.close()
    }

    deinit {
        container.close()
    }
}

extension Owned: @unchecked Sendable where T: Sendable {}  // Immutable; `Container` is `Sendable`.

extension ScopeTag {
    /// The tag of instances that live as long as the ``Owned`` they were created for.
    public static let owned = ScopeTag("owned")
}

extension Owned: DependencyForm {
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency {
        Dependency(type: T.self, qualifier: qualifier, isOwned: true)
    }

    package static func resolve(through resolver: Resolver, _ qualifier: AnyQualifier?) throws(ResolutionError) -> Self
    {
        let container = resolver.container
        let outer = container.view?.base ?? container
        let own = Container(parents: [outer], scope: .owned, configuration: outer.configuration)
        // A dependency of a module still finds the registrations that the module hides.
        let seen = container.view.map { Container(viewOf: own, $0.module) } ?? own
        return Self(try seen.lookUp(T.self, key: qualifier), own)
    }
}
