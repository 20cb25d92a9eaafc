// The numbers at the top of the page.

#if Inspector
extension Inspector {
    /// The contents of `summary.json`: the state of the whole container in a few numbers.
    ///
    /// All times are in nanoseconds on the clock of ``Armory/TimeSpan``, and `now` is the current time. So the age of
    /// something is `now` minus its `start`.
    public struct Summary: Codable, Hashable, Sendable {
        /// The current time.
        public var now: UInt64
        /// The number of the container, or `nil` if the container reports no events.
        public var container: UInt64?
        /// The number of registrations in the container's graph: those that count now.
        public var registrations: Int
        /// The number of factory calls that have returned.
        public var made: Int
        /// The number of factory calls that have thrown.
        public var failed: Int
        /// The number of waits.
        public var waits: Int
        /// The number of instances that were released.
        public var closed: Int
        /// The number of open scopes.
        public var openScopes: Int
        /// The number of open scopes that are older than they should be.
        public var suspects: Int
        /// The number of events, which is also the number of the next event.
        public var events: Int
        /// The number of times that a subscriber of the container has thrown.
        public var failedDeliveries: Int
        /// How far the container is between its build and its end, as in ``Armory/Container/Phase``.
        public var phase: String?
        /// The results of the health checks; empty: there are none, or they were not run.
        public var health: [Check]

        /// The result of a health check.
        public struct Check: Codable, Hashable, Sendable {
            /// The key of the registration.
            public var key: String
            /// `up`, `degraded`, `down`, `not created`; `follows` if a dependency is down.
            public var state: String
            /// The reason, if it is not up.
            public var text: String?

            /// Creates a result.
            package init(key: String, state: String, text: String? = nil) {
                self.key = key
                self.state = state
                self.text = text
            }
        }

        /// Creates a summary.
        package init(
            now: UInt64, container: UInt64?, registrations: Int, made: Int, failed: Int, waits: Int, closed: Int,
            openScopes: Int, suspects: Int, events: Int, failedDeliveries: Int, phase: String? = nil,
            health: [Check] = []
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
            self.phase = phase
            self.health = health
        }
    }
}
#endif
