internal import Armory

/// A value that threads read and change.
final class Guarded<Value>: @unchecked Sendable {  // `current` is guarded by `lock`.
    private let lock = Lock()
    private var current: Value

    init(_ value: Value) { current = value }

    var value: Value { lock.withLock { current } }

    /// Changes the value in place.
    ///
    /// - Parameter body: Runs with the lock held, so it may only store existing values.
    func change(_ body: (inout Value) -> Void) {
        let old = lock.withLock {
            let old = current
            body(&current)
            return old
        }
        // Released outside of the lock: it may hold user objects.
        withExtendedLifetime(old) {}
    }
}
