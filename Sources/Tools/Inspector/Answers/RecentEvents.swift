// The recent events.

#if Inspector
extension Inspector {
    /// The contents of `events.json`: the newest events, from a number on.
    public struct RecentEvents: Codable, Hashable, Sendable {
        /// The properties of an event that the page shows.
        public struct Event: Codable, Hashable, Sendable {
            /// The number of the event; the first event of an inspector has the number zero.
            public var number: Int
            /// `registered`, `made`, `failed`, `waited`, `closed`, `opened` or `ended`.
            public var kind: String
            /// The key of the event's registration, or `nil` for a scope or a wait for a turn.
            public var key: String?
            /// The number of the container of the event.
            public var container: UInt64?
            /// The tag of the scope that the event belongs to.
            public var scope: String?
            /// The key of the registration that asked for the instance, or `nil` if no factory asked.
            public var asker: String?
            /// The time at which the event began.
            public var start: UInt64
            /// The time at which the event ended.
            public var end: UInt64
            /// The thread on which the event ended.
            public var thread: UInt64?
            /// Whether the factory awaits.
            public var awaits: Bool
            /// The thrown error, shortened to a thousand characters.
            ///
            /// For a wait, it is the thread that was creating the instance.
            public var detail: String?
            /// The request that an opened scope belongs to.
            public var request: ServedRequest?

            /// Creates an event.
            package init(
                number: Int, kind: String, key: String? = nil, container: UInt64? = nil, scope: String? = nil,
                asker: String? = nil, start: UInt64, end: UInt64, thread: UInt64? = nil, awaits: Bool = false,
                detail: String? = nil, request: ServedRequest? = nil
            ) {
                self.number = number
                self.kind = kind
                self.key = key
                self.container = container
                self.scope = scope
                self.asker = asker
                self.start = start
                self.end = end
                self.thread = thread
                self.awaits = awaits
                self.detail = detail
                self.request = request
            }
        }

        /// The current time.
        public var now: UInt64
        /// The events, the oldest first.
        public var events: [Event]
        /// The number for the next request: `events.json?after=` followed by this number.
        public var next: Int
        /// The number of requested events that are no longer kept.
        public var missed: Int
        /// The maximum number of events that are kept.
        public var capacity: Int

        /// Creates the answer.
        package init(now: UInt64, events: [Event], next: Int, missed: Int, capacity: Int) {
            self.now = now
            self.events = events
            self.next = next
            self.missed = missed
            self.capacity = capacity
        }
    }
}
#endif
