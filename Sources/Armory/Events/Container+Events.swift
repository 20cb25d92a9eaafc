extension Container {
    /// The identifier of this container in events; nil: nothing is subscribed to or measured.
    public var id: UInt64? { (note as? HandleNote)?.id }

    /// The number of errors that subscribers have thrown, counted for this container and all that share its
    /// subscribers.
    public var failedDeliveries: Int { features?.hub?.failedDeliveries ?? 0 }
}
