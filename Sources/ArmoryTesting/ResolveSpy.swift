public import Armory

/// Records what is resolved in a container.
///
/// ```swift
/// let spy = ResolveSpy()
/// let container = try spy.watch(application)
/// _ = try container.resolve(Greeter.self)
/// #expect(spy.count(of: (any Clock).self) == 1)
/// ```
///
/// Each resolve counts, also of what is there already. What a shared instance of the container that is watched over needs is
/// resolved there, so it is not seen: override something that it depends on, and it is made anew under the spy's eyes.
///
/// Any thread may use it.
public final class ResolveSpy: Sendable {
    private let log = Guarded<[Resolved]>([])

    /// One resolve.
    public struct Resolved: Sendable, CustomStringConvertible {
        /// What was asked for, as in ``Armory/ResolutionError/key``: `any Orders named "primary"`.
        public let key: String
        /// The type that was asked for, as it is written.
        public let type: String
        /// The name or other qualifier that was asked for; nil: none.
        public let qualifier: String?
        /// The way from the outermost resolve to this one, the keys as in ``key``.
        public let path: [String]
        /// Whether what was found overrides another registration.
        public let isOverride: Bool
        let typeIdentifier: ObjectIdentifier

        /// The path.
        public var description: String { path.joined(separator: " → ") }
    }

    /// A spy that has seen nothing.
    public init() {}

    /// A container over another one that tells this spy of all that is resolved in it.
    ///
    /// - Parameters:
    ///   - base: The container to derive from: ``Armory/Container/overriding(_:)``.
    ///   - overrides: The registrations that take the places of others.
    /// - Throws: What deriving throws.
    public func watch(
        _ base: Container, @ModuleBuilder _ overrides: () -> [any ModuleElement] = { [] }
    ) throws(ResolutionError) -> Container {
        try base.overriding(observedBy: Observer(log: log), overrides())
    }

    /// All resolves in their order: what needs others comes before them.
    public var resolved: [Resolved] { log.value }

    /// The keys of all resolves, in their order.
    public var keys: [String] { resolved.map(\.key) }

    /// How often a type was resolved, under whatever name.
    public func count(of type: any Any.Type) -> Int {
        resolved.count { $0.typeIdentifier == ObjectIdentifier(type) }
    }

    /// Forgets what it has seen.
    public func clear() {
        log.change { $0 = [] }
    }

    private struct Observer: ResolutionObserver {
        let log: Guarded<[Resolved]>

        func mayResolve(_ resolve: ObservedResolve) -> Bool {
            let resolved = Resolved(
                key: resolve.key.description, type: TypeName.of(resolve.key.type),
                qualifier: resolve.key.qualifier?.quoted, path: resolve.path.map(\.description),
                isOverride: resolve.isOverride, typeIdentifier: resolve.key.typeIdentifier)
            log.change { $0.append(resolved) }
            return true
        }
    }
}
