// What has happened.

#if Inspector
extension Inspector {
    /// What `events.json` has: the newest events, from a number on.
    public struct RecentEvents: Codable, Hashable, Sendable {
        /// What is shown of an event.
        public struct Event: Codable, Hashable, Sendable {
            /// Its number: the first event of an inspector has the number zero.
            public var number: Int
            /// `registered`, `made`, `failed`, `waited`, `closed`, `opened` or `ended`.
            public var kind: String
            /// What it happened to; nil: a scope, or a wait for a turn.
            public var key: String?
            /// The number of the container that it happened in.
            public var container: UInt64?
            /// The tag of the scope that it happened in or to.
            public var scope: String?
            /// Who had asked for it; nil: it was asked for from outside.
            public var asker: String?
            /// The moment it began.
            public var start: UInt64
            /// The moment it ended.
            public var end: UInt64
            /// The thread that it ended on.
            public var thread: UInt64?
            /// Whether the factory awaits.
            public var awaits: Bool
            /// What was thrown, shortened to a thousand characters.
            public var detail: String?

            /// An event.
            package init(
                number: Int, kind: String, key: String? = nil, container: UInt64? = nil, scope: String? = nil,
                asker: String? = nil, start: UInt64, end: UInt64, thread: UInt64? = nil, awaits: Bool = false,
                detail: String? = nil
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
            }
        }

        /// This moment.
        public var now: UInt64
        /// The oldest first.
        public var events: [Event]
        /// What to ask for next: `events.json?after=` this.
        public var next: Int
        /// How many of those that were asked for are not kept any more.
        public var missed: Int
        /// How many are kept at most.
        public var capacity: Int

        /// Events.
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
