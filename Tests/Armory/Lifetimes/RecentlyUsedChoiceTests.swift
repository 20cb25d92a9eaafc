import Armory
import ArmoryTestSupport
import XCTest

private protocol Client: Sendable {
    var number: Int { get }
}

private final class TestClient: Tracked, Client, @unchecked Sendable {  // Immutable.
    let number: Int
    init(_ tracker: LifetimeTracker, _ number: Int) {
        self.number = number
        super.init(tracker)
    }
}

private struct Plain: Client { let number: Int }

// What a scope has chosen is in use.
final class RecentlyUsedChoiceTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let closed = Log<Int>()

    private func clients(_ lifetime: RecentlyUsed) -> Kept<any Client> {
        Kept((any Client).self, arguments: Int.self) { [tracker] _, number in TestClient(tracker, number) }
            .lifetime(lifetime).onShutdown { [closed] client in closed.add(client.number) }
    }

    /// Resolves a client, and keeps nothing of it.
    private func use(_ number: Int, in container: Container) throws {
        XCTAssertEqual(try container.resolve((any Client).self, arguments: number).number, number)
    }

    func testAScopeHoldsWhatItHasChosen() throws {
        let container = try Container {
            Seeded(Int.self)
            clients(RecentlyUsed(atMost: 1)).named("each")
            Chosen((any Client).self, by: \Int.self, default: "each")
        }
        func open(_ number: Int, _ body: () throws -> Void) throws {
            try container.withScope(.request, seeds: [ScopeSeed(number)]) { scope in
                XCTAssertEqual(try scope.resolve((any Client).self).number, number)
                try body()
                XCTAssertFalse(closed.all.contains(number), "the scope is open")
            }
        }
        try open(1) { try open(2) { try open(3) {} } }
        XCTAssertEqual(closed.all, [])
        try open(4) {}
        XCTAssertEqual(closed.all.sorted(), [1, 2, 3])
    }
}
