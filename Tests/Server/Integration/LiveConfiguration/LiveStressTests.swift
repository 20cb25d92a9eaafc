#if Configuration
import Armory
import ArmoryConfiguration
import ArmoryTestSupport
import Configuration
import Foundation
import Synchronization
import XCTest

/// Settings whose parts belong together.
private struct Parts: Equatable, Sendable {
    let first: Int
    let text: String
    let last: Int

    init(first: Int, text: String, last: Int) throws {
        guard first == last, text == "\(first)" else { throw Objection(description: "torn: \(first) \(text) \(last)") }
        self.first = first
        self.text = text
        self.last = last
    }

    var isWhole: Bool { first == last && text == "\(first)" }
}

/// The second struct of the same snapshot.
private struct Again: Equatable, Sendable {
    let first: Int
    init(first: Int) { self.first = first }
}

/// An object that must not be used after it is closed, nor closed twice.
private final class Device: Sendable {
    static let wrongs = Atomic<Int>(0)
    static let open = Atomic<Int>(0)

    let number: Int
    private let isClosed = Atomic(false)

    init(_ parts: Parts) {
        number = parts.first
        Self.open.add(1, ordering: .relaxed)
    }

    func use() {
        if isClosed.load(ordering: .acquiring) { Self.wrongs.add(1, ordering: .relaxed) }
    }

    func close() {
        if isClosed.exchange(true, ordering: .acquiringAndReleasing) { Self.wrongs.add(1, ordering: .relaxed) }
        Self.open.subtract(1, ordering: .relaxed)
    }
}

/// A provider whose snapshots are written whole.
private final class Numbers: ConfigProvider {
    private let number = Locked(0)
    let providerName = "numbers"

    func set(_ number: Int) { self.number.withLock { $0 = number } }

    func snapshot() -> any ConfigSnapshot {
        let number = number.withLock { $0 }
        return InMemoryProvider(values: [
            "parts.first": ConfigValue(.int(number), isSecret: false),
            "parts.text": ConfigValue(.string("\(number)"), isSecret: false),
            "parts.last": ConfigValue(.int(number), isSecret: false),
        ]).snapshot()
    }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        try snapshot().value(forKey: key, type: type)
    }

    func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
        try value(forKey: key, type: type)
    }

    func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey, type: ConfigType,
        updatesHandler: (ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>) async throws -> Return
    ) async throws -> Return { try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler) }

    func watchSnapshot<Return: ~Copyable>(
        updatesHandler: (ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
    ) async throws -> Return { try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler) }
}

// Reads, requests and borrows on eight threads, while the configuration is reloaded: `ARMORY_STRESS` scales them.
final class LiveStressTests: LeakCheckedTestCase {
    private static let threads = 8
    private static let reloads = StressScale.scaled(1_000, atLeast: 20)

    /// Runs `body` on eight threads while one more reloads, and returns what `body` has found wrong.
    ///
    /// - Parameter reads: How often each thread calls `body` between two reloads, on average and at the least.
    private func race(
        _ container: Container, _ numbers: Numbers, reads: Int,
        _ body: @escaping @Sendable (_ newest: Int) throws -> String?
    ) async throws -> (wrong: [String], calls: Int) {
        let newest = Atomic<Int>(0)
        let isOver = Atomic(false)
        let calls = Atomic<Int>(0)
        let wrong = Locked<[String]>([])
        let done = DispatchGroup()
        for _ in 0..<Self.threads {
            done.enter()
            Thread {
                while !isOver.load(ordering: .acquiring) {
                    for _ in 0..<reads {
                        // What a reload has put in place before this read is the oldest that it may return.
                        let least = newest.load(ordering: .acquiring)
                        do {
                            if let text = try body(least) { wrong.withLock { $0.append(text) } }
                        } catch {
                            wrong.withLock { $0.append("\(error)") }
                        }
                    }
                    calls.add(reads, ordering: .relaxed)
                }
                done.leave()
            }.start()
        }
        for number in 1...Self.reloads {
            numbers.set(number)
            try await container.reloadConfiguration()
            newest.store(number, ordering: .releasing)
            // Each reload meets reads.
            let goal = number * reads * Self.threads
            while calls.load(ordering: .relaxed) < goal { await Task.yield() }
        }
        isOver.store(true, ordering: .releasing)
        await withCheckedContinuation { waiter in done.notify(queue: .global()) { waiter.resume() } }
        return (wrong.withLock { $0 }, calls.load(ordering: .relaxed))
    }

    func testNoReadIsTornOrStale() async throws {
        let numbers = Numbers()
        let container = try Container {
            Singleton(configuration: ["numbers": numbers])
            Settings(Parts.init, at: "parts", .key("first"), .key("text"), .key("last")).reloadable()
        }
        let live = try container.resolve(Live<Parts>.self)
        // 1,000,000 reads in all by the usual scale.
        let reads = 125
        let (wrong, calls) = try await race(container, numbers, reads: reads) { least in
            let parts = live.value
            guard parts.isWhole else { return "torn: \(parts)" }
            return parts.first >= least ? nil : "stale: \(parts.first) after \(least)"
        }
        XCTAssertEqual(wrong.prefix(3), [])
        XCTAssertGreaterThanOrEqual(calls, Self.reloads * reads * Self.threads)
    }

    func testRequestsSeeOneVersionAndNoClosedObject() async throws {
        let numbers = Numbers()
        let wrongs = Device.wrongs.load(ordering: .relaxed)
        let container = try Container {
            Singleton(configuration: ["numbers": numbers])
            Settings(Parts.init, at: "parts", .key("first"), .key("text"), .key("last")).reloadable()
            Settings(Again.init, at: "parts", .key("first")).reloadable()
            Reloadable(Device.init).onShutdown { $0.close() }
        }
        let device = try container.resolve(Live<Device>.self)
        let (wrong, _) = try await race(container, numbers, reads: 20) { least in
            try container.withScope { scope -> String? in
                let again = try scope.resolve(Again.self)
                let held = try scope.resolve(Device.self)
                held.use()
                let borrowed = device.withValue { device in
                    device.use()
                    sched_yield()
                    device.use()
                    return device.number
                }
                let parts = try scope.resolve(Parts.self)
                held.use()
                guard parts.isWhole, again.first == parts.first else { return "mixed: \(again) \(parts)" }
                guard try scope.resolve(Device.self) === held else { return "another object" }
                let oldest = min(parts.first, held.number, borrowed)
                return oldest >= least ? nil : "stale: \(oldest) after \(least)"
            }
        }
        XCTAssertEqual(wrong.prefix(3), [])
        XCTAssertEqual(Device.wrongs.load(ordering: .relaxed), wrongs)
        XCTAssertEqual(Device.open.load(ordering: .relaxed), 1)
        try await container.shutdown()
        XCTAssertEqual(Device.open.load(ordering: .relaxed), 0)
        XCTAssertEqual(Device.wrongs.load(ordering: .relaxed), wrongs)
    }

    func testReloadsAtTheSameTimeLeaveTheNewest() async throws {
        let numbers = Numbers()
        let container = try Container {
            Singleton(configuration: ["numbers": numbers])
            Settings(Parts.init, at: "parts", .key("first"), .key("text"), .key("last")).reloadable()
        }
        let live = try container.resolve(Live<Parts>.self)
        for round in 1...StressScale.scaled(200, atLeast: 10) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for part in 0..<8 {
                    group.addTask {
                        if part == 0 { numbers.set(round) }
                        try await container.reloadConfiguration()
                        if part == 0, live.value.first != round {
                            throw Objection(description: "stale: \(live.value.first)")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
#endif
