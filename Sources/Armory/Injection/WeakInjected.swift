/// A dependency that is resolved at a call and held weakly: when all other holders are gone, the next call resolves
/// again.
///
/// ```swift
/// final class Child: Sendable {
///     let parent: WeakInjected<Parent>                        // injected: no cycle of strong references
///     let sessions = WeakInjected<any Sessions>()             // or from the container that is current
///     @WeakInjected var cache: Cache                  // the same as a property wrapper; not in a Sendable class
/// }
/// ```
///
/// It works on any thread, inside a factory and later, as long as the container lives; after that a resolve throws
/// ``ResolutionError/Code/closed``. A resolve is a graph of its own. A cycle may lead through
/// it. Only an object can be held weakly: for a value type a call throws ``ResolutionError/Code/valueTypeShared``.
@propertyWrapper
public final class WeakInjected<T> {
    private let origin: DeferredOrigin
    private let state = Guarded(State())
    private let reentrantLock = ReentrantLock()

    private struct State {
        weak var object: AnyObject?
        /// The number of releases: an instance whose resolve began before the latest release is not kept.
        var releases = 0
    }

    package init(origin: DeferredOrigin) { self.origin = origin }

    /// Creates a dependency on the instance registered for the type.
    ///
    /// - Parameters:
    ///   - name: The name given by ``Registration/named(_:)``; nil means the registration without a name.
    ///   - container: The container to resolve in. If nil: ``Container/current`` now or, if there is none, at the call.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public convenience init(
        named name: RegistrationName? = nil, container: Container? = nil, fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(origin: DeferredOrigin(named: name, container, at: CodeLocation(fileID: fileID, line: line)))
    }

    /// Creates a dependency on an instance created from arguments.
    ///
    /// - Parameters:
    ///   - first: A value of exactly the type that the registration names.
    ///   - rest: The others, in the order of the registration.
    ///   - name: The name given by ``Registration/named(_:)``; nil means the registration without a name.
    ///   - container: The container to resolve in. If nil: ``Container/current`` now or, if there is none, at the call.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public convenience init<First: Sendable, each Rest: Sendable>(
        arguments first: First, _ rest: repeat each Rest, named name: RegistrationName? = nil,
        container: Container? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let all = DeferredArguments(first, repeat each rest)
        self.init(origin: DeferredOrigin(container, name?.qualifier, at: location, all))
    }

    /// Returns the instance, and resolves it if necessary.
    ///
    /// - Returns: The same instance on any thread, as long as any reference holds it.
    /// - Throws: ``ResolutionError``: `closed` if the container is gone, `noCurrent` if no container is current,
    ///   `valueTypeShared` if the instance is not an object, or the error of the resolve.
    /// - Complexity: O(1) with a lock while the instance lives; otherwise a resolve.
    public func callAsFunction() throws(ResolutionError) -> T {
        let releases = state.withLock { $0.releases }
        if let living { return living }
        return try reentrantLock.withLockOrWithout(waitingAtMost: origin.waitLimit) { () throws(ResolutionError) in
            // Another thread resolved first.
            if let living { return living }
            return try resolveAndStore(unlessReleasedSince: releases)
        }
    }

    private func resolveAndStore(unlessReleasedSince releases: Int) throws(ResolutionError) -> T {
        var isFinished = false
        let made = try origin.resolve(T.self, settingIsFinished: &isFinished)
        guard let fresh = objectIfClassInstance(made) else {
            throw ResolutionError(
                .valueTypeShared, ServiceKey(T.self), detail: .valueType(Swift.type(of: made as Any)))
        }
        guard isFinished else { return made }
        let other = state.withLock { state -> AnyObject? in
            // Another thread resolved first.
            if let other = state.object { return other }
            if state.releases == releases { state.object = fresh }
            return nil
        }
        return other.flatMap { $0 as? T } ?? made
    }

    /// The instance, if it was resolved and still lives.
    public var living: T? {
        // An object that is held weakly was one of `T`.
        state.withLock { $0.object } as? T
    }

    /// Whether the instance was resolved and still lives.
    public var isResolved: Bool { living != nil }

    /// Forgets the instance; the next call resolves again.
    public func release() {
        state.withLock {
            $0.object = nil
            $0.releases += 1
        }
    }

    /// The instance, for `@WeakInjected`.
    ///
    /// - Precondition: The dependency can be resolved. Otherwise the process ends with the message of the
    ///   ``ResolutionError``. A call of the projected value throws the error instead.
    public var wrappedValue: T { trapOnError(at: origin.location) { () throws(ResolutionError) in try self() } }

    /// The dependency itself: `$cache.living`, `$cache.release()`, `try $cache()`.
    public var projectedValue: WeakInjected { self }
}

extension WeakInjected: @unchecked Sendable where T: Sendable {}  // `Guarded` guards what changes.

extension WeakInjected: Deferred {
    package typealias Service = T
}

extension WeakInjected: CustomReflectable {
    /// A mirror without children, because reflection would read the fields without their lock.
    public var customMirror: Mirror { Mirror(opaque: self) }
}
