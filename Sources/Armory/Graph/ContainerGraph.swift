/// A container's graph as a value: its registrations, their dependencies and the state of their instances.
///
/// ``Container/graph`` creates a graph, and `ArmoryDiagrams` draws it. It is `Codable`: its JSON has the same fields.
public struct ContainerGraph: Hashable, Sendable, Codable {
    /// The registrations, followed by the missing dependencies, in the order of their ``Node/id``: by module, file,
    /// line and key.
    public var nodes: [Node]
    /// The dependencies.
    public var edges: [Edge]
    /// The cycles that cannot be created: in each list a node needs the next one, and the last node needs the first.
    ///
    /// Each group of nodes that lead to each other has at least one cycle here. If there are not very many cycles,
    /// every edge of a cycle is on one of these.
    public var cycles: [[Int]]

    /// Creates a graph; the nodes' numbers are their indices in the list.
    package init(nodes: [Node], edges: [Edge], cycles: [[Int]] = []) {
        (self.nodes, self.edges, self.cycles) = (nodes, edges, cycles)
    }

    /// A registration, or a dependency that is not registered.
    public struct Node: Hashable, Sendable, Codable, Identifiable {
        /// The state of the instances.
        public enum State: String, Hashable, Sendable, Codable {
            /// No instance is kept: for a transient, for an instance of another scope, or for an additional type.
            case none
            /// The instance has not been created.
            case empty
            /// The instance is being created.
            case building
            /// The instance exists.
            case ready
            /// The dependency is needed but not registered.
            case missing
        }

        /// The node's index in ``ContainerGraph/nodes``.
        public var id: Int
        /// The key, as in source code: `any Orders named "primary"`.
        public var key: String
        /// The lifetime of its instances; for an additional type that of the first type; nil: it is missing.
        public var lifetime: Lifetime?
        /// The tag of the scope that its instances live in.
        public var scope: String?
        /// The module that contains the registration.
        public var module: String?
        /// The file of the registration, or of a promise that was not kept, in the form of `#fileID`.
        ///
        /// Nil if there is no registration: the dependency is missing, or its type creates itself just in time.
        public var file: String?
        /// The line in the file.
        public var line: Int?
        /// The state of the instances.
        public var state: State
        /// Whether a parent of the container has registered it.
        public var isInherited: Bool
        /// Whether this is an additional type of another node's instance, to which its edge leads.
        public var isAlias: Bool
        /// Whether its closures may resolve unknown dependencies, so that there may be more edges.
        public var isOpaque: Bool
        /// The node's faults: the messages of ``Container/validate(dryRun:)``.
        public var faults: [String]
        /// The measured activity; nil if the container does not measure, see ``Container/Configuration/measures``.
        public var activity: Activity?

        /// Creates a node.
        package init(
            id: Int, key: String, lifetime: Lifetime?, scope: String? = nil, module: String? = nil, file: String? = nil,
            line: Int? = nil, state: State = .none, isInherited: Bool = false, isAlias: Bool = false,
            isOpaque: Bool = false, faults: [String] = [], activity: Activity? = nil
        ) {
            (self.id, self.key, self.lifetime, self.scope) = (id, key, lifetime, scope)
            (self.module, self.file, self.line, self.state) = (module, file, line, state)
            (self.isInherited, self.isAlias, self.isOpaque) = (isInherited, isAlias, isOpaque)
            (self.faults, self.activity) = (faults, activity)
        }
    }

    /// The measured activity of a registration since its container was created.
    public struct Activity: Hashable, Sendable, Codable {
        /// How often its factory returned.
        public var made: Int
        /// How often its factory threw.
        public var failed: Int
        /// The total time of all calls of its factory, including dependencies, in nanoseconds.
        public var makingNanoseconds: UInt64
        /// How often a thread or a task waited for it.
        public var waits: Int
        /// The total time of all waits, in nanoseconds.
        public var waitingNanoseconds: UInt64

        /// Creates an activity.
        package init(
            made: Int = 0, failed: Int = 0, makingNanoseconds: UInt64 = 0, waits: Int = 0,
            waitingNanoseconds: UInt64 = 0
        ) {
            (self.made, self.failed, self.makingNanoseconds) = (made, failed, makingNanoseconds)
            (self.waits, self.waitingNanoseconds) = (waits, waitingNanoseconds)
        }
    }

    /// One dependency.
    public struct Edge: Hashable, Sendable, Codable {
        /// The node that needs the other one.
        public var from: Int
        /// The node that is needed.
        public var to: Int
        /// How the dependency is known: from parameters' types, from ``Registration/dependsOn(_:)``, or by observation.
        public var origin: Origin
        /// When the dependency is resolved.
        public var time: Time
        /// Whether the dependency may be missing or may never be resolved.
        public var isOptional: Bool

        /// How a dependency is known.
        public enum Origin: String, Hashable, Sendable, Codable {
            /// From a parameter's type.
            case parameter
            /// From the registration's declaration.
            case declared
            /// From a call of the factory, which resolved it.
            case observed
        }

        /// When a dependency is resolved.
        public enum Time: String, Hashable, Sendable, Codable {
            /// Before the instance exists.
            case construction
            /// After the instance was created.
            case injection
            /// When a ``Lazy`` or a ``Provider`` is called.
            case later
        }

        /// Creates a dependency.
        package init(
            from: Int, to: Int, origin: Origin = .parameter, time: Time = .construction, isOptional: Bool = false
        ) {
            (self.from, self.to, self.origin) = (from, to, origin)
            (self.time, self.isOptional) = (time, isOptional)
        }
    }
}

extension Measures {
    /// What was counted, for a graph.
    var activity: ContainerGraph.Activity {
        let counts = counts
        return ContainerGraph.Activity(
            made: counts.made, failed: counts.failed, makingNanoseconds: counts.making, waits: counts.waits,
            waitingNanoseconds: counts.waiting)
    }
}
