// The numbers on top of the page.

#if Inspector
extension Inspector {
    /// What `summary.json` has: the state of the whole container in a few numbers.
    ///
    /// Every moment is in nanoseconds on the clock of ``Armory/TimeSpan``; `now` is this moment, so the age of something is
    /// `now` less its `start`.
    public struct Summary: Codable, Hashable, Sendable {
        /// This moment.
        public var now: UInt64
        /// The container's number; nil: it tells nobody of anything.
        public var container: UInt64?
        /// How many registrations have come into the containers that the inspector subscribes to.
        public var registrations: Int
        /// How many factories have returned.
        public var made: Int
        /// How many factories have thrown.
        public var failed: Int
        /// How many waits there were.
        public var waits: Int
        /// How many instances were let go of.
        public var closed: Int
        /// How many scopes are open.
        public var openScopes: Int
        /// How many of them are older than they should be.
        public var suspects: Int
        /// How many events there were; the next one has this number.
        public var events: Int
        /// How often a subscriber of the container has thrown.
        public var failedDeliveries: Int

        /// A summary.
        package init(
            now: UInt64, container: UInt64?, registrations: Int, made: Int, failed: Int, waits: Int, closed: Int,
            openScopes: Int, suspects: Int, events: Int, failedDeliveries: Int
        ) {
            self.now = now
            self.container = container
            self.registrations = registrations
            self.made = made
            self.failed = failed
            self.waits = waits
            self.closed = closed
            self.openScopes = openScopes
            self.suspects = suspects
            self.events = events
            self.failedDeliveries = failedDeliveries
        }
    }
}
#endif
