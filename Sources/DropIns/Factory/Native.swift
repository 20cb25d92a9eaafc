// Together with Armory's native API: a native container as the parent, the registrations as a module, and subscribers to events.

public import Armory
internal import ArmoryCore
internal import ArmoryRegistry

extension ContainerManager {
    /// A native container that resolves types which are not registered here; nil: there is none.
    ///
    /// ``Resolving/resolve(_:)`` and ``InjectedType`` ask it for a type that is not registered, and a factory that is
    /// ``ManagedContainer/promised(key:file:line:)->Factory<T?>``
    /// asks it until another closure is registered. Only a registration of exactly that type without a name counts. An error of the
    /// native container ends the process with its message.
    ///
    /// Set it before the first use of the container, for example in ``AutoRegistering/autoRegister()``: an instance that a scope keeps
    /// already stays. A reset does not change it. Any thread may read and set it.
    public var parent: Armory.Container? {
        get { nativeParent?.container }
        set { nativeParent = newValue.map { NativeParent($0) } }
    }

    /// The subscribers to the events of every container and singleton scope that is created from now on.
    ///
    /// They receive events of registered closures, of instances that closures have created, and of instances that a reset, a
    /// registration or ``pop()`` has released. Set them before other code reads a container's `shared` or ``Scope/singleton``: existing
    /// containers and scopes do not report, also not after a reset.
    ///
    /// ```swift
    /// ContainerManager.subscribers = [buffer]
    /// ```
    ///
    /// A subscriber may resolve, but not an instance that is being created: that is a cycle, which ends the process.
    /// Any thread may replace them. The default is none.
    public static var subscribers: [any EventSubscriber] {
        get { current.value }
        set { current.change { $0 = newValue } }
    }

    private static let current = ArmoryCore.Guarded<[any EventSubscriber]>([])

    /// The events of a new container or scope; nil: there are no subscribers.
    static func newEvents() -> EntryEvents? { EntryEvents(current.value) }
}

extension ManagedContainer {
    /// The factories of this container that have a registered closure or a kept instance at this moment, as a native module.
    ///
    /// ```swift
    /// let container = try Armory.Container {
    ///     Container.shared.module
    ///     reports
    /// }
    /// ```
    ///
    /// A property's factory has the name of the property; one that is registered by type has none. Each resolves through this container:
    /// to the same instance, and by the registration of that moment. The native container never closes an instance. If a factory
    /// has neither a closure nor an instance any more, its native registration declines. The dependencies of a factory are not known.
    ///
    /// A container knows the closures that are registered, not those of properties. So a factory that was never registered and has no
    /// instance here, such as a singleton, is left out: register a bridge for it, such as `Transient { Container.shared.sales() }`.
    /// Factories with a parameter are left out too. The module holds this container.
    ///
    /// - Complexity: O(*n*) in the number of factories.
    public var module: Armory.Module {
        let saved = manager.registry.savedPlaces().filter { saved in
            guard !saved.place.isOfParameter, let options = saved.options?.value else { return false }
            return options.registration?.parameter == Void.self || options.registration == nil && saved.cell != nil
        }
        // Sorted: the order in the table depends on the addresses of types.
        let elements = saved.map { (key: "\($0.place.shownKey)", place: $0.place) }.sorted { $0.key < $1.key }
            .map { element($0.place) }
        return Armory.Module("\(type(of: self))") { elements }
    }

    private func element(_ place: Place) -> any Armory.Registration {
        func element<T>(_ type: T.Type) -> any Armory.Registration {
            let factory = FactoryIdentity(key: place.key, container: self, location: place.location)
            let name = place.key.name.flatMap { $0 == "\(nameByType)" ? nil : $0 }
            return SnapshotElement(type, name, at: place.location, needs: nil) {
                try factory.resolveKnown(type)
            }
        }
        return element(place.key.type)
    }
}

extension FactoryIdentity {
    /// The instance of the registered closure, or the existing one.
    fileprivate func resolveKnown<T>(_ type: T.Type) throws -> T {
        if let closure = registered(taking: Void.self) {
            let make: (()) -> T = closure.body(type)
            return resolve(make, with: ())
        }
        let cell = container.manager.plan(self).cell
        let kept = cell?.type == type ? cell?.existingInstance(type) : cell?.existingInstance(AnyObject.self) as? T
        guard let kept else {
            throw Armory.Declined("the factory has neither a registered closure nor an instance any more")
        }
        return kept
    }
}
