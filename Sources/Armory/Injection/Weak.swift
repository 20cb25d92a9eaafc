/// A dependency that is resolved at the first call and held weakly: when nobody else holds it, the next call resolves again.
///
/// ```swift
/// final class Child: Sendable {
///     let parent: Weak<Parent>                        // injected: no cycle of strong references
///     let sessions = Weak<any Sessions>()             // or from the container that is current
///     @WeakInjected var cache: Cache                  // the same as a property wrapper; not in a Sendable class
/// }
/// ```
///
/// It works on any thread, inside a factory and later, as long as the container lives; after that it is the error
/// ``ResolutionError/Code/closed``. It keeps the graph it was made in, as a ``Lazy`` does. A cycle may lead through it. Only an
/// object can be held weakly: a value type is ``ResolutionError/Code/valueTypeShared``.
@propertyWrapper
public final class Weak<T> {
    private let origin: Origin
    private let lock = Lock()
    /// Of the thread that resolves.
    private let turn = Turn()
    /// Guarded by `lock`.
    private var cell: SharedCell?
    /// As in `Lazy`.
    private var releases = 0

    /// One that looks up where the origin says.
    ///
    /// - Parameter origin: The container, the graph and what is asked for.
    public init(origin: Origin) {
        self.origin = origin
    }

    /// One that looks up what is registered for its type.
    ///
    /// - Parameters:
    ///   - name: The name given by ``Registration/named(_:)``; nil: what is registered without one.
    ///   - container: Where to look; nil: ``Container/current``, the one that is so now or, where none is, at the call.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public convenience init(
        named name: Name? = nil, container: Container? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(name.map { Qualifier($0) }, container, SourceLocation(fileID: fileID, line: line))
    }

    /// The instance.
    ///
    /// - Returns: The same one as long as somebody holds it, on any thread.
    /// - Throws: ``ResolutionError``: `closed` where the container is gone, `noCurrent` where there is none, `valueTypeShared`
    ///   for what is no object, or what the resolve meets.
    /// - Complexity: O(1) with a lock while the instance lives; else a resolve.
    public func callAsFunction() throws(ResolutionError) -> T {
        let releases = lock.withLock { self.releases }
        if let living { return living }
        return try origin.inTurn(turn) { () throws(ResolutionError) in
            // Another thread was first.
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
            // Another thread was first.
            if let living = cell?.load(as: T.self) { return living }
            if self.releases == releases { cell = fresh }
            return made
        }
    }

    /// The instance, where it was resolved and somebody holds it.
    public var living: T? {
        lock.withLock { cell }?.load(as: T.self)
    }

    /// Whether the instance was resolved and somebody holds it.
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
    /// - Precondition: It can be resolved; else the process ends with the ``ResolutionError``. A call of the projected value,
    ///   `try $cache()`, throws instead.
    public var wrappedValue: T { orEnd(at: origin.location) { () throws(ResolutionError) in try self() } }

    /// The dependency itself: `$cache.living`, `$cache.release()`, `try $cache()`.
    public var projectedValue: Weak { self }
}

/// ``Weak`` as a property wrapper: `@WeakInjected var cache: Cache`.
public typealias WeakInjected = Weak

extension Weak: @unchecked Sendable where T: Sendable {}  // What changes is guarded by `lock`.

extension Weak: DeferredForm {}
