/// A dependency that its holder owns: it is made in a container of its own, which the holder closes.
///
/// ```swift
/// final class Importer {
///     init(session: Owned<ImportSession>) { ... }   // session.close() lets go of what it brought along
/// }
/// ```
///
/// What is scoped to ``ScopeTag/owned`` lives in that container, and goes with it. Singletons are the outer container's, as
/// ever.
///
/// Hold the `Owned`, not its value: with it goes what its value brought along, and what the value resolves later is
/// ``ResolutionError/Code/closed``. It keeps the outer container alive. So where a singleton holds one, the two containers
/// hold each other until one of them is closed; a singleton is better given a `Provider<Owned<T>>`, whose results it uses and
/// closes.
public final class Owned<T> {
    /// The instance.
    public let value: T
    private let container: Container

    fileprivate init(_ value: T, _ container: Container) {
        self.value = value
        self.container = container
    }

    /// Lets go of what the instance brought along, the newest first.
    ///
    /// The second time does nothing.
    public func close() {
        container.close()
    }

    deinit {
        container.close()
    }
}

extension Owned: @unchecked Sendable where T: Sendable {}  // Immutable, and a container is.

extension ScopeTag {
    /// What lives as long as an ``Owned`` that brought it along.
    public static let owned = ScopeTag("owned")
}

extension Owned: DependencyForm {
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency {
        Dependency(type: T.self, qualifier: qualifier).owned
    }

    package static func resolve(
        in container: Container, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> Self {
        let outer = container.view?.base ?? container
        let own = Container(parents: [outer], scope: .owned, configuration: outer.configuration)
        // A module's own still finds what the module hides.
        let seen = container.view.map { Container(viewOf: own, $0.module) } ?? own
        return Self(try seen.lookUp(T.self, key: qualifier), own)
    }
}
