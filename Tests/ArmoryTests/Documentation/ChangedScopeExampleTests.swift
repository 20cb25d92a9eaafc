// The examples of Scopes.md about changes.

import Armory
import ArmoryTestSupport
import XCTest

final class ChangedScopeExampleTests: LeakCheckedTestCase {
    struct Request: Sendable {
        let user: String
    }

    final class Basket: Sendable {
        let request: Request
        init(request: Request) { self.request = request }
    }

    struct Rate: Sendable {
        let percent: Int
    }

    struct Closed: Error {}

    private let log = Log<String>()
    private let request = Request(user: "Ada")

    private func basketsThatTellTheirEnd() throws -> Container {
        try Container {
            Seeded(Request.self)
            Scoped(Basket.init).onShutdown { [log] _, end in log.add(end.isCompleted ? "completed" : "failed") }
        }
    }

    func testReplaced() async throws {
        let application = try Container {
            Scoped { Rate(percent: 7) }
        }
        let (earlier, later) = try await application.withScope { scope in
            let earlier = try scope.resolve(Rate.self)
            try application.replace(Scoped { Rate(percent: 19) })
            return (earlier, try scope.resolve(Rate.self))
        }
        XCTAssertEqual([earlier.percent, later.percent], [7, 19])
    }

    func testWhatWasReplacedOrResetIsClosedOnce() async throws {
        let log = log
        let application = try Container {
            Scoped { Rate(percent: 7) }.onShutdown { log.add("\($0.percent)") }
        }
        try await application.withScope { scope in
            _ = try scope.resolve(Rate.self)
            try scope.reset(Rate.self)
            _ = try scope.resolve(Rate.self)
            try application.replace(Scoped { Rate(percent: 19) }.onShutdown { log.add("\($0.percent)") })
            _ = try scope.resolve(Rate.self)
        }
        XCTAssertEqual(log.all.sorted(), ["19", "7", "7"])
    }

    func testAScopeOfAContainerThatIsClosedIsEndedByItself() async throws {
        let application = try basketsThatTellTheirEnd()
        let scope = try application.openScope(seeds: [Seed(request)])
        _ = try scope.resolve(Basket.self)
        application.close()
        failure(.closed) { try scope.resolve(Basket.self) }
        XCTAssertEqual(log.all, [])
        try await scope.shutdown()
        XCTAssertEqual(log.all, ["completed"])
    }
}
