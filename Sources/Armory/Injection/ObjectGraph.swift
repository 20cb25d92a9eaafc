/// The graph of a resolve, for further resolves after that resolve has ended.
///
/// ```swift
/// Graph { Document() }
/// Graph { Editor(document: try $0(), graph: $0.graph) }      // or init(document: Document, graph: ObjectGraph)
/// Transient { Outline(document: try $0()) }
///
/// let editor = try container.resolve(Editor.self)
/// let outline = try editor.graph.resolve(Outline.self)       // has the editor's document
/// ```
///
/// An instance of a `Graph` registration is the same as in the earlier resolve. An instance that the earlier resolve
/// did not create is created now and belongs to the graph too.
///
/// The graph keeps its instances as long as an `ObjectGraph` of it exists, or a ``Lazy``, ``Weak`` or ``Provider`` that
/// was created in it. It does not keep the container alive: when the container is gone, a resolve throws
/// ``ResolutionError/Code/closed``.
///
/// An `ObjectGraph` belongs to the objects of the graph, so it is not `Sendable`. Two threads can still resolve in one
/// graph through a `Sendable` type, for example a ``Lazy``; then one of them waits. A resolve costs as much as
/// elsewhere, plus two exchanges of the thread's graph under a lock.
public struct ObjectGraph {
    private let origin: Container.Origin

    init(_ container: Container) {
        origin = Container.Origin(container, nil, nil, .all)
    }

    /// Resolves the instance of a type in this graph.
    ///
    /// - Parameter type: The type of the registration; inferred if omitted.
    /// - Throws: ``ResolutionError``.
    public func resolve<T>(_ type: T.Type = T.self) throws(ResolutionError) -> T {
        try resolve(type, nil)
    }

    /// Resolves the instance registered for a type under a name, in this graph.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name given by ``Registration/named(_:)``.
    /// - Throws: ``ResolutionError``.
    public func resolve<T>(_ type: T.Type = T.self, named name: Name) throws(ResolutionError) -> T {
        try resolve(type, Qualifier(name))
    }

    /// Resolves the instance registered for a type under a qualifier, in this graph.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - qualifier: A value equal to the one given to ``Registration/qualified(by:)``, of the same type.
    /// - Throws: ``ResolutionError``.
    public func resolve<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> T {
        try resolve(type, Qualifier(qualifier))
    }

    private func resolve<T>(_ type: T.Type, _ qualifier: AnyQualifier?) throws(ResolutionError) -> T {
        try origin.within(type, qualifier) { container throws(ResolutionError) in
            try container.lookUp(type, key: qualifier)
        }
    }
}

@available(*, unavailable, message: "It belongs to the objects of the graph.")
extension ObjectGraph: Sendable {}

extension Resolver {
    /// The graph of the running resolve, for further resolves later.
    ///
    /// Outside of a factory it is a new, empty graph.
    public var graph: ObjectGraph { ObjectGraph(container) }
}

extension ObjectGraph: DependencyForm {
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency {
        .unknown
    }

    package static func resolve(through resolver: Resolver, _ qualifier: AnyQualifier?) throws(ResolutionError) -> Self
    {
        Self(resolver.container)
    }
}
