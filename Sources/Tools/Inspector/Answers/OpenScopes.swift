// The open scopes.

#if Inspector
extension Inspector {
    /// The contents of `scopes.json`: the open scopes, and the durations of ended scopes by tag.
    public struct OpenScopes: Codable, Hashable, Sendable {
        /// An open scope.
        public struct Scope: Codable, Hashable, Sendable {
            /// The scope's number as a container.
            public var container: UInt64
            /// The name of the scope's tag.
            public var tag: String
            /// The number of the container in which the scope was opened.
            public var parent: UInt64
            /// The time at which the scope was opened.
            public var start: UInt64
            /// The location of the code that opened the scope, such as `Shop/Server.swift:12`.
            ///
            /// For the scope of a request, it is the location of the middleware that gives requests their scopes.
            public var place: String
            /// The request that the scope was opened for; nil if it was opened for no request.
            public var request: ServedRequest?
            /// The number of instances that were created in the scope and still exist.
            public var instances: Int
            /// Whether the scope is older than it should be: see ``Inspector/Limits/leakAge``.
            public var isSuspect: Bool

            /// Creates a scope.
            package init(
                container: UInt64, tag: String, parent: UInt64, start: UInt64, place: String,
                request: ServedRequest? = nil, instances: Int, isSuspect: Bool
            ) {
                self.container = container
                self.tag = tag
                self.parent = parent
                self.start = start
                self.place = place
                self.request = request
                self.instances = instances
                self.isSuspect = isSuspect
            }
        }

        /// The counts and durations of the scopes of one tag.
        public struct Tag: Codable, Hashable, Sendable {
            /// The tag's name.
            public var tag: String
            /// The number of open scopes.
            public var open: Int
            /// The number of scopes that have ended.
            public var ended: Int
            /// The number of scopes that have ended with an error.
            public var failed: Int
            /// The duration that half of the ended scopes did not exceed, in nanoseconds.
            public var median: UInt64
            /// The duration that 99 percent of the ended scopes did not exceed.
            public var percentile99: UInt64
            /// The longest duration of an ended scope.
            public var longest: UInt64
            /// The age from which an open scope is a suspect.
            public var suspectAge: UInt64

            /// Creates a tag.
            package init(
                tag: String, open: Int, ended: Int, failed: Int, median: UInt64, percentile99: UInt64,
                longest: UInt64, suspectAge: UInt64
            ) {
                self.tag = tag
                self.open = open
                self.ended = ended
                self.failed = failed
                self.median = median
                self.percentile99 = percentile99
                self.longest = longest
                self.suspectAge = suspectAge
            }
        }

        /// The current time.
        public var now: UInt64
        /// The number of open scopes.
        public var count: Int
        /// The number of open scopes that are suspects.
        public var suspects: Int
        /// The oldest open scopes, the oldest first; at most a thousand.
        public var scopes: [Scope]
        /// The tags, in the order of their names.
        public var tags: [Tag]

        /// Creates the answer.
        package init(now: UInt64, count: Int, suspects: Int, scopes: [Scope], tags: [Tag]) {
            self.now = now
            self.count = count
            self.suspects = suspects
            self.scopes = scopes
            self.tags = tags
        }
    }
}
#endif
