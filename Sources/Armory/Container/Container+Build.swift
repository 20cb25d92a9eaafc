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
        let faults = planning.allFaults(of: plan)
        guard faults.isEmpty else { throw .invalid(faults) }
        try self.init(plan, parents: parents, waitLimit: configuration.waitLimit)
        try open(plan.entries.map(\.record), activating: active)
    }

    /// Reports new registrations, and creates the eager instances of those with hooks or that are eager.
    func open(_ registered: @autoclosure () -> [Record], activating active: [Record]) throws(ResolutionError) {
        features?.hub?.reportRegistered(registered())
        do throws(ResolutionError) { try activate(active) } catch {
            features?.lifecycle.endStop()
            throw error
        }
    }

    /// Whether a key is registered here, or in a parent.
    package func isRegistered(_ key: ServiceKey) -> Bool { registered(key) != nil }
}

extension Container {
    /// The object that a product keeps with the container until it is closed, created at the first call.
    package func keptObject<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
        guard let features else { return make() }
        if let known = features.keptObject.withLock(\.self) as? Object { return known }
        let object = make()
        return features.keptObject.withLock { known in
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
}
