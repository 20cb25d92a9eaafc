import Armory
import ArmoryTestSupport
import XCTest

private final class Server: Tracked, @unchecked Sendable {}  // As `Tracked`.
private final class Database: Tracked, @unchecked Sendable {}  // As `Tracked`.

// Where a start and an end meet, and who ends what was started.
final class StartEndTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let log = Log<String>()

    private func database() -> Singleton<Database> {
        let log = log
        return Singleton { [tracker] in Database(tracker) }
            .onStart { _ in log.add("start") }
            .onStop { _ in log.add("stop") }
            .onShutdown { _ in log.add("close") }
    }

    private func assertStartFails(
        _ container: Container, _ code: ResolutionError.Code, file: StaticString = #filePath, line: UInt = #line
    ) async -> ResolutionError? {
        do {
            try await container.start()
            XCTFail("started", file: file, line: line)
            return nil
        } catch {
            XCTAssertEqual(error.code, code, file: file, line: line)
            return error
        }
    }

    func testLIFE7_ASecondStartIsRefused() async throws {
        let container = try Container { database() }
        try await container.start()
        _ = await assertStartFails(container, .alreadyStarted)
        XCTAssertEqual(log.all, ["start"])
        XCTAssertNoThrow(try container.resolve(Database.self), "it changes nothing")
        try await container.shutdown()
        XCTAssertEqual(log.all, ["start", "stop", "close"])
        assertErrorText(await assertStartFails(container, .closed), "closed: at a start")
    }

    func testLIFE7_StartsAtTheSameTimeAreOne() async throws {
        for _ in 0..<100 {
            let container = try Container { database() }
            let refused = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        do {
                            try await container.start()
                            return false
                        } catch {
                            XCTAssertEqual((error as? ResolutionError)?.code, .alreadyStarted)
                            return true
                        }
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            XCTAssertEqual(refused, 7)
            try await container.shutdown()
        }
        XCTAssertEqual(log.all.count, 300)
    }

    func testLIFE7_AShutdownCancelsAStartAndWaitsForIt() async throws {
        let isRunning = StartDoor()
        let container = try Container {
            database()
            Singleton { [tracker] in Server(tracker) }.dependsOn(Database.self)
                .onStart { _ in
                    isRunning.open()
                    try await Task.sleep(for: .seconds(3600))
                }
        }
        let start = Task { try await container.start() }
        await isRunning.wait()
        try await container.shutdown()
        XCTAssertEqual(log.all, ["start", "stop", "close"], "all is over")
        switch await start.result {
        case .success: XCTFail("started")
        case .failure(let error):
            assertErrorText(error as? ResolutionError, "startFailed: cancelled by a shutdown")
        }
    }

    func testLIFE7_StartsAndShutdownsThatMeetLeaveNothingOpen() async throws {
        var started = 0
        for round in 0..<500 {
            let container = try Container { database() }
            let start = Task { try await container.start() }
            for _ in 0..<(round % 7) { await Task.yield() }
            try await container.shutdown()
            if case .success = await start.result { started += 1 }
            XCTAssertTrue(container.isClosed)
        }
        let counts = Dictionary(grouping: log.all) { $0 }.mapValues(\.count)
        XCTAssertEqual(counts["start"], counts["stop"])
        XCTAssertGreaterThanOrEqual(counts["close"] ?? 0, counts["start"] ?? 0)
        print("[count] starts that met a shutdown: 500, \(started) of them were first")
    }

    func testLIFE7_WhileItStopsTheContainerIsOpen() async throws {
        let (log, tracker, own) = (log, tracker, WeakReference<Container>())
        let container = try Container {
            Scoped { Database(tracker) }
            Singleton { Server(tracker) }
                .onStop { _ in
                    let container = try XCTUnwrap(own.object)
                    try await container.withScope(.request) { _ = try $0.resolve(Database.self) }
                    log.add("the last request")
                }
                .onShutdown { _ in XCTAssertTrue(own.object?.isClosed ?? false) }
        }
        own.object = container
        try await container.start()
        try await container.shutdown()
        XCTAssertEqual(log.all, ["the last request"])
    }

    func testLIFE7_WhoClosesOrReleasesWhatWasStartedStopsItBeside() async throws {
        for closes in [true, false] {
            let closed = StartDoor()
            let log = Log<String>()
            var container: Container? = try Container {
                Singleton { [tracker] in Database(tracker) }
                    .onStop { _ in
                        await Task.yield()
                        log.add("stop")
                    }
                    .onShutdown { _ in
                        log.add("close")
                        closed.open()
                    }
            }
            try await container?.start()
            if closes {
                XCTAssertEqual(container?.close().count, 0)
                XCTAssertEqual(container?.isClosed, true)
            }
            container = nil
            await closed.wait()
            XCTAssertEqual(log.all, ["stop", "close"])
        }
    }

    func testLIFE7_WhatWasRegisteredReadyStartsToo() async throws {
        let log = log
        let container = try Container {
            Singleton(value: 7).onStart { log.add("start \($0)") }
            Singleton(value: 8).named("eight").onStop { log.add("stop \($0)") }
            Singleton { () in
                log.add("made"); return "text"
            }.eager()
            Singleton { () -> Double in
                XCTFail("nobody wants it"); return 1
            }
        }
        try await container.start()
        XCTAssertEqual(log.all, ["made", "start 7"])
        try await container.shutdown()
        XCTAssertEqual(log.all.last, "stop 8")
    }

    func testLIFE7_FactoriesThatAwaitAreAwaitedAtTheSameTime() async throws {
        let (log, tracker, gates) = (log, tracker, (StartDoor(), StartDoor()))
        let container = try Container {
            Singleton { (_: Database, _: String) in Server(tracker) }
                .onStart { _ in log.add("start server") }.onStop { _ in log.add("stop server") }
            Singleton(Database.self) { (_: AsyncResolver) async throws in
                gates.0.open()
                await gates.1.wait()
                return Database(tracker)
            }
            .eager().onStart { _ in log.add("start database") }.onStop { _ in log.add("stop database") }
            Singleton(String.self) { (_: AsyncResolver) async throws in
                gates.1.open()
                await gates.0.wait()
                return "eager"
            }
            .eager()
        }
        try await container.start()
        XCTAssertEqual(log.all, ["start database", "start server"])
        try await container.shutdown()
        XCTAssertEqual(log.all.suffix(2), ["stop server", "stop database"])
    }

    func testLIFE7_ALongChainStartsInItsOrder() async throws {
        let log = log
        let container = try Container {
            for number in 0..<300 {
                let other = RegistrationName("part \(number - 1)")
                let one = Singleton<Int> { number }.named(RegistrationName("part \(number)"))
                    .onStart { log.add("\($0)") }.onStop { log.add("\($0)") }
                number == 0 ? one.dependsOn() : one.dependsOn(Int.self, named: other)
            }
        }
        try await container.start()
        XCTAssertEqual(log.all, (0..<300).map { "\($0)" })
        try await container.shutdown()
        XCTAssertEqual(log.all.suffix(300), (0..<300).reversed().map { "\($0)" }[...])
    }

    func testLIFE7_HooksOfOneRegistrationRunInOrderAndAtTheEndInReverse() async throws {
        let log = log
        let container = try Container {
            database()
                .onStart { _ in log.add("start 2") }
                .onStop { _ in log.add("stop 2") }
                .onShutdown { _ in log.add("close 2") }
                .onShutdown { _ in
                    await Task.yield()
                    log.add("close 3")
                }
        }
        try await container.start()
        XCTAssertEqual(log.all, ["start", "start 2"])
        try await container.shutdown()
        XCTAssertEqual(log.all.dropFirst(2), ["stop 2", "stop", "close 3", "close 2", "close"])
    }
}
