// Calls that wait until the whole graph is wired: until the outermost resolve of the thread has ended.
//
// A level of the graph, or a lasting graph, may end before that. Then its result may leave the thread, and so the calls
// for its instances are made at its end, except for instances that threads may share.

/// A call that waits for the end of a graph.
struct WiredCall {
    let build: AnyBuild
    /// The graph at whose end the call is made: a `LastingGraph`, which exists until then.
    let graph: ObjectIdentifier
    /// Nil until the instance is complete.
    var run: (() -> Void)?
}

extension ThreadNode {
    /// Reserves the instance's position in the order of calls: its factory has returned.
    func reserveWiredCall(for build: AnyBuild) {
        // A graph that has a lasting graph looks for calls at its end.
        guard let graph = unsafe LastingGraph.running(on: context) else { return }
        wired.append(WiredCall(build: build, graph: ObjectIdentifier(graph)))
    }

    /// Sets the call of an instance that is complete.
    func setWiredCall(for build: AnyBuild, _ run: @escaping () -> Void) {
        guard let index = wired.lastIndex(where: { $0.build === build }) else { return }
        wired[index].run = run
    }

    /// Makes the calls for the instances of a graph that has ended, in reverse order of creation, except for instances
    /// that were given up: instances that the calls resolve form a separate graph.
    ///
    /// Inside of another resolve, the calls for instances that threads may share wait for the end of that one.
    func callWired(of ended: LastingGraph) {
        let calls = wired.filter { $0.graph == ObjectIdentifier(ended) }
        guard !calls.isEmpty else { return }
        wired.removeAll { $0.graph == ObjectIdentifier(ended) }
        let isOutermost = unsafe context.isOutermost
        let waiting = isOutermost ? [] : calls.filter { $0.build.levelStart == 0 }
        if !waiting.isEmpty, let around = unsafe LastingGraph.running(on: context) {
            wired += waiting.map { WiredCall(build: $0.build, graph: ObjectIdentifier(around), run: $0.run) }
        }
        for call in calls.reversed() where isOutermost || call.build.levelStart != 0 {
            if WaitForGraph.shared.phase(of: call.build) != .failed { call.run?() }
        }
    }
}
