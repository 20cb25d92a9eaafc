import Armory
import ArmoryTestSupport
import XCTest

private final class Work: Tracked, @unchecked Sendable {}  // As `Tracked`.

private struct Rate: Sendable {
    let number: Int
}

/// Asks for the rate when it likes.
private final class Till: Sendable {
    let rate: Lazy<Rate>
    init(rate: Lazy<Rate>) { self.rate = rate }
}

// How the ends of scopes run their hooks.
final class ScopeOutcomeTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let log = Log<String>()

    /// The older one's hook comes after one that awaits, when the next scope has begun.
    func testLIFE3_AReleasedScopeWithHooksThatAwaitClosesItsOwnAlone() async throws {
        let container = try Container {
            Scoped { [tracker] in Work(tracker) }.onShutdown { [log] work, end in
                log.add("\(work.serial) \(end.isCompleted)")
            }
            Scoped { Rate(number: 1) }.onShutdown { _ in await Task.yield() }
        }
        for round in 1...20 {
            var released: Container? = try container.openScope()
            _ = try released?.resolve(Work.self)
            _ = try released?.resolve(Rate.self)
            released = nil
            try await container.withScope { scope in
                let work = try scope.resolve(Work.self)
                _ = try scope.resolve(Rate.self)
                while log.all.count < round * 2 - 1 { await Task.yield() }
                XCTAssertFalse(log.all.contains { $0.hasPrefix("\(work.serial) ") }, "closed in the midst of its scope")
            }
        }
        XCTAssertEqual(log.all.count, 40)
        XCTAssertEqual(Set(log.all).count, 40, "each once")
        XCTAssertEqual(log.all.count { $0.hasSuffix("true") }, 20, "who is released has not completed")
        let areGone = await tracker.isEmptySoon()
        XCTAssert(areGone, "\(tracker.alive) are alive")
    }

    func testO3_WhatALazyParameterHasBroughtIsClosedAfterItsHolderInEveryScope() throws {
        let log = log
        let container = try Container {
            Scoped(Till.init).onShutdown { _ in log.add("till") }
            Scoped { Rate(number: 1) }.onShutdown { _ in log.add("rate") }
        }
        for _ in 0..<2 {
            try container.withScope { scope in
                let till = try scope.resolve(Till.self)
                XCTAssertEqual(try till.rate().number, 1)
            }
        }
        XCTAssertEqual(log.all, ["till", "rate", "till", "rate"])
    }

    func testLIFE3_HooksThatAwaitRunBesideABodyThatDoesNot() async throws {
        let (log, reported) = (log, Log<String>())
        let configuration = Container.Configuration(
            reportFailure: { reported.add("\(($0.underlying as? Mishap)?.number ?? 0)") })
        let container = try Container(configuration: configuration) {
            Scoped { [tracker] in Work(tracker) }.onShutdown { _, end in log.add("work \(end.isCompleted)") }
            Scoped { Rate(number: 1) }.onShutdown { _ in
                await Task.yield()
                log.add("rate")
                throw Mishap(1)
            }
            Scoped { "text" }.onShutdown { _ in throw Mishap(2) }
        }
        @Sendable func resolveAll(_ scope: Container) throws {
            _ = try (scope.resolve(Work.self), scope.resolve(Rate.self), scope.resolve(String.self))
        }
        let error = failure(.shutdownFailed) { try container.withScope { try resolveAll($0) } }
        XCTAssertEqual(error?.faults.map { ($0.underlying as? Mishap)?.number }, [2], "as far as it did not await")
        try await container.shutdown()
        XCTAssertEqual(log.all, ["rate", "work true"], "who ends the container waits for them")
        XCTAssertEqual(reported.all, ["1"], "once")
        // The task of the hooks may go a moment after those have gone on who waited for it.
        let areGone = await tracker.isEmptySoon()
        XCTAssert(areGone, "\(tracker.alive) are alive")
    }

    func testLIFE3_OneOfManyEndsRunsTheHooks() async throws {
        let container = try Container {
            Scoped { [tracker] in Work(tracker) }.onShutdown { [log] work in log.add("\(work.serial)") }
        }
        for round in 1...200 {
            let scope = try container.openScope()
            _ = try scope.resolve(Work.self)
            for result in race(threads: 8, { _ in scope.close() }) { XCTAssertNoThrow(try result.get()) }
            XCTAssertEqual(log.all.count, round)
        }
    }

    func testLIFE3_WhoeverOpensAScopeSaysHowItEnds() throws {
        let container = try Container {
            Scoped { [tracker] in Work(tracker) }.onShutdown { [log] _, end in
                guard case .failed(let error) = end else { return log.add("completed") }
                log.add((error as? ResolutionError)?.code.description ?? "\(error)")
            }
        }
        for end in [nil, ScopeOutcome.completed, .failed(Mishap(7))] {
            var scope: Container? = try container.openScope()
            _ = try scope?.resolve(Work.self)
            if let end { scope?.close(outcome: end) }
            scope = nil
        }
        XCTAssertEqual(log.all, ["notEnded", "completed", "\(Mishap(7))"])
    }

    func testC10_AnOpenScopeEndsWithItsContainer() async throws {
        for awaits in [false, true] {
            let log = Log<String>()
            let container = try Container {
                Scoped { [tracker] in Work(tracker) }.onShutdown { _, end in log.add("scope \(end.isCompleted)") }
                Singleton { Rate(number: 1) }.onShutdown { _ in log.add("container") }
            }
            let scope = try container.openScope()
            _ = try (scope.resolve(Work.self), scope.resolve(Rate.self))
            if awaits { try await container.shutdown() } else { container.close() }
            XCTAssertEqual(log.all, ["scope false", "container"])
            failure(.closed) { try scope.resolve(Work.self) }
            try await scope.shutdown()
            XCTAssertEqual(log.all.count, 2, "once")
        }
    }

    /// Two registrations whose hooks throw, the second one after it has awaited.
    private let twoMishaps = Module {
        Scoped { 1 }.onShutdown { _ in throw Mishap(1) }
        Scoped { "2" }.onShutdown { _ in
            await Task.yield()
            throw Mishap(2)
        }
    }

    func testLIFE3_ErrorsOfAReleasedScopeAreReported() async throws {
        let reported = Log<String>()
        let configuration = Container.Configuration(
            reportFailure: { reported.add("\($0.code) \(($0.underlying as? Mishap)?.number ?? 0)") })
        let container = try Container(configuration: configuration) {
            twoMishaps
        }
        do {
            let scope = try container.openScope()
            _ = try (scope.resolve(String.self), scope.resolve(Int.self))
        }
        await eventually("both are told") { reported.all.count == 2 }
        XCTAssertEqual(reported.all, ["shutdownFailed 1", "shutdownFailed 2"])
        let scope = try container.openScope()
        _ = try (scope.resolve(Int.self), scope.resolve(String.self))
        XCTAssertEqual(scope.close().count, 0)
        await eventually("both are told, after the close") { reported.all.count == 4 }
        XCTAssertEqual(reported.all.suffix(2), ["shutdownFailed 2", "shutdownFailed 1"])
    }

    func testLIFE3_ErrorsAfterABodyThatThrewAreReported() async throws {
        let reported = Log<Int>()
        let configuration = Container.Configuration(
            reportFailure: { reported.add(($0.underlying as? Mishap)?.number ?? 0) })
        let container = try Container(configuration: configuration) {
            twoMishaps
        }
        do {
            try await container.withScope { scope async throws in
                _ = try (scope.resolve(Int.self), scope.resolve(String.self))
                throw Mishap(3)
            }
            XCTFail("it threw")
        } catch {
            XCTAssertEqual(error as? Mishap, Mishap(3))
        }
        XCTAssertEqual(reported.all, [2, 1])
    }
}
