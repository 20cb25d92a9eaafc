import CoreMetrics
import Synchronization

/// The kinds of series, with the names in the text format.
enum PrometheusKind: String {
    case counter
    case gauge
    case histogram
}

/// A series of numbers with the same name and labels.
protocol PrometheusSeries: AnyObject, Sendable {
    /// The lines of the series: a suffix of the name, a label for the bucket's bound, and the value.
    var samples: [(suffix: String, bound: String?, value: String)] { get }
}

final class PrometheusCounter: PrometheusSeries, CounterHandler {
    private let count = Atomic<Int64>(0)

    func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }
    func reset() { count.store(0, ordering: .relaxed) }

    var samples: [(suffix: String, bound: String?, value: String)] {
        [("", nil, "\(count.load(ordering: .relaxed))")]
    }
}

final class PrometheusGauge: PrometheusSeries, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }

    var samples: [(suffix: String, bound: String?, value: String)] {
        [("", nil, PrometheusText.number(value.withLock { $0 }))]
    }
}

final class PrometheusHistogram: PrometheusSeries, TimerHandler, RecorderHandler {
    /// Bucket bounds for times.
    static let seconds = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]
    /// Bucket bounds for other values.
    static let sizes = [1.0, 10, 100, 1000, 10_000, 100_000, 1_000_000]

    private struct State {
        var counts: [Int]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[bucket] += 1
            state.sum += value
        }
    }

    /// Buckets are cumulative, and the last one equals the count.
    var samples: [(suffix: String, bound: String?, value: String)] {
        let state = state.withLock { $0 }
        var total = 0
        var samples: [(suffix: String, bound: String?, value: String)] = []
        for (bound, count) in zip(bounds + [.infinity], state.counts) {
            total += count
            samples.append(("_bucket", PrometheusText.number(bound), "\(total)"))
        }
        return samples + [("_sum", nil, PrometheusText.number(state.sum)), ("_count", nil, "\(total)")]
    }
}
