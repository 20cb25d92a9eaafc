/// When a hook of a registration is called.
///
/// The hooks that close instances are the record's own.
package enum HookTime: Sendable {
    /// By a start, in the order of dependence.
    case start
    /// At the end of a container that was started, in the opposite order.
    case stop
    /// At any time, for an instance that exists, by another product.
    case health
    /// Where a product runs the instances that are listed for it.
    case listed
}

/// A hook, without the type of the instances.
package protocol AnyHook: Sendable {
    var time: HookTime { get }
}

/// A hook for instances of a type.
struct Hook<Instance>: AnyHook {
    let time: HookTime
    /// The longest time that it may take; nil: that of the configuration.
    let limit: Duration?
    /// Where it is written.
    let location: CodeLocation
    let body: @Sendable (Instance) async throws -> Void
}
