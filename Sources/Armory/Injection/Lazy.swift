/// A dependency that is resolved at the first call and kept.
///
/// ```swift
/// final class Checkout: Sendable {
///     let mailer: Lazy<any Mailer>                    // injected: init(mailer: Lazy<any Mailer>)
///     let orders = Lazy<any Orders>()                 // or from the container that is current
///     @LazyInjected var log: any Log                  // the same as a property wrapper; not in a Sendable class
///
///     func run() throws { try orders().place() }
/// }
/// ```
///
/// It works on any thread, inside a factory and later, as long as the container lives; after that a first call throws
/// ``ResolutionError/Code/closed``. It does not keep the container alive.
///
/// A `Lazy` injected by a factory keeps the graph of that resolve: its instance belongs to that graph, even if it is called
/// while another graph is being built. If the type is `Sendable`, other threads may call it, so of that graph it finds
/// only the instances that threads may share.
///
/// A cycle may lead through it. A failure is not kept: the next call tries again. An instance that closes a cycle and
/// is not finished yet is not kept either. Two objects that refer to each other, one of them lazily, keep each other
/// alive: make one reference ``Weak``.
///
/// If several threads make the first call, one resolves and the others wait. No lock is held meanwhile, so the
/// instance's factory may call the same `Lazy`, which then resolves once more. If the threads would wait for each
/// other, each resolves, and all get the instance that was stored first.
@propertyWrapper
public final class Lazy<T> {
    private let origin: Container.Origin
    private let lock = Lock()
    /// Held by the thread that resolves.
    private let turn = Turn()
    /// Guarded by `lock`.
    private var kept: T?
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

    /// Returns the instance, which the first call resolves.
    ///
    /// - Returns: The same instance at each call, until ``release()``, on any thread.
    /// - Throws: ``ResolutionError``: `closed` if the container is gone, `noCurrent` if no container is current, or the
    ///   error of the resolve. The error is not kept.
    /// - Complexity: O(1) with a lock once it is resolved; the first call is a resolve.
    public func callAsFunction() throws(ResolutionError) -> T {
        // No closures and no tuples of `T`: in unspecialised code the runtime would have to create their types.
        lock.lock()
        let known = kept
        let releases = releases
        lock.unlock()
        if let known { return known }
        return try origin.inTurn(turn) { () throws(ResolutionError) in
            // Another thread resolved first.
            if let known = lock.withLock({ kept }) { return known }
            var isFinished = false
            let made = try origin.resolve(T.self, isFinished: &isFinished)
            return isFinished ? keep(made, after: releases) : made
        }
    }

    /// Returns the instance; the first call awaits it if its factory awaits.
    ///
    /// If several tasks make the first call and each resolve creates a new instance, all tasks get the first one.
    ///
    /// - Returns: The same instance as a synchronous call.
    /// - Throws: ``ResolutionError``, as a call does and as ``Container/resolveAsync(_:)`` does.
    public func resolveAsync() async throws(ResolutionError) -> T {
        let (known, releases) = known
        if let known { return known }
        return keep(try await origin.resolveAsync(T.self), after: releases)
    }

    private var known: (instance: T?, releases: Int) { lock.withLock { (kept, releases) } }

    private func keep(_ made: T, after releases: Int) -> T {
        lock.lock()
        defer { lock.unlock() }
        // Another thread resolved first.
        if let kept { return kept }
        if self.releases == releases { kept = made }
        return made
    }

    /// Whether the instance has been resolved and not released since.
    public var isResolved: Bool { lock.withLock { kept != nil } }

    /// Releases the instance; the next call resolves again.
    ///
    /// If another thread is resolving at that moment, its caller gets the instance, but the instance is not kept.
    public func release() {
        let old = lock.withLock {
            defer { kept = nil }
            releases += 1
            return kept
        }
        // Released outside of the lock: its `deinit` is user code.
        withExtendedLifetime(old) {}
    }

    /// The instance, for `@LazyInjected`.
    ///
    /// - Precondition: The dependency can be resolved. Otherwise the process ends with the message of the
    ///   ``ResolutionError``. A call of the projected value throws the error instead.
    public var wrappedValue: T { orEnd(at: origin.location) { () throws(ResolutionError) in try self() } }

    /// The dependency itself: `$orders.isResolved`, `$orders.release()`, `try $orders()`.
    public var projectedValue: Lazy { self }
}

/// ``Lazy`` as a property wrapper: `@LazyInjected var orders: any Orders`.
public typealias LazyInjected = Lazy

extension Lazy: @unchecked Sendable where T: Sendable {}  // The mutable state is guarded by `lock`.

extension Lazy: DeferredForm {}

/// Returns the result of `body`; if `body` throws, ends the process with the error's message and the location that
/// asked.
func orEnd<T>(at location: SourceLocation?, _ body: () throws(ResolutionError) -> T) -> T {
    do throws(ResolutionError) {
        return try body()
    } catch {
        // An error about a missing container names the location itself.
        let asker = error.code == .noCurrent ? nil : location
        endProcess(error.description + (asker.map { "\n  asked for at \($0)" } ?? ""))
    }
}
