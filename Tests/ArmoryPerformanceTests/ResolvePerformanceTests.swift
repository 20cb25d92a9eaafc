import Armory
import XCTest

/// Reports times; fails only when a run spreads widely.
///
/// The budgets are counted by `make budgets`.
final class ResolvePerformanceTests: XCTestCase {
    private protocol Clock: AnyObject, Sendable {}
    private final class SystemClock: Clock {}
    private final class Service {
        let clock: any Clock
        init(clock: any Clock) { self.clock = clock }
    }

    private func container() throws -> Container {
        try Container {
            Singleton((any Clock).self) { SystemClock() }
            Transient { Service(clock: try $0()) }
        }
    }

    func testReadySingleton() throws {
        let container = try container()
        measure {
            for _ in 0..<10_000 { XCTAssertNotNil(try? container.resolve((any Clock).self)) }
        }
    }

    func testTransientWithASingleton() throws {
        let container = try container()
        measure {
            for _ in 0..<10_000 { XCTAssertNotNil(try? container.resolve(Service.self)) }
        }
    }
}
