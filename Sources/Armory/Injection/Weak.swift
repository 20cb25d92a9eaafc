/// A dependency that is resolved at a call and held weakly: when all other holders are gone, the next call resolves
/// again.
///
/// ```swift
/// final class Child: Sendable {
///     let parent: Weak<Parent>                        // injected: no cycle of strong references
///     let sessions = Weak<any Sessions>()             // or from the container that is current
///     @WeakInjected var cache: Cache                  // the same as a property wrapper; not in a Sendable class
/// }
/// ```
///
/// It works on any thread, inside a factory and later, as long as the container lives; after that a resolve throws
/// ``ResolutionError/Code/closed``. It keeps the graph it was created in, as a ``Lazy`` does. A cycle may lead through
/// it. Only an object can be held weakly: for a value type a call throws ``ResolutionError/Code/valueTypeShared``.
@propertyWrapper
public final class Weak<T> {
    private let origin: Container.Origin
    private let lock = Lock()
    /// Guarded by `lock`.
    private var cell: SharedCell?
    /// The number of releases: an instance whose resolve began before the latest release is not kept.
    ///
    /// Guarded by `lock`.
    private var releases = 0

    /// Creates the dependency from an origin.
    ///
    /// - Parameter origin: The container, the graph, the qualifier and the arguments to resolve with.
    public init(origin: Container.Origin) {
        self.origin = origin
    }

    /// Creates a dependency on the instance registered for the type.
    ///
    /// - Parameters:
    ///   - name: The name given by ``Registration/named(_:)``; nil means the registration without a name.
    ///   - container: The container to resolve in. If nil: ``Container/current`` now or, if there is none, at the call.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public convenience init(
        named name: Name? = nil, container: Container? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(name.map { Qualifier($0) }, container, SourceLocation(fileID: fileID, line: line))
    }

    /// Returns the instance, and resolves it if necessary.
    ///
    /// - Returns: The same instance on any thread, as long as any reference holds it.
    /// - Throws: ``ResolutionError``: `closed` if the container is gone, `noCurrent` if no container is current,
    ///   `valueTypeShared` if the instance is not an object, or the error of the resolve.
    /// - Complexity: O(1) with a lock while the instance lives; otherwise a resolve.
    public func callAsFunction() throws(ResolutionError) -> T {
        let releases = lock.withLock { self.releases }
        if let living { return living }
        return try origin.inTurn(on: self) { () throws(ResolutionError) in
            // Another thread resolved first.
            if let living { return living }
            return try resolve(after: releases)
        }
    }

    private func resolve(after releases: Int) throws(ResolutionError) -> T {
        var isFinished = false
        let made = try origin.resolve(T.self, isFinished: &isFinished)
        guard let fresh = SharedCell(made) else {
            throw ResolutionError(
                .valueTypeShared, key: ServiceKey(T.self),
                detail: .valueType(TypeName.of(Swift.type(of: made as Any))))
        }
        guard isFinished else { return made }
        return lock.withLock {
            // Another thread resolved first.
            if let living = cell?.load(as: T.self) { return living }
            if self.releases == releases { cell = fresh }
            return made
        }
    }

    /// The instance, if it was resolved and still lives.
    public var living: T? {
        lock.withLock { cell }?.load(as: T.self)
    }

    /// Whether the instance was resolved and still lives.
    public var isResolved: Bool { living != nil }

    /// Forgets the instance; the next call resolves again.
    public func release() {
        lock.withLock {
            cell = nil
            releases += 1
        }
    }

    /// The instance, for `@WeakInjected`.
    ///
    /// - Precondition: The dependency can be resolved. Otherwise the process ends with the message of the
    ///   ``ResolutionError``. A call of the projected value throws the error instead.
    public var wrappedValue: T { orEnd(at: origin.location) { () throws(ResolutionError) in try self() } }

    /// The dependency itself: `$cache.living`, `$cache.release()`, `try $cache()`.
    public var projectedValue: Weak { self }
}

/// ``Weak`` as a property wrapper: `@WeakInjected var cache: Cache`.
public typealias WeakInjected = Weak

extension Weak: @unchecked Sendable where T: Sendable {}  // The mutable state is guarded by `lock`.

extension Weak: DeferredForm {}
