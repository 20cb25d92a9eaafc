#if Configuration
internal import Armory

/// The current version of settings, or of an object that is created from settings.
///
/// An initializer of a singleton takes it as a parameter, because a singleton outlives every version:
///
/// ```swift
/// struct Mailer: Sendable {
///     let settings: Live<MailSettings>
///     let pool: Live<ConnectionPool>
///
///     func send(_ mail: Mail) async throws {
///         guard settings.value.isOn else { return }
///         try await pool.withValue { pool in try await pool.send(mail) }
///     }
/// }
/// ```
///
/// In a request, take the value itself instead: it does not change until the request ends.
///
/// ``Settings/reloadable(in:)`` and ``Reloadable`` register it. Any number of threads may use it.
public final class Live<Value: Sendable>: Sendable {
    private let current: Guarded<Version<Value>>
    let closings: Closings
    /// The closures to call at a change.
    private let hooks = Guarded<[@Sendable (Value, Value) async -> Void]>([])
    /// Prepares the version of a reload, given the current one; nil: it does not change.
    private let prepare: @Sendable (ReloadPlan, Version<Value>) async throws -> Version<Value>?

    init(
        _ version: Version<Value>, closings: Closings,
        prepare: @escaping @Sendable (ReloadPlan, Version<Value>) async throws -> Version<Value>?
    ) {
        current = Guarded(version)
        self.closings = closings
        self.prepare = prepare
    }

    /// Creates a `Live` whose value never changes, for tests.
    public convenience init(_ value: Value) {
        self.init(Version(value), closings: Closings(awaits: false)) { _, _ in nil }
    }

    /// A copy of the current value, complete and never older than the last reload that has returned.
    ///
    /// If the value is an object that is closed when it is replaced, use `withValue`: the copy may
    /// be closed at any time.
    ///
    /// - Complexity: O(1), with a lock that is held for the copy.
    public var value: Value {
        // Copied under the lock, without a reference to the version: so a read is never what closes it.
        current.withLock { $0.value }
    }

    /// Lends the current value to a closure.
    ///
    /// If a reload replaces the value meanwhile, it is closed after `body` has returned.
    ///
    /// - Parameter body: Uses the value.
    /// - Returns: The result of `body`.
    @inlinable
    public func withValue<R>(_ body: (Value) throws -> R) rethrows -> R {
        let version = version
        defer { withExtendedLifetime(version) {} }
        return try body(version.value)
    }

    /// Lends the current value to a closure that awaits.
    ///
    /// If a reload replaces the value meanwhile, it is closed after `body` has returned.
    ///
    /// - Parameters:
    ///   - isolation: The actor that `body` runs on: the caller's.
    ///   - body: Uses the value.
    /// - Returns: The result of `body`.
    @inlinable
    public func withValue<R>(
        isolation: isolated (any Actor)? = #isolation, _ body: (Value) async throws -> R
    ) async rethrows -> R {
        let version = version
        defer { withExtendedLifetime(version) {} }
        return try await body(version.value)
    }

    /// Calls a closure at each change from now on, until the container ends.
    ///
    /// ``Armory/Container/reloadConfiguration()`` calls it after all new versions are in place, and awaits it. Settings
    /// come before the objects that are created from them. A closure that refers to the object that holds this `Live`
    /// keeps that object alive, unless it captures it weakly.
    ///
    /// - Parameter body: Receives the replaced value and the new one. A replaced object is closed afterwards.
    public func onChange(_ body: @escaping @Sendable (_ old: Value, _ new: Value) async -> Void) {
        hooks.withLock { $0.append(body) }
    }

    /// The current version, which a reference to it keeps open.
    @usableFromInline var version: Version<Value> { current.version }
}

extension Live: CustomStringConvertible, CustomReflectable {
    /// The type only, because the value may contain secrets.
    public var description: String { "Live<\(Value.self)>" }
    /// A mirror without children, because the value changes.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A `Live` of any value, for reloads.
protocol LiveNode: AnyObject, Sendable {
    var closings: Closings { get }
    func prepare(_ plan: ReloadPlan) async throws -> AnyVersion?
    /// Puts a version that `prepare` has returned in place, and returns the old one.
    func replace(with version: AnyVersion) -> AnyVersion
    func notify(_ old: AnyVersion, _ new: AnyVersion) async
}

extension Live: LiveNode {
    func prepare(_ plan: ReloadPlan) async throws -> AnyVersion? { try await prepare(plan, version) }

    func replace(with version: AnyVersion) -> AnyVersion { current.replace(with: .of(version)) }

    func notify(_ old: AnyVersion, _ new: AnyVersion) async {
        for hook in hooks.withLock({ $0 }) { await hook(Version<Value>.of(old).value, Version<Value>.of(new).value) }
    }
}
#endif
