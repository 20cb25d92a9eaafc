/// The graph of a resolve, to go on with when that has ended.
///
/// ```swift
/// Graph { Document() }
/// Graph { Editor(document: try $0(), graph: $0.graph) }      // or a parameter: init(document: Document, graph: ObjectGraph)
/// Transient { Outline(document: try $0()) }
///
/// let editor = try container.resolve(Editor.self)
/// let outline = try editor.graph.resolve(Outline.self)       // has the editor's document
/// ```
///
/// What is `Graph` is the same instance as in the earlier resolve, and what was not made there is made now and belongs to the
/// graph too. The graph keeps its instances as long as an `ObjectGraph` of it, or a ``Lazy``, ``Weak`` or ``Provider`` that was
/// made in it, is there. It does not keep the container alive: after that a resolve is ``ResolutionError/Code/closed``.
///
/// It belongs to the objects of the graph, so it is not `Sendable`. Where two threads resolve in one graph, through what is, one
/// of them waits. A resolve costs what it costs elsewhere, and two exchanges of the thread's graph under a lock.
public struct ObjectGraph {
    private let origin: Origin

    init(_ container: Container) {
        origin = Origin(container, nil, keepsGraph: true)
    }

    /// The instance of a type, in this graph.
    ///
    /// - Parameter type: The type it is registered under; inferred when it is left out.
    /// - Throws: ``ResolutionError``.
    public func resolve<T>(_ type: T.Type = T.self) throws(ResolutionError) -> T {
        try resolve(type, nil)
    }

    /// The instance that is registered for a type under a name, in this graph.
    ///
    /// - Parameters:
    ///   - type: The type it is registered under; inferred when it is left out.
    ///   - name: The name given by ``Registration/named(_:)``.
    /// - Throws: ``ResolutionError``.
    public func resolve<T>(_ type: T.Type = T.self, named name: Name) throws(ResolutionError) -> T {
        try resolve(type, Qualifier(name))
    }

    /// The instance that is registered for a type under a qualifier, in this graph.
    ///
    /// - Parameters:
    ///   - type: The type it is registered under; inferred when it is left out.
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
    /// The graph of the resolve that is running, to go on with later.
    ///
    /// Outside of a factory it is a graph of its own, which is empty.
    public var graph: ObjectGraph { ObjectGraph(container) }
}

extension ObjectGraph: DependencyForm {
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency {
        Dependency(type: Resolver.self, count: .unknown)
    }

    package static func resolve(in container: Container, _ qualifier: AnyQualifier?) throws(ResolutionError) -> Self {
        Self(container)
    }
}
