// The errors of decorators, adapters and interceptors.

extension ResolutionError.Code {
    /// A decorator, an adapter or an interceptor of a type has no registration to apply to.
    public static let decoratesNothing = Self("decoratesNothing")
    /// A decorator for all conforming types returned an instance that is not of the registered type.
    public static let decoratedAsAnotherType = Self("decoratedAsAnotherType")
    /// An instance that is not `Sendable` would be treated as one that is, or the reverse.
    public static let notSendable = Self("notSendable")
    /// An ``AwaitingInterceptor`` of a type is around a factory that does not await.
    public static let doesNotAwait = Self("doesNotAwait")
}

extension ResolutionError.Detail {
    /// The words of a cycle with a decorated registration.
    static func decoratedCycleWords(_ key: ServiceKey) -> Self {
        .words(
            headline: "\(key) depends on itself.",
            fix:
                "use the decorator's first parameter, the decorated instance, instead of resolving it; or set one of the "
                + "references after init, with inject { instance, resolver in … }, in a Singleton, Shared or Graph "
                + "registration.")
    }

    static func wrongDecoratorResult(
        for type: any Any.Type, ofType other: any Any.Type, at location: CodeLocation
    ) -> Self {
        .words(
            headline: "\(type) was decorated as \(other), which is not of type \(type).",
            fix:
                "return an instance of the registered type, or register it under the protocol that the decorator decorates.",
            lines: ["the decorator is at \(location)"])
    }
}

extension ResolutionError {
    /// The error, which says what a decorator does that resolves what it decorates.
    func explainingDecoratorCycle(of key: ServiceKey?) -> ResolutionError {
        guard code == .cycle, let key, self.key == key.description else { return self }
        return withDetail(.decoratedCycleWords(key))
    }

    static func decoratesNothing(_ key: ServiceKey, _ layer: Layer, near: [Record]) -> ResolutionError {
        let noun = layer.noun
        let words = Words(
            naming: near.map(\.key),
            headline: {
                "The \(noun) of \($0.name(of: $0.key)) has no effect: this container does not register that key."
            },
            lines: { error in
                ["the \(noun) is at \(layer.location)"]
                    + near.map { "near: \(error.name(of: $0.key)), registered at \($0.traits.location)" }
            },
            fix: { _ in
                "use the exact registered type and name, or move the \(noun) to the container that registers them."
            })
        return ResolutionError(.decoratesNothing, key, location: layer.location, detail: .featureWords(words))
    }

    /// The fault of a layer whose type is `Sendable` and the registration's is not, or the reverse.
    static func sendabilityMismatchFault(of layer: Layer, with record: Record) -> ResolutionError {
        let noun = layer.noun
        let isSendable = layer.sendability == .isSendable
        var path: [Step] = []
        if case .adapter(to: let target, _) = layer.body {
            path = [Step(ServiceKey(target, qualifier: record.key.qualifier), layer.location), record.step]
        }
        let unchecked = noun == "decorator" ? "; or call the decorator's unchecked()" : ""
        return ResolutionError(
            .notSendable, record.key, path: path, at: record.location,
            isSendable
                ? "\(noun == "adapter" ? "An" : "A") \(noun) takes \(record.key) as a Sendable type, but the container "
                    + "does not know whether it is."
                : "A \(noun) whose type is not Sendable decorates \(record.key), whose instances threads share.",
            fix: isSendable
                ? "give both the same type, and pass the registration itself to a module or a container, not in a "
                    + "list\(unchecked)."
                : "give the \(noun) a Sendable type, such as (any P & Sendable).self, or call its unchecked().",
            lines: ["the \(noun) is at \(layer.location)"])
    }

    /// The fault of an interceptor that does not fit to a factory.
    static func cannotIntercept(_ record: Record, _ layer: Layer) -> ResolutionError {
        let lines: [Wording] = ["the interceptor is at \(layer.location)"]
        guard record.awaits else {
            return ResolutionError(
                .doesNotAwait, record.key, at: record.location,
                "\(record.key) has a synchronous factory, but an AwaitingInterceptor intercepts it.",
                fix: "register \(record.key) with an async factory, use an Interceptor, or limit the interceptor with "
                    + "named(_:).",
                lines: lines)
        }
        return ResolutionError(
            .asynchronous, record.key, at: record.location,
            "\(record.key) has an async factory, but its interceptor does not await.",
            fix: "use an AwaitingInterceptor, or limit the interceptor with named(_:).", lines: lines)
    }
}
