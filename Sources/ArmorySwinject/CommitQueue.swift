// Registrations on their way to the engine. Settings follow a registration at once, so an entry is passed on when it is first
// needed, with its settings: a record in the engine costs more than an entry.
//
//     register, inObjectScope, ...     the queue
//     the first lookup                 the engine; so do all later registrations, if native code has the engine container

internal import Armory
internal import Synchronization

/// The registrations of a container that the engine does not have yet.
final class CommitQueue {
    private let lock = Lock()
    /// Guarded by `lock`.
    private var waiting: [any Companion] = []
    /// How many of them are taken.
    ///
    /// Guarded by `lock`.
    private var taken = 0
    /// How many threads pass registrations on: more than one if they would have to wait for each other.
    ///
    /// Guarded by `lock`.
    private var committing = 0
    /// Whether native code may look up registrations, so that none waits.
    ///
    /// Guarded by `lock`.
    private var isExposed = false
    /// Whether registrations wait, or are being passed on.
    private let isBusy = Atomic<Bool>(false)

    /// Adds a registration; false: it must not wait.
    func add(_ companion: any Companion) -> Bool {
        lock.withLock {
            guard !isExposed else { return false }
            waiting.append(companion)
            // Release: pairs with the acquire in `commit`. The program orders a registration before another thread's
            // resolve.
            isBusy.store(true, ordering: .releasing)
            return true
        }
    }

    /// Passes all registrations on, and waits for a thread that does.
    @inline(__always)
    func commit(to engine: Armory.Container) {
        // Acquire: pairs with the releases; the registrations are in the engine.
        if isBusy.load(ordering: .acquiring) { commitAll(to: engine) }
    }

    @inline(never)
    private func commitAll(to engine: Armory.Container) {
        // A registration may release an instance, whose `deinit` may resolve: so this is no lock.
        Armory.Container.inTurn(of: self) {
            lock.withLock { committing += 1 }
            while let companion = next() { companion.commit(to: engine) }
        }
    }

    /// Takes the next registration; nil: all are passed on.
    ///
    /// One at a time: a thread that does not get its turn passes the others on.
    private func next() -> (any Companion)? {
        lock.withLock {
            if taken < waiting.count {
                taken += 1
                return waiting[taken - 1]
            }
            waiting = []
            taken = 0
            committing -= 1
            // Release: pairs with the acquire in `commit`.
            if committing == 0 { isBusy.store(false, ordering: .releasing) }
            return nil
        }
    }

    /// Lets no registration wait from now on.
    func expose() { lock.withLock { isExposed = true } }
}

extension Container {
    /// Passes the registrations of this container and its parents on to the engine.
    @inline(__always)
    func settle() {
        queue.commit(to: engine)
        parent?.settleParents()
    }

    @inline(never)
    private func settleParents() {
        queue.commit(to: engine)
        parent?.settleParents()
    }

    /// Passes all registrations on to the engine, later ones at once.
    func expose() {
        queue.expose()
        settle()
        parent?.expose()
    }

    /// Adds a registration.
    func commit(_ companion: any Companion) {
        guard !queue.add(companion) else { return }
        // An earlier one comes first. In turn, because a companion looks for the one before it.
        settle()
        Armory.Container.inTurn(of: queue) { companion.commit(to: engine) }
    }
}
