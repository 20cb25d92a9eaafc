/// A dependency that is resolved at the first call and held weakly: when nobody else holds it, the next call resolves again.
///
/// ```swift
/// final class Child {
///     init(parent: Weak<Parent>) { ... }        // no cycle of strong references
/// }
/// ```
///
/// It works on any thread, inside a factory and later, as long as the container lives; after that it is the error
/// ``ResolutionError/Code/closed``. A cycle may lead through it. Only an object can be held weakly: a value type is
/// ``ResolutionError/Code/valueTypeShared``.
public final class Weak<T> {
    private let origin: Origin
    private let lock = Lock()
    /// Guarded by `lock`.
    private var cell: SharedCell?

    package init(_ origin: Origin) {
        self.origin = origin
    }

    /// The instance.
    ///
    /// - Throws: ``ResolutionError``.
    public func callAsFunction() throws(ResolutionError) -> T {
        if let living { return living }
        let (made, isFinished) = try origin.resolveToKeep(T.self)
        guard let fresh = SharedCell(made) else {
            throw ResolutionError(
                .valueTypeShared, key: ServiceKey(T.self),
                detail: .valueType(TypeName.of(Swift.type(of: made as Any))))
        }
        guard isFinished else { return made }
        return lock.withLock {
            // Another thread was first.
            if let living = cell?.load(as: T.self) { return living }
            cell = fresh
            return made
        }
    }

    /// The instance, where it was resolved and somebody holds it.
    public var living: T? {
        lock.withLock { cell }?.load(as: T.self)
    }
}

extension Weak: @unchecked Sendable where T: Sendable {}  // What changes is guarded by `lock`.

extension Weak: DeferredForm {}
