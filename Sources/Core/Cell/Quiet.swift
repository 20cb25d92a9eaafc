// Who ends a handle waits until nothing is made in it and no body runs with a scope of it.

internal import CCore

/// One wait for a quiet handle.
final class Quiet: Sendable {
    /// How many makings and bodies the end is part of: it does not wait for them.
    let exempt: UInt32
    private let state = Guarded(State())

    private struct State {
        var isOver = false
        var continuation: CheckedContinuation<Void, Never>?
    }

    init(exempt: UInt32) {
        self.exempt = exempt
    }

    /// Ends the wait; the second time, nothing.
    func end() {
        let waiter = state.withLock { state in
            state.isOver = true
            return state.continuation.take()
        }
        waiter?.resume()
    }

    /// Waits for the end.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.continuation = continuation }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }
}

extension Home {
    /// Takes the one who waits if it need not any longer; the lock is held.
    func takeWaiterIfQuiet() -> Quiet? {
        guard let object = unsafe pointee.waiter else { return nil }
        let waiter = unsafe Unmanaged<Quiet>.fromOpaque(object)
        guard unsafe pointee.making + pointee.bodies <= waiter.takeUnretainedValue().exempt else { return nil }
        unsafe ccore_set_waiter(self, nil)
        return unsafe waiter.takeRetainedValue()
    }
}
