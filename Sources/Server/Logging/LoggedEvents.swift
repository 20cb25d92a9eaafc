// A subscriber that logs events.

#if Logging
public import Armory
public import Logging

/// A subscriber that writes the events of a container to a logger.
///
/// ```swift
/// let events = LoggedEvents(logger: Logger(label: "shop.container"))
/// let container = try Container(configuration: .init(subscribers: [events])) { shop }
/// ```
///
/// A message is one of a few constants, such as `factory failed`. The details are in the metadata, if they are known:
///
/// | Metadata | Value |
/// |---|---|
/// | `armory.key` | the registration's key, its first 256 characters; control characters are escaped |
/// | `armory.lifetime` | `singleton`, and so on |
/// | `armory.module` | the module of the registration |
/// | `armory.location` | `Shop/Modules.swift:12` |
/// | `armory.asker` | the key of the registration whose factory resolved this one; absent outside of factories |
/// | `armory.container` | the number of the container, `#7` |
/// | `armory.parent` | the number of the container that a scope was opened in |
/// | `armory.scope` | the tag of the scope |
/// | `armory.duration_ms` | the duration in milliseconds |
/// | `armory.errors` | the errors that the hooks of an instance have thrown |
///
/// A thrown error is passed as the `error` of the log line.
///
/// `LoggedEvents` is immutable, so it is safe on any thread. A line is built only if the logger's level lets it
/// through, and costs what the logging backend costs. If the backend is slow, put an `EventBuffer` before it.
public struct LoggedEvents: EventSubscriber {
    /// The log level of each kind of event; nil leaves a kind out.
    ///
    /// The container does not report the kinds that are left out, so they cost nothing.
    public struct Levels: Hashable, Sendable {
        /// A registration was added to the container.
        public var registered: Logger.Level? = .trace
        /// An instance was resolved.
        ///
        /// Nil by default: with this event, every resolve of an existing instance takes a slower path.
        public var resolved: Logger.Level?
        /// A factory has returned, within the time ``slow``.
        public var made: Logger.Level? = .debug
        /// A factory has returned, after more than the time ``slow``.
        public var madeSlowly: Logger.Level? = .warning
        /// A factory has thrown.
        public var failed: Logger.Level? = .error
        /// A thread or task has waited for an instance, within the time ``long``.
        public var waited: Logger.Level? = .debug
        /// A thread or task has waited for an instance, for more than the time ``long``.
        public var waitedLong: Logger.Level? = .warning
        /// The container released an instance, without errors.
        public var closed: Logger.Level? = .debug
        /// The container released an instance, and its hooks have thrown errors.
        public var closedWithErrors: Logger.Level? = .error
        /// A scope was opened.
        public var opened: Logger.Level? = .trace
        /// A scope has ended.
        ///
        /// This is also the level if its body threw, because the caller that opened the scope receives the error.
        public var ended: Logger.Level? = .debug
        /// A scope was released without being ended.
        public var leaked: Logger.Level? = .warning
        /// The time after which a factory counts as slow.
        public var slow: Duration = .seconds(1)
        /// The time after which a wait counts as long.
        public var long: Duration = .milliseconds(500)

        /// Creates the default levels.
        ///
        /// Failures are errors; slow factories, long waits and leaked scopes are warnings. All others are for
        /// debugging, and resolves are left out.
        public init() {}

        fileprivate var kinds: ContainerEvent.Kinds {
            var kinds: ContainerEvent.Kinds = []
            if registered != nil { kinds.insert(.registered) }
            if resolved != nil { kinds.insert(.resolved) }
            if made != nil || madeSlowly != nil { kinds.insert(.made) }
            if failed != nil { kinds.insert(.failed) }
            if waited != nil || waitedLong != nil { kinds.insert(.waited) }
            if closed != nil || closedWithErrors != nil { kinds.insert(.closed) }
            if opened != nil || ended != nil || leaked != nil { kinds.insert(.scopes) }
            return kinds
        }
    }

    /// The kinds of events that have a level.
    public let kinds: ContainerEvent.Kinds

    private let logger: Logger
    private let levels: Levels

    /// Creates a subscriber that writes to a logger.
    ///
    /// - Parameters:
    ///   - logger: The logger to write to. Its metadata and its level apply.
    ///   - levels: The kinds of events to write, and their levels.
    public init(logger: Logger, levels: Levels = Levels()) {
        self.logger = logger
        self.levels = levels
        kinds = levels.kinds
    }

    /// Writes an event.
    public func receive(_ event: ContainerEvent) {
        switch event {
        case .registered(let registration):
            write(levels.registered, "registered", facts(of: registration))
        case .resolved(let resolve):
            write(
                levels.resolved, "instance resolved", facts(of: resolve.registration, container: resolve.container))
        case .made(let making):
            let isSlow = making.span.duration > levels.slow
            write(
                isSlow ? levels.madeSlowly : levels.made, isSlow ? "instance made slowly" : "instance made",
                facts(of: making))
        case .failed(let making, let error):
            write(levels.failed, "factory failed", error: error, facts(of: making))
        case .waited(let wait):
            let isLong = wait.span.duration > levels.long
            write(
                isLong ? levels.waitedLong : levels.waited, isLong ? "waited long" : "waited",
                facts(of: wait.registration, container: wait.container, asker: wait.asker, span: wait.span))
        case .closed(let closing):
            let isClean = closing.errors.isEmpty
            write(
                isClean ? levels.closed : levels.closedWithErrors,
                isClean ? "instance closed" : "instance closed with errors", error: closing.errors.first,
                facts(of: closing))
        case .opened(let scope):
            write(levels.opened, "scope opened", facts(of: scope))
        case .ended(let scope, let end):
            let isLeak = end.isLeak
            write(
                isLeak ? levels.leaked : levels.ended, isLeak ? "scope was never ended" : "scope ended",
                error: end.error, facts(of: scope))
        }
    }

    private func write(
        _ level: Logger.Level?, _ message: Logger.Message, error: (any Error)? = nil,
        _ facts: @autoclosure () -> Logger.Metadata
    ) {
        guard let level else { return }
        logger.log(level: level, message, error: error, metadata: facts(), source: "Armory")
    }

    private func facts(
        of registration: RegistrationInfo?, container: UInt64? = nil, scope: ScopeTag? = nil,
        asker: RegistrationInfo? = nil, span: TimeSpan? = nil
    ) -> Logger.Metadata {
        var facts: Logger.Metadata = [:]
        facts["armory.key"] = registration.map { .key(of: $0) }
        facts["armory.lifetime"] = registration.map { .string($0.lifetime.rawValue) }
        facts["armory.module"] = registration?.module.map { .string($0) }
        facts["armory.location"] = registration.map { .stringConvertible($0.location) }
        facts["armory.asker"] = asker.map { .key(of: $0) }
        facts["armory.container"] = container.map { .stringConvertible($0) }
        facts["armory.scope"] = scope.map { .string($0.name) }
        facts["armory.duration_ms"] = span.map { .stringConvertible(Double($0.end - $0.start) / 1e6) }
        return facts
    }

    private func facts(of making: ContainerEvent.Making) -> Logger.Metadata {
        facts(
            of: making.registration, container: making.container, scope: making.scope, asker: making.asker,
            span: making.span)
    }

    private func facts(of closing: ContainerEvent.Closing) -> Logger.Metadata {
        var facts = facts(of: closing.registration, container: closing.container, span: closing.span)
        if !closing.errors.isEmpty { facts["armory.errors"] = .array(closing.errors.map { .stringConvertible($0) }) }
        return facts
    }

    private func facts(of scope: ContainerEvent.ScopeInfo) -> Logger.Metadata {
        var facts = facts(of: nil, container: scope.container, scope: scope.tag, span: scope.span)
        facts["armory.parent"] = .stringConvertible(scope.parent)
        return facts
    }
}

extension Logger.MetadataValue {
    fileprivate static func key(of registration: RegistrationInfo) -> Logger.MetadataValue {
        // A name may come from untrusted input: it must not start another log line.
        .string(String(registration.key.prefix(256)).escapingControls)
    }
}

extension String {
    fileprivate var escapingControls: String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool {
            [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
        guard unicodeScalars.contains(where: isControl) else { return self }
        return unicodeScalars.reduce(into: "") { $0 += isControl($1) ? $1.escaped(asASCII: true) : String($1) }
    }
}

extension ScopeOutcome {
    fileprivate var error: (any Error)? {
        if case .failed(let error) = self { error } else { nil }
    }

    fileprivate var isLeak: Bool { (error as? ResolutionError)?.code == .notEnded }
}
#endif
