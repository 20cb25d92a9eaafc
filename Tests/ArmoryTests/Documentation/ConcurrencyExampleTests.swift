import Armory
import ArmoryTestSupport
import Foundation
import XCTest

final class ConcurrencyExampleTests: LeakCheckedTestCase {
    final class Pool: Sendable {}

    final class Journal {
        private var lines: [String] = []
        func append(_ line: String) { lines.append(line) }
        func close() { lines = [] }
    }

    func testTasksShareASingleton() async throws {
        let container = try Container {
            Singleton { Pool() }
        }
        let pools = try await withThrowingTaskGroup(of: Pool.self) { group in
            for _ in 0..<8 {
                group.addTask { try container.resolve() }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        XCTAssertEqual(pools.count, 8)
        XCTAssertEqual(Set(pools.map(ObjectIdentifier.init)).count, 1)
    }

    func testWaitLimit() {
        let container = Container(configuration: Container.Configuration(waitLimit: .seconds(5)))
        XCTAssertEqual(container.configuration.waitLimit, .seconds(5))
        XCTAssertEqual(Container().configuration.waitLimit, .seconds(60))
    }

    func testOneAtATime() throws {
        let container = Container(configuration: Container.Configuration(building: .oneAtATime))
        let inside = Counter()
        let overlaps = Counter()
        for key in 0..<4 {
            try container.register(
                Singleton { () -> Pool in
                    let before = inside.increment()
                    usleep(2000)
                    if inside.value != before { overlaps.increment() }
                    return Pool()
                }.qualified(by: key))
        }
        for outcome in race(threads: 4, { try container.resolve(Pool.self, qualifier: $0) }) {
            _ = try outcome.get()
        }
        XCTAssertEqual(inside.value, 4)
        XCTAssertEqual(overlaps.value, 0)
    }

    func testUnchecked() throws {
        let container = try Container {
            Singleton.Unchecked(Journal.init)
                .onShutdown { journal in journal.close() }
        }
        let journal = try container.resolve(Journal.self)
        journal.append("began")
        XCTAssertTrue(try container.resolve(Journal.self) === journal)
    }
}

final class PerformanceExampleTests: LeakCheckedTestCase {
    final class Prices: Sendable {
        func price(of item: String) -> Int { item.count * 100 }
    }

    func testLending() throws {
        let container = try Container {
            Singleton { Prices() }
        }
        let price = try container.with(Prices.self) { $0.price(of: "anvil") }
        XCTAssertEqual(price, 500)
    }
}
