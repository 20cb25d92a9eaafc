import Armory
import ArmoryTestSupport
import XCTest

private protocol Orders: Sendable {}
private struct FakeOrders: Orders {}
private struct SQLOrders: Orders { init() throws { throw Mishap(1) } }
private struct Clock: Sendable {}
private struct Ledger: Sendable { let clock: Clock }
private struct Reports: Sendable {
    let orders: any Orders
    let clock: Clock
}
private struct User: Sendable { let id: Int }
private struct Basket: Sendable { let user: User }
private struct Checkout { let clock: Clock }

private enum Wiring {
    static let module = Module("shop") {
        Singleton((any Orders).self, SQLOrders.init)
        Singleton { Clock() }
        Singleton { Reports(orders: try $0.resolve(), clock: try $0.resolve()) }
            .dependsOn((any Orders).self, Clock.self)
    }
}

final class ValidationExampleTests: LeakCheckedTestCase {
    func testThePageShowsTheFaults() throws {
        let printed = Printed()
        func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }

        struct Clock: Sendable {}
        struct Ledger: Sendable { let clock: Clock }
        struct UnitOfWork: Sendable {}
        struct Audit: Sendable { let work: UnitOfWork }

        do {
            _ = try Container {
                Singleton(Ledger.init)  // init(clock: Clock)
                Scoped(UnitOfWork.init)
                Singleton(Audit.init)  // init(work: UnitOfWork)
            }
        } catch {
            for fault in error.faults { print("\(fault.code) \(fault.key): \(fault.fix)") }
        }
        assertErrorText(of: printed.output, "report: a fix for each fault")
        try printed.assertOutput(on: "Use/Validation.md")
    }

    func testClosures() throws {
        let container = try Container {
            Singleton((any Orders).self, FakeOrders.init)
            Singleton { Clock() }
            Singleton { Reports(orders: try $0.resolve(), clock: try $0.resolve()) }
                .dependsOn((any Orders).self, Clock.self)
            Singleton { Ledger(clock: try $0.resolve()) }
        }
        var lines: [String] = []
        func print(_ line: Any) { lines.append("\(line)") }
        let report = try container.validate()
        for registration in report.opaque {
            print("not checked: \(registration.key), registered at \(registration.location)")
        }
        for warning in report.warnings { print(warning) }
        XCTAssertEqual(lines.map { $0.prefix(31) }, ["not checked: Ledger, registered"])
    }

    func testTheWiring() throws {
        try Wiring.module.validate()
    }

    func testTheWiringRuns() throws {
        try Wiring.module.replacing { Singleton((any Orders).self, FakeOrders.init) }
            .validate(dryRun: true)
    }

    func testTheWiringDoesNotRunAsItIs() throws {
        let error = failure(.invalid) { try Wiring.module.validate(dryRun: true) }
        XCTAssertEqual(error?.faults.map(\.code), [.factoryFailed])
    }

    func testWhatAScopeBrings() async throws {
        let application = try Container {
            Seeded(User.self)
            Scoped(Basket.init)  // init(user: User)
        }
        let id = try await application.withScope(seeds: [ScopeSeed(User(id: 7))]) { scope async throws in
            try scope.resolve(Basket.self).user.id
        }
        XCTAssertEqual(id, 7)
        struct Audit: Sendable { init(user: User) {} }
        let error = failure(.invalid) {
            try Container {
                Seeded(User.self)
                Singleton(Audit.init)
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.captive])
    }

    func testADryRunRunsAClosureThatNeedsASeedIfTheTestReplacesTheSeed() throws {
        let module = Module {
            Seeded(User.self)
            Scoped { Basket(user: try $0.resolve()) }
        }
        XCTAssertEqual(try module.validate(dryRun: true).opaque.map(\.key), ["Basket"])
        let replaced = module.replacing { Scoped { User(id: 7) } }
        XCTAssertEqual(try replaced.validate(dryRun: true).opaque.map(\.key), [])
    }

    func testWhatNobodyUses() throws {
        let container = try Container {
            Transient(Checkout.init).root()
            Singleton { Clock() }
            Singleton { Ledger(clock: try $0.resolve()) }.dependsOn(Clock.self)
        }
        let unused = try container.validate().warnings.map(\.key)  // ["Ledger"]
        XCTAssertEqual(unused, ["Ledger"])
    }
}
