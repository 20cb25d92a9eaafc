// What the other registrations refuse by their types: an `Unchecked` has the modifiers of all of them, and its lifetime comes by
// a modifier.

extension ResolutionError {
    /// The error of an ``Unchecked``, whose type cannot say which modifiers its lifetime allows; nil: it has none of the others.
    static func unsuitableLifetime(_ registration: AnyRegistration) -> ResolutionError? {
        guard registration.sendability == .unchecked else { return nil }
        let (record, notes) = (registration.record, registration.notes)
        let (lifetime, options) = (record.lifetime, notes.options)
        let isKept = lifetime != .graph && lifetime != .shared
        if !isKept, options.contains(.eager) {
            return ResolutionError(
                .cannotBeEager, refusing: record, "\(record.key) is eager, but the container keeps no instance of it.",
                fix: "remove eager(), or the lifetime.")
        }
        let modifier: String
        if lifetime != .singleton, options.contains(.value) {
            modifier = "value:"
        } else if lifetime != .singleton, !notes.hooks.isEmpty {
            modifier = "onStart and onStop"
        } else if !isKept, record.isClosed {
            modifier = "onShutdown"
        } else {
            return nil
        }
        return ResolutionError(
            .unsuitableLifetime, refusing: record,
            "\(record.key) has the lifetime \(lifetime.rawValue), which has no use for \(modifier).",
            fix: "remove \(modifier), or the lifetime.")
    }
}
