import Armory
import ArmoryTestSupport
import Foundation
import XCTest

final class ErrorExampleTests: LeakCheckedTestCase {
    struct Settings: Sendable {}
    struct CardOrders: Orders {}
    struct Report { let number: Int }
    final class Prices: Resolvable {
        init(resolver: Resolver, arguments: Void) {}
    }
    enum ReadError: Error { case noSuchFile }
    protocol Orders: Sendable {}
    final class OrderService {
        let orders: any Orders
        init(orders: any Orders) { self.orders = orders }
    }
    final class CheckoutController {
        let service: OrderService
        init(service: OrderService) { self.service = service }
    }
    final class Parent: @unchecked Sendable {  // Written in `inject` alone.
        var child: Child?
        init(child: Child? = nil) { self.child = child }
    }
    final class Child: Sendable {
        let parent: Parent
        init(parent: Parent) { self.parent = parent }
    }

    private func missingOrders() throws -> Container {
        try Container {
            Singleton((any Orders).self, fileID: "Shop/Wiring.swift", line: 9) { CardOrders() }.named("primary")
            Transient(fileID: "Shop/Wiring.swift", line: 12) { OrderService(orders: try $0.resolve()) }
            Transient { CheckoutController(service: try $0.resolve()) }
        }
    }

    private func settings(
        line: Int = 12, _ factory: @escaping @Sendable () throws -> Settings = { Settings() }
    ) -> Singleton<Settings> {
        Singleton(fileID: "Shop/Wiring.swift", line: line, factory)
    }

    private func service() -> Transient<OrderService> {
        Transient(OrderService.init, fileID: "Shop/Wiring.swift", line: 15)
    }

    func testParts() throws {
        let container = try missingOrders()
        var reported: [String] = []
        func report(_ code: String, _ key: String, _ path: [String], _ fix: String) {
            reported = [code, key] + path + [fix]
        }
        do {
            _ = try container.resolve(OrderService.self)
        } catch {
            report(error.code.description, error.key, error.path, error.fix)
        }
        XCTAssertEqual(reported.dropLast(), ["missing", "any Orders", "OrderService", "any Orders"])
        XCTAssertTrue(reported.last?.contains("\"primary\"") ?? false)
    }

    func testMissing() throws {
        let container = try missingOrders()
        assertErrorText(.missing, "missing: near a name") { _ = try container.resolve(CheckoutController.self) }
    }

    func testMissingParameter() throws {
        assertErrorText(.missing, "missing: a parameter") { _ = try Container { service() } }
    }

    func testMissingValue() throws {
        struct Retries: Sendable { init(orders: any Orders, count: Int = 3) {} }
        assertErrorText(.missing, "missing: a parameter with a default value") {
            _ = try Container {
                Singleton(Retries.init, fileID: "Shop/Wiring.swift", line: 12)
                Singleton((any Orders).self) { CardOrders() }
            }
        }
        for registration in [
            Singleton(Retries.init, .registered, .value(5)),
            Singleton { Retries(orders: try $0.resolve()) },
        ] {
            let container = try Container {
                registration
                Singleton((any Orders).self) { CardOrders() }
            }
            XCTAssertNoThrow(try container.resolve(Retries.self))
        }
    }

    func testDuplicate() throws {
        assertErrorText(.duplicate, "duplicate") {
            _ = try Container {
                settings()
                settings(line: 15)
            }
        }
    }

    func testInvalid() throws {
        assertErrorText(.invalid, "invalid: three faults") {
            _ = try Container {
                settings()
                settings(line: 15)
                Singleton(Child.init, fileID: "Shop/Wiring.swift", line: 12)
            }
        }
    }

    func testPromised() throws {
        let storage = Module("storage") {
            Singleton((any Orders).self, fileID: "Shop/Storage.swift", line: 3) { CardOrders() }
        }
        assertErrorText(.promised, "promised") {
            _ = try Container(configuration: .init(knownModules: [storage])) {
                Promised((any Orders).self, fileID: "Shop/Wiring.swift", line: 12)
            }
        }
    }

    func testOverridesNothing() throws {
        assertErrorText(.overridesNothing, "overridesNothing: replaced in a module") {
            _ = try Container {
                Module { Singleton { 1 } }.replacing {
                    Singleton((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) { CardOrders() }
                }
            }
        }
    }

    func testUndeclaredAndUnasked() throws {
        let orders = Singleton((any Orders).self) { CardOrders() }
        assertErrorText(.undeclared, "undeclared") {
            try Container {
                orders
                Transient(fileID: "Shop/Wiring.swift", line: 15) { OrderService(orders: try $0.resolve()) }.dependsOn()
            }.validate(dryRun: true)
        }
        let report = try Container {
            orders
            settings()
            service().dependsOn(Settings.self)
        }.validate(dryRun: true)
        assertErrorText(.unasked, "unasked") { if let warning = report.warnings.first { throw warning } }
    }

    func testUnused() throws {
        let report = try Container {
            settings()
            Transient { Report(number: 1) }.root()
        }.validate()
        assertErrorText(.unused, "unused") { if let warning = report.warnings.first { throw warning } }
    }

    func testPrivateOutsideModule() throws {
        assertErrorText(.privateWithoutModule, "privateWithoutModule") {
            _ = try Container { settings().private() }
        }
    }

    func testCannotBeEager() throws {
        struct Report: Sendable { let day: Int }
        let kept = Kept(arguments: Int.self, fileID: "Shop/Wiring.swift", line: 12) { _, day in Report(day: day) }
        assertErrorText(.cannotBeEager, "cannotBeEager: with arguments") { _ = try Container { kept.eager() } }
        let scoped = Kept(Report.self, fileID: "Shop/Wiring.swift", line: 12) { () async in Report(day: 1) }
        assertErrorText(.cannotBeEager, "cannotBeEager: async") { _ = try Container { scoped.eager() } }
    }

    func testUnsuitableLifetime() throws {
        struct Report { let day: Int }
        let report = Unchecked(Report.self, fileID: "Shop/Wiring.swift", line: 12) { Report(day: 1) }
        let closed = report.lifetime(.graph).onShutdown { _ in }
        assertErrorText(.unsuitableLifetime, "unsuitableLifetime") { _ = try Container { closed } }
    }

    func testRefusedArguments() throws {
        struct Report: Sendable { let day: Int }
        let single = Singleton(Report.init, .argument, fileID: "Shop/Wiring.swift", line: 12)
        assertErrorText(.refusedArguments, "refusedArguments") { _ = try Container { single } }
    }

    func testResolverAsGenericArgument() throws {
        struct Box<T: Sendable>: Sendable { let content: T }
        let line = #line + 1
        let fault = failure(.invalid) { try Container { Singleton { Box(content: $0) } } }?.faults.first
        let text = fault?.description
            .replacing("ArmoryTests/ErrorExampleTests.swift:\(line)", with: "Shop/Wiring.swift:12")
        assertErrorText(of: text, "resolverAsGenericArgument")
    }

    func testNotStarted() throws {
        final class Database: Sendable {}
        let container = try Container {
            Singleton(fileID: "Shop/Wiring.swift", line: 12) { Database() }.onStart { _ in }
        }
        _ = try container.resolve(Database.self)
        assertErrorText(container.close().first, "notStarted")
    }

    func testNoInstance() throws {
        assertErrorText(.noInstance, "noInstance") {
            _ = try Container { Transient(fileID: "Shop/Wiring.swift", line: 12) { _ = 1 } }
        }
    }

    func testCycle() throws {
        let container = try Container {
            Singleton(fileID: "Shop/Wiring.swift", line: 12) { Parent(child: try $0.resolve()) }
            Singleton(fileID: "Shop/Wiring.swift", line: 15) { Child(parent: try $0.resolve()) }
        }
        assertErrorText(.cycle, "cycle") { _ = try container.resolve(Parent.self) }
    }

    func testWrongArguments() throws {
        let container = try Container {
            Transient(arguments: Int.self, fileID: "Shop/Wiring.swift", line: 12) { _, number in Report(number: number)
            }
            settings()
        }
        assertErrorText(.wrongArguments, "wrongArguments: of another type") {
            _ = try container.resolve(Report.self, arguments: "7")
        }
        assertErrorText(.wrongArguments, "wrongArguments: takes none") {
            _ = try container.resolve(Settings.self, arguments: 7)
        }
        XCTAssertEqual(try container.resolve(Report.self, arguments: 7).number, 7)
        let optional = try Container {
            Transient(arguments: Int?.self, fileID: "Shop/Wiring.swift", line: 12) { _, number in
                Report(number: number ?? 0)
            }
        }
        assertErrorText(.wrongArguments, "wrongArguments: optional") {
            _ = try optional.resolve(Report.self, arguments: 7)
        }
        XCTAssertEqual(try optional.resolve(Report.self, arguments: 7 as Int?).number, 7)
    }

    func testFactoryFailed() throws {
        let calls = Counter()
        let container = try Container {
            settings {
                if calls.increment() == 1 { throw ReadError.noSuchFile }
                return Settings()
            }
        }
        assertErrorText(.factoryFailed, "factoryFailed") { _ = try container.resolve(Settings.self) }
        _ = try container.resolve(Settings.self)
        XCTAssertEqual(calls.value, 2)
    }

    func testValueTypeShared() throws {
        let container = try Container {
            Shared((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) { CardOrders() }
        }
        assertErrorText(.valueTypeShared, "valueTypeShared") { _ = try container.resolve((any Orders).self) }
    }

    func testReplacedWhileInjecting() throws {
        let container = try Container {
            Singleton(fileID: "Shop/Wiring.swift", line: 12) { Parent() }.inject { parent, resolver in
                parent = Parent(child: try resolver.resolve())
            }
            Singleton { Child(parent: try $0.resolve()) }
        }
        assertErrorText(.replacedWhileInjecting, "replacedWhileInjecting") { _ = try container.resolve(Parent.self) }
    }

    func testTimedOut() throws {
        let started = Latch()
        let end = Latch()
        let container = try Container(configuration: .init(waitLimit: .milliseconds(20))) {
            settings {
                started.open()
                end.wait()
                return Settings()
            }
        }
        let outcomes = race(threads: 2) { index -> String in
            if index == 0 {
                _ = try container.resolve(Settings.self)
                return ""
            }
            defer { end.open() }
            started.wait()
            do throws(ResolutionError) {
                _ = try container.resolve(Settings.self)
                return ""
            } catch {
                return "\(error.code)\n\(error)"
            }
        }
        XCTAssertEqual(try outcomes[0].get(), "")
        let parts = try outcomes[1].get().split(separator: "\n", maxSplits: 1)
        XCTAssertEqual(parts.first, "timedOut")
        assertErrorText(of: parts.last.map(String.init), "timedOut")
    }

    func testDecoration() throws {
        struct Wrapper: Orders {}
        assertErrorText(.decoratesNothing, "decoratesNothing: a decorator") {
            _ = try Container {
                Singleton((any Orders).self, fileID: "Shop/Wiring.swift", line: 9) { CardOrders() }.named("primary")
                Decorator((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) { $0 }.named("standard")
            }
        }
        let container = try Container {
            Singleton(fileID: "Shop/Wiring.swift", line: 12) { CardOrders() }
            Decorator(all: (any Orders).self, fileID: "Shop/Wiring.swift", line: 15) { _ in Wrapper() }
        }
        assertErrorText(.decoratedAsAnotherType, "decoratedAsAnotherType") {
            _ = try container.resolve(CardOrders.self)
        }
    }

    func testInterceptorsThatAwait() async throws {
        /// Keeps the first instance, and returns it in later makings.
        actor Hoarder: AwaitingInterceptor {
            private var first: InterceptedInstance?
            func intercept(_ making: InterceptedCreation) async throws -> InterceptedInstance {
                if let first { return first }
                first = try await making.proceed()
                return try await making.proceed()
            }
        }
        assertErrorText(.doesNotAwait, "doesNotAwait") {
            _ = try Container {
                Singleton((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) { CardOrders() }
                Intercepted((any Orders).self, by: Hoarder(), fileID: "Shop/Wiring.swift", line: 15)
            }
        }
        let container = try Container {
            Transient((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) { () async in CardOrders() }
            Intercepted((any Orders).self, by: Hoarder())
        }
        _ = try await container.resolveAsync((any Orders).self)
        assertErrorText(
            await failure(.outsideMaking) { try await container.resolveAsync((any Orders).self) }, "outsideMaking")
    }

    func testDeclined() throws {
        let container = try Container {
            Singleton((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) {
                throw Declined("ORDERS_URL is not set")
            }
            service()
        }
        assertErrorText(.declined, "declined") { _ = try container.resolve(OrderService.self) }
    }

    func testJustInTimeForbidden() throws {
        let container = try Container(configuration: .init(justInTime: false)) {}
        assertErrorText(.justInTimeForbidden, "justInTimeForbidden") { _ = try Lazy<Prices>(container: container)() }
    }

    func testCurrent() throws {
        assertErrorText(.noCurrent, "noCurrent") { _ = try Lazy<Settings>(fileID: "Shop/Wiring.swift", line: 12)() }
        defer { Container.clearDefaultContainer() }
        let container = try Container {}
        try Container.setDefault(container)
        assertErrorText(.defaultIsSet, "defaultIsSet") { try Container.setDefault(container) }
    }

    func testClosed() throws {
        let container = try Container { settings() }
        container.close()
        assertErrorText(.closed, "closed") { _ = try container.resolve(Settings.self) }
        XCTAssertThrowsError(try container.resolve(Settings?.self)) {
            XCTAssertEqual(($0 as? ResolutionError)?.code, .closed)
        }
    }
}
