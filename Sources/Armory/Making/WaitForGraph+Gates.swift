// Waits for the turn in the containers that build one at a time.

extension WaitForGraph {
    /// Enters the gate, after the thread that runs in it has left.
    ///
    /// A running thread that is inside has its turn already, unless a limit has passed while it waited. Only its
    /// first call is followed by `leave`.
    func enter(_ gate: Gate, by me: ThreadNode) throws(WaitFault) {
        lock.lock()
        defer { lock.unlock() }
        guard waitForTurn(in: gate, me, sleep) else { throw .timedOut([]) }
        gate.enter(me)
    }

    func leave(_ gate: Gate, by me: ThreadNode) {
        lock.withLock {
            gate.leave(me)
            wake { sleeper in
                guard case .gate(let awaited) = sleeper.target else { return false }
                return awaited === gate
            }
        }
    }

    /// Waits until the thread is the one that runs in each gate it has entered; false if a gate's limit passed.
    ///
    /// While it waits for one gate, another thread may enter a gate that this one had already.
    func regainGates(_ me: ThreadNode) -> Bool {
        while let gate = me.gates.first(where: { $0.running !== me }) {
            guard waitForTurn(in: gate, me, sleepOutsideGates) else { return false }
            gate.enter(me)
        }
        return true
    }

    /// Waits until no other thread runs in the gate, or until that would close a circle; false if the gate's limit
    /// passed.
    private func waitForTurn(
        in gate: Gate, _ me: ThreadNode, _ sleep: (ThreadNode, WaitTarget, Deadline) -> Bool
    ) -> Bool {
        let deadline = Deadline(after: gate.waitLimit)
        while let running = gate.running, running !== me {
            if circle(from: .gate(gate), to: me) != nil { return true }
            guard sleep(me, .gate(gate), deadline) else { return false }
        }
        return true
    }
}

extension ThreadNode {
    /// Whether the calling thread has entered the gate further out.
    ///
    /// Only the thread itself changes the gates that it has entered.
    func isInside(_ gate: Gate) -> Bool { gates.contains { $0 === gate } }
}
