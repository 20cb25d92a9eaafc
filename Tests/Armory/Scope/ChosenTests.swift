import Armory
import ArmoryTestSupport
import XCTest

// What each scope chooses.
final class ChosenTests: LeakCheckedTestCase {
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

    final class Flags: Sendable {
        let isNew = Shelf(false)
    }

    final class Desk: Sendable {
        let mailer: any Courier
        init(mailer: any Courier) { self.mailer = mailer }
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

    func testINT9_TheValueOfARequestChooses() throws {
        let container = try Container {
            Seeded(RequestInfo.self)
            named("acme")
            named("globex")
            Chosen((any Courier).self, by: \RequestInfo.tenant)
        }
        XCTAssertEqual(
            try hosts(
                container, RequestInfo(tenant: "acme"), RequestInfo(tenant: "globex"), RequestInfo(tenant: "acme")),
            ["acme", "globex", "acme"])
        XCTAssertEqual(tracker.made, 2, "each singleton is made once")
    }

    func testTheInstanceIsThatOfTheChosenRegistration() throws {
        let closed = Log<String>()
        let container = try Container {
            Seeded(RequestInfo.self)
            Scoped((any Courier).self) { [tracker] in TestCourier(tracker, "acme") }.named("acme")
                .onShutdown { closed.add($0.host) }
            Chosen((any Courier).self, by: \RequestInfo.tenant)
            Scoped(Desk.init)
        }
        try container.withScope(.request, seeds: [ScopeSeed(RequestInfo(tenant: "acme"))]) { scope in
            let mailer = try scope.resolve((any Courier).self)
            XCTAssertTrue(mailer === (try scope.resolve((any Courier).self, named: "acme")))
            XCTAssertTrue(mailer === (try scope.resolve((any Courier).self)))
            XCTAssertTrue(mailer === (try scope.resolve(Desk.self).mailer), "it is injected like any other")
            XCTAssertEqual(closed.all, [])
        }
        XCTAssertEqual(closed.all, ["acme"], "closed once, by its own registration")
        XCTAssertEqual(tracker.alive, 0)
    }

    func testQualifiersOfOtherTypesAreChosen() throws {
        let container = try Container {
            Seeded(RequestInfo.self)
            Singleton((any Courier).self) { [tracker] in TestCourier(tracker, "shared") }.named(
                RegistrationName(Plan.free))
            Singleton((any Courier).self) { [tracker] in TestCourier(tracker, "own") }.named(
                RegistrationName(Plan.paid))
            named("paid")
            Chosen((any Courier).self, by: \RequestInfo.plan, default: RegistrationName(Plan.free))
        }
        XCTAssertEqual(
            try hosts(
                container, RequestInfo(tenant: "", plan: .paid), RequestInfo(tenant: "", plan: .free),
                RequestInfo(tenant: "")),
            ["own", "shared", "shared"], "nil takes the default")
    }

    func testAnUnknownValueTakesTheDefault() throws {
        let container = try Container {
            Seeded(RequestInfo.self)
            named("acme")
            named("others")
            Chosen((any Courier).self, by: \RequestInfo.tenant, default: "others")
        }
        XCTAssertEqual(
            try hosts(container, RequestInfo(tenant: "initech"), RequestInfo(tenant: "acme")), ["others", "acme"])
    }

    func testAChoiceHoldsUntilTheScopeEnds() throws {
        let flags = Flags()
        let container = try Container {
            Singleton(value: flags)
            named("old")
            named("new")
            Chosen((any Courier).self) { resolver in try resolver.resolve(Flags.self).isNew.value ? "new" : "old" }
                .dependsOn(Flags.self)
        }
        try container.withScope(.request) { scope in
            XCTAssertEqual(try scope.resolve((any Courier).self).host, "old")
            flags.isNew.value = true
            XCTAssertEqual(try scope.resolve((any Courier).self).host, "old", "one choice in a request")
        }
        XCTAssertEqual(try container.withScope(.request) { try $0.resolve((any Courier).self).host }, "new")
        XCTAssertTrue(try container.validate().opaque.isEmpty, "the closure has declared what it resolves")
    }

    func testATransientIsMadeOnceInAScope() throws {
        let container = try Container {
            Seeded(RequestInfo.self)
            Transient((any Courier).self) { [tracker] in TestCourier(tracker, "acme") }.named("acme")
            Chosen((any Courier).self, by: \RequestInfo.tenant)
        }
        try container.withScope(.request, seeds: [ScopeSeed(RequestInfo(tenant: "acme"))]) { scope in
            XCTAssertTrue(try scope.resolve((any Courier).self) === scope.resolve((any Courier).self))
        }
        _ = try hosts(container, RequestInfo(tenant: "acme"))
        XCTAssertEqual(tracker.made, 2)
    }

    func testAFailureIsNotKept() throws {
        struct Down: Error {}
        let isDown = Shelf(true)
        let container = try Container {
            Seeded(RequestInfo.self)
            Singleton((any Courier).self) { [tracker] () throws -> any Courier in
                if isDown.value { throw Down() }
                return TestCourier(tracker, "acme")
            }.named("acme")
            Chosen((any Courier).self, by: \RequestInfo.tenant)
        }
        try container.withScope(.request, seeds: [ScopeSeed(RequestInfo(tenant: "acme"))]) { scope in
            XCTAssertTrue(failure(.factoryFailed) { try scope.resolve((any Courier).self) }?.underlying is Down)
            isDown.value = false
            XCTAssertEqual(try scope.resolve((any Courier).self).host, "acme")
        }
    }

    func testItIsInNoListAndNotDecorated() throws {
        final class Wrapped: Courier {
            let inner: any Courier
            var host: String { "[\(inner.host)]" }
            init(_ inner: any Courier) { self.inner = inner }
        }
        let container = try Container {
            Seeded(RequestInfo.self)
            named("acme")
            named("globex")
            Chosen((any Courier).self, by: \RequestInfo.tenant)
            Decorator((any Courier).self) { mailer in Wrapped(mailer) }
        }
        try container.withScope(.request, seeds: [ScopeSeed(RequestInfo(tenant: "acme"))]) { scope in
            XCTAssertEqual(try scope.resolve((any Courier).self).host, "[acme]", "the chosen one is decorated once")
            XCTAssertEqual(try scope.resolve([any Courier].self).map(\.host), ["[acme]", "[globex]"])
            XCTAssertEqual(try scope.resolve([RegistrationName: any Courier].self).count, 2)
        }
    }

    func testAnotherTagAndANestedScope() throws {
        let session = ScopeTag("session")
        let request = ScopeTag("inner", inside: session)
        let container = try Container {
            Seeded(RequestInfo.self).in(session)
            named("acme")
            Chosen((any Courier).self, by: \RequestInfo.tenant).in(session)
        }
        try container.withScope(session, seeds: [ScopeSeed(RequestInfo(tenant: "acme"))]) { outer in
            try outer.withScope(request) { inner in
                XCTAssertEqual(try inner.resolve((any Courier).self).host, "acme")
            }
        }
        failure(.outsideScope) { try container.resolve((any Courier).self) }
    }

    func testAModuleChoosesFromWhatItHides() throws {
        let acme = named("acme")
        let mail = Module("mail") {
            acme.private()
            Chosen((any Courier).self, by: \RequestInfo.tenant)
        }
        let container = try Container {
            Seeded(RequestInfo.self)
            mail
        }
        XCTAssertEqual(try hosts(container, RequestInfo(tenant: "acme")), ["acme"])
        XCTAssertNil(try container.resolve((any Courier)?.self, named: "acme"))
    }

    // MARK: Errors

    func testAnUnknownValueIsAnError() throws {
        let container = try Container {
            Seeded(RequestInfo.self)
            named("acme")
            named("globex")
            Chosen((any Courier).self, by: \RequestInfo.tenant, fileID: "Shop/Wiring.swift", line: 9)
        }
        let error = failure(.unknownChoice) { try hosts(container, RequestInfo(tenant: "globx")) }
        assertErrorText(error, "unknownChoice: near another")
    }

    func testTheTextOfAnUnknownValueIsCutAndClean() throws {
        let container = try Container {
            Seeded(RequestInfo.self)
            named("acme")
            Chosen((any Courier).self, by: \RequestInfo.tenant)
        }
        let tenant = "a\n[31m\u{1B}\u{202E}\u{85}" + String(repeating: "x", count: 100_000)
        let error = try XCTUnwrap(failure(.unknownChoice) { try hosts(container, RequestInfo(tenant: tenant)) })
        XCTAssertLessThan(error.description.count, 500)
        for scalar in ["\u{1B}", "\u{202E}", "\u{85}"] as [Unicode.Scalar] {
            XCTAssertFalse(error.description.unicodeScalars.contains(scalar))
        }
        XCTAssertTrue(error.description.contains(#" "a\n[31m\u{1B}"#), "the value as in source code")
    }

    func testUnknownValuesLeaveNothing() throws {
        let container = try Container {
            Seeded(RequestInfo.self)
            named("acme")
            Chosen((any Courier).self, by: \RequestInfo.tenant)
        }
        func ask(_ numbers: Range<Int>) throws {
            for number in numbers {
                failure(.unknownChoice) { try hosts(container, RequestInfo(tenant: "unknown tenant \(number)")) }
            }
        }
        try ask(0..<200)
        let growth = try Heap.growth { try ask((200 + $0 * 560)..<(200 + ($0 + 1) * 560)) }
        XCTAssertLessThan(growth, 560 * 16, "one small object for each value is more")
    }
}
