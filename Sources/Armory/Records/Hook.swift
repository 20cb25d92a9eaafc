// Code that is called when a container starts, stops or ends, with an instance that it keeps.
//
//     start      by start(), in the order of dependence
//     stop       by shutdown(), close(), the release of the container, or a start that fails, in the opposite order,
//                for started instances
//     shutdown   by the same calls, the end of a scope, or another release of an instance, for all instances
//     health     at any time, by a health check, for an instance that exists

/// When a hook is called.
package enum HookTime: UInt8, Sendable {
    case start, stop, shutdown, health
}

/// One hook of a registration.
///
/// Without the type of the instances: code that is generic over it would look up types whenever an instance is closed.
@safe
package struct Hook: Sendable {
    /// The code of a hook.
    package enum Body<Instance>: Sendable {
        case plain(@Sendable (Instance, ScopeEnd) throws -> Void)
        case awaiting(@Sendable (Instance, ScopeEnd) async throws -> Void)
        /// A value for an instance, which is not called but taken by a product that knows its type.
        case value(@Sendable (Instance) -> any Sendable)
    }

    let time: HookTime
    /// The time limit of the hook; nil: that of the configuration.
    let limit: Duration?
    let awaits: Bool
    /// Returns the body with a copy of the instance at an address.
    fileprivate let body: @Sendable (UnsafeRawPointer) -> Body<Void>

    init<Instance>(_ time: HookTime, within limit: Duration?, _ body: Body<Instance>) {
        self.time = time
        self.limit = limit
        if case .awaiting = body { awaits = true } else { awaits = false }
        unsafe self.body = { unsafe body.bound(to: $0.assumingMemoryBound(to: Instance.self).pointee) }
    }
}

/// A hook with the instance that it is called with.
package struct HookCall: Sendable {
    package let binding: Binding
    package let limit: Duration?
    /// The body of the hook, which has the instance already.
    package let body: Hook.Body<Void>
}

extension Hook.Body {
    /// The body that has the instance already.
    fileprivate func bound(to instance: Instance) -> Hook.Body<Void> {
        // A registration with hooks is of a `Sendable` type, but its record does not know that.
        nonisolated(unsafe) let instance = instance
        return switch self {
        case .plain(let body): .plain { _, end in unsafe try body(instance, end) }
        case .awaiting(let body): .awaiting { _, end in unsafe try await body(instance, end) }
        case .value(let body): .value { _ in unsafe body(instance) }
        }
    }
}

extension Binding {
    /// The hook calls of a time for an instance; at its end, the hook that was added last comes first.
    func calls<T>(_ time: HookTime, with instance: T) -> [HookCall] {
        unsafe withUnsafePointer(to: instance) { unsafe calls(time, withInstanceAt: $0) }
    }

    /// The same for the instance at an address.
    ///
    /// Not checked: the address is that of an instance of this record.
    @unsafe
    func calls(_ time: HookTime, withInstanceAt address: UnsafeRawPointer) -> [HookCall] {
        var calls: [HookCall] = []
        for hook in injections?.hooks ?? [] where hook.time == time {
            calls.append(HookCall(binding: self, limit: hook.limit, body: unsafe hook.body(address)))
        }
        if time == .stop || time == .shutdown { calls.reverse() }
        return calls
    }
}
