public import Armory

/// Records the resolves in a container.
///
/// ```swift
/// let spy = ResolveSpy()
/// let container = try spy.watch(application)
/// _ = try container.resolve(Greeter.self)
/// #expect(spy.count(of: (any Clock).self) == 1)
/// ```
///
/// Every resolve counts, also that of an existing instance. If the base container shares an instance, it also resolves
/// the dependencies of that instance, and the spy does not see them. To record them, override one of these
/// dependencies: then the instance is created anew in the watched container.
///
/// Any thread may use a spy.
public final class ResolveSpy: Sendable {
    private let log = Guarded<[Resolved]>([])

    /// One resolve.
    public struct Resolved: Sendable, CustomStringConvertible {
        /// The requested key in the form of ``Armory/ResolutionError/key``: `any Orders named "primary"`.
        public let key: String
        /// The requested type as it is written in source.
        public let type: String
        /// The requested name or other qualifier; nil for none.
        public let qualifier: String?
        /// The keys from the outermost resolve to this one, in the form of ``key``.
        public let path: [String]
        /// Whether the registration that was found overrides another one.
        public let isOverride: Bool
        let typeIdentifier: ObjectIdentifier

        /// The path as text.
        public var description: String { path.joined(separator: " → ") }
    }

    /// Creates a spy without recorded resolves.
    public init() {}

    /// Derives a container that reports all its resolves to this spy.
    ///
    /// - Parameters:
    ///   - base: The container to derive from: ``Armory/Container/overriding(keepingDecorators:_:adding:)``.
    ///   - overrides: The registrations that override others.
    /// - Throws: The errors of deriving the container.
    public func watch(
        _ base: Container, @ModuleBuilder _ overrides: () -> [any ModuleElement] = { [] }
    ) throws(ResolutionError) -> Container {
        try base.overriding(observedBy: Observer(log: log), overrides())
    }

    /// All resolves in their order; an instance comes before its dependencies.
    public var resolved: [Resolved] { log.withLock(\.self) }

    /// The keys of all resolves, in their order.
    public var keys: [String] { resolved.map(\.key) }

    /// Returns how often a type was resolved, under any name.
    public func count(of type: any Any.Type) -> Int {
        resolved.count { $0.typeIdentifier == ObjectIdentifier(type) }
    }

    /// Discards the recorded resolves.
    public func clear() {
        log.withLock { $0 = [] }
    }

    private struct Observer: ResolutionObserver {
        let log: Guarded<[Resolved]>

        func mayResolve(_ resolve: ObservedResolve) -> Bool {
            let resolved = Resolved(
                key: resolve.key.description, type: TypeName.sourceName(of: resolve.key.type),
                qualifier: resolve.key.qualifier?.quoted, path: resolve.path.map(\.description),
                isOverride: resolve.isOverride, typeIdentifier: ObjectIdentifier(resolve.key.type))
            log.withLock { $0.append(resolved) }
            return true
        }
    }
}
