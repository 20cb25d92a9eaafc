public import class Foundation.NSRecursiveLock

/// A lock that a context holds while it builds; see ``DIContext/init(locker:)``.
public protocol DIContextLocker {
    /// Waits for the lock and acquires it.
    func lock()
    /// Releases the lock.
    func unlock()
}

/// Foundation's recursive lock needs no extra code.
extension NSRecursiveLock: DIContextLocker {}
