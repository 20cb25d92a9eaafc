import Armory
import ArmoryTestSupport
import XCTest

final class EventBufferTests: LeakCheckedTestCase {
    private final class Thing: Sendable {}

    private func container(_ subscriber: any EventSubscriber) throws -> Container {
        try Container(configuration: .init(subscribers: [subscriber])) { Transient { _ in Thing() } }
    }

    func testSEE3_HandsOnAllInOrder() async throws {
        let log = Log<Int>()
        let buffer = EventBuffer(kinds: .made) { events in log.add(events.count) }
        let container = try container(buffer)
        for _ in 0..<1000 { _ = try container.resolve(Thing.self) }
        await buffer.flush()
        XCTAssertEqual(log.all.reduce(0, +), 1000)
        XCTAssertEqual(buffer.dropped, 0)
        await buffer.flush()
    }

    func testSEE3_DropsAndCountsWhatASlowOneHasNoPlaceFor() async throws {
        let (stream, gate) = AsyncStream<Void>.makeStream()
        let delivered = Shelf(0)
        let buffer = EventBuffer(capacity: 10, kinds: .made) { events in
            for await _ in stream { break }
            delivered.value += events.count
        }
        let container = try container(buffer)
        // The first is taken out at once or later; then ten find a place.
        for _ in 0..<100 { _ = try container.resolve(Thing.self) }
        XCTAssertGreaterThanOrEqual(buffer.dropped, 79)
        XCTAssertLessThanOrEqual(buffer.dropped, 90)
        gate.finish()
        await buffer.flush()
        XCTAssertEqual(delivered.value + buffer.dropped, 100)
    }

    func testSEE3_CountsWhatTheReceiverThrowsAndGoesOn() async throws {
        let delivered = Shelf(0)
        let buffer = EventBuffer(kinds: .made) { events in
            delivered.value += events.count
            throw Mishap()
        }
        let container = try container(buffer)
        for _ in 0..<3 {
            _ = try container.resolve(Thing.self)
            await buffer.flush()
        }
        XCTAssertEqual(delivered.value, 3)
        XCTAssertEqual(buffer.failures, 3)
        XCTAssertEqual(container.failedDeliveries, 0)
    }

    func testSEE3_ManyThreadsFillIt() async throws {
        let delivered = Shelf(0)
        let buffer = EventBuffer(capacity: 100_000, kinds: .made) { events in delivered.value += events.count }
        let container = try container(buffer)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<500 { _ = try? container.resolve(Thing.self) } }
            }
        }
        await buffer.flush()
        XCTAssertEqual(delivered.value, 4000)
    }
}
