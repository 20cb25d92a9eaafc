import Armory
import ArmoryTestSupport
import XCTest

private final class Connection: Sendable {}

private final class Session: Sendable {
    let connection: Connection
    init(_ connection: Connection) { self.connection = connection }
}

private final class Desk: Sendable {
    let session: Owned<Session>
    init(_ session: Owned<Session>) { self.session = session }
}

final class OwnedEndTests: LeakCheckedTestCase {
    func testRES8_WhatASingletonOwnsIsClosedWithItsContainer() throws {
        let closed = Counter()
        let container = try Container {
            Scoped(Connection.init).in(.owned).onShutdown { _ in closed.increment() }
            Transient(Session.init)
            Singleton(Desk.init)
        }
        let desk = try container.resolve(Desk.self)
        container.close()
        XCTAssertEqual(closed.value, 1)
        desk.session.close()
        XCTAssertEqual(closed.value, 1)
    }
}
