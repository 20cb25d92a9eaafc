import Armory
import ArmoryTestSupport
import Foundation
import XCTest

private final class Server: Tracked, @unchecked Sendable {}  // As `Tracked`.
private final class Database: Tracked, @unchecked Sendable {}  // As `Tracked`.

/// LIFE7: how stop hooks run, and how long.
final class StopTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let log = Log<String>()

    private func database() -> Singleton<Database> {
        let log = log
        return Singleton { [tracker] in Database(tracker) }
            .onStart { _ in log.add("start") }
            .onStop { _ in log.add("stop") }
            .onShutdown { _ in log.add("close") }
    }

    private func assertTimedOut(_ error: any Error, _ count: Int, line: UInt = #line) {
        XCTAssertEqual((error as? ResolutionError)?.code, .shutdownFailed, line: line)
        let codes = (error as? ResolutionError)?.faults.map(\.code) ?? []
        XCTAssertEqual(codes, Array(repeating: .timedOut, count: count), line: line)
    }

    func testLIFE7_ASecondShutdownWaitsForTheFirst() async throws {
        let (isStopping, goOn) = (StartDoor(), StartDoor())
        let container = try Container {
            database()
            Singleton { [tracker] in Server(tracker) }.dependsOn(Database.self)
                .onStop { _ in
                    isStopping.open()
                    await goOn.wait()
                }
        }
        try await container.start()
        let first = Task { try await container.shutdown() }
        await isStopping.wait()
        XCTAssertEqual(container.close().count, 0)
        XCTAssertFalse(container.isClosed, "the first goes on")
        let log = log
        let second = Task {
            try await container.shutdown()
            log.add("second")
        }
        for _ in 0..<100 { await Task.yield() }
        XCTAssertEqual(log.all, ["start"])
        goOn.open()
        try await first.value
        try await second.value
        XCTAssertEqual(log.all, ["start", "stop", "close", "second"])
    }

    func testLIFE7_AHookMayShutItsContainerDown() async throws {
        for isInStart in [true, false] {
            let own = WeakReference<Container>()
            let container = try Container {
                Singleton { [tracker] in Server(tracker) }
                    .onStart { _ in if isInStart { try await own.object?.shutdown() } }
                    .onStop { [log] _ in
                        try await own.object?.shutdown()
                        log.add("stop")
                    }
            }
            own.object = container
            if isInStart {
                await failure(.startFailed) { try await container.start() }
            } else {
                try await container.start()
            }
            try await container.shutdown()
            XCTAssertTrue(container.isClosed)
        }
        XCTAssertEqual(log.all, ["stop", "stop"])
    }

    func testLIFE7_AStartHookThatEndsLateIsStoppedOnce() async throws {
        for isCancelled in [false, true] {
            let (isRunning, goOn, reported) = (StartDoor(), StartDoor(), Log<ResolutionError>())
            let log = Log<String>()
            let container = try Container(configuration: .init(reportFailure: { reported.add($0) })) {
                Singleton { [tracker] in Server(tracker) }
                    // Its own limit: a busy machine takes longer to begin the stop hook.
                    .onStart(within: .milliseconds(50)) { _ in
                        isRunning.open()
                        await goOn.wait()
                        log.add("start")
                    }
                    .onStop { _ in
                        log.add("stop, cancelled: \(Task.isCancelled)")
                        throw Mishap(7)
                    }
                    .onShutdown { _ in log.add("close") }
            }
            let start = Task { try await container.start() }
            await isRunning.wait()
            if isCancelled { start.cancel() }
            switch await start.result {
            case .success: XCTFail("started")
            case .failure(let error):
                XCTAssertEqual(
                    (error as? ResolutionError)?.faults.map(\.code), (isCancelled ? [.startFailed] : []) + [.timedOut])
            }
            XCTAssertEqual(log.all, ["close"])
            goOn.open()
            await eventually("it is stopped") { reported.all.count == 1 }
            XCTAssertEqual(log.all, ["close", "start", "stop, cancelled: false"])
            XCTAssertEqual(reported.all.first?.underlying as? Mishap, Mishap(7))
            try await container.shutdown()
            XCTAssertEqual(log.all.count, 3)
        }
    }

    func testLIFE7_AHookThatFailsLateIsNotStopped() async throws {
        let (goOn, log, hasFailed) = (StartDoor(), log, StartDoor())
        let container = try Container {
            Singleton { [tracker] in Server(tracker) }
                .onStart(within: .milliseconds(20)) { _ in
                    await goOn.wait()
                    hasFailed.open()
                    throw Mishap(1)
                }
                .onStop { _ in log.add("stop") }
        }
        await failure(.startFailed) { try await container.start() }
        goOn.open()
        await hasFailed.wait()
        for _ in 0..<200 { await Task.yield() }
        XCTAssertEqual(log.all, [])
    }

    func testLIFE7_IndependentInstancesStopAtTheSameTime() async throws {
        let gates = (StartDoor(), StartDoor())
        let log = log
        let container = try Container {
            Singleton { [tracker] in Server(tracker) }.dependsOn()
                .onStop { _ in
                    gates.0.open()
                    await gates.1.wait()
                    log.add("stop server")
                }
            Singleton { () in 7 }.dependsOn()
                .onStop { _ in
                    gates.1.open()
                    await gates.0.wait()
                    log.add("stop number")
                }
            Singleton { () in "needs both" }.dependsOn(Server.self, Int.self).onStop { _ in log.add("stop text") }
        }
        try await container.start()
        // Each of the two ends only when the other one has begun.
        try await container.shutdown()
        XCTAssertEqual(log.all.first, "stop text")
        XCTAssertEqual(Set(log.all.dropFirst()), ["stop server", "stop number"])
    }

    func testLIFE7_AStopHasATotalLimit() async throws {
        let never = StartDoor()
        defer { never.open() }
        for passesLimit in [true, false] {
            let log = Log<String>()
            let configuration =
                passesLimit
                ? Container.Configuration() : Container.Configuration(stopLimit: .milliseconds(100))
            let container = try Container(configuration: configuration) {
                for number in 0..<20 {
                    let other = RegistrationName("\(number - 1)")
                    let one = Singleton<Int> { number }.named(RegistrationName("\(number)")).onStop { _ in
                        await never.wait()
                    }
                    number == 0 ? one.dependsOn() : one.dependsOn(Int.self, named: other)
                }
                Singleton { [tracker] in Database(tracker) }.dependsOn().onShutdown { _ in log.add("close") }
                Singleton { [tracker] in Server(tracker) }.dependsOn().onShutdown { _ in await never.wait() }
            }
            try await container.start()
            _ = try (container.resolve(Database.self), container.resolve(Server.self))
            let clock = ContinuousClock()
            let start = clock.now
            do {
                try await container.shutdown(within: passesLimit ? .milliseconds(100) : nil)
                XCTFail("hooks are stuck")
            } catch {
                assertTimedOut(error, 21)
            }
            // Each hook alone may take 15 seconds, one after the other.
            XCTAssertLessThan(start.duration(to: clock.now), .seconds(60))
            XCTAssertEqual(log.all, ["close"])
        }
    }

    func testLIFE7_HooksThatBlockThreadsDelayNoOther() async throws {
        let (log, goOn) = (log, DispatchSemaphore(value: 0))
        let container = try Container {
            for number in 0..<8 {
                Singleton<Int> { number }.named(RegistrationName("\(number)")).dependsOn().onStop { _ in goOn.block() }
            }
            Singleton { () in 1.5 }.dependsOn()
                .onStop { _ in
                    await Task.yield()
                    log.add("stop")
                }
        }
        try await container.start()
        let end = Task { try await container.shutdown() }
        await eventually("it has not waited") { log.all == ["stop"] }
        for _ in 0..<8 { goOn.signal() }
        try await end.value
    }

    func testLIFE7_HooksThatBlockThreadsAreLeftAtTheLimit() async throws {
        let (log, never) = (log, DispatchSemaphore(value: 0))
        let blocked = 8
        let container = try Container(configuration: .init(stopLimit: .milliseconds(300))) {
            for number in 0..<blocked {
                Singleton<Int> { number }.named(RegistrationName("\(number)")).dependsOn().onStop { _ in never.block() }
            }
            Singleton { () in 1.5 }.dependsOn().onShutdown { _ in log.add("close") }
            Singleton { () in "blocks when it is closed" }.dependsOn().onStop { _ in }
                .onShutdown { _ in
                    await Task.yield()
                    never.block()
                }
        }
        try await container.start()
        _ = try container.resolve(Double.self)
        let clock = ContinuousClock()
        let start = clock.now
        do {
            try await container.shutdown()
            XCTFail("hooks are stuck")
        } catch {
            assertTimedOut(error, blocked + 1)
        }
        XCTAssertLessThan(start.duration(to: clock.now), .seconds(30), "the hooks block for a minute")
        XCTAssertEqual(log.all, ["close"])
        for _ in 0...blocked { never.signal() }
    }

    func testLIFE7_AReleasedContainerReportsWhatItsHooksThrow() async throws {
        let reported = Log<String>()
        let configuration = Container.Configuration(
            reportFailure: { reported.add("\($0.code) \(($0.underlying as? Mishap)?.number ?? 0)") })
        for isStarted in [true, false] {
            var container: Container? = try Container(configuration: configuration) {
                Singleton { 7 }
                    .onStop { _ in throw Mishap(1) }
                    .onShutdown { _ in throw Mishap(2) }
                    .onShutdown { _ in
                        await Task.yield()
                        throw Mishap(3)
                    }
            }
            if isStarted { try await container?.start() } else { _ = try container?.resolve(Int.self) }
            container = nil
            await eventually("all is told") { reported.all.count == (isStarted ? 3 : 6) }
        }
        XCTAssertEqual(
            reported.all,
            [
                "shutdownFailed 1", "shutdownFailed 3", "shutdownFailed 2", "notStarted 0", "shutdownFailed 3",
                "shutdownFailed 2",
            ])
    }
}

extension DispatchSemaphore {
    /// Blocks the thread for a minute at most; not `wait()`, which code that awaits may not call.
    fileprivate func block() { _ = wait(timeout: .now() + .seconds(60)) }
}
