// The examples of Scopes.md about the current scope.

import Armory
import ArmoryTestSupport
import XCTest

final class CurrentScopeExampleTests: LeakCheckedTestCase {
    struct Request: Sendable {
        let user: String
    }

    final class Basket: Sendable {
        let request: Request
        init(request: Request) { self.request = request }
    }

    struct Closed: Error {}

    private let log = Log<String>()
    private let request = Request(user: "Ada")

    private func basketsThatTellTheirEnd() throws -> Container {
        try Container {
            Seeded(Request.self)
            Scoped(Basket.init).onShutdown { [log] _, end in log.add(end.isCompleted ? "completed" : "failed") }
        }
    }

    func testOpened() async throws {
        let application = try basketsThatTellTheirEnd()
        for isWritten in [true, false] {
            let (log, request) = (log, request)
            @Sendable func write(_ basket: Basket) async throws {
                await Task.yield()
                log.add(Container.current?.scope?.name ?? "none")
                if !isWritten { throw Closed() }
            }
            let scope = try application.openScope(seeds: [ScopeSeed(request)])
            let writing = Task {
                let end: ScopeOutcome
                do {
                    try await scope.asCurrent { try await write(scope.resolve(Basket.self)) }
                    end = .completed
                } catch {
                    end = .failed(error)
                }
                try await scope.shutdown(outcome: end)
            }
            try await writing.value
            XCTAssertNil(Container.current)
        }
        XCTAssertEqual(log.all, ["request", "completed", "request", "failed"])
    }

    func testCurrent() async throws {
        let application = try basketsThatTellTheirEnd()
        let lines = Log<[Bool]>()
        func print(_ values: Bool...) { lines.add(values) }
        try await application.withScope(seeds: [ScopeSeed(request)]) { scope in
            let isCurrent = Container.current === scope
            async let inChildTask = Container.current === scope
            let inDetachedTask = await Task.detached { Container.current === scope }.value
            let carried = await Task.detached { scope.asCurrent { Container.current === scope } }.value
            await print(isCurrent, inChildTask, inDetachedTask, carried)  // true true false true
        }
        XCTAssertEqual(lines.all, [[true, true, false, true]])
    }

    func testATaskHasTheScopeOfABodyThatDoesNotAwaitUntilTheBodyReturns() throws {
        let application = try basketsThatTellTheirEnd()
        let (hasLooked, hasReturned, hasEnded) = (Latch(), Latch(), Latch())
        let seen = Log<String>()
        @Sendable func look() { seen.add(Container.current?.scope?.name ?? "none") }
        @Sendable func lookTwice() {
            look()
            hasLooked.open()
            hasReturned.wait()
            look()
            hasEnded.open()
        }
        try application.withScope { scope in
            XCTAssertTrue(Container.current === scope)
            Task { lookTwice() }
            hasLooked.wait()
        }
        hasReturned.open()
        hasEnded.wait()
        XCTAssertEqual(seen.all, ["request", "none"])
    }
}
