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
/// It works on any thread, inside a factory and later, as long as the container lives; after that a first call is the error
/// ``ResolutionError/Code/closed``. It does not keep the container alive. One that was made in a factory keeps the graph of
/// that resolve: its instance is the graph's, also when it is called while another graph is being made.
///
/// A cycle may lead through it. A failure is not kept: the next call tries again; nor is an instance that closes a cycle and is
/// not finished yet. Two objects that refer to each other, one of them lazily, hold each other: let one of them be ``Weak``.
/// Where several threads make the first call, one of them resolves and the others wait; no lock is held meanwhile, so what is
/// resolved may use it in turn, which resolves once more. Where the threads wait for each other, each resolves, and all are
/// given the instance that was there first.
@propertyWrapper
public final class Lazy<T> {
    private let origin: Origin
    private let lock = Lock()
    /// Of the thread that resolves.
    private let turn = Turn()
    /// Guarded by `lock`.
    private var kept: T?
    /// How often it was released: what is resolved meanwhile is not kept.
    ///
    /// Guarded by `lock`.
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
    /// - Returns: The same one at each call, until ``release()``, on any thread.
    /// - Throws: ``ResolutionError``: `closed` where the container is gone, `noCurrent` where there is none, or what the resolve
    ///   meets. Nothing of it is kept.
    /// - Complexity: O(1) with a lock when it is resolved; the first call is a resolve.
    public func callAsFunction() throws(ResolutionError) -> T {
        // No closures and no tuples of `T`: the runtime would make their types, in code that is not specialised.
        lock.lock()
        let known = kept
        let releases = releases
        lock.unlock()
        if let known { return known }
        return try origin.inTurn(turn) { () throws(ResolutionError) in
            // Another thread was first.
            if let known = lock.withLock({ kept }) { return known }
            var isFinished = false
            let made = try origin.resolve(T.self, isFinished: &isFinished)
            return isFinished ? keep(made, after: releases) : made
        }
    }

    /// The instance, awaited at the first call where its factory awaits.
    ///
    /// Of several tasks that ask first for what is made anew for each asker, each makes one, and all are given the first.
    ///
    /// - Returns: The same one as a call gives.
    /// - Throws: As a call does, and what ``Container/resolveAsync(_:)`` throws.
    public func resolveAsync() async throws(ResolutionError) -> T {
        let (known, releases) = known
        if let known { return known }
        return keep(try await origin.resolveAsync(T.self), after: releases)
    }

    private var known: (instance: T?, releases: Int) { lock.withLock { (kept, releases) } }

    private func keep(_ made: T, after releases: Int) -> T {
        lock.lock()
        defer { lock.unlock() }
        // Another thread was first.
        if let kept { return kept }
        if self.releases == releases { kept = made }
        return made
    }

    /// Whether the instance has been resolved, and not been released since.
    public var isResolved: Bool { lock.withLock { kept != nil } }

    /// Lets go of the instance; the next call resolves again.
    ///
    /// What another thread is resolving at that moment goes to its caller and is not kept.
    public func release() {
        let old = lock.withLock {
            defer { kept = nil }
            releases += 1
            return kept
        }
        // Its `deinit` is the user's: not under the lock.
        withExtendedLifetime(old) {}
    }

    /// The instance, for `@LazyInjected`.
    ///
    /// - Precondition: It can be resolved; else the process ends with the ``ResolutionError``. A call of the projected value,
    ///   `try $orders()`, throws instead.
    public var wrappedValue: T { orEnd(at: origin.location) { () throws(ResolutionError) in try self() } }

    /// The dependency itself: `$orders.isResolved`, `$orders.release()`, `try $orders()`.
    public var projectedValue: Lazy { self }
}

/// ``Lazy`` as a property wrapper: `@LazyInjected var orders: any Orders`.
public typealias LazyInjected = Lazy

extension Lazy: @unchecked Sendable where T: Sendable {}  // What changes is guarded by `lock`.

extension Lazy: DeferredForm {}

/// What `body` returns; where it throws, the process ends with the error's message and the place that asks.
func orEnd<T>(at location: SourceLocation?, _ body: () throws(ResolutionError) -> T) -> T {
    do throws(ResolutionError) {
        return try body()
    } catch {
        // An error without a container names the place itself.
        let asker = error.code == .noCurrent ? nil : location
        endProcess(error.description + (asker.map { "\n  asked for at \($0)" } ?? ""))
    }
}
