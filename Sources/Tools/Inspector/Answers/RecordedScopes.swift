// The scopes whose events are kept together.

#if Inspector
extension Inspector {
    /// The contents of `recorded.json`: the scopes whose events are kept together, and the events of one of them.
    ///
    /// While there is room, each scope is followed from its opening to its end, with the scopes that are opened in it. Of
    /// the ended scopes that failed or were slow, at most twenty at once are kept, and one a second in the long run. Of
    /// the others, at most twenty at once are kept, and one in five seconds. See ``Limits/requests``.
    public struct RecordedScopes: Codable, Hashable, Sendable {
        /// A recorded scope.
        public struct Scope: Codable, Hashable, Sendable {
            /// The number of the record.
            public var number: Int
            /// The scope's number as a container.
            public var container: UInt64
            /// The name of the scope's tag.
            public var tag: String
            /// The location of the code that opened the scope, such as `Shop/Server.swift:12`.
            public var place: String
            /// The request that the scope was opened for.
            public var request: ServedRequest?
            /// The time at which the scope was opened.
            public var start: UInt64
            /// The time at which the scope ended; nil: it is open.
            public var end: UInt64?
            /// Why it is kept: `open`, `failed`, `slow` or `sampled`.
            public var reason: String
            /// The number of its events, including those that are not kept because there were too many.
            public var eventCount: Int
            /// The kept events, in their order; nil in the list of all scopes.
            public var events: [RecentEvents.Event]?

            /// Creates a scope.
            package init(
                number: Int, container: UInt64, tag: String, place: String, request: ServedRequest? = nil,
                start: UInt64,
                end: UInt64? = nil, reason: String, eventCount: Int, events: [RecentEvents.Event]? = nil
            ) {
                self.number = number
                self.container = container
                self.tag = tag
                self.place = place
                self.request = request
                self.start = start
                self.end = end
                self.reason = reason
                self.eventCount = eventCount
                self.events = events
            }
        }

        /// The current time.
        public var now: UInt64
        /// The number of followed scopes that have ended, kept or not.
        public var ended: Int
        /// The scopes, in reverse order of opening; or the requested scope, if it is still kept.
        public var scopes: [Scope]

        /// Creates the answer.
        package init(now: UInt64, ended: Int, scopes: [Scope]) {
            self.now = now
            self.ended = ended
            self.scopes = scopes
        }
    }
}
#endif
