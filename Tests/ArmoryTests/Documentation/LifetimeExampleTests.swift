import Armory
import ArmoryTestSupport
import Foundation
import XCTest

extension ScopeTag {
    static let shopping = ScopeTag("shopping")
}

final class LifetimeExampleTests: LeakCheckedTestCase {
    final class Connection: Sendable {}

    final class Debit {
        let connection: Connection
        init(connection: Connection) { self.connection = connection }
    }

    final class Credit {
        let connection: Connection
        init(connection: Connection) { self.connection = connection }
    }

    final class Transfer {
        let debit: Debit
        let credit: Credit
        init(debit: Debit, credit: Credit) {
            self.debit = debit
            self.credit = credit
        }
    }

    func testTransient() throws {
        let container = try Container {
            Transient { Connection() }
        }
        let first = try container.resolve(Connection.self)
        let second = try container.resolve(Connection.self)
        XCTAssertFalse(first === second)
    }

    func testSingleton() throws {
        let container = try Container {
            Singleton { Connection() }
            Singleton(value: 8080)
        }
        let first = try container.resolve(Connection.self)
        let second = try container.resolve(Connection.self)
        let port = try container.resolve(Int.self)
        XCTAssertTrue(first === second)
        XCTAssertEqual(port, 8080)
    }

    func testShared() throws {
        let container = try Container {
            Shared { Connection() }
        }
        var held: Connection? = try container.resolve()
        let isShared = try container.resolve(Connection.self) === held
        weak let last = held
        held = nil
        let isGone = last == nil
        let next = try container.resolve(Connection.self)
        XCTAssertTrue(isShared)
        XCTAssertTrue(isGone)
        XCTAssertTrue(try container.resolve(Connection.self) === next)
    }

    func testGraph() throws {
        let container = try Container {
            Graph { Connection() }
            Transient(Debit.init)
            Transient(Credit.init)
            Transient(Transfer.init)
        }
        let one = try container.resolve(Transfer.self)
        let other = try container.resolve(Transfer.self)
        XCTAssertTrue(one.debit.connection === one.credit.connection)
        XCTAssertTrue(other.debit.connection === other.credit.connection)
        XCTAssertFalse(one.debit.connection === other.debit.connection)
    }

    func testScoped() throws {
        let application = try Container {
            Scoped { Connection() }
            Scoped { "a basket" }.in(.shopping)
        }
        let request = Container(parents: [application], scope: .request)
        let first = try request.resolve(Connection.self)
        let second = try request.resolve(Connection.self)
        let outside = Result { try application.resolve(Connection.self) }
        XCTAssertTrue(first === second)
        XCTAssertThrowsError(try outside.get()) {
            XCTAssertEqual(($0 as? ResolutionError)?.code, .outsideScope)
        }
        XCTAssertThrowsError(try request.resolve(String.self))
    }

    func testInjectionsRunInOrder() throws {
        let container = try Container {
            Singleton { [80] }
                .inject { ports, _ in ports.append(443) }
                .inject { ports, _ in ports.append(8080) }
        }
        let ports = try container.resolve([Int].self)
        XCTAssertEqual(ports, [80, 443, 8080])
        XCTAssertEqual(try container.resolve([Int].self), ports)
    }
}
