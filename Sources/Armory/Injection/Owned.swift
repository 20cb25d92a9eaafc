/// A dependency that its holder owns: it is made in a container of its own, which the holder closes.
///
/// ```swift
/// final class Importer {
///     init(session: Owned<ImportSession>) { ... }   // session.close() lets go of what it brought along
/// }
/// ```
///
/// What is scoped to ``ScopeTag/owned`` lives in that container, and goes with it. Singletons are the outer container's, as
/// ever. It does not keep the outer container's instances: those are as they were.
///
/// It keeps the outer container itself alive. Where an instance that the outer container keeps holds one, the two hold each
/// other until ``Container/close()``: close the container, do not just let go of it.
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
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency? {
        Dependency.parameter(T.self, qualifier: qualifier)
    }

    package static func resolve(
        in container: Container, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> Self {
        let own = Container(parents: [container.view?.base ?? container], scope: .owned)
        // A module's own still finds what the module hides.
        let seen = container.view.map { Container(viewOf: own, $0.module) } ?? own
        return Self(try seen.lookUp(T.self, key: qualifier), own)
    }
}
