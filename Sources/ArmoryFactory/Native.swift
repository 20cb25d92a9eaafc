// The containers of the engine that keep the instances, and who hears of their events.

public import Armory

extension ContainerManager {
    /// The container of Armory that keeps the instances, except singletons.
    ///
    /// Its ``Armory/Container/graph`` shows the factories that were resolved: the type of each, qualified by the name of
    /// the property. It can have native registrations too.
    public var native: Armory.Container { store.container }

    /// The subscribers to the events of every container and singleton scope that is created from now on.
    ///
    /// Set them before anything reads a container's `shared` or ``Scope/singleton``: what exists already does not report,
    /// also after a reset. Each resolve is reported then, so it takes longer. The graph of ``native`` has edges, and
    /// counts how often and how long each closure ran.
    ///
    /// ```swift
    /// ContainerManager.subscribers = [buffer]
    /// ```
    ///
    /// A subscriber may resolve, but not an instance that is being created: that is a cycle, which ends the process.
    /// Any thread may replace them. The default is none.
    public static var subscribers: [any EventSubscriber] {
        get { Store.subscribers.value }
        set { Store.subscribers.change { $0 = newValue } }
    }
}

extension Scope.Singleton {
    /// The container of Armory that keeps the instances of this scope.
    ///
    /// Its ``Armory/Container/graph`` shows the factories that were resolved: the type of each, qualified by the name of
    /// the property.
    public var native: Armory.Container { ownStore.container }
}
