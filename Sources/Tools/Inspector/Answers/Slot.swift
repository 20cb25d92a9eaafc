// A registration and the state of its instances.

#if Inspector
public import Armory

extension Inspector {
    /// The contents of `slots.json`: each registration with its counts.
    public struct Slots: Codable, Hashable, Sendable {
        /// The current time.
        public var now: UInt64
        /// A slot for each registered node of the graph, in the order of the nodes.
        public var slots: [Slot]

        /// Creates the answer.
        package init(now: UInt64, slots: [Slot]) {
            self.now = now
            self.slots = slots
        }
    }

    /// A registration, the state of its instances, and its counts since the inspector subscribed.
    public struct Slot: Codable, Hashable, Sendable, Identifiable {
        /// The number of the node in the graph.
        public var id: Int
        /// The key of the registration.
        public var key: String
        /// The lifetime of the instances.
        public var lifetime: Lifetime?
        /// The tag of the scope that its instances live in.
        public var scope: String?
        /// The module of the registration.
        public var module: String?
        /// The place of the registration, such as `Shop/Wiring.swift:12`.
        public var place: String?
        /// The state of the instances.
        public var state: ContainerGraph.Node.State
        /// The number of times the factory has returned.
        public var made: Int
        /// The number of times the factory has thrown.
        public var failed: Int
        /// The number of living instances, or `nil` if their ends are not reported, as for a transient.
        public var live: Int?
        /// The total time of all calls of the factory, in nanoseconds, including the factories it asked for.
        public var makingNanoseconds: UInt64
        /// The time of the longest call.
        public var longestNanoseconds: UInt64
        /// The number of times a thread or task has waited for an instance.
        public var waits: Int
        /// The total time of the waits.
        public var waitingNanoseconds: UInt64
        /// The number of registrations that it needs, which is its fan-out.
        public var needs: Int
        /// The number of registrations that need it, which is its fan-in.
        public var neededBy: Int

        /// Creates a slot.
        package init(
            id: Int, key: String, lifetime: Lifetime?, scope: String? = nil, module: String? = nil,
            place: String? = nil, state: ContainerGraph.Node.State = .none, made: Int = 0, failed: Int = 0,
            live: Int? = nil, makingNanoseconds: UInt64 = 0, longestNanoseconds: UInt64 = 0, waits: Int = 0,
            waitingNanoseconds: UInt64 = 0, needs: Int = 0, neededBy: Int = 0
        ) {
            self.id = id
            self.key = key
            self.lifetime = lifetime
            self.scope = scope
            self.module = module
            self.place = place
            self.state = state
            self.made = made
            self.failed = failed
            self.live = live
            self.makingNanoseconds = makingNanoseconds
            self.longestNanoseconds = longestNanoseconds
            self.waits = waits
            self.waitingNanoseconds = waitingNanoseconds
            self.needs = needs
            self.neededBy = neededBy
        }
    }
}
#endif
