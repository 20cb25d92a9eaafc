// `Resolvable` types say how their instances are created: a plan has the record of a type without a registration from the type itself.

extension Resolvable {
    /// The record of the type; instances are of `self`, which may be a subclass of it.
    static func record(at location: SourceLocation) -> Record {
        let type = self
        let rule = lifetimeRule.plain(of: type)
        var parts = Record.Parts(tag: rule.scope)
        guard Arguments.self == Void.self else {
            parts.route = rule.route
            return Record(Self.self, taking: Arguments.self, at: location, parts: parts) {
                try type.init(resolver: $0, arguments: $1)
            }
        }
        // `type` may be a subclass of `Self`, which is the type that it is found by.
        return Record(Self.self, rule.lifetime, at: location, parts: parts) { resolver in
            guard let none = () as? Arguments else { preconditionFailure("the type of the arguments is Void") }
            return try type.init(resolver: resolver, arguments: none)
        }
    }
}

/// Where types may be created by their own rule.
struct JustInTime: Sendable {
    /// Whether neither the container nor one of its ancestors forbids it.
    let isAllowed: Bool

    /// The record of a key that nothing is registered under; nil: its type has none.
    func record(of key: ServiceKey) -> Record? {
        guard key.qualifier == nil, let type = key.type as? any Resolvable.Type else { return nil }
        var notes = Notes()
        notes.options = .justInTime
        guard !isAllowed else { return type.record(at: SourceLocation(fileID: "", line: 0)).noting(notes) }
        notes.fault = .justInTimeForbidden(key)
        return Self.refusal(of: type).noting(notes)
    }

    /// A record whose factory throws the error: so it has the path of whoever asks.
    private static func refusal<T: Resolvable>(of type: T.Type) -> Record {
        let key = ServiceKey(type)
        let location = SourceLocation(fileID: "", line: 0)
        guard T.Arguments.self != Void.self else {
            return Record(type, .transient, at: location) { _ in throw ResolutionError.justInTimeForbidden(key) }
        }
        return Record(type, taking: T.Arguments.self, at: location) { _, _ in
            throw ResolutionError.justInTimeForbidden(key)
        }
    }
}

extension Record {
    fileprivate func noting(_ notes: Notes) -> Record {
        var traits = traits
        traits.parts.notes = RecordNotes(notes)
        return copy(traits)
    }
}

extension ResolutionError {
    fileprivate static func justInTimeForbidden(_ key: ServiceKey) -> ResolutionError {
        let steps = RunningPath.steps
        return justInTimeForbidden(key, steps, at: steps.dropLast().last?.location)
    }

    /// The error of a type that the container must not create by its own rule.
    static func justInTimeForbidden(
        _ key: ServiceKey, _ path: [Step], at location: SourceLocation?
    ) -> ResolutionError {
        ResolutionError(
            .justInTimeForbidden, key, path: path, location: location,
            detail: .words(
                headline: "\(key) is not registered, and this container creates no unregistered instances.",
                fix: "register \(key), or allow it with justInTime: true in the container's configuration."))
    }
}
