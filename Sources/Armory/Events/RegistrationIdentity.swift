/// The identity of a registration, without the registration and the objects that its closures have captured.
///
/// Code that keeps data about events for a long time stores this and the texts to show instead of a
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
