extension TaskRoot {
    /// Calls `body`, which does not await, in the resolution's graph.
    func part<R>(
        _ container: Container, _ key: ServiceKey, _ body: () throws(ResolutionError) -> R
    ) throws(ResolutionError) -> R {
        guard let graph = graph(ifMayHaveGraphs: container.mayHaveGraphs) else { return try body() }
        return try container.resolve(in: graph, findsAll: false, key, body)
    }

    /// Calls `body`, which is user code that does not await, in the resolution's graph.
    func untypedPart<R>(_ container: Container, _ key: ServiceKey, _ body: () throws -> R) throws -> R {
        try part(container, key) { () throws(ResolutionError) in Result(catching: body) }.get()
    }
}

extension TaskFrame.Live {
    /// The container that the factory runs for.
    ///
    /// Unsafe: each frame is created with a container.
    var container: Container { unsafe unsafeDowncast(owner, to: Container.self) }
}
