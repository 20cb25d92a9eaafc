// How the container started.

#if Inspector
extension Inspector {
    /// The contents of `profile.json`: the first factory calls outside of scopes, and the waits.
    public struct Start: Codable, Hashable, Sendable {
        /// A call of a factory.
        public struct Making: Codable, Hashable, Sendable {
            /// The key of the factory's registration.
            public var key: String
            /// The key of the registration that asked for the instance, or `nil` if no factory asked.
            public var asker: String?
            /// The time of the call.
            public var start: UInt64
            /// The time of the return.
            public var end: UInt64
            /// The thread on which the factory returned.
            public var thread: UInt64
            /// Whether the factory awaits, so that it may have begun on another thread.
            public var awaits: Bool
            /// Whether the factory threw an error.
            public var isFailed: Bool
            /// The own time of the call: without the factories it asked for and without its waits.
            ///
            /// It is the same as in the record of `ArmoryDiagrams`.
            public var ownNanoseconds: UInt64

            /// Creates a call.
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
            /// The key of the registration that was waited for, or `nil` for a wait for a turn.
            public var key: String?
            /// The key of the registration whose factory waited, or `nil` if no factory did.
            public var asker: String?
            /// The time at which the wait began.
            public var start: UInt64
            /// The time at which the wait ended.
            public var end: UInt64
            /// The thread that waited.
            public var thread: UInt64
            /// The thread that was creating the instance, or `nil` if a task was.
            public var maker: UInt64?

            /// Creates a wait.
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

        /// A factory that was slow and delayed a response.
        public struct Warning: Codable, Hashable, Sendable {
            /// The key of the factory's registration.
            public var key: String
            /// The scope of the call, or `nil` for a call outside of scopes, after the first scope was opened.
            public var scope: String?
            /// The own time of the slowest call: without the factories it asked for and without its waits.
            public var ownNanoseconds: UInt64
            /// How to avoid the delay.
            public var fix: String

            /// Creates a warning.
            package init(key: String, scope: String?, ownNanoseconds: UInt64, fix: String) {
                self.key = key
                self.scope = scope
                self.ownNanoseconds = ownNanoseconds
                self.fix = fix
            }
        }

        /// A factory of the critical path: the chain that decided how long the start took.
        public struct Step: Codable, Hashable, Sendable {
            /// The index of the call in ``Inspector/Start/makings``.
            public var making: Int
            /// The key of the factory's registration.
            public var key: String
            /// Its own time on the path.
            public var nanoseconds: UInt64
            /// Its share of the whole path, from 0 to 1.
            public var share: Double

            /// Creates a step.
            package init(making: Int, key: String, nanoseconds: UInt64, share: Double) {
                self.making = making
                self.key = key
                self.nanoseconds = nanoseconds
                self.share = share
            }
        }

        /// The current time.
        public var now: UInt64
        /// The calls, in the order in which they ended.
        public var makings: [Making]
        /// The calls that decided how long the start took, in the order in which the path is first at them.
        public var criticalPath: [Step]
        /// The time of the whole critical path, of which no factory on it ran for ``criticalPathOutside``.
        public var criticalPathNanoseconds: UInt64
        /// The time of the critical path that no factory on it ran.
        public var criticalPathOutside: UInt64
        /// The waits, in the order in which they ended.
        public var waits: [Wait]
        /// The number of later calls, which are not kept.
        public var dropped: Int
        /// The factories that took longer than ``Inspector/Limits/slowFactory`` for a request, the slowest first.
        public var warnings: [Warning]

        /// Creates the answer.
        package init(
            now: UInt64, makings: [Making], waits: [Wait], dropped: Int = 0, warnings: [Warning] = [],
            criticalPath: [Step] = [], criticalPathNanoseconds: UInt64 = 0, criticalPathOutside: UInt64 = 0
        ) {
            self.now = now
            self.makings = makings
            self.waits = waits
            self.dropped = dropped
            self.warnings = warnings
            self.criticalPath = criticalPath
            self.criticalPathNanoseconds = criticalPathNanoseconds
            self.criticalPathOutside = criticalPathOutside
        }
    }
}
#endif
