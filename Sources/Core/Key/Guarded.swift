public import CCore

/// A value behind a pthread mutex, in one piece of memory; copies share it.
///
/// Inlinable, because code that is not specialized looks up the metadata of its types at each use.
@safe
@usableFromInline
package struct Guarded<Value>: @unchecked Sendable {  // The mutex guards the value.
    @usableFromInline let box: ManagedBuffer<Value, pthread_mutex_t>

    @inlinable
    package init(_ value: Value) {
        unsafe box = unsafe GuardedBox.create(minimumCapacity: 1) { _ in value }
        unsafe box.withUnsafeMutablePointerToElements { unsafe ccore_mutex_begin($0) }
    }

    /// Runs `body`, which calls no user code, with the value.
    @inlinable
    package func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
        try unsafe box.withUnsafeMutablePointers { (value, lock) throws(E) in
            unsafe ccore_lock(lock)
            defer { unsafe ccore_unlock(lock) }
            return try unsafe body(&value.pointee)
        }
    }
}

@safe
@usableFromInline
final class GuardedBox<Value>: ManagedBuffer<Value, pthread_mutex_t> {
    deinit { unsafe withUnsafeMutablePointerToElements { unsafe ccore_mutex_end($0) } }
}
