extension Container {
    /// Builds a container: plans its registrations, checks them, and seals it.
    ///
    /// ```swift
    /// let container = try Container {
    ///     Singleton { Database(path: "orders.db") }
    ///     Singleton((any Orders).self) { SQLOrders(database: try $0.resolve()) }
    ///     Transient { OrderService(orders: try $0.resolve()) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - parents: Containers whose registrations this one sees too, searched in their order.
    ///   - configuration: The behavior of the container; its parents keep their own configurations.
    ///   - contents: The registrations and modules.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all faults; `closed` if a parent has
    ///   ended; the error of an eager instance.
    /// - Complexity: Linear in the number of registrations, and the cost of eager factories.
    public convenience init(
        parents: [Container] = [], configuration: Configuration = Configuration(),
        @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) throws(ResolutionError) {
        try self.init(parents: parents, configuration: configuration, contents())
    }

    /// Builds a container from a list of registrations and modules.
    ///
    /// - Parameters:
    ///   - elements: The registrations and modules.
    ///   - parents: Containers whose registrations this one sees too, searched in their order.
    ///   - configuration: The behavior of the container; its parents keep their own configurations.
    ///   - automatic: The modules among them that ``AutomaticModules`` lists.
    /// - Throws: ``ResolutionError``, as with a builder.
    package convenience init(
        parents: [Container] = [], configuration: Configuration = Configuration(),
        _ elements: consuming [any ModuleElement],
        automatic: [Module] = []
    ) throws(ResolutionError) {
        var planning = Planning(elements, configuration, parents: parents)
        if !automatic.isEmpty { planning.report.automatic = automatic.map(\.identity) }
        var plan = planning.plan
        let active = plan.entries.compactMap { $0.record.hasHooksOrIsEager ? $0.record : nil }
        plan.companion = Companion(configuration, planning, plan.entries, creating: active)
        let faults = planning.allFaults(ofPlan: plan)
        guard faults.isEmpty else { throw .invalid(faults) }
        try self.init(plan, parents: parents, waitLimit: configuration.waitLimit)
        try completeBuild(reportingRegistered: plan.entries.map(\.record), creating: active)
    }

    /// Reports new registrations, and creates the eager instances of those with hooks or that are eager.
    func completeBuild(
        reportingRegistered registered: @autoclosure () -> [Record], creating active: [Record]
    ) throws(ResolutionError) {
        features?.hub?.reportRegistered(registered())
        do throws(ResolutionError) { try createEagerInstances(active) } catch {
            features?.lifecycle.markStopped()
            throw error
        }
    }

    /// Whether a key is registered here, or in a parent.
    package func isRegistered(_ key: ServiceKey) -> Bool { registeredRecord(for: key) != nil }

    /// The object that a product keeps with the container until it is closed, created at the first call.
    package func findOrMakeAttachedObject<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
        guard let features else { return make() }
        if let known = features.attachedObject.withLock(\.self) as? Object { return known }
        let object = make()
        return features.attachedObject.withLock { known in
            if let known = known as? Object { return known }
            known = object
            return object
        }
    }

    /// What the features keep for the container.
    var features: Companion? { companion as? Companion }

    /// How the container behaves; a scope behaves as its container.
    public var configuration: Configuration { features?.configuration ?? Configuration() }

    /// The registrations whose instances are listed for products.
    package var listedRecords: [Record] { features?.lifecycle.listed ?? [] }

    /// The registrations of this container that are used, in the order of registration.
    package var ownRecords: [Record] { features?.entries.map(\.record) ?? [] }

    /// How a container behaves.
    public struct Configuration: Sendable {
        /// What happens to a second registration of a key.
        public enum Duplicates: Sendable {
            /// It is refused with ``ResolutionError/Code/duplicate``.
            case refuse
            /// It replaces the first.
            case replace
        }

        /// What happens to a second registration of a key.
        public var duplicates: Duplicates
        /// How long a resolve waits for a factory that runs on another thread or task before it fails with
        /// ``ResolutionError/Code/timedOut``; nil: forever.
        ///
        /// It turns a deadlock that only the program can see, such as a factory that blocks on a thread that waits for
        /// that factory, into an error.
        public var waitLimit: Duration?
        /// Whether building a container first checks the whole graph.
        ///
        /// ``Container/validate(dryRun:)`` checks it at any time.
        public var validates: Bool
        /// Whether types that define how they are created need no registration: see ``Resolvable``.
        ///
        /// If the container forbids it, resolving such a type fails with ``ResolutionError/Code/justInTimeForbidden``, which ends the
        /// process if the type's failure is `Never`.
        public var justInTime: Bool
        /// The time limit for hooks that do not set one, such as
        /// ``KeepingRegistration/onShutdown(within:fileID:line:_:)-(_,_,_,(Self.Instance)->Void)``; nil: no limit.
        ///
        /// When the limit passes, the hook's task is cancelled and no longer waited for. Hooks that do not await have
        /// no limit.
        public var hookLimit: Duration?
        /// The time limit for a whole ``Container/shutdown(within:outcome:)`` that sets none; nil: no limit.
        ///
        /// It holds for stop hooks, for instances that are being made, for bodies of scopes and for hooks that close instances.
        /// When the limit passes, nothing is waited for any longer: hooks that run are cancelled, and those that have not begun are begun
        /// and cancelled. The default is below the thirty seconds after which Kubernetes ends a process.
        public var stopLimit: Duration?
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
            get { ownEnvironment ?? ProcessEnvironment.variables }
            set { ownEnvironment = newValue }
        }
        /// The variables that were passed in; nil: those of the process count.
        private var ownEnvironment: [String: String]?
        /// Modules that need not be in the container, but that error messages may point to: "module storage has it".
        public var knownModules: [Module]
        /// The subscribers to events of the container and of the scopes that are opened in it: see ``ContainerEvent``.
        public var subscribers: [any EventSubscriber]
        /// Whether ``Container/graph`` reports how often and how long each factory ran, even without subscribers to
        /// makings, failures or waits, and which registrations each factory has asked for.
        ///
        /// A container that measures does some work at every resolve, also of an existing instance.
        public var measures: Bool

        /// Creates a configuration; the defaults are the safe ones.
        ///
        /// See the properties. Without an `environment`, the process's counts.
        public init(
            duplicates: Duplicates = .refuse, waitLimit: Duration? = .seconds(60), validates: Bool = true,
            justInTime: Bool = true, hookLimit: Duration? = .seconds(15), stopLimit: Duration? = .seconds(25),
            reportFailure: (@Sendable (ResolutionError) -> Void)? = nil, environment: [String: String]? = nil,
            knownModules: [Module] = [], subscribers: [any EventSubscriber] = [], measures: Bool = false
        ) {
            (self.duplicates, self.waitLimit, self.validates) = (duplicates, waitLimit, validates)
            (self.justInTime, self.hookLimit, self.stopLimit) = (justInTime, hookLimit, stopLimit)
            (self.reportFailure, ownEnvironment) = (reportFailure, environment)
            (self.knownModules, self.subscribers, self.measures) = (knownModules, subscribers, measures)
        }
    }

    /// Builds a container from the program's own modules.
    ///
    /// Each call builds another container: call it once, when the program starts.
    ///
    /// - Parameters:
    ///   - parents: Containers whose registrations this one sees too, searched in their order.
    ///   - configuration: The behavior of the container.
    /// - Throws: ``ResolutionError`` with the code `noAutomaticModules` if the program has not listed its modules, and
    ///   all errors of building a container.
    public static func automatic(
        parents: [Container] = [], configuration: Configuration = Configuration()
    ) throws(ResolutionError) -> Container {
        try automatic(modulesOf: Container.self, parents: parents, configuration: configuration)
    }

    /// Builds a container from the modules that a type lists.
    package static func automatic(
        modulesOf program: any Any.Type, parents: [Container] = [], configuration: Configuration = Configuration()
    ) throws(ResolutionError) -> Container {
        guard let program = program as? any AutomaticModules.Type else { throw ResolutionError.noAutomaticModules }
        let modules = program.modules
        return try Container(parents: parents, configuration: configuration, modules, automatic: modules)
    }
}
