internal import CCore

/// A value behind a pthread mutex.
@safe
package final class Guarded<Value>: @unchecked Sendable {  // `lock` guards `value`.
    private var value: Value
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    package init(_ value: Value) {
        self.value = value
        unsafe lock = .allocate(capacity: 1)
        unsafe ccore_mutex_begin(lock)
    }

    deinit {
        unsafe ccore_mutex_end(lock)
        unsafe lock.deallocate()
    }

    /// Runs `body`, which calls no user code, with the value.
    package func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
        unsafe ccore_lock(lock)
        defer { unsafe ccore_unlock(lock) }
        return try body(&value)
    }
}
