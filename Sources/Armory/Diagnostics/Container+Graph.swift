// The container's graph as a value, for whoever wants to look at it.
//
//     registrations --> DependencyGraph --> GraphOutline --> ContainerGraph
//                       Validator ----------^ faults, circles
//                       the slots ----------^ states
//
// No lock is held for longer than one look at a container's table, so the states are those of one moment for each container,
// and the edges those of a moment before.

extension Container {
    /// The graph as it is known now, without running a factory.
    ///
    /// Each registration is one node, as it was written: what decorators and interceptors of it need are its own needs. What is
    /// needed and nobody has registered is a node too. Whatever is wrong with a registration is told at its node, also of a
    /// container that was built without being checked.
    ///
    /// Of a child, its own registrations are in it, and what they lead to; of a scope, also what lives in it. What a parent
    /// keeps is in it without its own needs, for they are seen from the parent. What an overlay replaces and the overlay are two
    /// nodes of one key. A closed container has an empty one.
    ///
    /// Where somebody subscribes to makings, failures or waits, or ``Configuration/measures`` says so, each node tells how often and how long its
    /// factory ran, and what factories were seen to ask for are edges too.
    ///
    /// Any thread may ask for it at any time, also while others resolve and replace.
    ///
    /// - Complexity: O(*n* log *n* + *m* log *m*) for *n* registrations that need *m* others.
    public var graph: ContainerGraph {
        graph(observed: (view?.base ?? self).ledger.events?.seenNeeds ?? [:], complete: [])
    }

    /// The graph with what factories ask for when they run.
    ///
    /// As ``dryRun()``: **factories and injections do run**, each once, in a copy of the container. What fails there is told at
    /// the nodes, and nothing is thrown.
    ///
    /// - Complexity: That of ``graph``, and of all factories.
    public func observedGraph() -> ContainerGraph {
        let base = view?.base ?? self
        guard !base.isClosed else { return ContainerGraph(nodes: [], edges: []) }
        let run = base.dryRunObservations()
        return base.graph(observed: run.observed, complete: run.complete, failures: run.failures)
    }

    /// The graph with edges that were seen.
    ///
    /// - Parameters:
    ///   - observed: What closures were seen to ask for, by registration.
    ///   - complete: The registrations of which that is all.
    ///   - failures: What is known to be wrong besides.
    func graph(
        observed: [ObjectIdentifier: [Dependency]], complete: Set<ObjectIdentifier>, failures: [ResolutionError] = []
    ) -> ContainerGraph {
        let base = view?.base ?? self
        guard !base.isClosed else { return ContainerGraph(nodes: [], edges: []) }
        let graph = DependencyGraph(of: base, and: base.registrationsOfTheScope, observed: observed, complete: complete)
        return GraphOutline(graph, failures: failures + base.promisesOfTheScope).value
    }

    /// What was measured of a registration; nil: nobody measures.
    func activity(of binding: AnyBinding) -> ContainerGraph.Activity? {
        ledger.events?.measures(of: binding)?.activity
    }

    /// The registrations of ancestors whose instances live in this scope.
    private var registrationsOfTheScope: [AnyBinding] {
        guard let scope else { return [] }
        return ancestors.flatMap(\.ownBindings).filter { binding in
            guard binding.base.scope == scope, !binding.options.contains(.promise) else { return false }
            return binding.options.contains(.hidden) || registered(binding.key) === binding
        }
    }
}
