// Gates: they let one thread at a time build.

extension Container {
    /// Whether the thread needs to enter no gate.
    func isInsideGates(_ context: UnsafeMutablePointer<ThreadContext>) -> Bool {
        guard !gates.isEmpty else { return true }
        let me = unsafe ThreadNode.of(context)
        return gates.allSatisfy { me.isInside($0) }
    }

    /// Runs `body` for a record inside the gates of the container and its ancestors.
    func insideGates<T>(
        of binding: Binding, _ context: UnsafeMutablePointer<ThreadContext>, from index: Int = 0,
        _ body: () throws -> T
    ) throws -> T {
        guard index < gates.count else { return try body() }
        // A running thread that has entered a gate has its turn already.
        if unsafe ThreadNode.of(context).isInside(gates[index]) {
            return try unsafe insideGates(of: binding, context, from: index + 1, body)
        }
        let me = unsafe ThreadNode.of(context)
        let (sleeps, start) = (me.sleepCount, control.events == nil ? 0 : EventClock.now)
        try WaitForGraph.shared.enter(gates[index], by: me)
        defer { WaitForGraph.shared.leave(gates[index], by: me) }
        if let reporter = control.reporter, me.sleepCount != sleeps {
            unsafe reporter.reportWait(for: binding, isTurn: true, since: start, maker: nil, context)
        }
        return try unsafe insideGates(of: binding, context, from: index + 1, body)
    }
}
