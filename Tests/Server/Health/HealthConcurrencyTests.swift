import Armory
import ArmoryHealth
import ArmoryTestSupport
import XCTest

// Many callers, slow checks, and checks that never end.
final class HealthConcurrencyTests: LeakCheckedTestCase {
    func testINT7_ManyCallersAtOnceShareOneRun() async throws {
        let (notes, clock, door) = (Notes(), StoppedClock(), StartDoor())
        let container = try Container {
            Singleton(value: Database()).health(within: .seconds(60), cachedFor: .zero) { _ in
                notes.add("run")
                await door.wait()
            }
        }
        let callers = 64
        let reports = await withTaskGroup(of: HealthReport.self) { group in
            for _ in 0..<callers { group.addTask { await container.health(at: clock) } }
            // Each caller reads the clock before it joins.
            await eventually { clock.reads >= callers }
            // A caller that has read it may still be on its way to the runner.
            for _ in 0..<1000 { await Task.yield() }
            door.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        XCTAssertEqual(reports.map(\.words), Array(repeating: ["Database up"], count: callers))
        XCTAssertLessThan(notes.count("run"), 4, "one run, and one for those that came after it")
    }

    func testINT7_AnAnswerCountsForItsTime() async throws {
        let (notes, clock) = (Notes(), StoppedClock())
        let container = try Container {
            Singleton(value: Database()).health(cachedFor: .seconds(10)) { _ in notes.add("database") }
            Singleton(value: Cache()).health { _ in notes.add("cache") }
        }
        _ = await container.health(at: clock)
        clock.advance(by: .milliseconds(999))
        _ = await container.health(at: clock)
        XCTAssertEqual((notes.count("database"), notes.count("cache")).0, 1)
        XCTAssertEqual(notes.count("cache"), 1)
        clock.advance(by: .milliseconds(1))
        let report = await container.health(at: clock)
        XCTAssertEqual(notes.count("cache"), 2)
        XCTAssertEqual(notes.count("database"), 1)
        XCTAssertEqual(report.checks.map(\.age), [.seconds(1), .seconds(1)], "since when it is up")
        clock.advance(by: .seconds(9))
        _ = await container.health(at: clock)
        XCTAssertEqual(notes.count("database"), 2)
    }

    func testINT7_TheTimeOfAStateBeginsWithTheState() async throws {
        let clock = StoppedClock()
        let database = Database()
        let container = try Container { Singleton(value: database).health { try $0.ping() } }
        _ = await container.health(at: clock)
        clock.advance(by: .seconds(5))
        database.state.withLock { $0 = .down("a") }
        _ = await container.health(at: clock)
        clock.advance(by: .seconds(3))
        database.state.withLock { $0 = .down("b") }
        let report = await container.health(at: clock)
        XCTAssertEqual(report.checks.map(\.age), [.seconds(3)], "another text is no other state")
        XCTAssertEqual(report.checks.map(\.state), [.down("b")])
    }

    /// It is cancelled, and its caller does not wait for it.
    func testINT7_ACheckThatExceedsItsLimitIsDown() async throws {
        let (notes, cancelled) = (Notes(), StartDoor())
        let container = try Container {
            Singleton(value: Database()).health(within: .milliseconds(1)) { _ in
                await withTaskCancellationHandler {
                    await cancelled.wait()
                } onCancel: {
                    notes.add("cancelled")
                    cancelled.open()
                }
            }
        }
        let report = await container.health()
        XCTAssertEqual(report.words, ["Database down"])
        XCTAssertEqual(report.checks.first?.state?.text, "no answer within 0.001 seconds")
        await eventually { notes.all == ["cancelled"] }
    }

    func testINT7_ACheckThatNeverReturnsHoldsOneTask() async throws {
        let (notes, clock, door) = (Notes(), StoppedClock(), StartDoor())
        let container = try Container {
            Singleton(value: Database()).health(within: .milliseconds(1), cachedFor: .zero) { _ in
                notes.add("run")
                await door.wait()
            }
        }
        for _ in 0..<20 {
            clock.advance(by: .seconds(60))
            let report = await container.health(at: clock)
            XCTAssertEqual(report.words, ["Database down"])
        }
        XCTAssertEqual(notes.count("run"), 1, "it runs again only after it has returned")
        door.open()
        await eventually { await container.health(at: clock).words == ["Database up"] }
    }

    func testINT7_ACancelledCallerDoesNotEndTheCheckOfOthers() async throws {
        let (notes, clock, door) = (Notes(), StoppedClock(), StartDoor())
        let container = try Container {
            Singleton(value: Database()).health(within: .seconds(60)) { _ in
                notes.add("run")
                await door.wait()
                try Task.checkCancellation()
            }
        }
        let first = Task { await container.health(at: clock) }
        await eventually { notes.count("run") == 1 }
        let second = Task { await container.health(at: clock) }
        first.cancel()
        door.open()
        let words = await (first.value.words, second.value.words)
        XCTAssertEqual(words.0, ["Database up"])
        XCTAssertEqual(words.1, ["Database up"])
        XCTAssertEqual(notes.count("run"), 1)
    }

    func testINT7_AContainerMayCloseWhileChecksRun() async throws {
        let (notes, door) = (Notes(), StartDoor())
        let container = try Container {
            Singleton { Database() }
                .onShutdown { _ in notes.add("closed") }
                .health(within: .seconds(60)) { _ in
                    notes.add("run")
                    await door.wait()
                }
        }
        _ = try container.resolve(Database.self)
        let report = Task { await container.health() }
        await eventually { notes.count("run") == 1 }
        XCTAssertTrue(container.close().isEmpty)
        XCTAssertEqual(notes.all, ["run", "closed"], "the end does not wait for a check")
        door.open()
        let words = await report.value.words
        XCTAssertEqual(words, ["Database up"])
        let after = await container.health()
        XCTAssertEqual(after.phase, .over)
        XCTAssertEqual(after.words, [])
        XCTAssertFalse(after.isReady)
    }

    /// Instances are made, and containers end, while many ask.
    func testINT7_ChecksAndEndsAtTheSameTime() async throws {
        for _ in 0..<20 {
            let container = try Container {
                Singleton { Database() }.health(cachedFor: .zero) { _ in .up }
                Singleton(Session.init).health(cachedFor: .zero) { _ in .up }
            }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<20 {
                            for check in await container.health().checks {
                                XCTAssertTrue(["up", "not created"].contains(check.word), check.word)
                            }
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<20 {
                        _ = try? container.resolve(Session.self)
                        await Task.yield()
                    }
                    container.close()
                }
            }
        }
    }
}
