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
/// let plugin = try Container(parents: [application]) {
///     Singleton(PluginSettings.init)
/// }
/// ```
///
/// A scope, of a request for one, is a child that costs little and is closed at its end:
///
/// ```swift
/// try await application.withScope(.request, seeds: [Seed(User(id: 7))]) { request in ... }
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
    @usableFromInline let traits: ContainerTraits
    private let firstParent: Container?
    private let furtherParents: [Container]
    /// What a scope is made of that a body has, or that somebody has opened; nil: it is a container that was made.
    let plan: ScopePlan?

    /// What makes this container one that overrides registrations of its parents; nil: it overrides none.
    let derivation: Derivation?
    /// Whether it overrides registrations, or an ancestor does: what it inherits is then looked for in a way of its own.
    @usableFromInline let isDerived: Bool
    /// Whether it is a scope that was opened by code that does not await: what closes by awaiting has no place in it.
    let closesAtOnce: Bool

    /// The containers that are searched for what this one does not have, in their order.
    public var parents: [Container] { (firstParent.map { [$0] } ?? []) + furtherParents }
    /// The tag whose scope this container is, or nil.
    public var scope: ScopeTag? { traits.scope }
    /// How the container behaves.
    public var configuration: Configuration { traits.configuration }

    var gates: [Gate] { traits.gates }

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
        /// Whether types that say themselves how they are made need no registration: see ``Resolvable``.
        ///
        /// Where this container or one of its parents forbids it, such a type is
        /// ``ResolutionError/Code/justInTimeForbidden``, which ends the process where the type's failure is `Never`.
        public var justInTime: Bool
        /// How long a hook may take that says nothing itself, such as ``KeepingRegistration/onShutdown(within:_:)-(_,(Instance)->Void)``;
        /// nil: for ever.
        ///
        /// Where the limit passes, the hook's task is cancelled and waited for no longer. What does not await has no limit.
        public var hookLimit: Duration?
        /// Is told of what a hook threw where nobody else can be: of a container that was released, or of a scope whose body
        /// threw itself.
        ///
        /// Any thread calls it, with no lock held.
        public var reportFailure: (@Sendable (ResolutionError) -> Void)?
        /// What registrations' conditions may ask for: `ProcessInfo.processInfo.environment`, for one.
        public var environment: [String: String]
        /// Modules that need not be in the container, but that messages may point to: "module storage has it".
        public var knownModules: [Module]
        /// Who is told what happens in the container and in the scopes that are opened in it: see ``ContainerEvent``.
        public var subscribers: [any EventSubscriber]
        /// Whether ``Container/graph`` tells how often and how long each factory ran, also where nobody subscribes to makings,
        /// failures or waits.
        public var measures: Bool
        /// Whether the container is made to look at it: what happens in it is told to nobody.
        var isTrial = false

        /// A configuration; the defaults are the safe ones.
        public init(
            duplicates: Duplicates = .refuse, building: Building = .parallel,
            waitLimit: Duration? = .seconds(60), validates: Bool = true, justInTime: Bool = true,
            hookLimit: Duration? = .seconds(15), reportFailure: (@Sendable (ResolutionError) -> Void)? = nil,
            environment: [String: String] = [:], knownModules: [Module] = [], subscribers: [any EventSubscriber] = [],
            measures: Bool = false
        ) {
            self.duplicates = duplicates
            self.building = building
            self.waitLimit = waitLimit
            self.validates = validates
            self.justInTime = justInTime
            self.hookLimit = hookLimit
            self.reportFailure = reportFailure
            self.environment = environment
            self.knownModules = knownModules
            self.subscribers = subscribers
            self.measures = measures
        }
    }

    /// A container without registrations.
    ///
    /// - Parameters:
    ///   - events: Receives what happens in the container; nil where nobody subscribes.
    ///   - layers: The layers that lie around every record from the beginning.
    ///   - derivation: What the container overrides; nil where it overrides nothing.
    init(
        parents: [Container], scope: ScopeTag?, configuration: Configuration, events: EventHub?,
        layers: (any LayerSet)?, derivation: Derivation?
    ) {
        view = nil
        self.derivation = derivation
        isDerived = derivation != nil || parents.contains(where: \.isDerived)
        firstParent = parents.first
        furtherParents = Array(parents.dropFirst())
        traits = ContainerTraits(parents: parents, scope: scope, configuration: configuration, isDerived: isDerived)
        plan = nil
        closesAtOnce = false
        ledger = Ledger(configuration, events, layers)
        let table = unsafe RegistrationTable.allocate(capacity: 0)
        if !parents.isEmpty { unsafe table.flags = unsafe RegistrationTable.parentsFlag }
        unsafe root = Atomic(table.address)
        Census.begin(.container)
        ledger.directoryEntry.set(self)
    }

    /// A scope of a plan, opened in a container.
    init(_ plan: ScopePlan, in base: Container, closesAtOnce: Bool) {
        view = nil
        derivation = nil
        isDerived = base.isDerived
        firstParent = base
        furtherParents = []
        traits = plan.traits
        self.plan = plan
        self.closesAtOnce = closesAtOnce
        ledger = plan.take()
        root = unsafe Atomic(ledger.tableAddress)
        Census.begin(.container)
        ledger.directoryEntry.set(self)
    }

    /// A module's view of a container, or one that notes what it is asked for.
    init(viewOf base: Container, _ module: ModuleIdentity?, _ recorder: (any AskRecorder)? = nil) {
        view = ModuleView(base, module, recorder)
        derivation = nil
        isDerived = false
        firstParent = nil
        furtherParents = []
        traits = base.viewTraits
        plan = nil
        closesAtOnce = base.closesAtOnce
        ledger = base.ledger
        root = unsafe Atomic(RegistrationTable.emptyAddress)
        Census.begin(.container)
    }

    /// Those of a view of this container.
    private var viewTraits: ContainerTraits { ContainerTraits(viewing: configuration) }

    deinit {
        Census.end(.container)
        // No resolve runs in it any more: a resolve holds its container.
        if view == nil { end() }
    }

    @inlinable
    @inline(__always)
    var table: RegistrationTable {
        // Acquire: pairs with the release in `publish`, so that the table's contents are seen.
        unsafe RegistrationTable(address: root.load(ordering: .acquiring))
    }

    /// The table as writers change it: also where a scope is marked as closed while one of them has the ledger's lock.
    ///
    /// The lock is held, and the ledger was not closed when it was taken.
    var writtenTable: RegistrationTable {
        plan == nil ? unsafe table : unsafe RegistrationTable(address: ledger.tableAddress)
    }

    func publish(_ table: RegistrationTable) {
        if firstParent != nil { unsafe table.flags |= unsafe RegistrationTable.parentsFlag }
        // Release: the table is whole; pairs with the acquire in `table`.
        guard plan != nil else { return unsafe root.store(table.address, ordering: .releasing) }
        unsafe ledger.tableAddress = table.address
        // Sequentially consistent: with those in `markClosed`, which takes no lock, either this sees that the scope is closed or
        // the closed table comes last.
        unsafe root.store(table.address, ordering: .sequentiallyConsistent)
        if ledger.isClosedInOrder { publishClosed() }
    }

    /// Has every look-up from now on find that the container is closed.
    func publishClosed() {
        // Sequentially consistent: as in `publish`.
        unsafe root.store(RegistrationTable.closedAddress, ordering: .sequentiallyConsistent)
    }
}
