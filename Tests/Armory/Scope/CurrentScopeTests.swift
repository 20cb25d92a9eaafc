import Armory
import ArmoryTestSupport
import XCTest

private final class Work: Tracked, @unchecked Sendable {}  // As `Tracked`.

final class CurrentScopeTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    private func withoutAwaiting<R>(_ container: Container, _ body: (Container) throws -> R) throws -> R {
        try container.withScope(.request, body)
    }

    private func work() -> Scoped<Work> { Scoped { [tracker] in Work(tracker) } }

    func testLIFE4_CurrentInTheTaskAndItsChildren() async throws {
        let container = try Container { work() }
        XCTAssertNil(Container.current)
        try await container.withScope { scope in
            XCTAssertTrue(Container.current === scope)
            async let child = Container.current === scope
            let isChilds = await child
            XCTAssertTrue(isChilds)
            let isDetacheds = await Task.detached { Container.current === scope }.value
            XCTAssertFalse(isDetacheds)
            let isCarried = await Task.detached { scope.asCurrent { Container.current === scope } }.value
            XCTAssertTrue(isCarried)
            try withoutAwaiting(scope) { inner in XCTAssertTrue(Container.current === inner) }
            XCTAssertTrue(Container.current === scope)
        }
        XCTAssertNil(Container.current)
    }
}
