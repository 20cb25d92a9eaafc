/// A container's graph as a value: what is registered, what needs what, and what has become of it.
///
/// ``Container/graph`` makes one, `ArmoryDiagrams` draws it. It is `Codable`: its JSON is what the fields say.
public struct ContainerGraph: Hashable, Sendable, Codable {
    /// What is registered, and then what is needed and is missing, in the order of their ``Node/id``: by module, file, line and
    /// key.
    public var nodes: [Node]
    /// Who needs whom.
    public var edges: [Edge]
    /// The circles that cannot be made: each the nodes on the way, where each needs the next one and the last the first.
    ///
    /// Of all that lead to each other, at least one circle is here. Where there are not very many, each edge that lies on a
    /// circle is on one of these.
    public var cycles: [[Int]]

    /// A graph; the nodes' numbers are their places in the list.
    public init(nodes: [Node], edges: [Edge], cycles: [[Int]] = []) {
        self.nodes = nodes
        self.edges = edges
        self.cycles = cycles
    }

    /// How long instances live.
    public enum Lifetime: String, Hashable, Sendable, Codable, CaseIterable {
        /// ``Armory/Transient``.
        case transient
        /// ``Armory/Singleton``.
        case singleton
        /// ``Armory/Shared``.
        case shared
        /// ``Armory/Graph``.
        case graph
        /// ``Armory/Scoped``.
        case scoped
        /// ``Armory/Kept``: a lifetime of the program's own.
        case custom
    }

    /// A registration, or what nobody has registered.
    public struct Node: Hashable, Sendable, Codable, Identifiable {
        /// What has become of the instances.
        public enum State: String, Hashable, Sendable, Codable {
            /// None is kept: of a transient, of what lives in a scope that is not here, of a further type.
            case none
            /// There is none yet.
            case empty
            /// It is being made.
            case building
            /// It is there.
            case ready
            /// It is needed, and nobody has registered it.
            case missing
        }

        /// Its place in ``ContainerGraph/nodes``.
        public var id: Int
        /// What it is found by, as it would be written: `any Orders named "primary"`.
        public var key: String
        /// How long its instances live, of a further type those of the first one; nil: it is missing.
        public var lifetime: Lifetime?
        /// The tag of the scope that its instances live in.
        public var scope: String?
        /// The module that it stands in.
        public var module: String?
        /// The file of the registration, or of a promise that was not kept, as `#fileID` gives it; nil: it is written nowhere, for
        /// it is missing, or its type says itself how it is made.
        public var file: String?
        /// The line in the file.
        public var line: Int?
        /// What has become of the instances.
        public var state: State
        /// Whether a parent of the container has registered it.
        public var isInherited: Bool
        /// Whether it is a further type of another one's instance, the one that its edge leads to.
        public var isAlias: Bool
        /// Whether its closures hide what they ask for: there may be more edges.
        public var isOpaque: Bool
        /// What is wrong with it: the messages of ``Container/validate()``.
        public var faults: [String]
        /// What was measured; nil: nobody measures, see ``Container/Configuration/measures``.
        public var activity: Activity?

        /// A node.
        public init(
            id: Int, key: String, lifetime: Lifetime?, scope: String? = nil, module: String? = nil, file: String? = nil,
            line: Int? = nil, state: State = .none, isInherited: Bool = false, isAlias: Bool = false,
            isOpaque: Bool = false, faults: [String] = [], activity: Activity? = nil
        ) {
            self.id = id
            self.key = key
            self.lifetime = lifetime
            self.scope = scope
            self.module = module
            self.file = file
            self.line = line
            self.state = state
            self.isInherited = isInherited
            self.isAlias = isAlias
            self.isOpaque = isOpaque
            self.faults = faults
            self.activity = activity
        }
    }

    /// What was measured of a registration since its container was made.
    public struct Activity: Hashable, Sendable, Codable {
        /// How often its factory has returned.
        public var made: Int
        /// How often its factory has thrown.
        public var failed: Int
        /// How long its factory took, all calls together, in nanoseconds, with all that it asked for.
        public var makingNanoseconds: UInt64
        /// How often somebody has waited for it.
        public var waits: Int
        /// How long, all together, in nanoseconds.
        public var waitingNanoseconds: UInt64

        /// What was measured.
        public init(
            made: Int = 0, failed: Int = 0, makingNanoseconds: UInt64 = 0, waits: Int = 0,
            waitingNanoseconds: UInt64 = 0
        ) {
            self.made = made
            self.failed = failed
            self.makingNanoseconds = makingNanoseconds
            self.waits = waits
            self.waitingNanoseconds = waitingNanoseconds
        }
    }

    /// One need.
    public struct Edge: Hashable, Sendable, Codable {
        /// The node that needs.
        public var from: Int
        /// The node that is needed.
        public var to: Int
        /// How it is known: by the parameters' types, by ``Registration/dependsOn(_:)``, or because it was seen to be asked for.
        public var origin: Origin
        /// When it is asked for.
        public var time: Time
        /// Whether it may be missing, or may never be asked for.
        public var isOptional: Bool

        /// How a need is known.
        public enum Origin: String, Hashable, Sendable, Codable {
            /// By a parameter's type.
            case parameter
            /// Because the registration says so.
            case declared
            /// Because the factory was seen to ask for it.
            case observed
        }

        /// When something is asked for.
        public enum Time: String, Hashable, Sendable, Codable {
            /// Before the instance is there.
            case construction
            /// When the instance is there.
            case injection
            /// When somebody calls it: of a ``Lazy`` or a ``Provider``.
            case later
        }

        /// A need.
        public init(
            from: Int, to: Int, origin: Origin = .parameter, time: Time = .construction, isOptional: Bool = false
        ) {
            self.from = from
            self.to = to
            self.origin = origin
            self.time = time
            self.isOptional = isOptional
        }
    }
}

extension ContainerGraph.Lifetime {
    init(_ lifetime: Lifetime) {
        self =
            switch lifetime {
            case .transient: .transient
            case .singleton: .singleton
            case .shared: .shared
            case .graph: .graph
            case .scoped: .scoped
            case .custom: .custom
            }
    }
}
