extension Container {
    /// The conditions of this container's registrations as they were decided, in the order of registration.
    ///
    /// A condition is decided once: when the container is built, when its module is loaded, or when it is registered.
    /// The list has the conditions of ``Registration/when(_:)`` that held and those that did not. A child container or
    /// a derived container lists only its own registrations. Unloading a module removes its conditions from the list.
    public var conditions: [ConditionInfo] {
        let control = (view?.base ?? self).control
        return control.lock.withLock { control.rare?.conditions ?? [] }
    }
}

extension ConditionInfo {
    /// The registration that has the condition.
    public var registration: RegistrationInfo { RegistrationInfo(binding) }
}

extension ConditionInfo: CustomStringConvertible {
    /// One line: `any Mailer at Shop/Wiring.swift:12: condition holds; SMTP_HOST is set`.
    public var description: String {
        let verdict = isMet ? "condition holds" : "condition does not hold"
        let line = "\(registration.key) at \(registration.location): \(verdict)"
        return facts.isEmpty ? line : line + "; " + facts
    }
}
