public import Synchronization

/// Holds registrations, and creates, shares and keeps their instances.
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
/// A container may be used from any number of threads at once. Resolving takes no lock if the instance exists, and
/// holds none while a factory runs. Two containers share nothing, unless one is a child of the other.
///
/// A container may have parents. A key that it does not register itself is looked up in its parents, in their order,
/// each followed by its own parents. Its own registrations take precedence. Parents never see the registrations of a
/// child. A child keeps its parents alive.
///
/// ```swift
/// let plugin = try Container(parents: [application]) {
///     Singleton(PluginSettings.init)
/// }
/// ```
///
/// A scope, for example of a request, is a child that costs little and is closed at its end:
///
/// ```swift
/// try await application.withScope(.request, seeds: [Seed(User(id: 7))]) { request in ... }
/// ```
///
/// A ``Singleton`` or ``Shared`` instance that is found in a parent belongs to the parent: it is created from the
/// parent's registrations and kept there. So it never holds an instance that a child registers. A ``Transient`` or
/// ``Graph`` instance is created from the registrations of the resolving container, so its dependencies may be the
/// child's.
public final class Container: Sendable {
    /// The address of the registration table.
    ///
    /// Stored with release by `publish`, loaded with acquire.
    @usableFromInline let root: Atomic<UInt>
    let control: ControlBlock
    /// The base and the module of a view; nil: this is a container and no view.
    @usableFromInline let view: ModuleView?
    /// C reads it, and `plan` (CLookup.h).
    @usableFromInline let traits: ContainerTraits
    private let firstParent: Container?
    private let furtherParents: [Container]
    /// The plan that opened this scope; nil: no plan opened the container.
    let plan: ScopePlan?

    /// The overrides of this container; nil: it overrides no registrations of its parents.
    let derivation: Derivation?
    /// Whether this container or an ancestor overrides registrations: lookups of inherited registrations then take a
    /// separate path.
    @usableFromInline var isDerived: Bool { traits.isDerived }
    /// Whether it is a scope that was opened by code that does not await: it refuses instances whose close awaits.
    let closesAtOnce: Bool
    /// The values of the scope's seeds that are not in their slots yet; nil: it was opened without such values.
    let seeds: (any SeedSource)?

    /// The containers that are searched for keys that this one does not register, in order.
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
            /// It replaces the first.
            case replace
        }

        /// How many threads may run factories at the same time.
        public enum Building: Sendable {
            /// Any number of threads, each for another instance.
            case parallel
            /// One thread at a time, recursively, for factories that use shared state. Resolving an existing instance
            /// does not wait.
            ///
            /// A thread whose factory has waited for another thread waits for its turn again. If ``waitLimit`` passes,
            /// that resolve fails, and the rest of its factory runs at the same time as the other thread's factory.
            case oneAtATime
        }

        /// What happens to a second registration of a key.
        public var duplicates: Duplicates
        /// How many threads may run factories at the same time.
        public var building: Building
        /// How long a resolve waits for a factory that runs on another thread, or for its turn if one thread at a time
        /// builds, before it fails with ``ResolutionError/Code/timedOut``; nil: forever.
        ///
        /// It turns a deadlock that only the program can see, such as a factory that blocks on a thread that waits for
        /// that factory, into an error.
        public var waitLimit: Duration?

        /// Whether building a container from modules first checks the whole graph.
        ///
        /// ``Container/validate()`` checks it at any time.
        public var validates: Bool
        /// Whether types that define how they are created need no registration: see ``Resolvable``.
        ///
        /// If this container or one of its parents forbids it, resolving such a type fails with
        /// ``ResolutionError/Code/justInTimeForbidden``, which ends the process if the type's failure is `Never`.
        public var justInTime: Bool
        /// The time limit for hooks that do not set one, such as
        /// ``KeepingRegistration/onShutdown(within:_:)-(_,(Self.Instance)->Void)``; nil: no limit.
        ///
        /// When the limit passes, the hook's task is cancelled and no longer waited for. Hooks that do not await have
        /// no limit.
        public var hookLimit: Duration?
        /// Receives hook errors that cannot be thrown to a caller: those of a container that was released, or of a
        /// scope whose body threw.
        ///
        /// Any thread calls it, with no lock held.
        public var reportFailure: (@Sendable (ResolutionError) -> Void)?
        /// The environment variables that the conditions of registrations can read; by default those of the process.
        ///
        /// The process's variables are read anew each time, and only if there is a condition. The process must not
        /// change them at the same time. A test passes its own: `.init(environment: ["MAILER": "smtp"])`.
        public var environment: [String: String] {
            get { ownEnvironment ?? Platform.environment }
            set { ownEnvironment = newValue }
        }
        /// The variables that were passed in; nil: those of the process count.
        private var ownEnvironment: [String: String]?
        /// Modules that need not be in the container, but that error messages may point to: "module storage has it".
        public var knownModules: [Module]
        /// The subscribers to events of the container and of the scopes that are opened in it: see ``ContainerEvent``.
        public var subscribers: [any EventSubscriber]
        /// Whether ``Container/graph`` reports how often and how long each factory ran, even without subscribers to
        /// makings, failures or waits.
        public var measures: Bool
        /// Whether the container exists only to be inspected: its events are not reported.
        var isTrial = false
        /// Leads to the object that stands for the container in a library with its own API: a `Home`; nil: there is none.
        package var home: (any AnyObject & Sendable)?

        /// Creates a configuration; the defaults are the safe ones.
        ///
        /// See the properties. Without an `environment`, the process's counts.
        public init(
            duplicates: Duplicates = .refuse, building: Building = .parallel,
            waitLimit: Duration? = .seconds(60), validates: Bool = true, justInTime: Bool = true,
            hookLimit: Duration? = .seconds(15), reportFailure: (@Sendable (ResolutionError) -> Void)? = nil,
            environment: [String: String]? = nil, knownModules: [Module] = [], subscribers: [any EventSubscriber] = [],
            measures: Bool = false
        ) {
            self.duplicates = duplicates
            self.building = building
            self.waitLimit = waitLimit
            self.validates = validates
            self.justInTime = justInTime
            self.hookLimit = hookLimit
            self.reportFailure = reportFailure
            ownEnvironment = environment
            self.knownModules = knownModules
            self.subscribers = subscribers
            self.measures = measures
        }
    }

    /// Creates a container without registrations.
    ///
    /// - Parameters:
    ///   - events: Receives the container's events; nil: there are no subscribers.
    ///   - layers: The layers around every record from the beginning.
    ///   - derivation: The overrides of the container; nil: it has none.
    init(
        parents: [Container], scope: ScopeTag?, configuration: Configuration, events: EventHub?,
        layers: (any LayerSet)?, derivation: Derivation?
    ) {
        view = nil
        self.derivation = derivation
        firstParent = parents.first
        furtherParents = Array(parents.dropFirst())
        plan = nil
        closesAtOnce = false
        seeds = nil
        control = ControlBlock(configuration, events, layers)
        traits = ContainerTraits(
            parents: parents, scope: scope, configuration: configuration, derivation: derivation, control: control)
        let flags = parents.isEmpty ? 0 : unsafe RegistrationTable.parentsFlag
        root = unsafe Atomic(RegistrationTable.allocate(flags: flags).address)
        Census.begin(.container)
        control.directoryEntry.set(self)
    }

    /// Creates a scope of a plan, opened in a container.
    ///
    /// - Parameter opening: The information for subscribers; nil: there are none.
    @_optimize(speed)
    init(
        _ plan: ScopePlan, in base: Container, closesAtOnce: Bool, seeds: (any SeedSource)?, _ opening: ScopeOpening?
    ) {
        view = nil
        derivation = nil
        firstParent = base
        furtherParents = []
        traits = plan.traits
        self.plan = plan
        self.closesAtOnce = closesAtOnce
        self.seeds = seeds
        control = plan.take(opening)
        root = unsafe Atomic(control.tableAddress)
        Census.begin(.container)
        control.directoryEntry.set(self)
    }

    /// Creates a module's view of a container, or a view that records the questions it is asked.
    init(viewOf base: Container, _ module: ModuleIdentity?, _ recorder: (any AskRecorder)? = nil) {
        view = ModuleView(base, module, recorder)
        derivation = nil
        firstParent = nil
        furtherParents = []
        traits = base.viewTraits
        plan = nil
        closesAtOnce = base.closesAtOnce
        seeds = nil
        control = base.control
        root = unsafe Atomic(RegistrationTable.emptyAddress)
        Census.begin(.container)
    }

    /// The traits of a view of this container.
    private var viewTraits: ContainerTraits {
        var configuration = configuration
        // A view makes nothing itself, so it needs no gate.
        configuration.building = .parallel
        return ContainerTraits(parents: [], scope: nil, configuration: configuration)
    }

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

    /// The table that writers change, even if a scope is marked as closed while a writer holds the lock.
    ///
    /// Requires the lock, and that the control block was not closed when the lock was taken.
    var writtenTable: RegistrationTable {
        plan == nil ? unsafe table : unsafe RegistrationTable(address: control.tableAddress)
    }

    func publish(_ table: RegistrationTable) {
        if firstParent != nil { unsafe table.flags |= unsafe RegistrationTable.parentsFlag }
        // Release: the table is whole; pairs with the acquire in `table`.
        guard plan != nil else { return unsafe root.store(table.address, ordering: .releasing) }
        unsafe control.tableAddress = table.address
        // Sequentially consistent: with those in `endWithoutHooks`, without a lock, either this sees that the scope is
        // closed or the closed table comes last.
        unsafe root.store(table.address, ordering: .sequentiallyConsistent)
        if control.isClosedInOrder { publishClosed() }
    }

    /// Makes every lookup from now on find that the container is closed.
    func publishClosed() {
        // Sequentially consistent: as in `publish`.
        unsafe root.store(RegistrationTable.closedAddress, ordering: .sequentiallyConsistent)
    }
}

extension Container: CustomReflectable {
    /// A mirror without children, because reflection would read the fields without their lock.
    public var customMirror: Mirror { Mirror(opaque: self) }
}
