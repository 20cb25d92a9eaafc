// The examples of Events.md.

#if Logging && Metrics && Tracing
import Armory
import ArmoryLogging
import ArmoryMetrics
import ArmoryTestSupport
import ArmoryTracing
import Logging
import XCTest

private final class Slow: EventSubscriber {
    var kinds: ContainerEvent.Kinds { [.made] }

    func receive(_ event: ContainerEvent) {
        if case .made(let making) = event, making.span.duration > .milliseconds(100) {
            print("\(making.registration) took \(making.span.duration), for \(making.asker?.key ?? "the program")")
        }
    }
}

private actor Archive {
    var count = 0
    func write(_ events: [ContainerEvent]) throws { count += events.count }
}

final class EventsExampleTests: LeakCheckedTestCase {
    private var shop: Module {
        Module("shop") {
            Singleton(Tariff.init)
            Singleton(Stock.init)
        }
    }

    func testASubscriber() throws {
        let container = try Container(configuration: .init(subscribers: [Slow()])) { shop }
        _ = try container.resolve(Stock.self)
        XCTAssertEqual(container.failedDeliveries, 0)
    }

    func testABuffer() async throws {
        let archive = Archive()
        let buffer = EventBuffer(capacity: 1000, kinds: [.made, .failed]) { events in
            try await archive.write(events)
        }
        let container = try Container(configuration: .init(subscribers: [buffer])) { shop }
        _ = try container.resolve(Stock.self)
        await buffer.flush()
        print(buffer.dropped, buffer.failures)
        let count = await archive.count
        XCTAssertEqual(count, 2)
    }

    func testTheBridges() throws {
        var levels = LoggedEvents.Levels()
        levels.slow = .milliseconds(200)
        let container = try Container(
            configuration: .init(subscribers: [
                LoggedEvents(logger: Logger(label: "shop.container"), levels: levels),
                MeasuredEvents(),
                TracedEvents(slowerThan: .milliseconds(20)),
            ])
        ) { shop }
        _ = try container.resolve(Stock.self)
        XCTAssertEqual(container.failedDeliveries, 0)
    }

    func testABufferBeforeALog() async throws {
        let log = LoggedEvents(logger: Logger(label: "shop.container"))
        let buffer = EventBuffer(kinds: log.kinds) { events in
            for event in events { log.receive(event) }
        }
        let container = try Container(configuration: .init(subscribers: [buffer])) { shop }
        _ = try container.resolve(Stock.self)
        await buffer.flush()
        XCTAssertEqual(buffer.dropped, 0)
    }
}
#endif
