/// Information about a registration: its key, its lifetime, its module and its location in the source.
///
/// It costs nothing to create and holds the registration; each property is computed when it is read.
public struct RegistrationInfo: Sendable, CustomStringConvertible {
    package let record: Record

    package init(_ record: Record) { self.record = record }

    /// The key, as in source code: `any Orders named "primary"`.
    public var key: String { record.key.description }

    /// The type in the key.
    public var type: any Any.Type { record.key.type }

    /// The lifetime of its instances.
    public var lifetime: Lifetime { record.lifetime }

    /// The scope that its instances live in; nil if they live in none.
    public var scope: ScopeTag? { record.rare?.parts.tag }

    /// The name of the module that contains it, or the module's location if it has no name; nil if it is in no module.
    public var module: String? { record.registrationNotes.module.map { $0.name ?? $0.location.description } }

    /// The location of the registration in the source.
    public var location: CodeLocation { record.location ?? CodeLocation() }

    /// The key.
    public var description: String { key }
}

extension RegistrationInfo: Hashable {
    /// Whether both have the same key and the same location in the source.
    public static func == (left: RegistrationInfo, right: RegistrationInfo) -> Bool {
        left.record === right.record
            || left.record.location == right.record.location && left.record.key == right.record.key
    }

    /// Hashes the type and the location.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(record.key.type))
        hasher.combine(record.location)
    }
}

/// The identity of a registration, without the registration and the objects that its closures have captured.
///
/// Code that keeps data about events for a long time stores this and the texts to show instead of a
/// ``RegistrationInfo``. It holds the qualifier, whose `==` and `hash(into:)` are user code, so no lock may be held
/// while they run.
package struct RegistrationIdentity: Hashable, Sendable {
    private let key: ServiceKey
    private let location: CodeLocation?

    package init(_ registration: RegistrationInfo) { self.init(registration.record.key, registration.location) }

    init(_ key: ServiceKey, _ location: CodeLocation?) { (self.key, self.location) = (key, location) }

    /// Hashes the key and the line, but not the file's name, which would take longer than all the rest.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(location?.line)
    }
}
