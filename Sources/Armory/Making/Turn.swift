/// Something that one thread at a time does, and that it may do again further in.
///
/// Unlike a ``Gate`` it is never given to another thread before it is over; so where the threads wait for each other, one of
/// them is refused.
package final class Turn: @unchecked Sendable {  // `user` is guarded by the wait-for graph's lock.
    /// The thread whose turn it is.
    var user: Resolution?

    package init() {}
}

extension WaitForGraph {
    /// Gives the thread a turn that nobody knows of yet.
    func begin(_ turn: Turn, of me: Resolution) { lock.withLock { turn.user = me } }

    /// Waits for the turn; false where the thread has it already.
    ///
    /// - Throws: ``WaitFault`` where the threads wait for each other, or for too long.
    func enter(_ turn: Turn, by me: Resolution, deadline: Deadline) throws(WaitFault) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        while let user = turn.user {
            guard user !== me else { return false }
            let target = WaitTarget.turn(turn)
            if let links = circle(from: target, to: me), !breakCircle(links, where: \.canYield) {
                throw .cycle(unsafe me.context.bindings)
            }
            let isOver = sleep(me, on: target, until: deadline)
            // As in `wait`: it must not be left for a later one.
            if me.takeMustGiveWay() { throw .cycle(unsafe me.context.bindings) }
            guard isOver else { throw .timedOut([]) }
        }
        turn.user = me
        return true
    }

    func leave(_ turn: Turn) {
        lock.withLock {
            turn.user = nil
            wake { sleeper in
                guard case .turn(let awaited) = sleeper.target else { return false }
                return awaited === turn
            }
        }
    }

    /// Whether the build's instance is there for good.
    func isDone(_ build: AnyBuild) -> Bool { lock.withLock { build.phase == .done } }
}
