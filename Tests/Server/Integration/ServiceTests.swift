#if ServiceLifecycle
import Armory
import ArmoryServiceLifecycle
import ArmoryTestSupport
import Logging
import ServiceLifecycle
import XCTest

private final class Events: Sendable {
    private let lines = Locked<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

private struct Failure: Error {}

private struct Work: Service {
    let name: String
    let events: Events
    var body: @Sendable () async throws -> Void = { try await gracefulShutdown() }

    func run() async throws {
        events.add("run \(name)")
        defer { events.add("end \(name)") }
        try await body()
    }
}

private struct Queue: Service {
    let work: Work
    func run() async throws { try await work.run() }
}

private protocol Mailer: Sendable {}

private struct QueueMailer: Mailer, Service {
    let work: Work
    func run() async throws { try await work.run() }
}

private func runToTheEnd(_ container: Container) async throws {
    try await container.runServices(
        gracefulShutdownSignals: [], within: .seconds(60), logger: Logger(label: "test"))
}

// Services in one process.
final class ServiceTests: LeakCheckedTestCase {
    private let events = Events()

    private func work(
        _ name: String, _ body: @escaping @Sendable () async throws -> Void = { try await gracefulShutdown() }
    ) -> Work { Work(name: name, events: events, body: body) }

    private func container(
        _ queue: @escaping @Sendable () async throws -> Void, mailer: @escaping @Sendable () async throws -> Void
    ) throws -> Container {
        let (first, second) = (work("queue", queue), work("mailer", mailer))
        let events = events
        return try Container {
            // The one that needs the other stands first.
            Singleton((any Mailer).self) { resolver in
                _ = try resolver.resolve(Queue.self)
                return QueueMailer(work: second)
            }
            .dependsOn(Queue.self)
            .service { $0 as? any Service }
            Singleton { Queue(work: first) }.service()
                .onStart { _ in events.add("start queue") }
                .onStop { _ in events.add("stop queue") }
                .onShutdown { _ in events.add("close queue") }
        }
    }

    private let forEver: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(3600)) }

    func testINT1_ACancelledTaskEndsThemInOrder() async throws {
        for _ in 0..<50 {
            let container = try container(forEver, mailer: forEver)
            let run = Task { try await runToTheEnd(container) }
            while events.all.filter({ $0.hasPrefix("run") }).count < 2 { await Task.yield() }
            run.cancel()
            _ = await run.result
            XCTAssertEqual(Set(events.all.prefix(3)), ["start queue", "run queue", "run mailer"])
            XCTAssertEqual(events.all.dropFirst(3), ["end mailer", "end queue", "stop queue", "close queue"])
            XCTAssertTrue(container.isClosed)
            events.clear()
        }
    }

    /// The other service still runs when the end of this one makes the container red.
    func testINT7_AServiceThatEndsAnnouncesTheEnd() async throws {
        for fails in [true, false] {
            let (told, end) = (StartDoor(), StartDoor())
            let container = try container(
                {
                    try? await gracefulShutdown()
                    told.open()
                    await end.wait()
                },
                mailer: { if fails { throw Failure() } })
            XCTAssertEqual(container.phase, .notStarted)
            let run = Task { try await runToTheEnd(container) }
            await told.wait()
            XCTAssertEqual(container.phase, .stopping)
            XCTAssertFalse(container.isClosed)
            end.open()
            _ = await run.result
            XCTAssertEqual(container.phase, .over)
        }
    }

    func testINT1_TheErrorOfAServiceIsThrown() async throws {
        let container = try container({ throw Failure() }, mailer: forEver)
        do {
            try await runToTheEnd(container)
            XCTFail("it has not failed")
        } catch {
            XCTAssertTrue(error is Failure, "\(error)")
        }
        XCTAssertEqual(events.all.last, "close queue")
    }

    func testINT1_AServiceThatReturnsEndsTheOthers() async throws {
        let container = try container({}, mailer: forEver)
        do {
            try await runToTheEnd(container)
            XCTFail("it has not failed")
        } catch {
            XCTAssertTrue(error is ServiceGroupError, "\(error)")
        }
        XCTAssertEqual(events.all.last, "close queue")
    }

    func testINT1_OneThatMayReturnEndsTheOthersGracefully() async throws {
        let (events, first, second) = (events, work("job", {}), work("queue"))
        let container = try Container {
            Singleton { first }.service(whenItReturns: .gracefullyShutdownGroup)
            Singleton { Queue(work: second) }.service()
            Singleton(value: 1).onShutdown { _ in events.add("close") }
        }
        try await runToTheEnd(container)
        XCTAssertEqual(events.all.suffix(2), ["end queue", "close"])
    }

    func testINT1_AStartThatFailsRunsNothing() async throws {
        let events = events
        let job = work("job")
        let container = try Container {
            Singleton { job }.service().onStart { _ in throw Failure() }.onShutdown { _ in events.add("close") }
        }
        do {
            try await runToTheEnd(container)
            XCTFail("it has not failed")
        } catch {
            XCTAssertEqual((error as? ResolutionError)?.code, .startFailed)
        }
        XCTAssertEqual(events.all, ["close"])
    }

    func testINT1_WithoutServicesItStartsAndEnds() async throws {
        let events = events
        let container = try Container {
            Singleton(value: 1).onStart { _ in events.add("start") }.onShutdown { _ in events.add("close") }
        }
        try await runToTheEnd(container)
        XCTAssertEqual(events.all, ["start", "close"])
    }

    func testINT1_AClosedContainerIsRefused() async throws {
        let container = try Container { Singleton(value: 1) }
        container.close()
        do {
            try await runToTheEnd(container)
            XCTFail("it has not failed")
        } catch {
            XCTAssertEqual((error as? ResolutionError)?.code, .closed)
        }
    }
}

extension Events {
    fileprivate func clear() { lines.withLock { $0 = [] } }
}
#endif
