/// What identifies a registration: its key, its lifetime and its place in the source.
public struct RegistrationInfo: Sendable, CustomStringConvertible {
    let record: Record

    init(_ record: Record) { self.record = record }

    /// The key, as in source code: `any Orders named "primary"`.
    public var key: String { record.key.description }

    /// The type that it is found by.
    public var type: any Any.Type { record.key.type }

    /// The tag of the scopes that its instances live in; nil: it is not scoped.
    public var scope: ScopeTag? { record.rare?.parts.tag }

    /// The module that contains it: its name, or its place in the source; nil: it is in no module.
    public var module: String? { record.noted.module.map { $0.name ?? $0.location.description } }

    /// The location of the registration in the source.
    public var location: SourceLocation { record.location ?? SourceLocation() }

    /// The key.
    public var description: String { key }
}

extension RegistrationInfo: Hashable {
    /// Whether both are the same registration.
    public static func == (left: RegistrationInfo, right: RegistrationInfo) -> Bool { left.record === right.record }

    /// Hashes the identity of the registration.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(record)) }
}
