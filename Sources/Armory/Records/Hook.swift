// What is called when a container starts, stops or ends, with an instance that it keeps.
//
//     start      by start(), in the order of dependence
//     stop       by shutdown(), in the opposite order: what was started
//     shutdown   by shutdown(), close(), the end of a scope, and by whatever else lets go of the instance: whatever was made

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
    /// How long it may take; nil: as long as the configuration says.
    let limit: Duration?
    let body: Body

    var awaits: Bool {
        if case .awaiting = body { true } else { false }
    }
}

/// A hook with the instance that it is called with.
package struct HookCall: Sendable {
    package enum Body: Sendable {
        case plain(@Sendable (ScopeEnd) throws -> Void)
        case awaiting(@Sendable (ScopeEnd) async throws -> Void)
    }

    package let binding: AnyBinding
    package let limit: Duration?
    package let body: Body

    package var awaits: Bool {
        if case .awaiting = body { true } else { false }
    }
}

/// An instance on its way to a hook.
///
/// A registration with hooks is of a `Sendable` type, but that its record does not know.
private struct Handed<T>: @unchecked Sendable {  // As said.
    let instance: T
}

extension Hook {
    func call(_ instance: T, of binding: AnyBinding) -> HookCall {
        let handed = Handed(instance: instance)
        let bound: HookCall.Body =
            switch body {
            case .plain(let body): .plain { try body(handed.instance, $0) }
            case .awaiting(let body): .awaiting { try await body(handed.instance, $0) }
            }
        return HookCall(binding: binding, limit: limit, body: bound)
    }
}

extension TypedBinding {
    /// The hooks alone, for a record that stands around this one; nil: there are none.
    final var hooks: [Injection<T>]? {
        guard let hooks = injections?.filter({ $0.hook != nil }), !hooks.isEmpty else { return nil }
        return hooks
    }

    /// What is to be called of a time with an instance, the last one added first where something ends.
    final func calls(_ time: HookTime, with instance: T) -> [HookCall] {
        let calls = (injections ?? []).compactMap(\.hook).filter { $0.time == time }
            .map { $0.call(instance, of: self) }
        return time == .start ? calls : calls.reversed()
    }
}

extension TypedBinding {
    /// Whether a start or a stop calls a hook.
    final var hasStartHooks: Bool {
        injections?.contains { $0.hook.map { $0.time != .shutdown } ?? false } ?? false
    }
}
