// The container's graph as a value, for display.
//
//     registrations --> DependencyGraph --> GraphOutline --> ContainerGraph
//                       Validator ----------^ faults, circles
//                       the slots ----------^ states
//
// The lock is held only for one read of a container's table. So the states of each container are of one moment, and the
// edges of a moment before.

extension Container {
    /// The graph as currently known, without running a factory.
    ///
    /// Each registration in the source is one node: the dependencies of its decorators and interceptors are its own
    /// dependencies. A missing dependency is a node too. Each node lists the faults of its registration, even if the
    /// container was built without a check.
    ///
    /// The graph of a child container has its own registrations and those that they lead to; the graph of a scope also
    /// has those that live in the scope. An instance that a parent keeps appears without its dependencies, because
    /// those are seen from the parent. An overlay and the registration that it replaces are two nodes with one key. The
    /// graph of a closed container is empty.
    ///
    /// If there are subscribers to makings, failures or waits, or ``Configuration/measures`` is set, each node tells
    /// how often and how long its factory ran. The observed dependencies of factories are edges then, too.
    ///
    /// Any thread may call it at any time, also while others resolve and replace.
    ///
    /// - Complexity: O(*n* log *n* + *m* log *m*) for *n* registrations that need *m* others.
    public var graph: ContainerGraph {
        graph(observed: (view?.base ?? self).control.events?.seenNeeds ?? [:], complete: [])
    }

    /// The graph, with the dependencies that factories ask for when they run.
    ///
    /// Like ``dryRun()``, it **does run factories and injections**, each once, in a copy of the container. Failures are
    /// listed at the nodes; nothing is thrown.
    ///
    /// - Complexity: That of ``graph``, plus running all factories.
    public func observedGraph() -> ContainerGraph {
        let base = view?.base ?? self
        guard !base.isClosed else { return ContainerGraph(nodes: [], edges: []) }
        let run = DryRun(of: base)
        return base.graph(observed: run.observed, complete: run.made, failures: run.failures)
    }

    /// The graph with observed edges.
    ///
    /// - Parameters:
    ///   - observed: The dependencies that closures asked for, by registration.
    ///   - complete: The registrations whose observed dependencies are complete.
    ///   - failures: Known faults other than the graph's own.
    func graph(
        observed: [ObjectIdentifier: [Dependency]], complete: Set<ObjectIdentifier>, failures: [ResolutionError] = []
    ) -> ContainerGraph {
        let base = view?.base ?? self
        guard !base.isClosed else { return ContainerGraph(nodes: [], edges: []) }
        let graph = DependencyGraph(of: base, and: base.registrationsOfTheScope, observed: observed, complete: complete)
        return GraphOutline(graph, failures: failures + base.promisesOfTheScope).value
    }

    /// The measurements of a registration; nil: nothing is measured.
    func activity(of binding: Binding) -> ContainerGraph.Activity? {
        control.events?.measures(of: binding)?.activity
    }

    /// The registrations of ancestors whose instances live in this scope.
    private var registrationsOfTheScope: [Binding] {
        guard let scope else { return [] }
        return ancestors.flatMap(\.ownBindings).filter { binding in
            guard binding.base.scope == scope, !binding.options.contains(.promise) else { return false }
            return binding.options.contains(.hidden) || registered(binding.key) === binding
        }
    }
}
