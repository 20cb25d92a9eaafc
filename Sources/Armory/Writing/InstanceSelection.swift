/// The instances that ``Container/reset(all:)`` forgets: those of a lifetime.
public struct InstanceSelection: Hashable, Sendable {
    private let lifetime: Lifetime
    /// The type of the custom lifetime; nil: any.
    private let custom: ObjectIdentifier?

    private init(_ lifetime: Lifetime, _ custom: ObjectIdentifier? = nil) {
        self.lifetime = lifetime
        self.custom = custom
    }

    /// The instances of ``Singleton`` registrations.
    public static let singletons = InstanceSelection(.singleton)
    /// The instances of ``Shared`` registrations.
    ///
    /// Holders keep theirs, and the next resolve creates another.
    public static let shared = InstanceSelection(.shared)
    /// The instances of ``Scoped`` registrations, in the scopes around the container.
    public static let scoped = InstanceSelection(.scoped)
    /// The instances of ``Kept`` registrations, for all places and arguments.
    public static let kept = InstanceSelection(.custom)

    /// The instances of ``Kept`` registrations with a lifetime of this type, for all places and arguments.
    ///
    /// - Parameter lifetime: The type that was passed to ``Kept/lifetime(_:)``: `PerThread.self`.
    public static func kept(for lifetime: any CustomLifetime.Type) -> InstanceSelection {
        InstanceSelection(.custom, ObjectIdentifier(lifetime))
    }

    /// Whether the selection contains the registration's instances.
    func includes(_ binding: Binding) -> Bool {
        guard binding.lifetime == lifetime else { return false }
        guard let custom else { return true }
        return binding.customFinder.map { ObjectIdentifier($0.lifetimeType) } == custom
    }
}
