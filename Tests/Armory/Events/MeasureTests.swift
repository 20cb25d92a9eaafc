import Armory
import ArmoryTestSupport
import Dispatch
import XCTest

private protocol Configured: Sendable {}

final class MeasureTests: LeakCheckedTestCase {
    private final class Settings: Configured {}

    private final class Store: Sendable {
        init(settings: Settings) {}
    }

    private func node(_ graph: ContainerGraph, _ name: String) throws -> ContainerGraph.Node {
        try XCTUnwrap(graph.nodes.first { $0.key.hasSuffix(name) })
    }

    func testSEE2_TheGraphTellsHowOftenAndHowLong() throws {
        for subscribers in [[], [EventLog()]] {
            var configuration = Container.Configuration(subscribers: subscribers)
            configuration.measures = true
            let (fails, spent) = (Shelf(true), Shelf<[UInt64]>([]))
            let container = try Container(configuration: configuration) {
                Transient { _ -> Settings in
                    // The clock of the measurement: the factory takes at least what it sees pass.
                    let start = DispatchTime.now().uptimeNanoseconds
                    while DispatchTime.now().uptimeNanoseconds == start {}
                    spent.change { $0.append(DispatchTime.now().uptimeNanoseconds - start) }
                    return Settings()
                }
                Singleton { resolver -> Store in
                    if fails.value { throw Mishap() }
                    return Store(settings: try resolver.resolve())
                }
            }
            XCTAssertThrowsError(try container.resolve(Store.self))
            fails.value = false
            _ = try container.resolve(Store.self)
            _ = try container.resolve(Store.self)
            _ = try container.resolve(Settings.self)
            let graph = container.graph
            let settings = try XCTUnwrap(node(graph, "Settings").activity)
            let store = try XCTUnwrap(node(graph, "Store").activity)
            XCTAssertEqual([settings.made, settings.failed], [2, 0])
            XCTAssertEqual([store.made, store.failed], [1, 1])
            XCTAssertGreaterThanOrEqual(settings.makingNanoseconds, spent.value.reduce(0, +))
            XCTAssertGreaterThanOrEqual(store.makingNanoseconds, spent.value[0], "with what it asked for")
        }
    }

    func testSEE2_TheGraphTellsWhatAClosureWasSeenToAskFor() throws {
        for subscribers in [[], [EventLog()]] {
            var configuration = Container.Configuration(subscribers: subscribers)
            configuration.measures = true
            let container = try Container(configuration: configuration) {
                Singleton { _ in Settings() }
                Singleton { Store(settings: try $0.resolve()) }
            }
            XCTAssertEqual(container.graph.edges, [])
            _ = try container.resolve(Store.self)
            let graph = container.graph
            let (from, to) = (try node(graph, "Store").id, try node(graph, "Settings").id)
            XCTAssertEqual(graph.edges.map { [$0.from, $0.to] }, [[from, to]])
            XCTAssertEqual(graph.edges.first?.origin, .observed)
        }
    }

    func testSEE2_WaitsAreMeasuredAtWhatWasWaitedFor() throws {
        let (entered, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let container = try Container(configuration: .init(subscribers: [EventLog([.waited])])) {
            Singleton { _ -> Settings in
                entered.signal()
                leave.wait()
                return Settings()
            }
        }
        let done = DispatchSemaphore(value: 0)
        for number in 0..<2 {
            if number == 1 { entered.wait() }
            Thread {
                _ = try? container.resolve(Settings.self)
                done.signal()
            }.start()
        }
        XCTAssertTrue(Waits.come(to: "waits for"))
        leave.signal()
        done.wait()
        done.wait()
        let activity = try XCTUnwrap(node(container.graph, "Settings").activity)
        XCTAssertEqual(activity.waits, 1)
        XCTAssertGreaterThan(activity.waitingNanoseconds, 0)
    }

    func testSEE2_WhoDoesNotMeasureTellsNothing() throws {
        let container = try Container { Singleton { _ in Settings() } }
        _ = try container.resolve(Settings.self)
        XCTAssertNil(try node(container.graph, "Settings").activity)
    }

    private final class Report: Sendable {
        init(_ settings: any Configured) {}
    }

    func testSEE2_WhoAsksByAFurtherTypeIsWhoAsks() throws {
        let log = EventLog([.made])
        let container = try Container(configuration: .init(subscribers: [log])) {
            Singleton(Settings.init).as { $0 as any Configured }
            Singleton { Report(try $0.resolve((any Configured).self)) }
        }
        _ = try container.resolve(Report.self)
        guard case .made(let making) = log.all.first else { return XCTFail("\(log.lines)") }
        XCTAssertTrue(making.registration.key.hasSuffix("Settings"))
        XCTAssertTrue(making.asker?.key.hasSuffix("Report") ?? false, "\(log.lines)")
        let graph = container.graph
        let (report, type) = (try node(graph, "Report").id, try node(graph, "Configured").id)
        XCTAssertTrue(graph.edges.contains { $0.from == report && $0.to == type && $0.origin == .observed })
    }

    func testM3_AskersInTurnAreNotedOnce() throws {
        var configuration = Container.Configuration()
        configuration.measures = true
        let container = try Container(configuration: configuration) {
            Transient { _ in Settings() }
            Transient { Store(settings: try $0.resolve()) }
            Transient { Report(try $0.resolve(Settings.self)) }
        }
        for _ in 0..<2000 {
            _ = try container.resolve(Store.self)
            _ = try container.resolve(Report.self)
        }
        XCTAssertEqual(container.observedDependencyCount, 2)
        XCTAssertEqual(container.graph.edges.count, 2)
    }

    func testSEE2_WhatOverridesIsMeasuredWithWhatItOverrides() throws {
        let log = EventLog([.made])
        let container = try Container(configuration: .init(subscribers: [log])) {
            Transient { _ in Settings() }
            Transient { Store(settings: try $0.resolve()) }
        }
        let derived = try container.overriding { Transient { _ in Settings() } }
        _ = try derived.resolve(Store.self)
        XCTAssertEqual(log.lines, ["made Settings for Store", "made Store"])
        XCTAssertEqual(try node(container.graph, "Store").activity?.made, 1)
        XCTAssertEqual(try node(container.graph, "Settings").activity?.made, 0)
    }
}
