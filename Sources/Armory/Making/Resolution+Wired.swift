// Calls that wait until the whole graph is wired: until the outermost resolve of the thread has ended.

/// A call that waits for the end of the outermost resolve.
struct WiredCall {
    let build: AnyBuild
    /// Nil as long as the instance is not complete.
    var run: (() -> Void)?
}

extension Resolution {
    /// The factory has returned: this instance has its place in the order.
    func reserveWiredCall(for build: AnyBuild) {
        // Has the end of the outermost resolve looked at.
        _ = unsafe KeptGraph.running(on: context)
        wired.append(WiredCall(build: build))
    }

    /// The instance is complete.
    func setWiredCall(for build: AnyBuild, _ run: @escaping () -> Void) {
        guard let index = wired.lastIndex(where: { $0.build === build }) else { return }
        wired[index].run = run
    }

    /// Calls them, for the instance that was made last first, but for what was given up.
    ///
    /// The outermost resolve has ended: what they resolve is a graph of its own.
    func callWired() {
        guard !wired.isEmpty else { return }
        let calls = wired
        wired = []
        for call in calls.reversed() where !WaitForGraph.shared.wasGivenUp(call.build) { call.run?() }
    }
}

extension WaitForGraph {
    fileprivate func wasGivenUp(_ build: AnyBuild) -> Bool { lock.withLock { build.phase == .failed } }
}
