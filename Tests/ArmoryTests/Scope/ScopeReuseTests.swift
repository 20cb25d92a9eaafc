import Armory
import ArmoryTestSupport
import XCTest

private final class Work: Tracked, @unchecked Sendable {}  // As `Tracked`.

private struct Rate: Sendable {
    let number: Int
}

// What the next scope on the same control block must not have of the one before.
final class ScopeReuseTests: LeakCheckedTestCase {
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

    /// The fast path creates instances in the later scopes.
    func testLIFE3_AScopeThatDoesNotAwaitHasInstancesWhoseHooksDoNot() throws {
        let container = try Container {
            Scoped { [tracker] in Work(tracker) }.onShutdown { [log] work, end in
                log.add("\(work.serial) \(end.isCompleted)")
            }
            Scoped { Rate(number: 1) }.onShutdown { _ in await Task.yield() }
        }
        var closed: [String] = []
        for round in 1...4 {
            let completes = round % 2 == 0
            try? container.withScope { scope in
                closed.append("\(try scope.resolve(Work.self).serial) \(completes)")
                XCTAssertThrowsError(try scope.resolve(Rate.self)) {
                    XCTAssertEqual(($0 as? ResolutionError)?.code, .closesAsynchronously)
                }
                if !completes { throw CancellationError() }
            }
            XCTAssertEqual(log.all, closed)
        }
        XCTAssertEqual(tracker.alive, 0)
    }

    /// Eight threads end one scope as a server does.
    func testLIFE3_OneOfManyEndsRunsTheHooks() async throws {
        let container = try Container {
            Scoped { [tracker] in Work(tracker) }.onShutdown { [log] work in log.add("\(work.serial)") }
        }
        for round in 1...200 {
            let scope = try container.openScope()
            _ = try scope.resolve(Work.self)
            let isOver = try race(threads: 8) { _ in scope.endWithoutHooks() }.map { try $0.get() }
            XCTAssertEqual(isOver.count { !$0 }, 1, "one caller runs the hooks")
            _ = await scope.endWithHooks(.completed)
            XCTAssertEqual(log.all.count, round)
        }
    }

    func testC3_EveryScopeOfAContainerThatBuildsOneAtATimeDoesSo() throws {
        let (running, most) = (Shelf(0), Shelf(0))
        let container = try Container(configuration: .init(building: .oneAtATime)) {
            for number in 0..<4 {
                Scoped { () -> Int in
                    running.value += 1
                    most.value = max(most.value, running.value)
                    Thread.sleep(forTimeInterval: 0.002)
                    running.value -= 1
                    return number
                }
                .named(Name("\(number)"))
            }
        }
        for _ in 0..<4 {
            let scope = try container.openScope()
            for result in race(threads: 4, { try scope.resolve(Int.self, named: Name("\($0)")) }) {
                XCTAssertNoThrow(try result.get())
            }
            scope.close()
        }
        XCTAssertEqual(most.value, 1)
    }

    func testM3_ManyReplacementsLeaveABoundedNumberInAnOpenScope() throws {
        let container = try Container { Scoped { [tracker] in Work(tracker) } }
        let scope = try container.openScope()
        for _ in 0..<2000 {
            _ = try scope.resolve(Work.self)
            try container.replace(Scoped { [tracker] in Work(tracker) })
        }
        XCTAssertEqual(tracker.made, 2000)
        XCTAssertLessThan(tracker.alive, 200)
        scope.close()
        XCTAssertEqual(tracker.alive, 0)
    }

    func testLIFE3_ShutdownWaitsForWhatWasLetGoOfBefore() async throws {
        let container = try Container {
            Singleton { Rate(number: 1) }.onShutdown { [log] _ in log.add("older") }
            Singleton { [tracker] in Work(tracker) }.onShutdown { [log] _ in
                try await Task.sleep(for: .milliseconds(20))
                log.add("replaced")
            }
        }
        _ = try container.resolve(Rate.self)
        _ = try container.resolve(Work.self)
        try container.reset(Work.self)
        try await container.shutdown()
        XCTAssertEqual(log.all, ["replaced", "older"])
        let areGone = await tracker.isEmptySoon()
        XCTAssert(areGone, "\(tracker.alive) are alive")
    }

    func testLIFE3_WhatAScopeIsGivenItselfIsStoppedAndClosedAndAwaited() async throws {
        let log = log
        let own = Module {
            Singleton { Rate(number: 1) }
                .onStop { _ in
                    await Task.yield()
                    log.add("stopped")
                }
                .onShutdown { _, end in
                    await Task.yield()
                    log.add("closed, \(end.isCompleted)")
                }
        }
        let container = Container()
        do {
            try await container.withScope { scope in
                try scope.load(own)
                _ = try scope.resolve(Rate.self)
            }
            XCTFail("the scope was not started")
        } catch let error as ResolutionError {
            XCTAssertEqual(error.faults.map(\.code), [.notStarted])
        }
        XCTAssertEqual(log.all, ["closed, true"])
        try await container.withScope { scope in
            try scope.load(own)
            try await scope.start()
        }
        XCTAssertEqual(log.all, ["closed, true", "stopped", "closed, true"])
    }

    func testLIFE3_WhoeverOpensAScopeSaysHowItEnds() throws {
        let container = try Container {
            Scoped { [tracker] in Work(tracker) }.onShutdown { [log] _, end in
                guard case .failed(let error) = end else { return log.add("completed") }
                log.add((error as? ResolutionError)?.code.description ?? "\(error)")
            }
        }
        for end in [nil, ScopeEnd.completed, .failed(Mishap(7))] {
            var scope: Container? = try container.openScope()
            _ = try scope?.resolve(Work.self)
            if let end { scope?.close(after: end) }
            scope = nil
        }
        XCTAssertEqual(log.all, ["notEnded", "completed", "\(Mishap(7))"])
    }
}
