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

    func testWaitLimit() throws {
        let container = try Container(configuration: .init(waitLimit: .seconds(5))) {
            Singleton { Pool() }
        }
        XCTAssertEqual(container.configuration.waitLimit, .seconds(5))
        XCTAssertEqual(Container.Configuration().waitLimit, .seconds(60))
    }

    func testUnchecked() throws {
        let container = try Container {
            Unchecked(Journal.init)
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
