/// A dependency that is resolved at the first call and kept.
///
/// ```swift
/// final class Checkout: Sendable {
///     let mailer: Lazy<any Mailer>                    // injected: init(mailer: Lazy<any Mailer>)
///     let orders = Lazy<any Orders>()                 // or from the container that is current
///     @Lazy var log: any Log                  // the same as a property wrapper; not in a Sendable class
///
///     func run() throws { try orders().place() }
/// }
/// ```
///
/// It works on any thread, inside a factory and later, as long as the container lives; after that a first call throws
/// ``ResolutionError/Code/closed``. It does not keep the container alive.
///
/// The first call is a graph of its own: it finds no `Graph` instance of the factory that the `Lazy` was injected into. It sees
/// what that factory's module sees, in the container or scope that its holder was made in.
///
/// A cycle may lead through it. A failure is not kept: the next call tries again. An instance that closes a cycle and
/// is not finished yet is not kept either. Two objects that refer to each other, one of them lazily, keep each other
/// alive: make one reference ``WeakInjected``.
///
/// If several threads make the first call, one resolves and the others wait. No lock is held meanwhile, so the
/// instance's factory may call the same `Lazy`, which then resolves once more. If the threads would wait for each
/// other, each resolves, and all get the instance that was stored first.
@propertyWrapper
public final class Lazy<T> {
    @usableFromInline let kept = KeptInstance()
    private let origin: DeferredOrigin

    package init(origin: DeferredOrigin) { self.origin = origin }

    deinit { kept.destroyInstanceAndLock(ofType: T.self) }

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

    /// Returns the instance, which the first call resolves.
    ///
    /// - Returns: The same instance at each call, until ``release()``, on any thread.
    /// - Throws: ``ResolutionError``: `closed` if the container is gone, `noCurrent` if no container is current, or the
    ///   error of the resolve. The error is not kept.
    /// - Complexity: O(1) without a lock once it is resolved; the first call is a resolve.
    @inlinable @inline(__always)
    public func callAsFunction() throws(ResolutionError) -> T { try kept.readInstance(or: resolveIfNeeded) }

    @usableFromInline @inline(never)
    func resolveIfNeeded() throws(ResolutionError) -> T {
        try kept.reentrantLock.withLockOrWithout(waitingAtMost: origin.waitLimit) { () throws(ResolutionError) in
            // Another thread may have resolved first.
            try kept.readInstance { () throws(ResolutionError) in try resolveAndStore(ifVacantSince: kept.vacancy) }
        }
    }

    private func resolveAndStore(ifVacantSince vacancy: UInt) throws(ResolutionError) -> T {
        var isFinished = false
        let made = try origin.resolve(T.self, settingIsFinished: &isFinished)
        return isFinished ? kept.store(made, ifVacantSince: vacancy) : made
    }

    /// Returns the instance; the first call awaits it if its factory awaits.
    ///
    /// If several tasks make the first call and each resolve creates a new instance, all tasks get the first one.
    ///
    /// - Returns: The same instance as a synchronous call.
    /// - Throws: ``ResolutionError``, as a call does and as ``Container/resolveAsync(_:named:)`` does.
    public func resolveAsync() async throws(ResolutionError) -> T {
        let vacancy = kept.vacancy
        if let instance = kept.readInstance(ofType: T.self) { return instance }
        return kept.store(try await origin.resolveAsync(T.self), ifVacantSince: vacancy)
    }

    /// Whether the instance has been resolved and not released since.
    public var isResolved: Bool { kept.isFilled }

    /// Releases the instance; the next call resolves again.
    ///
    /// If another thread is resolving at that moment, its caller gets the instance, but the instance is not kept.
    public func release() { kept.releaseInstance(ofType: T.self) }

    /// The instance, for `@Lazy`.
    ///
    /// - Precondition: The dependency can be resolved. Otherwise the process ends with the message of the
    ///   ``ResolutionError``. A call of the projected value throws the error instead.
    @inlinable public var wrappedValue: T { kept.readInstance(or: resolveOrTrap) }

    @usableFromInline @inline(never)
    func resolveOrTrap() -> T {
        trapOnError(at: origin.location) { () throws(ResolutionError) in try resolveIfNeeded() }
    }

    /// The dependency itself: `$orders.isResolved`, `$orders.release()`, `try $orders()`.
    public var projectedValue: Lazy { self }
}

extension Lazy: @unchecked Sendable where T: Sendable {}  // Threads may share `kept`; the rest is immutable.

extension Lazy: Deferred {
    package typealias Service = T
}

extension Lazy: CustomReflectable {
    /// A mirror without children, because reflection would read the fields without their lock.
    public var customMirror: Mirror { Mirror(opaque: self) }
}

/// Returns the result of `body`; if `body` throws, ends the process with the error's message and the location that
/// asked.
func trapOnError<T>(at location: CodeLocation?, _ body: () throws(ResolutionError) -> T) -> T {
    do throws(ResolutionError) {
        return try body()
    } catch {
        // An error about a missing container names the location itself.
        let asker = error.code == .noCurrent ? nil : location
        fatalError(error.description + (asker.map { "\n  resolved at \($0)" } ?? ""))
    }
}
