/// A registration whose instances belong to one caller or one graph: ``Transient`` and ``Graph``.
///
/// Their type need not be `Sendable`. Where such a registration is passed to a module or a container, an overload notes
/// whether it is: at run time, `any P & Sendable` and `any P` are one type.
public protocol ConfinedRegistration<Instance>: Plumbing.InferringRegistration {}

// Not `@_disfavoredOverload`: for a type that is not `Sendable`, the compiler would prefer the overload that requires it.
extension ModuleBuilder {
    /// One registration of instances that threads may share.
    public static func buildExpression<R: ConfinedRegistration>(_ registration: R) -> [any ModuleElement]
    where R.Instance: Sendable {
        _ = registration.definition.noted(.isSendable)
        return [registration]
    }

    /// One registration of instances that belong to one caller or one graph.
    public static func buildExpression<R: ConfinedRegistration>(_ registration: R) -> [any ModuleElement] {
        _ = registration.definition.noted(.isConfined)
        return [registration]
    }
}
