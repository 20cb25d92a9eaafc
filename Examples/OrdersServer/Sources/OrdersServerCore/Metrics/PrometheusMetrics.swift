package import CoreMetrics
import Synchronization

/// Counts and times for Prometheus, as a factory of swift-metrics.
///
/// Two metrics with the same name and dimensions share one series. A series is kept until it is destroyed, so dimensions must
/// have few values. It is safe on any thread; a count costs one atomic addition, and a time costs one lock.
package final class PrometheusMetrics: MetricsFactory, Sendable {
    private let families = Mutex<[String: Family]>([:])

    package init() {}

    /// The metrics of the process, set up at their first use.
    package static let system = {
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        return metrics
    }()

    /// All series with one name, which have one kind.
    struct Family {
        var kind: PrometheusKind
        var series: [PrometheusLabels: any PrometheusSeries] = [:]
    }

    /// The page for `GET /metrics`: all series, in the text format, version 0.0.4.
    package var page: String {
        let families = families.withLock { $0 }
        return families.sorted { $0.key < $1.key }.map { name, family in
            PrometheusText.family(name, of: family.kind, family.series)
        }
        .joined()
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter, PrometheusCounter.init)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge, PrometheusGauge.init)
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else { return series(label, dimensions, .gauge, PrometheusGauge.init) }
        return series(label, dimensions, .histogram) { PrometheusHistogram(bounds: PrometheusHistogram.sizes) }
    }

    /// Times are in seconds, as Prometheus requires.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series("\(label)_seconds", dimensions, .histogram) { PrometheusHistogram(bounds: PrometheusHistogram.seconds) }
    }

    package func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

    /// Returns the series with a name and dimensions; if the name has another kind, a new series that no page shows.
    private func series<Series: PrometheusSeries>(
        _ label: String, _ dimensions: [(String, String)], _ kind: PrometheusKind, _ make: () -> Series
    ) -> Series {
        let (name, labels) = (PrometheusText.name(label), PrometheusLabels(dimensions))
        return families.withLock { families in
            let known = families[name]?.series[labels]
            if let known = known as? Series { return known }
            let new = make()
            if families[name, default: Family(kind: kind)].kind == kind {
                families[name, default: Family(kind: kind)].series[labels] = new
            }
            return new
        }
    }

    private func remove(_ handler: AnyObject) {
        families.withLock { families in
            families = families.mapValues { family in
                var family = family
                family.series = family.series.filter { $0.value !== handler }
                return family
            }
            .filter { !$0.value.series.isEmpty }
        }
    }
}
