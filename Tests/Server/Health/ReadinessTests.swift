import Armory
import ArmoryHealth
import ArmoryTestSupport
import XCTest

private final class Reports: HealthSubscriber {
    let kinds: ContainerEvent.Kinds = []
    let all = Locked<[HealthReport]>([])
    func receive(_ event: ContainerEvent) {}
    func receive(_ report: HealthReport) { all.withLock { $0.append(report) } }
}

// The answers to a load balancer, from the build of a container to its end.
final class ReadinessTests: LeakCheckedTestCase {
    func testINT7_ItIsReadyFromTheEndOfTheStartToTheBeginOfTheEnd() async throws {
        let (starting, start, stopping, stop) = (StartDoor(), StartDoor(), StartDoor(), StartDoor())
        let container = try Container {
            Singleton { Database() }
                .onStart { _ in
                    starting.open()
                    await start.wait()
                }
                .onStop { _ in
                    stopping.open()
                    await stop.wait()
                }
                .health { _ in .up }
        }
        func ready() async -> [String] { ["\(container.phase)", "\(await container.readiness().status)"] }
        var answer = await ready()
        XCTAssertEqual(answer, ["notStarted", "503"])
        async let start1: Void = container.start()
        await starting.wait()
        answer = await ready()
        XCTAssertEqual(answer, ["starting", "503"])
        start.open()
        try await start1
        answer = await ready()
        XCTAssertEqual(answer, ["started", "200"])
        async let end: Void = container.shutdown()
        await stopping.wait()
        answer = await ready()
        XCTAssertEqual(answer, ["stopping", "503"])
        let during = await container.health()
        XCTAssertEqual(during.words, ["Database up"], "the checks still run")
        stop.open()
        try await end
        answer = await ready()
        XCTAssertEqual(answer, ["over", "503"])
        XCTAssertEqual(HealthAnswer.alive.status, 200)
    }

    func testINT7_ItIsNotReadyWhileACheckIsDown() async throws {
        let database = Database()
        let clock = StoppedClock()
        let container = try Container { Singleton(value: database).health { $0.state.withLock { $0 } } }
        try await container.start()
        var isReady: [Bool] = []
        for state in [HealthState.up, .down("it"), .degraded("it")] {
            database.state.withLock { $0 = state }
            clock.advance(by: .seconds(1))
            isReady.append(await container.health(at: clock).isReady)
        }
        XCTAssertEqual(isReady, [true, false, true], "what is degraded still serves")
        try await container.shutdown()
    }

    func testINT7_AnEndThatIsAnnouncedDuringTheChecksMakesItRed() async throws {
        let (checking, check) = (StartDoor(), StartDoor())
        let container = try Container {
            Singleton(value: Database()).health { _ in
                checking.open()
                await check.wait()
                return .up
            }
        }
        try await container.start()
        async let readiness = container.readiness()
        await checking.wait()
        container.markAboutToStop()
        check.open()
        let answer = await readiness
        XCTAssertEqual(answer.status, 503)
        try await container.shutdown()
    }

    func testINT7_AnAnnouncedEndMakesItRed() async throws {
        let container = try Container {}
        try await container.start()
        let child = try Container(parents: [container]) {}
        try await child.start()
        XCTAssertEqual([container.phase, child.phase], [.started, .started])
        container.markAboutToStop()
        XCTAssertEqual([container.phase, child.phase], [.stopping, .stopping])
        let status = await child.readiness().status
        XCTAssertEqual(status, 503)
        try await container.shutdown()
        XCTAssertEqual([container.phase, child.phase], [.over, .over])
        child.close()
    }

    func testINT7_AStartThatFailsEndsIt() async throws {
        let container = try Container {
            Singleton { Database() }.onStart { _ in try refuse() }
        }
        do {
            try await container.start()
            XCTFail("started")
        } catch {
            XCTAssertEqual(error.code, .startFailed)
        }
        XCTAssertEqual(container.phase, .over)
    }

    // MARK: Texts

    private func failing() throws -> Container {
        let container = try Container {
            Singleton(value: Database()).health { _ in
                try await Task.sleep(for: .milliseconds(2))
                try refuse("postgres://user:secret@db\n\"\\")
            }
            Singleton(Session.init).health { _ in .up }
            Singleton { Cache() }.health { _ in .up }
        }
        _ = try container.resolve(Session.self)
        return container
    }

    func testINT7_ThePublicSeesNoErrorText() async throws {
        let container = try failing()
        let start = ContinuousClock.now
        let answer = await container.readiness()
        XCTAssertEqual(answer.contentType, "application/json")
        XCTAssertEqual(
            answer.body,
            #"{"state":"down","ready":false,"phase":"not started","rootCauses":["Database"],"checks":["#
                + #"{"key":"Database","state":"down"},{"key":"Session","state":"follows","causes":["Database"]},"#
                + #"{"key":"Cache","state":"not created"}]}"#)
        let details = await container.readiness(showsDetails: true)
        let most = Int((ContinuousClock.now - start) / .milliseconds(1))
        let value = try JSONSerialization.jsonObject(with: Data(details.body.utf8)) as? [String: Any]
        let checks = try XCTUnwrap(value?["checks"] as? [[String: Any]])
        XCTAssertEqual(checks[0]["text"] as? String, "postgres://user:secret@db\n\"\\")
        let milliseconds = try XCTUnwrap(checks[0]["milliseconds"] as? Int)
        XCTAssertGreaterThanOrEqual(milliseconds, 2, "the check sleeps for 2 ms at least")
        XCTAssertLessThanOrEqual(milliseconds, most)
        XCTAssertTrue(try XCTUnwrap(checks[0]["location"] as? String).contains("ReadinessTests.swift:"))
    }

    func testINT7_TheDescriptionSaysAll() async throws {
        let clock = StoppedClock()
        let container = try failing()
        _ = await container.health(at: clock)
        clock.advance(by: .seconds(12))
        let text = "\(await container.health(at: clock))".replacing(/ReadinessTests.swift:\d+/, with: "File")
        XCTAssertEqual(
            text,
            """
            down, not started; root cause: Database
              down      Database  ArmoryHealthTests/File  postgres://user:secret@db\n\"\\  (0 ms, for 12 s)
              follows   Session  ArmoryHealthTests/File  Database is down  (for 12 s)
              -         Cache  ArmoryHealthTests/File  not created
            """)
    }

    func testINT7_SubscribersGetEachReport() async throws {
        let reports = Reports()
        let container = try Container(configuration: .init(subscribers: [reports])) {
            Singleton(value: Database()).health { _ in .degraded("it") }
        }
        let report = await container.health()
        let received = reports.all.withLock { $0 }
        XCTAssertEqual(received.map(\.checks), [report.checks])
    }
}
