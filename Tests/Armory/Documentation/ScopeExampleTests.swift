// The examples of Scopes.md.

import Armory
import ArmoryTestSupport
import XCTest

extension ScopeTag {
    static let visit = ScopeTag("visit")
    static let visitRequest = ScopeTag("request", inside: .visit)
}

final class ScopeExampleTests: LeakCheckedTestCase {
    struct Request: Sendable {
        let user: String
    }

    final class Basket: Sendable {
        let request: Request
        init(request: Request) { self.request = request }
    }

    final class Checkout: Sendable {
        let basket: Basket
        init(basket: Basket) { self.basket = basket }
    }

    protocol Greeting: Sendable {
        var words: String { get }
    }

    struct Polite: Greeting {
        let words = "Good evening"
    }

    struct Closed: Error {}
    struct Conflict: Error {}

    private let log = Log<String>()
    private let request = Request(user: "Ada")

    func testOverview() async throws {
        let printed = Printed()
        @Sendable func print(_ line: String) { printed(line) }
        let application = try Container {
            Seeded(Request.self)  // each scope receives one
            Scoped(Basket.init)  // init(request: Request)
                .onShutdown { basket in print("\(basket.request.user) has left") }
        }
        for user in ["Ada", "Bob"] {
            try await application.withScope(seeds: [ScopeSeed(Request(user: user))]) { scope async throws in
                let basket = try scope.resolve(Basket.self)
                let isSame = try scope.resolve(Basket.self) === basket
                print("\(basket.request.user) has one basket: \(isSame)")
            }
        }
        try printed.assertOutput(on: "Use/Scopes.md")
    }

    private func basketsThatTellTheirEnd() throws -> Container {
        try Container {
            Seeded(Request.self)
            Scoped(Basket.init).onShutdown { [log] _, end in log.add(end.isCompleted ? "completed" : "failed") }
        }
    }

    func testOpenedAndReleased() throws {
        let application = try basketsThatTellTheirEnd()
        do {
            let scope = try application.openScope(seeds: [ScopeSeed(request)])
            XCTAssertNil(Container.current)
            _ = try scope.resolve(Basket.self)
            XCTAssertEqual(log.all, [])
        }
        XCTAssertEqual(log.all, ["failed"])
    }

    func testNested() async throws {
        let application = try Container {
            Scoped { Basket(request: Request(user: "Ada")) }.in(.visit)
            Scoped(Checkout.init).in(.visitRequest)  // init(basket: Basket)
        }
        let isSame = try await application.withScope(.visit) { visit in
            let first = try await visit.withScope(.visitRequest) { try $0.resolve(Checkout.self).basket }
            let second = try await visit.withScope(.visitRequest) { try $0.resolve(Checkout.self).basket }
            return first === second
        }
        XCTAssertTrue(isSame)
        failure(.outsideScope) { try application.openScope(.visitRequest) }
    }

    func testSeeds() async throws {
        let application = try Container {
            Seeded(Request.self)
            Seeded((any Greeting).self).named("evening")
        }
        let greeting = ScopeSeed(Polite(), as: (any Greeting).self).named("evening")
        let words = try await application.withScope(seeds: [ScopeSeed(request), greeting]) { scope async throws in
            try scope.resolve((any Greeting).self, named: "evening").words
        }
        XCTAssertEqual(words, "Good evening")
        failure(.seedNotDeclared) { try application.openScope(seeds: [ScopeSeed(7)]) }
        failure(.seededTwice) { try application.openScope(seeds: [ScopeSeed(request), ScopeSeed(request)]) }
        let scope = try application.openScope()
        failure(.notSeeded) { try scope.resolve(Request.self) }
    }

    final class File: Sendable {
        let name: String
        init(name: String) { self.name = name }
        func close() throws { throw Closed() }
    }

    final class Upload: Sendable {
        let log = Log<String>()
        func finish() async throws {
            await Task.yield()
            log.add("finished")
        }
    }

    func testHooks() async throws {
        let application = try Container {
            Scoped { File(name: "orders.txt") }
                .onShutdown { file in try file.close() }
            Scoped { Upload() }
                .onShutdown(within: .seconds(2)) { upload in try await upload.finish() }
        }
        var upload: Upload?
        do {
            try await application.withScope { scope in
                upload = try scope.resolve(Upload.self)
                _ = try scope.resolve(File.self)
            }
            XCTFail("the file's hook throws")
        } catch let error as ResolutionError {
            XCTAssertEqual(error.code, .shutdownFailed)
            XCTAssertEqual(error.faults.count, 1)
            XCTAssertTrue(error.faults.first?.underlying is Closed)
        }
        XCTAssertEqual(upload?.log.all, ["finished"])
    }

    final class UnitOfWork: Sendable {
        static let table = Log<String>()
        private let changes = Log<String>()
        func add(_ change: String) { changes.add(change) }
        func commit() throws {
            for change in changes.all {
                if change == "a conflict" { throw Conflict() }
                Self.table.add(change)
            }
        }
        func rollBack() { Self.table.add("rolled back") }
    }

    func testUnitOfWork() async throws {
        let printed = Printed()
        func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }
        let application = try Container {
            Scoped(UnitOfWork.init)
                .onShutdown { work, end in
                    if end.isCompleted { try work.commit() } else { work.rollBack() }
                }
        }
        try await application.withScope { scope async throws in
            try scope.resolve(UnitOfWork.self).add("an order")
        }
        XCTAssertEqual(UnitOfWork.table.all, ["an order"])
        do {
            try await application.withScope { scope async throws in
                try scope.resolve(UnitOfWork.self).add("a conflict")
            }
        } catch let error as ResolutionError {
            print(error.code, error.rootCause ?? error)
        }
        try printed.assertOutput(on: "Use/Scopes.md")
        do {
            try await application.withScope { scope in
                try scope.resolve(UnitOfWork.self).add("an order")
                throw CancellationError()
            }
            XCTFail("the body throws")
        } catch {
            XCTAssertTrue(error is CancellationError)
        }
        XCTAssertEqual(UnitOfWork.table.all, ["an order", "rolled back"])
    }

    // What the tables of the page say.

    func testClosedFromCodeThatDoesNotAwait() async throws {
        let log = log
        let application = try Container {
            Scoped { 1 }.onShutdown { log.add("\($0)") }
            Scoped { "2" }.onShutdown { text in
                await Task.yield()
                log.add(text)
            }
            Scoped { 3.0 }.onShutdown { number in
                log.add("\(number)")
                throw Closed()
            }
        }
        let scope = try application.openScope()
        _ = try (scope.resolve(Int.self), scope.resolve(String.self), scope.resolve(Double.self))
        XCTAssertEqual(scope.close().map(\.code), [.shutdownFailed])
        XCTAssertEqual(log.all.first, "3.0")
        while log.all.count < 3 { await Task.yield() }
        XCTAssertEqual(log.all, ["3.0", "2", "1"])
        failure(.closed) { try scope.resolve(Int.self) }
        failure(.closed) { try scope.openScope() }
    }
}
