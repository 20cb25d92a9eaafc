// Health checks are values that another product understands: the container makes them from an instance that exists.

/// What a product makes of an instance.
package enum HookBody<Instance>: Sendable {
    /// A value for the product, from the instance.
    case value(@Sendable (Instance) -> any Sendable)
}

/// A health check of instances of a type.
private struct HealthHook<Instance>: AnyHealthHook {
    let time = HookTime.health
    let limit: Duration?
    let make: @Sendable (Instance) -> any Sendable

    func value(of record: Record, in container: Container) -> (any Sendable)? {
        // No factory makes a value: it exists before it is asked for.
        if record.noted.options.contains(.value) {
            return (try? container.resolve(Instance.self, of: record)).map(make)
        }
        // An overriding container may share that of its base.
        if container.existing(Instance.self, of: record) == nil { _ = container.creates(record) }
        return container.existing(Instance.self, of: record).map(make)
    }
}

/// A health check, without the type of the instances.
protocol AnyHealthHook: AnyHook {
    /// The check of the instance that exists; nil: there is none.
    func value(of record: Record, in container: Container) -> (any Sendable)?
}

extension KeepingRegistration {
    /// Adds a hook for a product.
    package func hooked(_ time: HookTime, within limit: Duration?, _ body: HookBody<Instance>) -> Self {
        switch body {
        case .value(let make): noted { $0.hooks.append(HealthHook(limit: limit, make: make)) }
        }
    }
}
