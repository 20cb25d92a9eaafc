// Code that is called when a container starts, stops or ends, with an instance that it keeps.
//
//     start      by start(), in the order of dependence
//     stop       by shutdown(), close(), the release of the container, or a start that fails, in the opposite order,
//                for started instances
//     shutdown   by the same calls, the end of a scope, or another release of an instance, for all instances

/// When a hook is called.
package enum HookTime: UInt8, Sendable {
    case start, stop, shutdown
}

/// One hook of a registration.
package struct Hook<T>: Sendable {
    package enum Body: Sendable {
        case plain(@Sendable (T, ScopeEnd) throws -> Void)
        case awaiting(@Sendable (T, ScopeEnd) async throws -> Void)
    }

    let time: HookTime
    /// The time limit of the hook; nil: that of the configuration.
    let limit: Duration?
    let body: Body

    var awaits: Bool {
        if case .awaiting = body { true } else { false }
    }
}

/// A hook with the instance that it is called with.
package struct HookCall: Sendable {
    package let binding: Binding
    package let limit: Duration?
    /// The body of the hook, which has the instance already.
    package let body: Hook<Void>.Body
}

extension Hook {
    func call(_ instance: T, of binding: Binding) -> HookCall {
        // A registration with hooks is of a `Sendable` type, but its record does not know that.
        nonisolated(unsafe) let instance = instance
        let bound: Hook<Void>.Body =
            switch body {
            case .plain(let body): .plain { _, end in unsafe try body(instance, end) }
            case .awaiting(let body): .awaiting { _, end in unsafe try await body(instance, end) }
            }
        return HookCall(binding: binding, limit: limit, body: bound)
    }
}

extension Binding {
    /// The hook calls of a time for an instance; at its end, the hook that was added last comes first.
    func calls<T>(_ time: HookTime, with instance: T) -> [HookCall] {
        let calls = (unsafe injections?.of(T.self).all ?? []).compactMap(\.hook).filter { $0.time == time }
            .map { $0.call(instance, of: self) }
        return time == .start ? calls : calls.reversed()
    }
}
