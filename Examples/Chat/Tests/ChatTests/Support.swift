#if Chat
import Armory
import ArmoryServiceLifecycle
import ChatCore
import Foundation
import Logging
import ServiceLifecycleTestKit
import Synchronization
import XCTest

/// The count to run, scaled by `ARMORY_STRESS`: 0.03 in a quick run, 1 in a full one.
func scaled(_ count: Int, atLeast least: Int) -> Int {
    let factor = ProcessInfo.processInfo.environment["ARMORY_STRESS"].flatMap(Double.init) ?? 1
    return max(least, Int(Double(count) * factor))
}

/// Repeats a check for at most a minute, until it succeeds.
func eventually(_ what: String, line: UInt = #line, _ holds: () -> Bool) async throws {
    let limit = ContinuousClock.now + .seconds(60)
    while !holds() {
        guard ContinuousClock.now < limit else { return XCTFail("never: \(what)", line: line) }
        try await Task.sleep(for: .milliseconds(1))
    }
}

/// The events of a test, in order.
final class Notes: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Counts the scopes of a container, and records which of its singletons are closed, and when.
final class Ends: EventSubscriber {
    private struct State {
        var opened: [ScopeTag: Int] = [:]
        var completed: [ScopeTag: Int] = [:]
        var failed: [ScopeTag: Int] = [:]
        var container: UInt64?
        var openAtFirstClosing: Int?
        var closed: [String] = []

        var open: Int {
            opened.values.reduce(0, +) - completed.values.reduce(0, +) - failed.values.reduce(0, +)
        }
    }

    private let state = Mutex(State())

    let kinds: ContainerEvent.Kinds = [.scopes, .closed]

    func receive(_ event: ContainerEvent) {
        state.withLock { state in
            switch event {
            case .opened(let scope):
                state.opened[scope.tag, default: 0] += 1
            case .ended(let scope, let end):
                if end.isCompleted {
                    state.completed[scope.tag, default: 0] += 1
                } else {
                    state.failed[scope.tag, default: 0] += 1
                }
            case .closed(let closing) where closing.container == state.container:
                if state.openAtFirstClosing == nil { state.openAtFirstClosing = state.open }
                state.closed.append(closing.registration.key)
            default: break
            }
        }
    }

    func watch(_ container: Container) { state.withLock { $0.container = container.id } }

    func opened(_ tag: ScopeTag) -> Int { state.withLock { $0.opened[tag] ?? 0 } }
    func completed(_ tag: ScopeTag) -> Int { state.withLock { $0.completed[tag] ?? 0 } }
    func failed(_ tag: ScopeTag) -> Int { state.withLock { $0.failed[tag] ?? 0 } }
    func open(_ tag: ScopeTag) -> Int { opened(tag) - completed(tag) - failed(tag) }
    var open: Int { state.withLock { $0.open } }
    /// The number of scopes that were open when the container began to close its singletons.
    var openAtFirstClosing: Int? { state.withLock { $0.openAtFirstClosing } }
    /// The singletons, in the order in which they were closed.
    var closed: [String] { state.withLock { $0.closed } }
}

/// The program, running in the test process.
struct Chat: Sendable {
    let container: Container
    let ends: Ends
    let port: UInt16
    /// Has the same effect as SIGTERM.
    let stop: @Sendable () -> Void

    func client(_ name: String) async throws -> Client { try await Client(port: port, name: name) }
    func resolve<T: Sendable>(_ type: T.Type = T.self) throws -> T { try container.resolve() }
    func add(_ job: any Job) async throws { try await container.resolve(JobQueue.self).add(job) }
    var room: Room { get throws { try resolve() } }
}

/// Runs the program around the body, stops it, and checks that it leaves nothing behind.
func withChat(
    workers: Int = 4, line: UInt = #line, _ body: (Chat) async throws -> Void
) async throws {
    weak var released: Container?
    let ends = Ends()
    try await testGracefulShutdown { trigger in
        let (ports, listening) = AsyncStream<UInt16>.makeStream()
        let container = try Container(configuration: .init(subscribers: [ends])) {
            Module.chat(port: 0, workers: workers) { listening.yield($0) }
        }
        released = container
        ends.watch(container)
        let running = Task {
            defer { listening.finish() }
            try await container.runServices(gracefulShutdownSignals: [], logger: Logger(label: "test"))
        }
        for await port in ports.prefix(1) {
            do {
                try await body(
                    Chat(container: container, ends: ends, port: port, stop: { trigger.triggerGracefulShutdown() }))
            } catch {
                XCTFail("\(error)", line: line)
            }
        }
        trigger.triggerGracefulShutdown()
        try await running.value
    }
    XCTAssertEqual(ends.open, 0, line: line)
    XCTAssertEqual(ends.openAtFirstClosing, 0, line: line)
    try await eventually("the container is released", line: line) { released == nil }
}
#endif
