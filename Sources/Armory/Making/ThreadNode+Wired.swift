// Calls that wait until the whole graph is wired: until the outermost resolve of the thread has ended.

/// A call that waits for the end of the outermost resolve.
struct WiredCall {
    let build: AnyBuild
    /// Nil until the instance is complete.
    var run: (() -> Void)?
}

extension ThreadNode {
    /// Reserves the instance's position in the order of calls: its factory has returned.
    func reserveWiredCall(for build: AnyBuild) {
        // Makes the end of the outermost resolve look for calls.
        _ = unsafe LastingGraph.running(on: context)
        wired.append(WiredCall(build: build))
    }

    /// Sets the call of an instance that is complete.
    func setWiredCall(for build: AnyBuild, _ run: @escaping () -> Void) {
        guard let index = wired.lastIndex(where: { $0.build === build }) else { return }
        wired[index].run = run
    }

    /// Makes the calls in reverse order of creation, except those for instances that were given up.
    ///
    /// The outermost resolve has ended: instances that the calls resolve form a separate graph.
    func callWired() {
        let calls = wired
        wired = []
        for call in calls.reversed() where WaitForGraph.shared.phase(of: call.build) != .failed { call.run?() }
    }
}
