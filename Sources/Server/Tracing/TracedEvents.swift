// A subscriber that turns events into the spans of a trace.

#if Tracing
public import Armory
public import Tracing

/// A subscriber that creates spans for slow factories, failed factories, and scopes.
///
/// ```swift
/// let events = TracedEvents(slowerThan: .milliseconds(20))
/// let container = try Container(configuration: .init(subscribers: [events])) { shop }
/// ```
///
/// | Span | Of | Start and end |
/// |---|---|---|
/// | `make Orders` | a factory that took longer than the threshold, or that threw | its call and its return |
/// | `scope request` | a scope that has ended | its opening and its end |
///
/// The attributes are `armory.key`, `armory.lifetime`, `armory.module`, `armory.location`, `armory.asker`,
/// `armory.awaits`, `armory.container`, `armory.parent` and `armory.scope`, as far as they are known. If a factory or
/// the body of a scope threw, its span records the error and has the status `error`.
///
/// A span is created when the factory or the scope has ended, and backdated to its begin. So its parent is the span
/// that the thread or the task is in, for example the request's span. If the factory of one type resolves another
/// type, their spans are siblings, one within the time of the other. `armory.asker` names the outer one.
///
/// `TracedEvents` is immutable, so it is safe on any thread. A factory that is faster than the threshold costs one
/// comparison.
public struct TracedEvents: EventSubscriber {
    /// Factories, and scopes if they are traced.
    public let kinds: ContainerEvent.Kinds

    private let threshold: Duration
    private let tracer: (any Tracer)?

    /// Creates a subscriber that traces events.
    ///
    /// - Parameters:
    ///   - threshold: The time that a factory may take, including its dependencies, without getting a span.
    ///   - tracesScopes: Whether each scope gets a span.
    ///   - tracer: The tracer of the spans. Nil: the tracing system's tracer, or that of `withTracer`, at the event's
    ///     time.
    public init(
        slowerThan threshold: Duration = .milliseconds(10), tracesScopes: Bool = true, tracer: (any Tracer)? = nil
    ) {
        kinds = tracesScopes ? [.made, .failed, .scopes] : [.made, .failed]
        self.threshold = threshold
        self.tracer = tracer
    }

    /// Creates a span for a slow or failed factory, or for a scope that has ended.
    public func receive(_ event: ContainerEvent) {
        switch event {
        case .made(let making) where making.span.duration > threshold:
            trace(making, error: nil)
        case .failed(let making, let error):
            trace(making, error: error)
        case .ended(let scope, let end):
            var attributes = SpanAttributes()
            attributes["armory.scope"] = scope.tag.name
            attributes["armory.container"] = scope.container.description
            attributes["armory.parent"] = scope.parent.description
            var error: (any Error)?
            if case .failed(let thrown) = end { error = thrown }
            trace("scope \(scope.tag.name)", scope.span, attributes, error)
        default:
            break
        }
    }

    private func trace(_ making: ContainerEvent.Making, error: (any Error)?) {
        let registration = making.registration
        let key = registration.shortKey
        var attributes = SpanAttributes()
        attributes["armory.key"] = key
        attributes["armory.lifetime"] = registration.lifetime.rawValue
        attributes["armory.location"] = registration.location.description
        attributes["armory.container"] = making.container.description
        attributes["armory.awaits"] = making.awaits
        if let module = registration.module { attributes["armory.module"] = module }
        if let asker = making.asker { attributes["armory.asker"] = asker.shortKey }
        if let scope = making.scope { attributes["armory.scope"] = scope.name }
        trace("make \(key)", making.span, attributes, error)
    }

    private func trace(_ name: String, _ time: TimeSpan, _ attributes: SpanAttributes, _ error: (any Error)?) {
        let clock = EpochClock()
        let end = clock.time(of: time.end)
        let span = (tracer ?? InstrumentationSystem.tracer).startSpan(name, at: clock.time(of: time.start))
        span.attributes.merge(attributes)
        if let error {
            span.recordError(error, attributes: [:], at: end)
            span.setStatus(SpanStatus(code: .error))
        }
        span.end(at: end)
    }
}

/// A conversion from the events' clock to the tracer's clock.
///
/// Both clocks are read for every span, because the tracer's clock may have been set in the meantime.
struct EpochClock {
    private let tracer = DefaultTracerClock.now.nanosecondsSinceEpoch
    private let events = EventClock.now

    func time(of moment: UInt64) -> DefaultTracerClock.Timestamp {
        let age = events - min(moment, events)
        return DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: tracer - min(age, tracer))
    }
}

extension RegistrationInfo {
    fileprivate var shortKey: String { String(key.prefix(256)) }
}
#endif
