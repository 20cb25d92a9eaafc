// The locks of the C library, at addresses that do not move.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@safe
final class PthreadMutex: @unchecked Sendable {  // It is the lock itself.
    static let byteCount = unsafe MemoryLayout<pthread_mutex_t>.size

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(isRecursive: Bool = false) {
        var attributes = pthread_mutexattr_t()
        check(unsafe pthread_mutexattr_init(&attributes))
        if isRecursive {
            check(unsafe pthread_mutexattr_settype(&attributes, numericCast(PTHREAD_MUTEX_RECURSIVE)))
        }
        check(unsafe pthread_mutex_init(mutex, &attributes))
        check(unsafe pthread_mutexattr_destroy(&attributes))
    }

    deinit {
        check(unsafe pthread_mutex_destroy(mutex))
        unsafe mutex.deallocate()
    }

    @inline(__always)
    func withLock<Result>(_ body: () -> Result) -> Result {
        check(unsafe pthread_mutex_lock(mutex))
        defer { check(unsafe pthread_mutex_unlock(mutex)) }
        return body()
    }
}

@safe
final class PthreadReadWriteLock: @unchecked Sendable {  // It is the lock itself.
    static let byteCount = MemoryLayout<pthread_rwlock_t>.size

    private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

    init() {
        check(unsafe pthread_rwlock_init(lock, nil))
    }

    deinit {
        check(unsafe pthread_rwlock_destroy(lock))
        unsafe lock.deallocate()
    }

    @inline(__always)
    func withReadLock<Result>(_ body: () -> Result) -> Result {
        check(unsafe pthread_rwlock_rdlock(lock))
        defer { check(unsafe pthread_rwlock_unlock(lock)) }
        return body()
    }

    @inline(__always)
    func withWriteLock<Result>(_ body: () -> Result) -> Result {
        check(unsafe pthread_rwlock_wrlock(lock))
        defer { check(unsafe pthread_rwlock_unlock(lock)) }
        return body()
    }
}

@inline(__always)
private func check(_ code: CInt) {
    precondition(code == 0, "a pthread call failed")
}
