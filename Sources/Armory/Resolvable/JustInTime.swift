// `Resolvable` types say how their instances are created: a plan has the record of a type without a registration from the type itself.

extension Resolvable {
    /// The record of the type; instances are of `self`, which may be a subclass of it.
    ///
    /// - Parameter allowsResolve: Whether a resolve creates an instance; otherwise it throws the error, with the path of whoever asks.
    static func makeJustInTimeRecord(
        at location: CodeLocation, allowsResolve: Bool = true, _ notes: Notes? = nil
    ) -> Record {
        let type = self
        let rule = allowsResolve ? lifetimeRule.untypedRule(for: type) : UntypedLifetimeRule(lifetime: .transient)
        var parts = Record.Parts(tag: rule.scope, needs: nil, route: rule.route)
        parts.notes = notes.map { RecordNotes($0) }
        let make: @Sendable (Resolver, Arguments) throws -> Self = { resolver, arguments in
            guard allowsResolve else { throw ResolutionError.justInTimeForbidden(ServiceKey(Self.self)) }
            return try type.init(resolver: resolver, arguments: arguments)
        }
        guard Arguments.self == Void.self else {
            return Record(at: location, parts: parts, FactoryClosure<Self, Arguments>.taking(make))
        }
        // `type` may be a subclass of `Self`, which is the type that it is found by.
        return Record(Self.self, rule.lifetime, at: location, parts: parts) { resolver in
            guard let none = () as? Arguments else { preconditionFailure("the type of the arguments is Void") }
            return try make(resolver, none)
        }
    }
}

/// Where types may be created by their own rule.
struct JustInTime: Sendable {
    /// Whether neither the container nor one of its ancestors forbids it.
    let isAllowed: Bool

    /// The record of a key that nothing is registered under; nil: its type has none.
    func makeRecord(forUnregistered key: ServiceKey) -> Record? {
        guard key.qualifier == nil, let type = key.type as? any Resolvable.Type else { return nil }
        var notes = Notes()
        notes.options = .justInTime
        if !isAllowed { notes.fault = .justInTimeForbidden(key) }
        return type.makeJustInTimeRecord(at: CodeLocation(fileID: "", line: 0), allowsResolve: isAllowed, notes)
    }
}

extension ResolutionError {
    fileprivate static func justInTimeForbidden(_ key: ServiceKey) -> ResolutionError {
        let steps = RunningPath.steps
        return justInTimeForbidden(key, steps, at: steps.dropLast().last?.location)
    }

    /// The error of a type that the container must not create by its own rule.
    static func justInTimeForbidden(
        _ key: ServiceKey, _ path: [Step], at location: CodeLocation?
    ) -> ResolutionError {
        ResolutionError(
            .justInTimeForbidden, key, path: path, at: location,
            "\(key) is not registered, and this container creates no unregistered instances.",
            fix: "register \(key), or allow it with justInTime: true in the container's configuration.")
    }
}
