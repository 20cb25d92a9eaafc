extension Container {
    /// What events call this container; nil: nobody subscribes to any, and nothing is measured.
    public var id: ContainerID? { (view?.base ?? self).ledger.teller?.id }

    /// How often a subscriber has thrown, of all that are told of this container and of those that share its subscribers.
    public var failedDeliveries: Int { (view?.base ?? self).ledger.events?.failedDeliveries ?? 0 }

    /// How many needs of factories are noted, for tests.
    package var notedNeeds: Int { ledger.events?.noteCount ?? 0 }
}
