#if Chat
import Armory
import ArmoryRequests
import ChatCore
import XCTest

/// A job for tests.
private struct TestJob: Job {
    var seeds: [ScopeSeed] { [] }
    let body: @Sendable (Container) async throws -> Void

    func run(in scope: Container) async throws { try await body(scope) }
}

private struct Connection: IncomingWork {
    var seeds: [ScopeSeed] { [] }
}

/// Blocks its waiters until it is opened.
private final class Gate: Sendable {
    private let (stream, continuation) = AsyncStream<Never>.makeStream()
    func open() { continuation.finish() }
    func wait() async { for await _ in stream {} }
}

/// Each job has a scope.
final class JobTests: XCTestCase {
    func testAFailedJobIsRolledBackAndItsWorkerGoesOn() async throws {
        try await withChat(workers: 1) { chat in
            let ada = try await chat.client("ada")
            try await ada.say("@ada and @nobody")
            try await ada.say("@ada")
            let letters: Storage<Letter> = try chat.resolve()
            try await eventually("the second job is done") { chat.ends.completed(.job) == 1 }
            XCTAssertEqual(letters.rows.map { "\($0.name): \($0.line)" }, ["ada: ada 2: @ada"])
            XCTAssertEqual(chat.ends.failed(.job), 1)
        }
    }

    func testAJobMayOutliveItsConnectionButNotUseTheConnectionsScope() async throws {
        try await withChat { chat in
            let (gate, notes) = (Gate(), Notes())
            try await ScopeSource(chat.container, tag: .connection).withScope(of: Connection()) { connection in
                let connection = try connection.open()
                try await chat.add(
                    TestJob { scope in
                        await gate.wait()
                        _ = try scope.resolve(UnitOfWork<Letter>.self)
                        do {
                            _ = try connection.resolve(Session.self)
                        } catch {
                            notes.add("\((error as? ResolutionError)?.code.description ?? "")")
                        }
                    })
            }
            gate.open()
            try await eventually("the job is done") { chat.ends.completed(.job) == 1 }
            XCTAssertEqual(notes.all, ["closed"])
        }
    }

    func testTheQueueKeepsNothingThatNoWorkerHasTaken() async throws {
        try await withChat(workers: 1) { chat in
            let (gate, notes) = (Gate(), Notes())
            try await chat.add(
                TestJob { _ in
                    await gate.wait()
                    notes.add("first done")
                })
            let second = Task {
                try await chat.add(TestJob { _ in })
                notes.add("second taken")
            }
            for _ in 0..<1000 { await Task.yield() }
            XCTAssertEqual(notes.all, [])
            gate.open()
            try await second.value
            XCTAssertEqual(notes.all, ["first done", "second taken"])
        }
    }

    func testACancelledQueueSaysWhichJobItHasNotTaken() async throws {
        let container = try Container { Module.chat(port: 0) { _ in } }
        let queue = JobQueue(scopes: ScopeSource(container, tag: .job), workers: 1)
        let running = Task { try await queue.run() }
        let (begun, notes) = (Gate(), Notes())
        try await queue.add(
            TestJob { _ in
                begun.open()
                do { try await Task.sleep(for: .seconds(3600)) } catch { notes.add("cancelled") }
            })
        await begun.wait()
        let second = Task { try await queue.add(TestJob { _ in notes.add("second") }) }
        for _ in 0..<100 { await Task.yield() }
        running.cancel()
        try await running.value
        let result = await second.result
        XCTAssertThrowsError(try result.get()) { XCTAssertEqual("\($0)", "the queue is closed") }
        XCTAssertEqual(notes.all, ["cancelled"])
    }

    /// If a task is cancelled while it adds a job, the job is still added.
    func testACancelledTaskLosesNoJob() async throws {
        try await withChat(workers: 1) { chat in
            let (gate, notes) = (Gate(), Notes())
            try await chat.add(TestJob { _ in await gate.wait() })
            let second = Task { try await chat.add(TestJob { _ in notes.add("second") }) }
            second.cancel()
            for _ in 0..<100 { await Task.yield() }
            gate.open()
            try await second.value
            try await eventually("the second job is done") { notes.all == ["second"] }
        }
    }
}
#endif
