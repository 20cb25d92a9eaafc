/// A dependency that is resolved at the first call and kept.
///
/// ```swift
/// final class Checkout {
///     init(mailer: Lazy<any Mailer>) { ... }    // try mailer() when a mail is sent
/// }
/// ```
///
/// It works on any thread, inside a factory and later, as long as the container lives; after that a first call is the error
/// ``ResolutionError/Code/closed``. It does not keep the container alive. A cycle may lead through it. A failure is not
/// kept: the next call tries again; nor is an instance that closes a cycle and is not finished yet. Two objects that refer to
/// each other, one of them lazily, hold each other: let one of them be ``Weak``. Where several threads make the first call, all are given the instance that was there
/// first; no lock is held while it is resolved.
public final class Lazy<T> {
    private let origin: Origin
    private let lock = Lock()
    /// Guarded by `lock`.
    private var kept: T?

    package init(_ origin: Origin) {
        self.origin = origin
    }

    /// The instance.
    ///
    /// - Throws: ``ResolutionError``.
    public func callAsFunction() throws(ResolutionError) -> T {
        if let kept = lock.withLock({ kept }) { return kept }
        let (made, isFinished) = try origin.resolveToKeep(T.self)
        guard isFinished else { return made }
        return lock.withLock {
            if let kept = kept { return kept }
            kept = made
            return made
        }
    }

    /// Whether the instance has been resolved.
    public var isResolved: Bool { lock.withLock { kept != nil } }
}

extension Lazy: @unchecked Sendable where T: Sendable {}  // What changes is guarded by `lock`.

extension Lazy: DeferredForm {}
