import Armory
import ArmoryTestSupport
import XCTest

private final class Work: Tracked, @unchecked Sendable {}  // As `Tracked`.

private struct Request: Sendable, Equatable {
    let number: Int
}

private final class Basket: Sendable {
    let request: Request

    init(request: Request) {
        self.request = request
    }
}

private struct Failure: Error, Equatable {
    let number: Int
}

// Scopes that a body has.
final class WithScopeTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let log = Log<String>()

    private func withoutAwaiting<R>(_ container: Container, _ body: (Container) throws -> R) throws -> R {
        try container.withScope(.request, body)
    }

    private func work() -> Scoped<Work> { Scoped { [tracker] in Work(tracker) } }

    func testLIFE2_OneInstanceForEachScopeOfATag() async throws {
        let container = try Container { work() }
        let first = try await container.withScope(.request) { scope in
            XCTAssertEqual(scope.scope, .request)
            let work = try scope.resolve(Work.self)
            XCTAssertTrue(try scope.resolve(Work.self) === work)
            return work.serial
        }
        XCTAssertEqual(tracker.alive, 0, "let go of with its scope")
        let second = try withoutAwaiting(container) { try $0.resolve(Work.self).serial }
        XCTAssertEqual([first, second], [1, 2])
    }

    func testLIFE2_TheNearestScopeOfATagCounts() throws {
        let session = ScopeTag("session")
        let inner = ScopeTag("request", inside: session)
        let container = try Container {
            work().in(session)
            Scoped { Basket(request: Request(number: 1)) }.in(inner)
        }
        try container.withScope(session) { outer in
            let work = try outer.resolve(Work.self)
            try outer.withScope(inner) { request in
                XCTAssertTrue(try request.resolve(Work.self) === work)
                let basket = try request.resolve(Basket.self)
                try outer.withScope(inner) { XCTAssertFalse(try $0.resolve(Basket.self) === basket) }
                try request.withScope(session) { XCTAssertFalse(try $0.resolve(Work.self) === work) }
            }
        }
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertThrowsError(try container.withScope(inner) { _ in }) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .outsideScope)
        }
    }

    func testLIFE2_SeedsAreFoundInTheScopeAndBelow() throws {
        let container = try Container {
            Seeded(Request.self)
            Seeded(Request.self).named("other")
            Scoped(Basket.init)
        }
        for number in 1...3 {
            let request = Request(number: number)
            try container.withScope(
                .request, seeds: [ScopeSeed(request), ScopeSeed(Request(number: -number)).named("other")]
            ) { scope in
                XCTAssertEqual(try scope.resolve(Request.self), request)
                XCTAssertEqual(try scope.resolve(Request.self, named: "other").number, -number)
                XCTAssertEqual(try scope.resolve(Basket.self).request, request)
                try scope.withScope(ScopeTag("job")) { XCTAssertEqual(try $0.resolve(Request.self), request) }
            }
        }
    }

    func testLIFE2_ASeedThatNobodyAnnouncesIsRefused() throws {
        let container = try Container {
            Seeded(Request.self).in(ScopeTag("job"))
            work()
        }
        for seed in [ScopeSeed(7), ScopeSeed(Request(number: 1)), ScopeSeed(Request(number: 1)).named("other")] {
            XCTAssertThrowsError(try container.withScope(.request, seeds: [seed]) { _ in XCTFail("opened") }) { error in
                XCTAssertEqual((error as? ResolutionError)?.code, .seedNotDeclared)
            }
        }
        XCTAssertThrowsError(try container.withScope(.request, seeds: [ScopeSeed(7)]) { _ in }) { error in
            assertErrorText(error as? ResolutionError, "seedNotDeclared: none")
        }
    }

    func testLIFE2_WhatWasNotSeededIsANamedError() throws {
        let container = try Container { Seeded(Request.self, fileID: "Shop/Wiring.swift", line: 3) }
        try container.withScope { scope in
            XCTAssertThrowsError(try scope.resolve(Request.self)) { error in
                assertErrorText(error as? ResolutionError, "notSeeded: outermost")
            }
        }
        XCTAssertThrowsError(try container.resolve(Request.self)) { error in
            assertErrorText(error as? ResolutionError, "outsideScope: of a seed")
        }
    }

    func testLIFE3_ClosedNewestFirstEachOnce() async throws {
        let container = try Container {
            for number in 0..<10 {
                Scoped { number }.named(RegistrationName("\(number)")).onShutdown { [log] in log.add("\($0)") }
            }
        }
        let order = [3, 1, 4, 5, 9, 2, 6]
        try await container.withScope { scope in
            for number in order + order { _ = try scope.resolve(Int.self, named: RegistrationName("\(number)")) }
        }
        XCTAssertEqual(log.all, order.reversed().map { "\($0)" })
    }

    func testLIFE3_WhatAwaitsIsAwaitedInOrder() async throws {
        let container = try Container {
            Scoped { "first" }.named("first").onShutdown { [log] in log.add($0) }
            Scoped { "second" }.named("second").onShutdown { [log] text in
                try await Task.sleep(for: .milliseconds(5))
                log.add(text)
            }
            Scoped { "third" }.named("third").onShutdown { [log] in log.add($0) }
        }
        try await container.withScope { scope in
            for name: RegistrationName in ["first", "second", "third"] {
                _ = try scope.resolve(String.self, named: name)
            }
        }
        XCTAssertEqual(log.all, ["third", "second", "first"])
    }

    func testLIFE3_ClosedOnThrowAndToldOfIt() async throws {
        let container = try Container {
            work().onShutdown { [log] _, end in
                guard case .failed(let error) = end else { return log.add("completed") }
                log.add("failed \((error as? Failure)?.number ?? 0)")
            }
        }
        do {
            try await container.withScope { scope in
                _ = try scope.resolve(Work.self)
                throw Failure(number: 7)
            }
            XCTFail("it threw")
        } catch let error as Failure {
            XCTAssertEqual(error.number, 7)
        }
        XCTAssertThrowsError(
            try withoutAwaiting(container) { scope in
                _ = try scope.resolve(Work.self)
                throw Failure(number: 8)
            })
        try await container.withScope { _ = try $0.resolve(Work.self) }
        XCTAssertEqual(log.all, ["failed 7", "failed 8", "completed"])
        XCTAssertEqual(tracker.alive, 0)
    }

    func testLIFE3_ClosedOnCancellationWithoutBeingCancelled() async throws {
        let container = try Container {
            work().onShutdown { [log] _, end in
                await Task.yield()
                log.add("\(end.isCompleted), cancelled: \(Task.isCancelled)")
            }
        }
        let task = Task {
            try await container.withScope { scope in
                _ = try scope.resolve(Work.self)
                try await Task.sleep(for: .seconds(60))
            }
        }
        while tracker.made == 0 { await Task.yield() }
        task.cancel()
        do {
            try await task.value
            XCTFail("it was cancelled")
        } catch {
            XCTAssertTrue(error is CancellationError)
        }
        XCTAssertEqual(log.all, ["false, cancelled: false"])
        XCTAssertEqual(tracker.alive, 0)
    }

    func testLIFE3_AFailingHookKeepsNoOtherFromBeingClosed() async throws {
        let reported = Log<String>()
        let configuration = Container.Configuration(reportFailure: { reported.add("\($0.code) \($0.key)") })
        let container = try Container(configuration: configuration) {
            for number in 1...5 {
                Scoped { number }.named(RegistrationName("\(number)")).onShutdown { [log] number in
                    log.add("\(number)")
                    if number % 2 == 0 { throw Failure(number: number) }
                }
            }
        }
        @Sendable func resolveAll(_ scope: Container) throws {
            for number in 1...5 { _ = try scope.resolve(Int.self, named: RegistrationName("\(number)")) }
        }
        do {
            try await container.withScope { try resolveAll($0) }
            XCTFail("it threw")
        } catch let error as ResolutionError {
            XCTAssertEqual(error.code, .shutdownFailed)
            XCTAssertEqual(error.faults.compactMap { ($0.underlying as? Failure)?.number }, [4, 2])
        }
        XCTAssertEqual(log.all, ["5", "4", "3", "2", "1"])
        XCTAssertEqual(reported.all, [])
        XCTAssertThrowsError(
            try withoutAwaiting(container) {
                try resolveAll($0)
                throw Failure(number: 0)
            }
        ) { XCTAssertEqual($0 as? Failure, Failure(number: 0), "the body's error") }
        XCTAssertEqual(reported.all, ["shutdownFailed Int named \"4\"", "shutdownFailed Int named \"2\""])
        XCTAssertThrowsError(try withoutAwaiting(container) { try resolveAll($0) }) { error in
            XCTAssertEqual((error as? ResolutionError)?.faults.count, 2)
        }
    }

    func testLIFE3_UseAfterTheEndIsANamedError() async throws {
        let container = try Container { work() }
        try await assertClosed(container)
        XCTAssertEqual(tracker.alive, 0)
        container.close()
        XCTAssertThrowsError(try withoutAwaiting(container) { _ in }) {
            XCTAssertEqual(($0 as? ResolutionError)?.code, .closed)
        }
    }

    private func assertClosed(_ container: Container) async throws {
        let scope = try await container.withScope { scope in
            _ = try scope.resolve(Work.self)
            return scope
        }
        let error = failure(.closed) { try scope.resolve(Work.self) }
        XCTAssertEqual(
            error?.description.hasPrefix("Work cannot be resolved: the scope \"request\" has ended. [closed]\n"), true)
        XCTAssertEqual(error?.fix, "use the instances of a scope before it ends, or open another scope.")
        // A list, and a container below the scope, name it too.
        for body in [
            { _ = try scope.resolve([Work].self) }, { _ = try Container(parents: [scope]) {}.resolve(Double.self) },
        ] {
            XCTAssertEqual(failure(.closed, of: body)?.fix, failure(.closed) { try scope.resolve(Work.self) }?.fix)
        }
        XCTAssertThrowsError(try withoutAwaiting(scope) { _ in }) {
            XCTAssertEqual(($0 as? ResolutionError)?.code, .closed)
        }
        XCTAssertThrowsError(try scope.openScope()) { XCTAssertEqual(($0 as? ResolutionError)?.code, .closed) }
        try await scope.shutdown()
        XCTAssertEqual(scope.close().count, 0, "the second time does nothing")
    }

    func testLIFE3_AScopeThatIsReleasedIsClosed() async throws {
        let container = try Container { work().onShutdown { [log] in log.add("\($0.serial)") } }
        var scope: Container? = try container.openScope()
        _ = try scope?.resolve(Work.self)
        scope = nil
        XCTAssertEqual(log.all, ["1"])
        XCTAssertEqual(tracker.alive, 0)
        let opened = try container.openScope()
        _ = try opened.resolve(Work.self)
        try await opened.shutdown()
        XCTAssertEqual(log.all, ["1", "2"])
    }

    func testLIFE3_AHookThatNeverReturnsIsGivenUp() async throws {
        let container = try Container {
            Scoped { 1 }.onShutdown { [log] _ in log.add("last") }
            Scoped { "never" }.onShutdown(within: .milliseconds(20)) { _ in
                await withCheckedContinuation { NeverResumed.shared.add($0) }
            }
        }
        do {
            try await container.withScope { scope in
                _ = try scope.resolve(Int.self)
                _ = try scope.resolve(String.self)
            }
            XCTFail("it threw")
        } catch let error as ResolutionError {
            XCTAssertEqual(error.faults.map(\.code), [.timedOut])
        }
        XCTAssertEqual(log.all, ["last"])
        NeverResumed.shared.resumeAll()
    }
}

/// Continuations that a test ends when it is over.
private final class NeverResumed: @unchecked Sendable {  // `lock` guards `waiting`.
    static let shared = NeverResumed()
    private let lock = NSLock()
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func add(_ continuation: CheckedContinuation<Void, Never>) { lock.withLock { waiting.append(continuation) } }

    func resumeAll() {
        for continuation in lock.withLock({ waiting }) { continuation.resume() }
        lock.withLock { waiting = [] }
    }
}
