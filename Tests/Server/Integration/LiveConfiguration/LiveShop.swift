// What the tests of live configuration have in common.

#if Configuration
import Armory
import ArmoryConfiguration
import ArmoryTestSupport
import Configuration
import Foundation
import Synchronization
import XCTest

enum Mode: String, CaseIterable, ConfigurationElement { case fast, safe }

struct PoolSettings: Equatable, Sendable {
    let size: Int
    let label: String

    init(size: Int, label: String) {
        self.size = size
        self.label = label
    }
}

extension Settings where Value == PoolSettings {
    static let pool = Settings(PoolSettings.init, at: "pool", .key("size", in: 1...500), .key("label", default: "none"))
}

/// A pool that notes how often it is closed, and every use after that.
final class Pool: Sendable {
    let settings: PoolSettings
    private let log: PoolLog
    private let isClosed = Locked(false)

    init(_ settings: PoolSettings, _ log: PoolLog) {
        self.settings = settings
        self.log = log
        log.note("open \(settings.size)")
    }

    func use() {
        if isClosed.withLock({ $0 }) { log.note("used after close \(settings.size)") }
    }

    func close() {
        isClosed.withLock { $0 = true }
        log.note("close \(settings.size)")
    }
}

final class PoolLog: Sendable {
    private let notes = Locked<[String]>([])

    var all: [String] { notes.withLock { $0 } }

    func note(_ text: String) { notes.withLock { $0.append(text) } }
}

/// A provider that a test changes.
final class Values: Sendable {
    let provider: MutableInMemoryProvider

    init(_ values: [AbsoluteConfigKey: ConfigValue]) { provider = MutableInMemoryProvider(initialValues: values) }

    subscript(key: AbsoluteConfigKey) -> ConfigValue? {
        get { nil }
        set { provider.setValue(newValue, forKey: key) }
    }

    var registration: Singleton<ConfigReader> { Singleton(configuration: ["values": provider]) }
}

/// A gate that tasks wait at until it is opened.
actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var arrivals: [CheckedContinuation<Void, Never>] = []
    private var count = 0

    func pass() async {
        count += 1
        for arrival in arrivals { arrival.resume() }
        arrivals = []
        if !isOpen { await withCheckedContinuation { waiters.append($0) } }
    }

    /// Returns when a task waits at the gate, or has passed it.
    func arrival() async {
        if count == 0 { await withCheckedContinuation { arrivals.append($0) } }
    }

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}

/// An executor that knows when each of its tasks waits for something else, or has ended.
final class CountingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "CountingExecutor")
    private let pending = Atomic<Int>(0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pending.add(1, ordering: .relaxed)
        queue.async { [self] in
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            // Release: pairs with the acquire in `waitUntilIdle`.
            pending.subtract(1, ordering: .releasing)
        }
    }

    /// Returns when no job of its tasks is left to run.
    func waitUntilIdle() {
        while pending.load(ordering: .acquiring) > 0 { queue.sync {} }
    }
}

struct Objection: Error, CustomStringConvertible {
    let description: String
}

/// The faults in an error of a container or a reload.
func faults(_ error: any Error) -> [ConfigurationFault] {
    let cause = (error as? ResolutionError)?.underlying ?? error
    return (cause as? ConfigurationFaults)?.faults ?? []
}

/// The error that `body` throws.
func failure(of body: () async throws -> Void) async -> (any Error)? {
    do {
        try await body()
        return nil
    } catch {
        return error
    }
}
#endif
