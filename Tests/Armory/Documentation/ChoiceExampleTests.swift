// The examples of Choices.md, and of the errors that belong to them.

import Armory
import ArmoryTestSupport
import XCTest

final class ChoiceExampleTests: LeakCheckedTestCase {
    struct RequestInfo: Sendable {
        var tenant: String
        var plan: Plan?
    }

    enum Plan: Hashable, Sendable {
        case free, paid
    }

    protocol Mailer: AnyObject, Sendable {
        var host: String { get }
        func close()
    }

    final class CloudMailer: Mailer {
        let host = "cloud.example"
        func close() {}
    }

    final class LocalMailer: Mailer {
        let host = "localhost"
        func close() {}
    }

    final class Newsletter: Sendable {
        let mailer: any Mailer
        init(mailer: any Mailer) { self.mailer = mailer }
    }

    final class TenantMailer: Mailer {
        struct UnknownTenant: Error {}
        let host: String
        init(_ tenant: String) throws {
            if tenant.isEmpty { throw UnknownTenant() }
            host = "\(tenant).example"
        }
        func close() {}
    }

    final class Flags: Sendable {
        let cloud = Shelf(false)
        func isOn(_ flag: String) -> Bool { cloud.value }
    }

    private func host(_ application: Container, _ info: RequestInfo) throws -> String {
        try application.withScope(seeds: [ScopeSeed(info)]) { try $0.resolve((any Mailer).self).host }
    }

    func testOverview() throws {
        let printed = Printed()
        func print(_ line: String) { printed(line) }
        let application = try Container {
            Seeded(RequestInfo.self)
            Singleton((any Mailer).self) { CloudMailer() }.named("acme")
            Singleton((any Mailer).self) { LocalMailer() }.named("globex")
            Chosen((any Mailer).self, by: \RequestInfo.tenant)
            Scoped(Newsletter.init)  // init(mailer: any Mailer)
        }
        for tenant in ["acme", "globex"] {
            let info = RequestInfo(tenant: tenant)
            let host = try application.withScope(seeds: [ScopeSeed(info)]) { scope in
                try scope.resolve(Newsletter.self).mailer.host
            }
            print("\(tenant) mails by \(host)")
        }
        try printed.assertOutput(on: "Use/Choices.md")
    }

    func testADefault() throws {
        let application = try Container {
            Seeded(RequestInfo.self)
            Singleton((any Mailer).self) { LocalMailer() }.named(RegistrationName(Plan.free))
            Singleton((any Mailer).self) { CloudMailer() }.named(RegistrationName(Plan.paid))
            Chosen((any Mailer).self, by: \RequestInfo.plan, default: RegistrationName(Plan.free))
        }
        XCTAssertEqual(try host(application, RequestInfo(tenant: "", plan: .paid)), "cloud.example")
        XCTAssertEqual(try host(application, RequestInfo(tenant: "")), "localhost")
    }

    func testAnInstanceForEachTenant() throws {
        let application = try Container {
            Seeded(RequestInfo.self)
            Kept((any Mailer).self, arguments: String.self) { _, tenant in try TenantMailer(tenant) }
                .lifetime(RecentlyUsed(atMost: 200, idle: .seconds(600)))
                .onShutdown { mailer in mailer.close() }
                .named("any tenant")
            Singleton((any Mailer).self) { CloudMailer() }.named("acme")
            Chosen((any Mailer).self, by: \RequestInfo.tenant, default: "any tenant")
        }
        XCTAssertEqual(try host(application, RequestInfo(tenant: "initech")), "initech.example")
        XCTAssertEqual(try host(application, RequestInfo(tenant: "acme")), "cloud.example")
        failure(.factoryFailed) { try host(application, RequestInfo(tenant: "")) }
    }

    func testAFlag() throws {
        let application = try Container {
            Singleton { Flags() }
            Singleton((any Mailer).self) { LocalMailer() }.named("old")
            Singleton((any Mailer).self) { CloudMailer() }.named("new")
            Chosen((any Mailer).self) { resolver in try resolver.resolve(Flags.self).isOn("cloud") ? "new" : "old" }
                .dependsOn(Flags.self)
        }
        let flags = try application.resolve(Flags.self)
        try application.withScope { scope in
            XCTAssertEqual(try scope.resolve((any Mailer).self).host, "localhost")
            flags.cloud.value = true
            XCTAssertEqual(try scope.resolve((any Mailer).self).host, "localhost")
        }
        XCTAssertEqual(try application.withScope { try $0.resolve((any Mailer).self).host }, "cloud.example")
    }

    func testTheErrorsAreDocumented() throws {
        typealias Orders = Mailer
        func chosen() -> Chosen<any Orders> {
            Chosen((any Orders).self, by: \RequestInfo.tenant, fileID: "Shop/Wiring.swift", line: 12)
        }
        let application = try Container {
            Seeded(RequestInfo.self)
            Singleton((any Orders).self, fileID: "Shop/Wiring.swift", line: 9) { CloudMailer() }.named("acme")
            Singleton((any Orders).self, fileID: "Shop/Wiring.swift", line: 10) { LocalMailer() }.named("globex")
            chosen()
        }
        assertErrorText(.unknownChoice, "unknownChoice: near a longer name") {
            _ = try host(application, RequestInfo(tenant: "globx"))
        }
        assertErrorText(.noChoices, "noChoices: none") {
            _ = try Container {
                Seeded(RequestInfo.self)
                chosen()
            }
        }
        let values = try Container {
            Kept(Plan.self, fileID: "Shop/Wiring.swift", line: 12) { Plan.paid }.lifetime(RecentlyUsed(atMost: 1))
        }
        assertErrorText(.valueTypeShared, "valueTypeShared: recently used") { _ = try values.resolve(Plan.self) }
        let nobody = try Container {
            Seeded(RequestInfo.self)
            Singleton((any Mailer).self) { LocalMailer() }.named("acme")
            Chosen((any Mailer).self, fileID: "Shop/Wiring.swift", line: 12) { _ in String?.none }
        }
        assertErrorText(.unknownChoice, "unknownChoice: nil") { _ = try host(nobody, RequestInfo(tenant: "")) }
    }
}
