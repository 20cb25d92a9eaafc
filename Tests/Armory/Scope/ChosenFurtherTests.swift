import Armory
import ArmoryTestSupport
import XCTest

// What each scope chooses, from registrations that keep an instance for each value, and where choices are overridden.
final class ChosenFurtherTests: LeakCheckedTestCase {
    protocol Courier: AnyObject, Sendable {
        var host: String { get }
    }

    final class TestCourier: Tracked, Courier, @unchecked Sendable {  // Immutable.
        let host: String
        init(_ tracker: LifetimeTracker, _ host: String) {
            self.host = host
            super.init(tracker)
        }
    }

    struct RequestInfo: Sendable {
        var tenant: String
        var plan: Plan? = nil
    }

    enum Plan: Hashable, Sendable {
        case free, paid
    }

    private let tracker = LifetimeTracker()

    private func named(_ name: RegistrationName) -> Singleton<any Courier> {
        Singleton((any Courier).self) { [tracker] in TestCourier(tracker, "\(name)") }.named(name)
    }

    private func hosts(_ container: Container, _ infos: RequestInfo...) throws -> [String] {
        try infos.map { info in
            try container.withScope(.request, seeds: [ScopeSeed(info)]) { try $0.resolve((any Courier).self).host }
        }
    }

    func testARegistrationWithAnArgumentGetsTheValue() throws {
        let container = try Container {
            Seeded(RequestInfo.self)
            named("acme")
            Kept((any Courier).self, arguments: String.self) { [tracker] _, tenant in TestCourier(tracker, tenant) }
                .named("each")
            Chosen((any Courier).self, by: \RequestInfo.tenant, default: "each")
        }
        XCTAssertEqual(
            try hosts(
                container, RequestInfo(tenant: "initech"), RequestInfo(tenant: "hooli"), RequestInfo(tenant: "acme"),
                RequestInfo(tenant: "initech")),
            ["initech", "hooli", "acme", "initech"])
        XCTAssertEqual(tracker.made, 3, "once for each tenant")
    }

    func testAValueOfAnotherTypeIsPassedToADefaultWithAName() throws {
        let container = try Container {
            Seeded(RequestInfo.self)
            Kept((any Courier).self, arguments: Plan.self) { [tracker] _, plan in TestCourier(tracker, "\(plan)") }
                .named("each")
            Chosen((any Courier).self, by: \RequestInfo.plan, default: "each")
        }
        XCTAssertEqual(try hosts(container, RequestInfo(tenant: "", plan: .paid)), ["paid"])
        let error = failure(.unknownChoice) { try hosts(container, RequestInfo(tenant: "")) }
        assertErrorText(error, "unknownChoice: nil with a default")
    }

    func testAnOverrideOfAChoiceIsChosen() throws {
        let container = try Container {
            Seeded(RequestInfo.self)
            named("acme")
            Chosen((any Courier).self, by: \RequestInfo.tenant)
        }
        let test = try container.overriding {
            Singleton((any Courier).self) { [tracker] in TestCourier(tracker, "fake") }.named("acme")
        }
        XCTAssertEqual(try hosts(test, RequestInfo(tenant: "acme")), ["fake"])
        XCTAssertEqual(try hosts(container, RequestInfo(tenant: "acme")), ["acme"])
        let whole = try container.overriding {
            Singleton((any Courier).self) { [tracker] in TestCourier(tracker, "one for all") }
        }
        XCTAssertEqual(try hosts(whole, RequestInfo(tenant: "initech")), ["one for all"])
    }
}
