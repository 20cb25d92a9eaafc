// Turns. A turn lets one thread at a time act on an object; the thread that has it may take it again inside.
//
// Unlike a `Gate`, a turn is never given to another thread before it is over. So if the threads wait for each other, one of
// them is refused.
//
// A turn is known by the identity of the object. Leave it before the object ends: another object may have its address later.

extension WaitForGraph {
    /// Calls `body` when no other thread has the object's turn.
    ///
    /// If the threads would wait for each other, or wait longer than the limit, `body` runs anyway.
    func inTurn<R, E: Error>(
        on object: AnyObject, atMost limit: Duration?, _ body: () throws(E) -> R
    ) throws(E) -> R {
        let turn = ObjectIdentifier(object)
        let me = unsafe ThreadNode.of(ThreadContext.current)
        let isFirst = try? enter(turn, by: me, deadline: Deadline(after: limit))
        defer { if isFirst == true { leave(turn) } }
        return try body()
    }

    /// Gives the thread the turn of an object that no other thread knows yet.
    func begin(_ turn: ObjectIdentifier, of me: ThreadNode) { lock.withLock { turns[turn] = me } }

    /// Waits for the turn; false if the thread has it already.
    ///
    /// - Throws: ``WaitFault`` if the threads wait for each other, or wait for too long.
    func enter(_ turn: ObjectIdentifier, by me: ThreadNode, deadline: Deadline) throws(WaitFault) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        while let user = turns[turn] {
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
        turns[turn] = me
        return true
    }

    func leave(_ turn: ObjectIdentifier) {
        lock.withLock {
            turns[turn] = nil
            wake { $0.target?.isOver ?? false }
        }
    }

    /// The phase of a build at this moment.
    func phase(of build: AnyBuild) -> AnyBuild.Phase { lock.withLock { build.phase } }
}
