/// The identity of a registration, without the registration and the objects that its closures have captured.
///
/// Code that keeps data about events for a long time stores this and ``RegistrationTexts`` instead of a
/// ``RegistrationInfo``. It holds the qualifier, whose `==` and `hash(into:)` are user code, so no lock may be held
/// while they run.
package struct RegistrationIdentity: Hashable, Sendable {
    private let key: ServiceKey
    private let location: SourceLocation

    package init(_ registration: RegistrationInfo) {
        key = registration.binding.key
        location = registration.binding.location
    }

    /// Hashes the key and the line, but not the file's name, which would take longer than all the rest.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(location.line)
    }
}

/// The texts to show for a registration, without the registration.
///
/// The text of a key with a qualifier comes from user code, so create this outside of locks.
package struct RegistrationTexts: Hashable, Sendable {
    /// The key, as in source code.
    package let key: String
    /// The lifetime of its instances.
    package let lifetime: ContainerGraph.Lifetime
    /// The module that contains it.
    package let module: String?
    /// The location of the registration in the source.
    package let location: String

    package init(_ registration: RegistrationInfo) {
        key = registration.key
        lifetime = registration.lifetime
        module = registration.module
        location = registration.location.description
    }
}
