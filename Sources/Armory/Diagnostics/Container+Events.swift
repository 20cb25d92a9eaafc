extension Container {
    /// The identifier of this container in events; nil: nothing is subscribed to or measured.
    public var id: ContainerID? { (view?.base ?? self).control.reporter?.id }

    /// The number of errors that subscribers have thrown, counted for this container and all that share its
    /// subscribers.
    public var failedDeliveries: Int { (view?.base ?? self).control.events?.failedDeliveries ?? 0 }

    /// The number of noted dependencies of factories, for tests.
    package var notedNeeds: Int { control.events?.noteCount ?? 0 }
}
