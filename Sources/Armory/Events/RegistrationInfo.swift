/// Information about a registration: its key, its lifetime, its module and its location in the source.
///
/// It costs nothing to create and holds the registration; each property is computed when it is read.
public struct RegistrationInfo: Sendable, CustomStringConvertible {
    package let binding: Binding

    init(_ binding: Binding) { self.binding = binding.base }

    /// Creates the information for a record that is known to be the innermost one, behind all layers.
    init(base: Binding) { binding = base }

    /// The key, as in source code: `any Orders named "primary"`.
    public var key: String { binding.key.description }

    /// The type in the key.
    public var type: any Any.Type { binding.type }

    /// The lifetime of its instances.
    public var lifetime: ContainerGraph.Lifetime { ContainerGraph.Lifetime(binding.lifetime) }

    /// The scope that its instances live in; nil if they live in none.
    public var scope: ScopeTag? { binding.scope }

    /// The name of the module that contains it, or the module's location if it has no name; nil if it is in no module.
    public var module: String? { binding.module.map { $0.name ?? $0.location.description } }

    /// The location of the registration in the source.
    public var location: SourceLocation { binding.location }

    /// The key.
    public var description: String { key }
}

extension RegistrationInfo: Hashable {
    /// Whether both have the same key and the same location in the source.
    public static func == (left: RegistrationInfo, right: RegistrationInfo) -> Bool {
        left.binding === right.binding
            || left.binding.location == right.binding.location && left.binding.key == right.binding.key
    }

    /// Hashes the type and the location.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(binding.type))
        hasher.combine(binding.location)
    }
}
