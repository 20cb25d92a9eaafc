import Armory
import ArmoryTestSupport
import XCTest

final class ResetExampleTests: LeakCheckedTestCase {
    typealias PerTenant = LifetimeExampleTests.PerTenant
    final class Connection: Sendable {}

    func testReset() throws {
        let application = try Container { Kept { Connection() } }
        let request = Container(parents: [application], scope: .request)
        var instances: [Connection] = []
        instances.append(try request.resolve(Connection.self))
        try request.reset(Connection.self)
        instances.append(try request.resolve(Connection.self))
        try request.reset(all: .kept(for: PerTenant.self))
        XCTAssertTrue(try request.resolve(Connection.self) === instances.last)
        try request.reset()
        XCTAssertTrue(try request.resolve(Connection.self) === instances.last)
        try request.reset(includingParents: true)
        instances.append(try request.resolve(Connection.self))
        XCTAssertEqual(Set(instances.map(ObjectIdentifier.init)).count, 3)
        try request.reset(Connection.self)
        try request.reset(all: .kept(for: PerTenant.self))
        try request.reset()
        try request.reset(includingParents: true)
    }
}
