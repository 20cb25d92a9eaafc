extension Container {
    /// Resolves in a graph that was kept from an earlier resolve.
    func resolve<T>(
        in graph: LastingGraph, _ key: ServiceKey, _ body: () throws(ResolutionError) -> T
    ) throws(ResolutionError) -> T {
        do {
            return try graph.resolve(waitLimit: waitLimit, body)
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
    func inOneGraph<R>(_ body: () throws -> R) throws -> R {
        guard mayHaveGraphs, unsafe ThreadContext.current.isOutermost else { return try body() }
        return try LastingGraph().resolve(waitLimit: nil, body)
    }
}
