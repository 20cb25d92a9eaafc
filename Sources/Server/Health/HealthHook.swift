// The health checks of registrations: the container makes them from an instance that exists.

internal import Armory

/// A health check of instances of a type.
struct HealthHook<Instance>: AnyHealthHook {
    let time = HookTime.health
    let make: @Sendable (Instance) -> HealthCheck

    func check(of record: Record, in container: Container) -> HealthCheck? {
        // No factory makes a value: it exists before it is asked for.
        if record.registrationNotes.options.contains(.value) {
            return (try? container.resolve(Instance.self, ofRecord: record)).map(make)
        }
        // An overriding container may share that of its base.
        if container.existingInstance(Instance.self, ofRecord: record) == nil {
            _ = container.makesOwnInstance(of: record)
        }
        return container.existingInstance(Instance.self, ofRecord: record).map(make)
    }
}

/// A health check, without the type of the instances.
protocol AnyHealthHook: AnyHook {
    /// The check of the instance that exists; nil: there is none.
    func check(of record: Record, in container: Container) -> HealthCheck?
}
