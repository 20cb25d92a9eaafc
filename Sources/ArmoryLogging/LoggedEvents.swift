// Events as lines of a log.

#if Logging
public import Armory
public import Logging

/// Writes what happens in a container to a logger.
///
/// ```swift
/// let events = LoggedEvents(logger: Logger(label: "shop.container"))
/// let container = try Container(configuration: .init(subscribers: [events])) { shop }
/// ```
///
/// A message is one of a few constants, such as `factory failed`; what it is about stands in the metadata, where it is known:
///
/// | Metadata | Value |
/// |---|---|
/// | `armory.key` | what the registration is found by, its first 256 characters; a character that controls is escaped |
/// | `armory.lifetime` | `singleton`, and so on |
/// | `armory.module` | the module of the registration |
/// | `armory.location` | `Shop/Modules.swift:12` |
/// | `armory.asker` | the key of the registration whose factory has asked; none: it was asked for from outside |
/// | `armory.container` | the number of the container, `#7` |
/// | `armory.parent` | the number of the container that a scope was opened in |
/// | `armory.scope` | the tag of the scope |
/// | `armory.duration_ms` | how long it took, in milliseconds |
/// | `armory.errors` | what the hooks of an instance have thrown |
///
/// An error that was thrown is the line's own error, as `Logger` takes it.
///
/// It is safe on any thread: it has nothing that changes. A line is put together where the logger's level lets it through, and
/// costs what the log's backend costs; where that is slow, put an `EventBuffer` before it.
public struct LoggedEvents: EventSubscriber {
    /// Which events are written, at which level: nil leaves a kind out.
    ///
    /// What is left out is not asked for, so costs nothing.
    public struct Levels: Hashable, Sendable {
        /// A registration came into the container.
        public var registered: Logger.Level? = .trace
        /// Somebody was given an instance.
        ///
        /// Left out, as each instance that is there would be had by the slower way.
        public var resolved: Logger.Level?
        /// A factory has returned, in less time than ``slow``.
        public var made: Logger.Level? = .debug
        /// A factory has returned, and took longer.
        public var madeSlowly: Logger.Level? = .warning
        /// A factory has thrown.
        public var failed: Logger.Level? = .error
        /// Somebody has waited for an instance, less than ``long``.
        public var waited: Logger.Level? = .debug
        /// Somebody has waited longer.
        public var waitedLong: Logger.Level? = .warning
        /// An instance was let go of.
        public var closed: Logger.Level? = .debug
        /// An instance was let go of, and its hooks have thrown.
        public var closedWithErrors: Logger.Level? = .error
        /// A scope was opened.
        public var opened: Logger.Level? = .trace
        /// A scope has ended.
        ///
        /// One whose body threw is no more than that: whoever opened it has the error.
        public var ended: Logger.Level? = .debug
        /// A scope was released, and nobody has ended it.
        public var leaked: Logger.Level? = .warning
        /// What a factory may take before it is slow.
        public var slow: Duration = .seconds(1)
        /// What a wait may take before it is long.
        public var long: Duration = .milliseconds(500)

        /// Failures are errors, what is slow is a warning, the rest is for whoever debugs; resolves are left out.
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

    /// What the levels ask for.
    public let kinds: ContainerEvent.Kinds

    private let logger: Logger
    private let levels: Levels

    /// Events for a logger.
    ///
    /// - Parameters:
    ///   - logger: What they are written to, with its own metadata and level.
    ///   - levels: Which are written, and at which level.
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
        case .failed(let failure):
            write(levels.failed, "factory failed", error: failure.error, facts(of: failure.making))
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
        of registration: RegistrationInfo?, container: ContainerID? = nil, scope: ScopeTag? = nil,
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
        // A name may come from outside: it makes no further line.
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

extension ScopeEnd {
    fileprivate var error: (any Error)? {
        if case .failed(let error) = self { error } else { nil }
    }

    fileprivate var isLeak: Bool { (error as? ResolutionError)?.code == .notEnded }
}
#endif
