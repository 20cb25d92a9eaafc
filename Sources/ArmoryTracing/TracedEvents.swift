// Events as spans of a trace.

#if Tracing
public import Armory
public import Tracing

/// Makes spans of slow factories, of factories that failed, and of scopes.
///
/// ```swift
/// let events = TracedEvents(slowerThan: .milliseconds(20))
/// let container = try Container(configuration: .init(subscribers: [events])) { shop }
/// ```
///
/// | Span | Of | From and to |
/// |---|---|---|
/// | `make Orders` | a factory that took longer than the threshold, or that has thrown | its call and its return |
/// | `scope request` | a scope that has ended | its opening and its end |
///
/// The attributes are `armory.key`, `armory.lifetime`, `armory.module`, `armory.location`, `armory.asker`, `armory.awaits`,
/// `armory.container`, `armory.parent` and `armory.scope`, as far as they are known. What has thrown has its error recorded, and
/// the status `error`.
///
/// A span is made when the factory or the scope has ended, with the time that it had begun. So its parent is the span that the
/// thread or the task is in, that of the request for one: spans of factories that ask for each other lie beside each other, one
/// in the time of the other, and `armory.asker` says who has asked.
///
/// It is safe on any thread: it has nothing that changes. What is faster than the threshold costs a comparison.
public struct TracedEvents: EventSubscriber {
    /// Factories, and scopes where somebody wants them.
    public let kinds: ContainerEvent.Kinds

    private let threshold: Duration
    private let tracer: (any Tracer)?

    /// Spans for events.
    ///
    /// - Parameters:
    ///   - threshold: What a factory may take, with all that it asks for, without a span.
    ///   - tracesScopes: Whether each scope has a span.
    ///   - tracer: Has the spans; nil: the tracing system's tracer, or that of `withTracer`, at the time of the event.
    public init(
        slowerThan threshold: Duration = .milliseconds(10), tracesScopes: Bool = true, tracer: (any Tracer)? = nil
    ) {
        kinds = tracesScopes ? [.made, .failed, .scopes] : [.made, .failed]
        self.threshold = threshold
        self.tracer = tracer
    }

    /// Makes a span of an event, where it is worth one.
    public func receive(_ event: ContainerEvent) {
        switch event {
        case .made(let making) where making.span.duration > threshold:
            trace(making, error: nil)
        case .failed(let failure):
            trace(failure.making, error: failure.error)
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

/// Tells the tracer's time of a time on the events' clock.
///
/// Both clocks are asked at every span: somebody may have set the tracer's meanwhile.
struct EpochClock {
    private let tracer = DefaultTracerClock.now.nanosecondsSinceEpoch
    private let events = Platform.now

    func time(of moment: UInt64) -> DefaultTracerClock.Timestamp {
        let age = events - min(moment, events)
        return DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: tracer - min(age, tracer))
    }
}

extension RegistrationInfo {
    fileprivate var shortKey: String { String(key.prefix(256)) }
}
#endif
