extension Container {
    /// Builds a container: plans its registrations, checks them, and seals it.
    ///
    /// ```swift
    /// let container = try Container {
    ///     Singleton { Database(path: "orders.db") }
    ///     Singleton((any Orders).self) { SQLOrders(database: try $0()) }
    ///     Transient { OrderService(orders: try $0()) }
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
        parents: [Container] = [], configuration: Configuration = Configuration(), _ elements: [any ModuleElement],
        automatic: [Module] = []
    ) throws(ResolutionError) {
        var planning = Planning(elements, configuration, parents: parents)
        planning.report.automatic = automatic.map(\.identity)
        var plan = planning.plan
        let noted = planning.notedRecords
        plan.companion = Companion(configuration, planning, plan.entries, creating: noted)
        let faults = planning.allFaults(of: plan)
        guard faults.isEmpty else { throw .invalid(faults) }
        try self.init(plan, parents: parents, waitLimit: configuration.waitLimit)
        try open(noted)
    }

    /// Reports the registrations, and creates the eager instances among those with notes.
    func open(_ records: [Record]) throws(ResolutionError) {
        features?.hub?.reportRegistered(ownRecords)
        do throws(ResolutionError) { try activate(records) } catch {
            features?.lifecycle.endStop()
            throw error
        }
    }

    /// Whether a key is registered here, or in a parent.
    package func isRegistered(_ key: ServiceKey) -> Bool { registered(key) != nil }
}

/// What the features keep for a container.
final class Companion: ContainerCompanion {
    let configuration: Container.Configuration
    let lifecycle: Lifecycle
    let seesClosings: Bool
    /// Why registrations are used or not.
    let report: ConditionReport
    /// The registrations that are used.
    let entries: [Plan.Entry]
    /// How types without registrations are created.
    let justInTime: JustInTime
    /// The decorators, adapters and interceptors, also those of a container that is overridden.
    let layers: [Layer]
    /// Whom the container tells; nil: nobody listens.
    let hub: EventHub?
    /// What the product that runs health checks keeps for the container.
    let healthObject = Guarded<(any AnyObject & Sendable)?>(nil)

    /// - Parameters:
    ///   - records: The registrations that the container creates anew.
    ///   - layers: Its decorators, adapters and interceptors; nil: those that were planned.
    init(
        _ configuration: Container.Configuration, _ planning: Planning, _ entries: [Plan.Entry],
        creating records: [Record], layers: [Layer]? = nil
    ) {
        self.configuration = configuration
        self.entries = entries
        lifecycle = Lifecycle(records)
        seesClosings = lifecycle.hasHooks
        report = planning.report
        justInTime = planning.justInTime
        self.layers = layers ?? planning.layers
        hub = planning.hub
    }

    /// What the features keep for a container whose factories run only to be observed.
    init(ofTrial original: Companion) {
        configuration = original.configuration
        lifecycle = Lifecycle([])
        seesClosings = false
        report = original.report
        entries = original.entries
        justInTime = original.justInTime
        layers = original.layers
        hub = nil
    }

    /// Why registrations are used or not, as far as this container knows.
    var conditions: [ConditionInfo] { report.list(entries) { _ in nil } }
}

extension Companion {
    var endLimit: Duration? { configuration.stopLimit }

    func endBegins() -> EndStep { lifecycle.endBegins() }

    func closing(_ records: [Record]) -> [ResolutionError] { lifecycle.unstarted(records) }

    func report(_ failure: ResolutionError) { configuration.reportFailure?(failure) }
}

extension Container {
    /// What the features keep for the container.
    var features: Companion? { companion as? Companion }

    /// How the container behaves; a scope behaves as its container.
    public var configuration: Configuration { features?.configuration ?? Configuration() }

    /// The registrations of this container that are used, in the order of registration.
    package var ownRecords: [Record] { features?.entries.map(\.record) ?? [] }
}
