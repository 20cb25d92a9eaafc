// The scopes that are open.

#if Inspector
extension Inspector {
    /// What `scopes.json` has: the open scopes, and how long those of their tags have lived.
    public struct OpenScopes: Codable, Hashable, Sendable {
        /// An open scope.
        public struct Scope: Codable, Hashable, Sendable {
            /// The scope's number, as a container.
            public var container: UInt64
            /// The tag's name.
            public var tag: String
            /// The number of the container that it was opened in.
            public var parent: UInt64
            /// The moment it was opened.
            public var start: UInt64
            /// How many instances were made in it and live.
            public var instances: Int
            /// Whether it is older than it should be: see ``Inspector/Limits/leakAge``.
            public var isSuspect: Bool

            /// A scope.
            package init(
                container: UInt64, tag: String, parent: UInt64, start: UInt64, instances: Int, isSuspect: Bool
            ) {
                self.container = container
                self.tag = tag
                self.parent = parent
                self.start = start
                self.instances = instances
                self.isSuspect = isSuspect
            }
        }

        /// What is known of the scopes of one tag.
        public struct Tag: Codable, Hashable, Sendable {
            /// The tag's name.
            public var tag: String
            /// How many are open.
            public var open: Int
            /// How many have ended.
            public var ended: Int
            /// How many of those ended with an error.
            public var failed: Int
            /// What half of those that ended lived no longer than, in nanoseconds.
            public var median: UInt64
            /// What 99 of a hundred lived no longer than.
            public var percentile99: UInt64
            /// How long the longest lived.
            public var longest: UInt64
            /// The age from which an open one is a suspect.
            public var suspectAge: UInt64

            /// What is known of a tag.
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

        /// This moment.
        public var now: UInt64
        /// How many are open.
        public var count: Int
        /// How many of them are suspects.
        public var suspects: Int
        /// The oldest first; a thousand at most.
        public var scopes: [Scope]
        /// The tags, by their names.
        public var tags: [Tag]

        /// The scopes.
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
