// What tasks wait for, without holding a thread, cancelled or not.

#if ServiceLifecycle
internal import Armory

/// A value behind a lock.
///
/// It stands for `Synchronization.Mutex`, which ThreadSanitizer on Linux reports falsely.
final class Guarded<Value: Sendable>: @unchecked Sendable {  // `value` is guarded by `lock`.
    private let lock = Lock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<R>(_ body: (inout Value) -> R) -> R { lock.withLock { body(&value) } }
}

/// Closed until somebody opens it, for good.
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

/// How something has ended: the first of several ends.
final class End: Sendable {
    private let door = Door()
    private let result = Guarded<Result<Void, any Error>?>(nil)

    func come(_ end: Result<Void, any Error>) {
        result.withLock { if $0 == nil { $0 = end } }
        door.open()
    }

    /// What came first.
    var value: Void {
        get async throws {
            await door.wait()
            try result.withLock { $0 }?.get()
        }
    }
}
#endif
