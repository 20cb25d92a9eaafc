public import class Foundation.NSRecursiveLock

/// A lock that a context holds while it builds; see ``DIContext/init(locker:)``.
public protocol DIContextLocker {
    /// Waits for the lock and takes it.
    func lock()
    /// Lets it go.
    func unlock()
}

/// The recursive lock of Foundation serves as it is.
extension NSRecursiveLock: DIContextLocker {}
