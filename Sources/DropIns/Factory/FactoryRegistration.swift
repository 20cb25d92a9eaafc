// What identifies a factory, and the way to its instance.
//
//     the options of the key ---> the closure: of a context, registered, or of the property
//             |
//     the cell of the factory, or of the parameter: an existing instance, or one that the closure creates
//             |
//     the decorators

internal import ArmoryCore
internal import ArmoryRegistry

/// What identifies a factory: its container and its name.
public struct FactoryIdentity: Sendable {
    let key: EntryKey
    let container: any ManagedContainer
    /// Nil: it is registered by its type.
    let location: CodeLocation?
    /// Whether `once()` was called: then modifiers change options that are protected.
    var isOnce = false
}

/// A factory's identity and the closure of its property.
public struct FactoryRegistration<P, T> {
    var identity: FactoryIdentity
    let factory: (P) -> T

    init(
        _ name: StaticString, _ container: any ManagedContainer, _ location: CodeLocation?,
        _ factory: @escaping (P) -> T
    ) {
        identity = FactoryIdentity(
            key: EntryKey(T.self, constant: name), container: container, location: location)
        self.factory = factory
    }
}

// The user promises that any thread may call the closure.
extension FactoryRegistration: @unchecked Sendable where P: Sendable, T: Sendable {}

// The functions are not those of the generic structure: its metadata would be looked up at each call.

extension FactoryIdentity {
    func resolve<P, T>(_ factory: @escaping (P) -> T, with parameters: P) -> T {
        let manager = container.manager
        let plan = manager.plan(self)
        let closure = plan.options.closure(taking: P.self)
        // No optional of the closure: generic code would look up its type.
        let make = if let closure { closure.body(T.self) as (P) -> T } else { factory }
        var isNew = false
        let instance: T
        if Trace.isOn {
            instance = Trace.traced("\(type(of: container)).\(key.name ?? "")<\(T.self)>") {
                let instance = self.instance(plan, manager, make, parameters, &isNew)
                return (instance, isNew ? plan.options.origin(of: closure) : "C")
            }
        } else {
            instance = self.instance(plan, manager, make, parameters, &isNew)
        }
        if let decorator = plan.options.value.decorator {
            // The key has the type of the instances.
            unsafe unsafeDowncast(decorator, to: Decorator<T>.self).body(instance, isNew)
        } else if let decorator = plan.decorator {
            decorator.body(instance)
        }
        return instance
    }

    /// The registered closure; nil if there is none for the type of the parameter.
    func registered(taking type: any Any.Type) -> AnyClosure? {
        let closure = container.manager.plan(self).options.value.registration
        return closure?.parameter == type ? closure : nil
    }
}
