// Values that tasks wait for without blocking a thread. A cancelled task keeps waiting too.

#if ServiceLifecycle
internal import Armory

/// A door that tasks wait at until it is opened, and that is never closed again.
final class Door: Sendable {
    private enum State {
        case open
        case closed([CheckedContinuation<Void, Never>])
    }

    private let state = Guarded(State.closed([]))

    func open() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard case .closed(let waiters) = state else { return [] }
            state = .open
            return waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withCheckedContinuation { waiter in
            let isOpen = state.withLock { state in
                guard case .closed(let waiters) = state else { return true }
                state = .closed(waiters + [waiter])
                return false
            }
            if isOpen { waiter.resume() }
        }
    }
}

/// The result of something that ends; only the first of several results counts.
final class End: Sendable {
    private let door = Door()
    private let result = Guarded<Result<Void, any Error>?>(nil)

    func come(_ end: Result<Void, any Error>) {
        result.withLock { if $0 == nil { $0 = end } }
        door.open()
    }

    /// The first result.
    var value: Void {
        get async throws {
            await door.wait()
            try result.withLock { $0 }?.get()
        }
    }
}
#endif
