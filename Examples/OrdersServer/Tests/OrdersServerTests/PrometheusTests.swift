import CoreMetrics
import OrdersServerCore
import XCTest

/// Tests the text format of metrics.
final class PrometheusTests: XCTestCase {
    func testEverySeriesIsInThePageOnce() throws {
        let metrics = PrometheusMetrics()
        let values = [
            "plain", "", "a\\b", "say \"hi\"", "two\nlines", "carriage\r\nreturn", "grün {x=\"1\"}, y", "\u{301}",
        ]
        for value in values {
            let counter = Counter(label: "1 strange-näme", dimensions: [("le", value), ("0", "x")], factory: metrics)
            counter.increment(by: 2)
            Counter(label: "1 strange-näme", dimensions: [("0", "x"), ("le", value)], factory: metrics).increment()
        }
        let page = try PrometheusPage(metrics.page)
        XCTAssertEqual(page.types, ["_1_strange_n_me": "counter"])
        XCTAssertEqual(page.samples.count, values.count)
        for value in values { XCTAssertEqual(page.value("_1_strange_n_me", ["le_": value, "_0": "x"]), 3, value) }
    }

    func testGaugesAndHistograms() throws {
        let metrics = PrometheusMetrics()
        let meter = Meter(label: "open", factory: metrics)
        meter.increment(by: 3)
        meter.decrement()
        let timer = Timer(label: "took", factory: metrics)
        for milliseconds in [0, 1, 2, 400, 60_000] { timer.recordNanoseconds(Int64(milliseconds) * 1_000_000) }
        Recorder(label: "size", factory: metrics).record(11)
        Gauge(label: "level", factory: metrics).record(Double.infinity)

        let page = try PrometheusPage(metrics.page)
        XCTAssertEqual(
            page.types, ["open": "gauge", "took_seconds": "histogram", "size": "histogram", "level": "gauge"])
        XCTAssertEqual(page.value("open", [:]), 2)
        XCTAssertEqual(page.value("level", [:]), .infinity)
        XCTAssertEqual(page.value("size_sum", [:]), 11)
        XCTAssertEqual(page.value("took_seconds_bucket", ["le": "0.001"]), 2)
        XCTAssertEqual(page.value("took_seconds_bucket", ["le": "0.5"]), 4)
        XCTAssertEqual(page.value("took_seconds_bucket", ["le": "10.0"]), 4)
        XCTAssertEqual(page.value("took_seconds_bucket", ["le": "+Inf"]), 5)
        XCTAssertEqual(page.value("took_seconds_count", [:]), 5)
        XCTAssertEqual(page.value("took_seconds_sum", [:]) ?? 0, 60.403, accuracy: 1e-9)
    }

    func testADestroyedSeriesLeavesThePage() throws {
        let metrics = PrometheusMetrics()
        let counter = Counter(label: "gone", factory: metrics)
        Counter(label: "kept", factory: metrics).increment()
        counter.destroy()
        XCTAssertEqual(try PrometheusPage(metrics.page).types, ["kept": "counter"])
    }

    /// Two kinds with one name would give a family two types, so only the first kind keeps the name.
    func testANameIsOfOneKind() throws {
        let metrics = PrometheusMetrics()
        Counter(label: "x", factory: metrics).increment()
        Meter(label: "x", factory: metrics).set(5)
        let page = try PrometheusPage(metrics.page)
        XCTAssertEqual(page.types, ["x": "counter"])
        XCTAssertEqual(page.value("x", [:]), 1)
    }
}
