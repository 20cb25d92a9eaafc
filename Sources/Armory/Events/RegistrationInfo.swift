/// What can be told of a registration: what it is found by, how long its instances live, where it is written.
///
/// It costs nothing to make and holds the registration; what it tells is put together when it is asked for.
public struct RegistrationInfo: Sendable, CustomStringConvertible {
    package let binding: AnyBinding

    init(_ binding: AnyBinding) { self.binding = binding.base }

    /// Of a record that nothing lies around, or that was found behind all that does.
    init(base: AnyBinding) { binding = base }

    /// What it is found by, as it would be written: `any Orders named "primary"`.
    public var key: String { binding.key.description }

    /// The type that it is found by.
    public var type: any Any.Type { binding.type }

    /// How long its instances live.
    public var lifetime: ContainerGraph.Lifetime { ContainerGraph.Lifetime(binding.lifetime) }

    /// The scope that its instances live in, where they do.
    public var scope: ScopeTag? { binding.scope }

    /// The module that it stands in: its name, or its place where it has none; nil: it stands in none.
    public var module: String? { binding.module.map { $0.name ?? $0.location.description } }

    /// Where it is written.
    public var location: SourceLocation { binding.location }

    /// The key.
    public var description: String { key }
}

extension RegistrationInfo: Hashable {
    /// Whether both have the same key and are written at the same place.
    public static func == (left: RegistrationInfo, right: RegistrationInfo) -> Bool {
        left.binding === right.binding
            || left.binding.location == right.binding.location && left.binding.key == right.binding.key
    }

    /// Hashes the type and the place.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(binding.type))
        hasher.combine(binding.location)
    }
}
