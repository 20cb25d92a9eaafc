// The gauges of health checks.

#if Metrics
public import ArmoryHealth
import Metrics

/// The gauge of the checks of one key.
final class HealthMetrics: Sendable {
    private let state: Meter

    init(_ label: Label, key: String, _ factory: any MetricsFactory) {
        state = Meter(label: label("health"), dimensions: [("key", String(key.prefix(256)))], factory: factory)
    }

    func set(_ state: HealthState?) {
        let value: Double =
            switch state {
            case .up, nil: 1
            case .degraded: 0.5
            case .down: 0
            }
        self.state.set(value)
    }
}

extension MeasuredEvents: HealthSubscriber {
    /// Sets the gauges of health to those of a report.
    public func receive(_ report: HealthReport) {
        ready.set(report.isReady ? 1 : 0)
        // Several checks may have one key, and those beyond the limit share one: the worst counts.
        var worst: [ObjectIdentifier: (metrics: HealthMetrics, state: HealthState?)] = [:]
        for check in report.checks {
            let metrics = healthMetrics(of: check.key)
            let known = worst[ObjectIdentifier(metrics)]
            if let known, !check.state.isWorse(than: known.state) { continue }
            worst[ObjectIdentifier(metrics)] = (metrics, check.state)
        }
        for (metrics, state) in worst.values { metrics.set(state) }
    }
}

extension HealthState? {
    fileprivate func isWorse(than other: HealthState?) -> Bool { rank > other.rank }

    private var rank: Int {
        switch self {
        case .up, nil: 0
        case .degraded: 1
        case .down: 2
        }
    }
}
#endif
