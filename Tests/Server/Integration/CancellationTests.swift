#if ServiceLifecycle
import Armory
import ArmoryServiceLifecycle
import ArmoryTestSupport
import Logging
import ServiceLifecycle
import XCTest

private final class Journal: Sendable {
    private let lines = Locked<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }

    func count(_ beginning: String) -> Int { all.count { $0.hasPrefix(beginning) } }

    func waits(for beginning: String, _ count: Int) async {
        while self.count(beginning) < count { await Task.yield() }
    }
}

/// Says how it was told to end.
private class Part: Service, @unchecked Sendable {  // Immutable.
    let name: String
    let journal: Journal
    let ending: @Sendable () async throws -> Void

    init(_ name: String, _ journal: Journal, ending: @escaping @Sendable () async throws -> Void = {}) {
        (self.name, self.journal, self.ending) = (name, journal, ending)
    }

    func run() async throws {
        journal.add("run \(name)")
        do {
            try await gracefulShutdown()
            journal.add("told \(name)")
        } catch {
            journal.add("cancelled \(name)")
        }
        defer { journal.add("end \(name)") }
        try await ending()
    }
}

private final class First: Part, @unchecked Sendable {}
private final class Second: Part, @unchecked Sendable {}
private final class Queue: Part, @unchecked Sendable {}
private final class Mailer: Part, @unchecked Sendable {}

private struct Late: Error, Equatable {
    let name: String
}

// What a cancelled task, or a signal of cancellation, does to the services.
final class CancellationTests: LeakCheckedTestCase {
    /// Two by themselves, which end at once, beside one that ends late and what it needs.
    private func container(
        _ journal: Journal, whenItThrows: TerminationBehavior = .cancelGroup,
        queue: @escaping @Sendable () async throws -> Void = {}, mailer: @escaping @Sendable () async throws -> Void
    ) throws -> Container {
        try Container {
            Singleton { First("first", journal) }.service()
            Singleton { Second("second", journal) }.service()
            Singleton { Queue("queue", journal, ending: queue) }.service(whenItThrows: whenItThrows)
            Singleton { Mailer("mailer", journal, ending: mailer) }.dependsOn(Queue.self)
                .service(whenItThrows: whenItThrows)
        }
    }

    private func run(_ container: Container) -> Task<Void, any Error> {
        Task {
            try await container.runServices(
                gracefulShutdownSignals: [], within: .seconds(60), logger: Logger(label: "test"))
        }
    }

    private func state(_ rounds: Int, _ label: String) {
        var stated = Stated("INT1 \(label)")
        stated.add(rounds, "rounds")
        stated.state(misses: testRun?.failureCount ?? 0)
    }

    func testINT1_IndependentServicesThatEndHaveNoneToldBeforeItsTurn() async throws {
        let rounds = 100
        for round in 0..<rounds {
            let journal = Journal()
            let container = try container(journal) {
                // Whoever is told too early says so meanwhile.
                await journal.waits(for: "end", 2)
                for _ in 0..<100 { await Task.yield() }
            }
            let run = run(container)
            await journal.waits(for: "run", 4)
            run.cancel()
            try await run.value
            let lines = journal.all
            XCTAssertEqual(lines.filter { $0.hasPrefix("told") }, [], "round \(round)")
            XCTAssertEqual(lines.suffix(3), ["end mailer", "cancelled queue", "end queue"], "round \(round)")
            XCTAssertTrue(container.isClosed)
        }
        state(rounds, "four services cancelled")
    }

    func testINT1_WhatTheFirstToEndThrowsIsThrown() async throws {
        for _ in 0..<200 {
            let journal = Journal()
            let container = try container(
                journal, queue: { throw Late(name: "queue") }, mailer: { throw Late(name: "mailer") })
            let run = run(container)
            await journal.waits(for: "run", 4)
            run.cancel()
            do {
                try await run.value
                XCTFail("it has not failed")
            } catch {
                XCTAssertEqual(error as? Late, Late(name: "mailer"))
            }
        }
    }

    func testINT1_AServiceThatFailsAloneThrowsNothingOnCancellation() async throws {
        let journal = Journal()
        let container = try container(
            journal, whenItThrows: .ignore, queue: { throw Late(name: "queue") },
            mailer: { throw Late(name: "mailer") })
        let run = run(container)
        await journal.waits(for: "run", 4)
        run.cancel()
        try await run.value
        XCTAssertEqual(journal.count("end"), 4)
    }

    func testINT1_ACancellationAtAnyMomentEndsAll() async throws {
        let rounds = 400
        for round in 0..<rounds {
            let journal = Journal()
            let container = try container(journal) {}
            let run = run(container)
            let begun = round % 5
            await journal.waits(for: "run", begun)
            for _ in 0..<round / 10 { await Task.yield() }
            run.cancel()
            // The start itself, or those that have not begun, say that they were cancelled.
            if case .failure(let error) = await run.result {
                XCTAssertLessThan(begun, 4, "\(error)")
                let isCancellation = error is CancellationError || (error as? ResolutionError)?.code == .startFailed
                XCTAssertTrue(isCancellation, "round \(round): \(error)")
            }
            let lines = journal.all
            XCTAssertEqual(lines.count { $0.hasPrefix("told") }, 0, "round \(round): \(lines)")
            XCTAssertEqual(lines.count { $0.hasPrefix("end") }, lines.count { $0.hasPrefix("run") }, "round \(round)")
            if let mailer = lines.firstIndex(of: "end mailer"), let queue = lines.firstIndex(of: "cancelled queue") {
                XCTAssertLessThan(mailer, queue, "round \(round)")
            }
            XCTAssertTrue(container.isClosed)
        }
        state(rounds, "four services cancelled at any moment")
    }

    func testINT1_ACancellationAfterAGracefulShutdownKeepsTheOrder() async throws {
        for round in 0..<50 {
            let journal = Journal()
            let container = try container(journal) {
                // It was told, and takes its time.
                try? await Task.sleep(for: .seconds(3600))
                await journal.waits(for: "end", 2)
                for _ in 0..<100 { await Task.yield() }
            }
            let group = ServiceGroup(services: [Whole(container: container)], logger: Logger(label: "test"))
            let run = Task { try await group.run() }
            await journal.waits(for: "run", 4)
            await group.triggerGracefulShutdown()
            await journal.waits(for: "told mailer", 1)
            run.cancel()
            try await run.value
            XCTAssertEqual(
                journal.all.suffix(3), ["end mailer", "cancelled queue", "end queue"], "round \(round)")
            XCTAssertTrue(container.isClosed)
        }
    }
}

/// A container's services as one of another group's.
private struct Whole: Service {
    let container: Container

    func run() async throws {
        try await container.runServices(
            gracefulShutdownSignals: [], within: .seconds(60), logger: Logger(label: "test"))
    }
}
#endif
