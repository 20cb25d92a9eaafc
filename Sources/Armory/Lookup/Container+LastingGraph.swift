internal import CLookup

extension Container {
    /// Resolves in a graph that was kept from an earlier resolve.
    func resolve<T>(
        in graph: LastingGraph, findsAll: Bool, _ key: ServiceKey,
        _ body: () throws(ResolutionError) -> T
    ) throws(ResolutionError) -> T {
        do {
            return try graph.resolve(waitLimit: waitLimit, findsAll: findsAll, body)
        } catch let error as ResolutionError {
            throw error
        } catch {
            let path =
                unsafe ThreadContext.current.wholePath.steps + [ResolutionError.Step(key: key, location: nil)]
            guard case .timedOut? = error as? WaitFault else { throw ResolutionError(.cycle, key: key, path: path) }
            throw ResolutionError(.timedOut, key: key, path: path)
        }
    }

    /// Whether this container or an ancestor has, or had, a registration with the graph lifetime.
    var mayHaveGraphs: Bool { control.hasGraphs || ancestors.contains { $0.control.hasGraphs } }
}

extension Container {
    /// Calls `body` and treats its resolves as one graph: the running graph, if there is one.
    ///
    /// - Parameter apart: Whether the call may come from code without the factory's resolver: see ``apart(_:)``.
    func inOneGraph<R>(apart: Bool, _ body: () throws -> R) throws -> R {
        let context = unsafe ThreadContext.current
        guard unsafe !clookup_is_apart(context) else {
            return unsafe apart ? try context.inNewLevel(body) : try body()
        }
        guard mayHaveGraphs else { return try body() }
        return try LastingGraph().resolve(waitLimit: nil, findsAll: true, body)
    }

    /// Whether a deferred dependency on a key may use all instances of its graph.
    ///
    /// If the type is not `Sendable`, neither is the dependency: it belongs to the objects of the graph. That is so for
    /// a list or another form of the type, too.
    func isConfined(_ key: ServiceKey) -> Bool {
        let dependency = Dependency(type: key.type, qualifier: key.qualifier)
        return (registered(key) ?? registered(dependency.innermostWrapped.key))?.note == .isConfined
    }

    /// Whether the graph that runs on the thread has the instance of a key, or of an optional's type.
    func hasInGraph(_ key: ServiceKey) -> Bool {
        // Only an optional stands for that one instance: a list may have others, which have to be created.
        let wrapped = Dependency(type: key.type, qualifier: key.qualifier).innermostOptional
        guard let record = (registered(key) ?? registered(wrapped.key))?.instanceRecord else { return false }
        guard record.lifetime == .graph, let slot = (view?.base ?? self).slot(of: record) else { return false }
        return unsafe ThreadContext.current.pointee.graph.find(slot) != nil
    }

    /// The slot of this container that creates the instances of a record; nil: it has created none.
    private func slot(of record: Binding) -> UInt? {
        let key = record.key
        let hash = key.tableHash
        var pin = Pin()
        var found: UInt?
        if case .slot(let address) = unsafe find(key, hash: hash, &pin),
            unsafe Slot(address).bindingIdentifier == ObjectIdentifier(record)
        {
            found = unsafe Slot(address).identifier
        } else if case .slot(let address) = unsafe table.find(ObjectIdentifier(record)) {
            found = unsafe Slot(address).identifier
        }
        pin.end()
        return found
    }
}
