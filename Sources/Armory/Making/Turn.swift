/// An action that one thread at a time does; the thread that does it may begin it again inside.
///
/// Unlike a ``Gate``, a turn is never given to another thread before it is over. So if the threads wait for each other,
/// one of them is refused.
package final class Turn: @unchecked Sendable {  // `user` is guarded by the wait-for graph's lock.
    /// The thread whose turn it is.
    var user: ThreadNode?

    package init() {}

    /// Calls `body` when no other thread has the turn.
    ///
    /// If the threads would wait for each other, or wait longer than the limit, `body` runs anyway.
    package func take<R, E: Error>(atMost limit: Duration?, _ body: () throws(E) -> R) throws(E) -> R {
        let me = unsafe ThreadNode.of(ThreadContext.current)
        let isFirst = try? WaitForGraph.shared.enter(self, by: me, deadline: Deadline(after: limit))
        defer { if isFirst == true { WaitForGraph.shared.leave(self) } }
        return try body()
    }
}

extension WaitForGraph {
    /// Gives the thread a turn that no other thread knows yet.
    func begin(_ turn: Turn, of me: ThreadNode) { lock.withLock { turn.user = me } }

    /// Waits for the turn; false if the thread has it already.
    ///
    /// - Throws: ``WaitFault`` if the threads wait for each other, or wait for too long.
    func enter(_ turn: Turn, by me: ThreadNode, deadline: Deadline) throws(WaitFault) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        while let user = turn.user {
            guard user !== me else { return false }
            let target = WaitTarget.turn(turn)
            if let links = circle(from: target, to: me), !breakCircle(links, where: \.canYield) {
                throw .cycle(unsafe me.context.bindings)
            }
            let isOver = sleep(me, on: target, until: deadline)
            // As in `wait`: the mark must not be left for a later wait.
            if me.takeMustGiveWay() { throw .cycle(unsafe me.context.bindings) }
            guard isOver else { throw .timedOut([]) }
        }
        turn.user = me
        return true
    }

    func leave(_ turn: Turn) {
        lock.withLock {
            turn.user = nil
            wake { $0.target?.isOver ?? false }
        }
    }

    /// The phase of a build at this moment.
    func phase(of build: AnyBuild) -> AnyBuild.Phase { lock.withLock { build.phase } }
}
