/// Lets one thread at a time build in a container, recursively: see `Container.insideGates`.
///
/// Only the last holder may run. If a thread's wait for the gate would close a circle, the thread becomes the last
/// holder instead. All other holders are asleep in a resolve then, and the new one runs as a nested resolve on the
/// sleeping thread would. A holder that wakes waits until it is the last again, or becomes the last one in the same
/// way.
package final class Gate: @unchecked Sendable {  // `holders` is guarded by the wait-for graph's lock.
    private var holders: [ThreadNode] = []
    /// How long a thread waits for its turn.
    let waitLimit: Duration?

    package init(waitLimit: Duration?) {
        self.waitLimit = waitLimit
        Census.begin(.gate)
    }

    deinit {
        Census.end(.gate)
    }

    var running: ThreadNode? { holders.last }

    /// Enters the gate for the node, or moves it to the end if it has entered already.
    func enter(_ node: ThreadNode) {
        holders.removeAll { $0 === node }
        holders.append(node)
        if !node.isInside(self) { node.gates.append(self) }
    }

    func leave(_ node: ThreadNode) {
        holders.removeAll { $0 === node }
        node.gates.removeAll { $0 === self }
    }
}
