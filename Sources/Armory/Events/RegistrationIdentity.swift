/// What tells registrations apart, without the registration, whose closures hold what they have captured.
///
/// Whoever remembers events for longer than an event lasts keeps this, and ``RegistrationTexts``, in the place of a
/// ``RegistrationInfo``. It holds the qualifier, whose `==` and `hash(into:)` are the user's code: a lock is not held over them.
package struct RegistrationIdentity: Hashable, Sendable {
    private let key: ServiceKey
    private let location: SourceLocation

    package init(_ registration: RegistrationInfo) {
        key = registration.binding.key
        location = registration.binding.location
    }

    /// The line tells those of one type apart; a hash of the file's name would take longer than all else.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(location.line)
    }
}

/// What is shown of a registration, without the registration.
///
/// The key's text is the user's code where it has a qualifier: it is made outside of locks.
package struct RegistrationTexts: Hashable, Sendable {
    /// What it is found by, as it would be written.
    package let key: String
    /// How long its instances live.
    package let lifetime: ContainerGraph.Lifetime
    /// The module that it stands in.
    package let module: String?
    /// Where it is written.
    package let place: String

    package init(_ registration: RegistrationInfo) {
        key = registration.key
        lifetime = registration.lifetime
        module = registration.module
        place = registration.location.description
    }
}
