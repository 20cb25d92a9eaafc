public import Synchronization

/// Holds registrations and makes, shares and keeps the instances they describe.
///
/// ```swift
/// let container = try Container {
///     Singleton { Database(path: "orders.db") }
///     Singleton((any Orders).self) { SQLOrders(database: try $0()) }
///     Transient { OrderService(orders: try $0()) }
/// }
/// let service = try container.resolve(OrderService.self)
/// ```
///
/// All of a container may be used from any number of threads at once. Resolving takes no lock when the instance is
/// there, and none while a factory runs. Two containers share nothing, unless one is a child of the other.
///
/// A container may have parents. What it does not know itself it looks for in them, in their order and in theirs in turn;
/// what it registers itself goes before. Parents never see what a child has. A child keeps its parents alive.
///
/// ```swift
/// let request = try Container(parents: [application], scope: .request) {
///     Singleton(value: User(id: 7))
/// }
/// ```
///
/// A ``Singleton`` or ``Shared`` instance that is found in a parent is the parent's: made in the parent's view and kept there,
/// so that it never holds what a child registers. A ``Transient`` or ``Graph`` instance is made in the view of the container
/// that was asked, and its dependencies are the child's.
public final class Container: Sendable {
    /// The address of the registration table.
    ///
    /// Stored with release by `Ledger.publish`, loaded with acquire.
    @usableFromInline let root: Atomic<UInt>
    let ledger: Ledger
    /// What this container is a view of; nil: it is one itself.
    @usableFromInline let view: ModuleView?
    /// The gate of a container that builds one at a time, and those of its ancestors: their factories may run in it.
    let gates: [Gate]

    /// The containers that are searched for what this one does not have, in their order.
    public let parents: [Container]
    /// The parents and theirs, in the order of the search: depth first, each once.
    let ancestors: [Container]
    /// The ancestors again, for a search that retains none of them: threads that share a parent would slow each other down.
    @usableFromInline let searched: Searched
    /// The tag whose scope this container is, or nil.
    public let scope: ScopeTag?

    /// How the container behaves.
    public let configuration: Configuration

    /// How a container behaves.
    public struct Configuration: Sendable {
        /// What happens to a second registration of a key.
        public enum Duplicates: Sendable {
            /// It is refused with ``ResolutionError/Code/duplicate``.
            case refuse
            /// It takes the place of the first.
            case replace
        }

        /// Who may run factories at the same time.
        public enum Building: Sendable {
            /// Any number of threads, each building something else.
            case parallel
            /// One thread at a time, recursively: for factories that touch shared state of their own. Ready instances
            /// are had without waiting all the same.
            ///
            /// A thread whose factory has waited for another thread waits for its turn again. Where ``waitLimit`` passes,
            /// that resolve fails, and what its factory does then runs beside the other's.
            case oneAtATime
        }

        /// What happens to a second registration of a key.
        public var duplicates: Duplicates
        /// Who may run factories at the same time.
        public var building: Building
        /// How long a resolve waits for a factory that runs on another thread, or for its turn where one thread at a time
        /// builds, before it fails with ``ResolutionError/Code/timedOut``; nil: for ever.
        ///
        /// It turns a deadlock that only the program can see, such as a factory that blocks on a thread that waits for
        /// that factory, into an error.
        public var waitLimit: Duration?

        /// Whether a container that is built from modules checks the whole graph before it is there.
        ///
        /// ``Container/validate()`` does so at any time.
        public var validates: Bool
        /// What registrations' conditions may ask for: `ProcessInfo.processInfo.environment`, for one.
        public var environment: [String: String]
        /// Modules that need not be in the container, but that messages may point to: "module storage has it".
        public var knownModules: [Module]

        /// A configuration; the defaults are the safe ones.
        public init(
            duplicates: Duplicates = .refuse, building: Building = .parallel,
            waitLimit: Duration? = .seconds(60), validates: Bool = true,
            environment: [String: String] = [:], knownModules: [Module] = []
        ) {
            self.duplicates = duplicates
            self.building = building
            self.waitLimit = waitLimit
            self.validates = validates
            self.environment = environment
            self.knownModules = knownModules
        }
    }

    /// A container without registrations.
    ///
    /// - Parameters:
    ///   - parents: The containers that are searched, in this order, for what this one does not have.
    ///   - scope: The tag whose scope the container is: ``Scoped`` registrations of the tag have an instance in it.
    ///   - configuration: How it behaves; its parents keep their own ways.
    public init(
        parents: [Container] = [], scope: ScopeTag? = nil, configuration: Configuration = Configuration()
    ) {
        view = nil
        self.parents = parents
        self.scope = scope
        self.configuration = configuration
        ancestors = Self.searchOrder(of: parents)
        searched = Searched(ancestors)
        gates = Self.gates(configuration, below: ancestors)
        ledger = Ledger()
        let table = unsafe RegistrationTable.allocate(capacity: 0)
        if !parents.isEmpty { unsafe table.flags = unsafe RegistrationTable.parentsFlag }
        unsafe root = Atomic(table.address)
        Census.begin(.container)
    }

    /// A container with the given registrations and modules, checked and frozen.
    ///
    /// - Parameters:
    ///   - parents: The containers that are searched, in this order, for what this one does not have.
    ///   - scope: The tag whose scope the container is: ``Scoped`` registrations of the tag have an instance in it.
    ///   - configuration: How it behaves; its parents keep their own ways.
    ///   - contents: What it has itself; it goes before what the parents have.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all that is wrong, or the
    ///   error of an eager factory.
    public convenience init(
        parents: [Container] = [], scope: ScopeTag? = nil, configuration: Configuration = Configuration(),
        @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) throws(ResolutionError) {
        self.init(parents: parents, scope: scope, configuration: configuration)
        try assemble(contents())
        freeze()
    }

    /// A module's view of a container, or one that notes what it is asked for.
    init(viewOf base: Container, _ module: ModuleIdentity?, _ recorder: Recorder? = nil) {
        view = ModuleView(base, module, recorder)
        parents = []
        scope = nil
        configuration = base.configuration
        ancestors = []
        searched = Searched([])
        gates = []
        ledger = base.ledger
        root = unsafe Atomic(RegistrationTable.emptyAddress)
        Census.begin(.container)
    }

    deinit {
        Census.end(.container)
        guard view == nil else { return }
        // Nobody resolves here any more: a resolve holds the container.
        unsafe freeAll(in: table)
        unsafe table.deallocate()
    }

    @inlinable
    @inline(__always)
    var table: RegistrationTable {
        // Acquire: pairs with the release in `publish`, so that the table's contents are seen.
        unsafe RegistrationTable(address: root.load(ordering: .acquiring))
    }

    func publish(_ table: RegistrationTable) {
        if !parents.isEmpty { unsafe table.flags |= unsafe RegistrationTable.parentsFlag }
        // Release: the table is whole; pairs with the acquire in `table`.
        unsafe root.store(table.address, ordering: .releasing)
    }
}
