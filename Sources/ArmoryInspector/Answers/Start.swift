// How the container started.

#if Inspector
extension Inspector {
    /// What `profile.json` has: the first calls of factories outside of scopes, and who waited for whom.
    public struct Start: Codable, Hashable, Sendable {
        /// A call of a factory.
        public struct Making: Codable, Hashable, Sendable {
            /// What was made.
            public var key: String
            /// Who had asked for it; nil: it was asked for from outside.
            public var asker: String?
            /// The moment of the call.
            public var start: UInt64
            /// The moment of the return.
            public var end: UInt64
            /// The thread that it has returned on.
            public var thread: UInt64
            /// Whether the factory awaits: it may have begun on another thread.
            public var awaits: Bool
            /// Whether it has thrown.
            public var isFailed: Bool
            /// How long it took itself, without what it asked and waited for: the same as in the record of `ArmoryDiagrams`.
            public var ownNanoseconds: UInt64

            /// A call.
            package init(
                key: String, asker: String? = nil, start: UInt64, end: UInt64, thread: UInt64, awaits: Bool = false,
                isFailed: Bool = false, ownNanoseconds: UInt64
            ) {
                self.key = key
                self.asker = asker
                self.start = start
                self.end = end
                self.thread = thread
                self.awaits = awaits
                self.isFailed = isFailed
                self.ownNanoseconds = ownNanoseconds
            }
        }

        /// A wait.
        public struct Wait: Codable, Hashable, Sendable {
            /// What was waited for; nil: for a turn.
            public var key: String?
            /// Whose factory has waited; nil: it was asked for from outside.
            public var asker: String?
            /// The moment it began.
            public var start: UInt64
            /// The moment it ended.
            public var end: UInt64
            /// Who has waited.
            public var thread: UInt64
            /// Who was making it; nil: a task.
            public var maker: UInt64?

            /// A wait.
            package init(
                key: String?, asker: String? = nil, start: UInt64, end: UInt64, thread: UInt64, maker: UInt64? = nil
            ) {
                self.key = key
                self.asker = asker
                self.start = start
                self.end = end
                self.thread = thread
                self.maker = maker
            }
        }

        /// A factory that was slow while somebody waited for an answer.
        public struct Warning: Codable, Hashable, Sendable {
            /// What it is of.
            public var key: String
            /// The scope that it was made in; nil: outside of scopes, after the first one was opened.
            public var scope: String?
            /// How long the slowest call took itself, without what it asked and waited for.
            public var ownNanoseconds: UInt64
            /// What can be done about it.
            public var fix: String

            /// A warning.
            package init(key: String, scope: String?, ownNanoseconds: UInt64, fix: String) {
                self.key = key
                self.scope = scope
                self.ownNanoseconds = ownNanoseconds
                self.fix = fix
            }
        }

        /// This moment.
        public var now: UInt64
        /// The calls, in the order of their ends.
        public var makings: [Making]
        /// The waits, in the order of their ends.
        public var waits: [Wait]
        /// How many calls came later and were not kept.
        public var dropped: Int
        /// Each factory that took longer than ``Inspector/Limits/slowFactory`` on the way of a request, the slowest first.
        public var warnings: [Warning]

        /// A start.
        package init(now: UInt64, makings: [Making], waits: [Wait], dropped: Int = 0, warnings: [Warning] = []) {
            self.now = now
            self.makings = makings
            self.waits = waits
            self.dropped = dropped
            self.warnings = warnings
        }
    }
}
#endif
