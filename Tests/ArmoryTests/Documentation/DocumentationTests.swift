// The examples of README.md and of the catalog, as they stand there, compiled and run.

import Armory
import ArmoryTestSupport
import Foundation
import XCTest

final class ReadmeTests: XCTestCase {
    func testQuickStart() throws {
        protocol Orders: Sendable {
            func place(_ item: String) -> Int
        }

        final class Ledger: Sendable {
            func record(_ item: String) -> Int { item.count }
        }

        struct LedgerOrders: Orders {
            let ledger: Ledger
            func place(_ item: String) -> Int { ledger.record(item) }
        }

        final class Checkout {
            let orders: any Orders
            init(orders: any Orders) { self.orders = orders }
        }

        let container = try Container {
            Singleton { Ledger() }
            Singleton((any Orders).self) { LedgerOrders(ledger: try $0()) }
            Transient { Checkout(orders: try $0()) }
        }
        let checkout = try container.resolve(Checkout.self)
        print(checkout.orders.place("anvil"))
        XCTAssertEqual(checkout.orders.place("anvil"), 5)
        XCTAssertFalse(try container.resolve(Checkout.self) === checkout)
        XCTAssertTrue(container.isFrozen)
    }
}

// MARK: Getting started

extension Name {
    static let live: Name = "live"
    static let archive: Name = "archive"
}

final class GettingStartedTests: XCTestCase {
    final class Database: Sendable {
        let path: String
        init(path: String) { self.path = path }
    }

    protocol Orders: Sendable {
        var database: Database { get }
    }

    struct SQLOrders: Orders {
        let database: Database
    }

    final class OrderService {
        let orders: any Orders
        init(orders: any Orders) { self.orders = orders }
    }

    final class Parent: @unchecked Sendable {  // Written in `inject` alone.
        var child: Child?
    }

    final class Child: @unchecked Sendable {  // As above.
        weak var parent: Parent?
        init(parent: Parent) { self.parent = parent }
    }

    func storage(inMemory: Bool) -> [any Registration] {
        [Singleton { Database(path: inMemory ? ":memory:" : "orders.db") }]
    }

    func testRegisterAndResolve() throws {
        let container = try Container {
            Singleton { Database(path: "orders.db") }
            Singleton((any Orders).self) { SQLOrders(database: try $0()) }
            Transient { OrderService(orders: try $0()) }
        }
        let service = try container.resolve(OrderService.self)
        let database: Database = try container.resolve()
        XCTAssertTrue(service.orders.database === database)
        XCTAssertFalse(try container.resolve(OrderService.self) === service)
        XCTAssertTrue(container.isFrozen)
    }

    func testRegisterStepByStep() throws {
        let container = Container()
        try container.register(Singleton { Database(path: "orders.db") })
        try container.register(Transient(String.self) { try $0(Database.self).path })
        container.freeze()
        let path = try container.resolve(String.self)
        XCTAssertEqual(path, "orders.db")
        XCTAssertThrowsError(try container.register(Singleton { 1 })) {
            XCTAssertEqual(($0 as? ResolutionError)?.code, .frozen)
        }
    }

    func testNames() throws {
        let container = try Container {
            Singleton { Database(path: "live.db") }.named(.live)
            Singleton { Database(path: "archive.db") }.named(.archive)
            Singleton { Database(path: "2026.db") }.qualified(by: 2026)
        }
        let archive = try container.resolve(Database.self, named: .archive)
        let year = try container.resolve(Database.self, qualifier: 2026)
        XCTAssertEqual(archive.path, "archive.db")
        XCTAssertEqual(year.path, "2026.db")
        XCTAssertEqual(try container.resolve(Database.self, named: .live).path, "live.db")
        XCTAssertNil(try container.resolveOptional(Database.self))
        XCTAssertNil(try container.resolveOptional(Database.self, qualifier: "archive"))
        XCTAssertNil(try container.resolveOptional(Database.self, qualifier: 2025))
    }

    func testOptionals() throws {
        struct Fault: Error {}
        let container = Container()
        let none = try container.resolveOptional(Database.self)
        let same: Database? = try container.resolve()
        XCTAssertNil(none)
        XCTAssertNil(same)
        try container.register(Singleton(Database.self) { throw Fault() })
        XCTAssertThrowsError(try container.resolveOptional(Database.self))
        let wrapped = try Container { Transient(Int?.self) { 3 } }
        XCTAssertEqual(try wrapped.resolve(Int?.self), 3)
    }

    func testArguments() throws {
        let container = try Container {
            Transient(arguments: String.self, Int.self) { _, customer, year in "\(customer) in \(year)" }
        }
        let title = try container.resolve(String.self, arguments: "Ada", 2026)
        XCTAssertEqual(title, "Ada in 2026")
        XCTAssertThrowsError(try container.resolve(String.self, arguments: 2026, "Ada"))
    }

    func testInject() throws {
        let container = try Container {
            Singleton { Parent() }.inject { parent, resolver in parent.child = try resolver() }
            Singleton { Child(parent: try $0()) }
        }
        let parent = try container.resolve(Parent.self)
        let child = try container.resolve(Child.self)
        XCTAssertTrue(parent.child === child)
        XCTAssertTrue(child.parent === parent)
    }

    func testACycleMayBeEnteredAtItsTransientMember() throws {
        let container = try Container {
            Singleton { Parent() }.inject { parent, resolver in parent.child = try resolver() }
            Transient { Child(parent: try $0()) }
        }
        let child = try container.resolve(Child.self)
        let parent = try container.resolve(Parent.self)
        XCTAssertTrue(child.parent === parent)
        XCTAssertTrue(parent.child?.parent === parent)
    }

    func testLists() throws {
        let container = try Container {
            storage(inMemory: true)
            for year in 2024...2026 {
                Singleton { Database(path: "\(year).db") }.qualified(by: year)
            }
        }
        let memory = try container.resolve(Database.self)
        XCTAssertEqual(memory.path, ":memory:")
        XCTAssertEqual(try container.resolve(Database.self, qualifier: 2025).path, "2025.db")
    }

    func testChangesAndClose() throws {
        let tracker = LifetimeTracker()
        let container = try Container {
            Singleton { Database(path: "old.db") }
            Singleton { Tracked(tracker) }
            Singleton { (Tracked(tracker), 1) }
        }
        let old = try container.resolve(Database.self)
        try container.replace(Singleton { Database(path: "new.db") })
        let overlay = try container.overlay(Singleton { Database(path: "test.db") })
        let overlaid = try container.resolve(Database.self).path
        overlay.remove()
        let replaced = try container.resolve(Database.self).path
        XCTAssertEqual(old.path, "old.db")
        XCTAssertEqual(overlaid, "test.db")
        XCTAssertEqual(replaced, "new.db")
        _ = try container.resolve((Tracked, Int).self)
        _ = try container.resolve(Tracked.self)
        container.close()
        XCTAssertEqual(tracker.releaseOrder, [2, 1])
        XCTAssertThrowsError(try container.resolve(Database.self)) {
            XCTAssertEqual(($0 as? ResolutionError)?.code, .closed)
        }
    }
}

// MARK: Lifetimes

final class LifetimeExampleTests: XCTestCase {
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
            Transient { Debit(connection: try $0()) }
            Transient { Credit(connection: try $0()) }
            Transient { Transfer(debit: try $0(), credit: try $0()) }
        }
        let one = try container.resolve(Transfer.self)
        let other = try container.resolve(Transfer.self)
        XCTAssertTrue(one.debit.connection === one.credit.connection)
        XCTAssertTrue(other.debit.connection === other.credit.connection)
        XCTAssertFalse(one.debit.connection === other.debit.connection)
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

// MARK: Concurrency

final class ConcurrencyExampleTests: XCTestCase {
    final class Pool: Sendable {}

    final class Journal {
        private var lines: [String] = []
        func append(_ line: String) { lines.append(line) }
    }

    func testTasksShareASingleton() async throws {
        let container = try Container {
            Singleton { Pool() }
        }
        let pools = try await withThrowingTaskGroup(of: Pool.self) { group in
            for _ in 0..<8 {
                group.addTask { try container.resolve() }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        XCTAssertEqual(pools.count, 8)
        XCTAssertEqual(Set(pools.map(ObjectIdentifier.init)).count, 1)
    }

    func testWaitLimit() {
        let container = Container(configuration: Container.Configuration(waitLimit: .seconds(5)))
        XCTAssertEqual(container.configuration.waitLimit, .seconds(5))
        XCTAssertEqual(Container().configuration.waitLimit, .seconds(60))
    }

    func testOneAtATime() throws {
        let container = Container(configuration: Container.Configuration(building: .oneAtATime))
        let inside = Counter()
        let overlaps = Counter()
        for key in 0..<4 {
            try container.register(
                Singleton { () -> Pool in
                    let before = inside.increment()
                    usleep(2000)
                    if inside.value != before { overlaps.increment() }
                    return Pool()
                }.qualified(by: key))
        }
        for outcome in race(threads: 4, { try container.resolve(Pool.self, qualifier: $0) }) {
            _ = try outcome.get()
        }
        XCTAssertEqual(inside.value, 4)
        XCTAssertEqual(overlaps.value, 0)
    }

    func testUnchecked() throws {
        let container = try Container {
            Singleton.unchecked(Journal.self) { _ in Journal() }
        }
        let journal = try container.resolve(Journal.self)
        journal.append("began")
        XCTAssertTrue(try container.resolve(Journal.self) === journal)
    }
}

// MARK: Performance

final class PerformanceExampleTests: XCTestCase {
    final class Prices: Sendable {
        func price(of item: String) -> Int { item.count * 100 }
    }

    func testLending() throws {
        let container = try Container {
            Singleton { Prices() }
        }
        let price = try container.with(Prices.self) { $0.price(of: "anvil") }
        XCTAssertEqual(price, 500)
    }
}

// MARK: Errors

final class ErrorExampleTests: XCTestCase {
    struct Settings: Sendable {}
    struct CardOrders: Orders {}
    struct Report { let number: Int }
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
            Transient(fileID: "Shop/Wiring.swift", line: 12) { OrderService(orders: try $0()) }
            Transient { CheckoutController(service: try $0()) }
        }
    }

    private func settings(_ factory: @escaping @Sendable () throws -> Settings = { Settings() }) -> Singleton<Settings>
    {
        Singleton(fileID: "Shop/Wiring.swift", line: 12, factory)
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
        XCTAssertEqual(
            reported,
            [
                "missing", "any Orders", "OrderService", "any Orders",
                "register any Orders without a qualifier, or resolve it with named: \"primary\".",
            ])
    }

    func testMissing() throws {
        let container = try missingOrders()
        let message = try documented("missing") { _ = try container.resolve(CheckoutController.self) }
        let readme = try Documentation.page("README.md")
        XCTAssertTrue(readme.contains("```text\n\(message)\n```"), message)
    }

    func testRemoved() throws {
        let container = try Container { settings() }
        try container.remove(Settings.self)
        try documented("removed") { _ = try container.resolve(Settings.self) }
    }

    func testDuplicate() throws {
        try documented("duplicate") {
            _ = try Container {
                settings()
                settings()
            }
        }
    }

    func testCycle() throws {
        let container = try Container {
            Singleton(fileID: "Shop/Wiring.swift", line: 12) { Parent(child: try $0()) }
            Singleton { Child(parent: try $0()) }
        }
        try documented("cycle") { _ = try container.resolve(Parent.self) }
    }

    func testWrongArguments() throws {
        let container = try Container {
            Transient(arguments: Int.self, fileID: "Shop/Wiring.swift", line: 12) { _, number in Report(number: number)
            }
            settings()
        }
        try documented("wrongArguments") { _ = try container.resolve(Report.self, arguments: "7") }
        try documented("wrongArguments") { _ = try container.resolve(Settings.self, arguments: 7) }
        XCTAssertEqual(try container.resolve(Report.self, arguments: 7).number, 7)
    }

    func testFactoryFailed() throws {
        let calls = Counter()
        let container = try Container {
            settings {
                if calls.increment() == 1 { throw ReadError.noSuchFile }
                return Settings()
            }
        }
        try documented("factoryFailed") { _ = try container.resolve(Settings.self) }
        _ = try container.resolve(Settings.self)
        XCTAssertEqual(calls.value, 2)
    }

    func testValueTypeShared() throws {
        let container = try Container {
            Shared((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) { CardOrders() }
        }
        try documented("valueTypeShared") { _ = try container.resolve((any Orders).self) }
    }

    func testReplacedWhileInjecting() throws {
        let container = try Container {
            Singleton(fileID: "Shop/Wiring.swift", line: 12) { Parent() }.inject { parent, resolver in
                parent = Parent(child: try resolver())
            }
            Singleton { Child(parent: try $0()) }
        }
        try documented("replacedWhileInjecting") { _ = try container.resolve(Parent.self) }
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
        let page = try Documentation.page("Sources/Armory/Armory.docc/Errors.md")
        XCTAssertTrue(page.contains("```text\n\(parts.last ?? "")\n```"), "\(parts)")
    }

    func testFrozen() throws {
        let container = try Container { settings() }
        XCTAssertThrowsError(try container.register(Singleton { 1 })) {
            XCTAssertEqual(($0 as? ResolutionError)?.code, .frozen)
        }
    }

    func testClosed() throws {
        let container = try Container { settings() }
        container.close()
        try documented("closed") { _ = try container.resolve(Settings.self) }
        XCTAssertThrowsError(try container.resolveOptional(Settings.self)) {
            XCTAssertEqual(($0 as? ResolutionError)?.code, .closed)
        }
    }

    /// Fails unless `body` throws an error of this code whose whole message stands on the page of errors.
    @discardableResult
    private func documented(_ code: String, _ body: () throws -> Void) throws -> String {
        let page = try Documentation.page("Sources/Armory/Armory.docc/Errors.md")
        do {
            try body()
            XCTFail("\(code) was not thrown")
            return ""
        } catch let error as ResolutionError {
            XCTAssertEqual(error.code.description, code)
            XCTAssertTrue(page.contains("```text\n\(error)\n```"), "\(error)")
            XCTAssertTrue(page.contains("\n### \(code)\n"), code)
            return error.description
        }
    }
}

// MARK: Every example is here

final class ExamplesAreCompiledTests: XCTestCase {
    func testEveryExampleIsInThisFile() throws {
        let source = Documentation.normalised(
            try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)[...])
        var count = 0
        for path in try Documentation.pages() {
            for example in Documentation.examples(of: try Documentation.page(path)) {
                count += 1
                XCTAssertTrue(source.contains(example), "\(path): this example is not compiled:\n\(example)")
            }
        }
        XCTAssertGreaterThan(count, 25)
    }
}

private enum Documentation {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func page(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    static func pages() throws -> [String] {
        let catalog = "Sources/Armory/Armory.docc"
        let names = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(catalog).path)
        return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "\(catalog)/\($0)" }
    }

    /// The Swift blocks of a page, without their imports, which stand at the top of this file.
    static func examples(of page: String) -> [String] {
        var examples: [String] = []
        var lines: [Substring]?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```swift" {
                lines = []
            } else if line == "```", let block = lines {
                examples.append(normalised(block.joined(separator: "\n")[...]))
                lines = nil
            } else if !line.hasPrefix("import ") {
                lines?.append(line)
            }
        }
        return examples
    }

    /// Every run of white space as one space.
    static func normalised(_ text: Substring) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
