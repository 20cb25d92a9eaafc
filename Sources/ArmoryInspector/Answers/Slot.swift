// A registration and what has become of its instances.

#if Inspector
public import Armory

extension Inspector {
    /// What `slots.json` has: each registration with what was counted of it.
    public struct Slots: Codable, Hashable, Sendable {
        /// This moment.
        public var now: UInt64
        /// One for each node of the graph that is registered, in the order of its nodes.
        public var slots: [Slot]

        /// All of them.
        package init(now: UInt64, slots: [Slot]) {
            self.now = now
            self.slots = slots
        }
    }

    /// A registration, what has become of its instances, and what the inspector has counted since it listens.
    public struct Slot: Codable, Hashable, Sendable, Identifiable {
        /// The node's number in the graph.
        public var id: Int
        /// What it is found by.
        public var key: String
        /// How long its instances live.
        public var lifetime: ContainerGraph.Lifetime?
        /// The tag of the scope that its instances live in.
        public var scope: String?
        /// The module that it stands in.
        public var module: String?
        /// Where it is written: `Shop/Wiring.swift:12`.
        public var place: String?
        /// What has become of the instances.
        public var state: ContainerGraph.Node.State
        /// How often its factory has returned.
        public var made: Int
        /// How often its factory has thrown.
        public var failed: Int
        /// How many instances live; nil: nobody is told when one of them ends, as of a transient.
        public var live: Int?
        /// How long its factory took, all calls together, in nanoseconds, with all that it asked for.
        public var makingNanoseconds: UInt64
        /// How long the longest call took.
        public var longestNanoseconds: UInt64
        /// How often somebody has waited for it.
        public var waits: Int
        /// How long, all together.
        public var waitingNanoseconds: UInt64

        /// A slot.
        package init(
            id: Int, key: String, lifetime: ContainerGraph.Lifetime?, scope: String? = nil, module: String? = nil,
            place: String? = nil, state: ContainerGraph.Node.State = .none, made: Int = 0, failed: Int = 0,
            live: Int? = nil, makingNanoseconds: UInt64 = 0, longestNanoseconds: UInt64 = 0, waits: Int = 0,
            waitingNanoseconds: UInt64 = 0
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
        }
    }
}
#endif
