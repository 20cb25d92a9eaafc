// The metrics of one registration, and of one tag of scopes.

#if Metrics
import Armory
import Metrics

/// The prefix of the metrics' names.
struct Label: Sendable {
    let prefix: String

    func callAsFunction(_ name: String) -> String { "\(prefix)_\(name)" }
}

/// The counters and timers of one registration; nil if that kind of event is not measured.
final class RegistrationMetrics: Sendable {
    let resolved: Counter?
    let made: Counter?
    let making: Timer?
    let failed: Counter?
    let waited: Counter?
    let waiting: Timer?
    let closed: Counter?
    let closing: Timer?
    let closingErrors: Counter?

    init(
        _ label: Label, key: String, lifetime: String = "", module: String = "", kinds: ContainerEvent.Kinds,
        _ factory: any MetricsFactory
    ) {
        let dimensions = [("key", String(key.prefix(256))), ("lifetime", lifetime), ("module", module)]
        func counter(_ name: String, _ kind: ContainerEvent.Kinds) -> Counter? {
            kinds.contains(kind) ? Counter(label: label(name), dimensions: dimensions, factory: factory) : nil
        }
        func timer(_ name: String, _ kind: ContainerEvent.Kinds) -> Timer? {
            kinds.contains(kind) ? Timer(label: label(name), dimensions: dimensions, factory: factory) : nil
        }
        resolved = counter("resolved_total", .resolved)
        made = counter("made_total", .made)
        making = timer("making_duration", .made)
        failed = counter("failed_total", .failed)
        waited = counter("waited_total", .waited)
        waiting = timer("waiting_duration", .waited)
        closed = counter("closed_total", .closed)
        closing = timer("closing_duration", .closed)
        closingErrors = counter("closing_errors_total", .closed)
    }
}

/// The metrics of the scopes of one tag.
final class ScopeMetrics: Sendable {
    let open: Meter
    let duration: Timer
    let failed: Counter

    init(_ label: Label, scope: String, _ factory: any MetricsFactory) {
        let dimensions = [("scope", String(scope.prefix(256)))]
        open = Meter(label: label("open_scopes"), dimensions: dimensions, factory: factory)
        duration = Timer(label: label("scope_duration"), dimensions: dimensions, factory: factory)
        failed = Counter(label: label("failed_scopes_total"), dimensions: dimensions, factory: factory)
    }
}
#endif
