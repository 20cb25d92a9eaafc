// The container's graph as a value, for display.
//
//     plan --> PlanGraph --> GraphOutline --> ContainerGraph
//              Validator ----^ faults, cycles
//              the cells ----^ states
//              Measures -----^ what factories were seen to ask for, and how long they took

extension Container {
    /// The graph as currently known, without running a factory.
    ///
    /// Each registration in the source is one node: the dependencies of its decorators and interceptors are its own
    /// dependencies. A missing dependency is a node too. Each node lists the faults of its registration, even if the
    /// container was built without a check.
    ///
    /// The graph of a child container has its own registrations and those that they lead to; the graph of a scope has
    /// those that live in the scope, and what they lead to. An instance that a parent keeps appears without its
    /// dependencies, because those are seen from the parent. The graph of a closed container is empty.
    ///
    /// If there are subscribers to makings, failures or waits, or ``Configuration/measures`` is set, each node tells
    /// how often and how long its factory ran. The observed dependencies of factories are edges then, too: those that a
    /// factory has had created or, with ``Configuration/measures``, has asked for.
    ///
    /// Any thread may call it at any time, also while others resolve.
    ///
    /// - Complexity: O(*n* log *n* + *m* log *m*) for *n* registrations that need *m* others.
    public var graph: ContainerGraph { graphWithRegistrations().graph }

    /// The graph, with the dependencies that factories ask for when they run.
    ///
    /// Like ``validate(dryRun:)``, it **does run factories and injections**, each once, in a copy of the container. Failures are
    /// listed at the nodes; nothing is thrown.
    ///
    /// - Complexity: That of ``graph``, plus running all factories.
    public func graphFromDryRun() -> ContainerGraph { graphWithRegistrations(fromDryRun: true).graph }

    /// The graph, and the registrations of its nodes, after which the missing nodes come.
    package func graphWithRegistrations(
        fromDryRun: Bool = false
    ) -> (graph: ContainerGraph, registrations: [RegistrationInfo]) {
        guard !isClosed else { return (ContainerGraph(nodes: [], edges: []), []) }
        let search = PlanSearch(of: self)
        let run = fromDryRun ? try? DryRun(search, parents: applicationContainer.parents) : nil
        let validator = run?.validator ?? Validator(PlanGraph(search, observed: search.observedDependencies))
        let outline = GraphOutline(validator, of: self, failures: run?.errors ?? [])
        return (outline.value, outline.registrations)
    }

    /// The interceptors and decorators around a registration of this container's own, in the order in which they were added.
    ///
    /// They are found anew, so a container keeps nothing for them.
    package func layers(around registration: RegistrationInfo) -> [Layer] {
        let record = registration.record
        var planned = AnyRegistration(record)
        planned.notes = record.registrationNotes
        return (features?.plannedLayers ?? []).filter { layer in
            switch layer.body {
            case .adapter: return false
            case .interceptor(let body) where planned.options.contains(.value) || !body.applies(to: record):
                return false
            default: return layer.applies(to: planned, isAlias: record.isAlias)
            }
        }
    }
}

extension PlanSearch {
    /// What factories were seen to ask for, by their records.
    package var observedDependencies: [ObjectIdentifier: [Dependency]] {
        observedDependenciesByRecord { $0.measures?.needs ?? [] }
    }
}

extension Container {
    /// The number of noted dependencies of factories, for tests.
    package var observedDependencyCount: Int { plan.entries.reduce(0) { $0 + ($1.record.measures?.needs.count ?? 0) } }

    /// The identifier of this container in events; nil: nothing is subscribed to or measured.
    public var id: UInt64? { (note as? HandleNote)?.id }

    /// The number of errors that subscribers have thrown, counted for this container and all that share its
    /// subscribers.
    public var failedDeliveries: Int { features?.hub?.failedDeliveries ?? 0 }

    /// How many of its factories were seen to be called.
    package var calledFactoryCount: Int { features?.hub == nil ? 0 : plan.entries.count { $0.record.isCalled } }

    /// The states of instances by their records, here and in all ancestors.
    var graphNodeStates: [ObjectIdentifier: ContainerGraph.Node.State] {
        var states: [ObjectIdentifier: ContainerGraph.Node.State] = [:]
        var seen: Set<ObjectIdentifier> = []
        var open = [self]
        while let next = open.popLast() {
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            for (record, state) in next.instanceStates {
                let isValue = record.registrationNotes.options.contains(.value)
                let own = isValue ? .ready : (next.customLifetimeState(of: record) ?? state).graphNodeState
                let known = states[ObjectIdentifier(record)] ?? .none
                if known == .none { states[ObjectIdentifier(record)] = own }
            }
            open += next.parents.reversed()
        }
        return states
    }

    /// The state of a registration with a custom lifetime; nil: it has another one.
    private func customLifetimeState(of record: Record) -> InstanceState? {
        guard record.rare?.parts.route is any AnyKeptRoute else { return nil }
        return (existingStore(of: record) as? KeptStore)?.instanceState ?? .empty
    }
}
