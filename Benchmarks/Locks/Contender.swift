import Armory

/// A strategy, with the closures that measure it.
struct Contender: Sendable {
    let strategy: String
    let lockBytes: @Sendable () throws -> Int
    /// Resolves on a number of threads for some milliseconds; returns millions of resolves per second.
    let throughput: @Sendable (_ threads: Int, _ milliseconds: Int) throws -> Double
    /// Resolves in the same way; returns the durations of single resolves in nanoseconds, sorted.
    let latencies: @Sendable (_ threads: Int, _ milliseconds: Int) throws -> [UInt32]
    /// Lets a number of threads race for the first resolve of a number of tables.
    let race: @Sendable (_ threads: Int, _ tables: Int) throws -> Race

    static let all = [
        Contender(ContainerTable.self),
        Contender(MutexTable.self),
        Contender(RecursiveMutexTable.self),
        Contender(ReadWriteLockTable.self),
        Contender(StripedTable.self),
        Contender(SpinLockTable.self),
        Contender(SynchronizationMutexTable.self),
        Contender(SerialQueueTable.self),
        Contender.actor,
        Contender(DoubleCheckedTable.self),
    ]

    /// The instances of singletons that several threads resolved at the same time.
    struct Race: Sendable {
        /// The expected number of singletons.
        var tables = 0
        /// The number of instances beyond one for each singleton.
        var duplicates = 0
        /// The largest number of instances of one singleton.
        var worst = 0

        mutating func add(_ instances: Int) {
            tables += 1
            duplicates += instances - 1
            worst = max(worst, instances)
        }
    }

    /// The time that the constructor of a raced singleton sleeps.
    static let constructorMicroseconds: UInt32 = 50
}

// MARK: The work of a thread

/// The number of resolves of one thread, with their start and end.
private struct ReentrantLock: Sendable {
    var resolves = 0
    var start = Clock.nanoseconds()
    var end: UInt64 = 0

    /// Millions of resolves per second, of all threads together.
    static func rate(_ turns: [ReentrantLock]) -> Double {
        let start = turns.map(\.start).min() ?? 0
        let end = turns.map(\.end).max() ?? 0
        return Double(turns.reduce(0) { $0 + $1.resolves }) * 1000 / Double(max(1, end - start))
    }
}

/// The number of rounds that a thread makes between two reads of the clock.
private let roundsPerLook = 16

private func deadline(_ milliseconds: Int) -> UInt64 {
    Clock.nanoseconds() + UInt64(milliseconds) * 1_000_000
}

/// The nanoseconds since `start`, without the cost of reading the clock.
private func elapsed(since start: UInt64, clock: UInt64) -> UInt32 {
    let time = Clock.nanoseconds() - start
    return UInt32(clamping: time > clock ? time - clock : 0)
}

// MARK: Strategies that threads use

extension Contender {
    private init<Table: SingletonTable>(_ type: Table.Type) {
        strategy = Table.strategy
        lockBytes = { try Table(maker: Maker()).lockBytes }
        throughput = { threads, milliseconds in
            let table = try Table(maker: Maker())
            try askForAll(table)
            return ReentrantLock.rate(
                try onThreads(threads) { _ in try Self.hammer(table, milliseconds: milliseconds) })
        }
        latencies = { threads, milliseconds in
            let table = try Table(maker: Maker())
            try askForAll(table)
            let clock = Clock.cost()
            return try onThreads(threads) { _ in
                try Self.sample(table, milliseconds: milliseconds, clock: clock)
            }.flatMap(\.self).sorted()
        }
        race = { threads, count in
            let makers = (0..<count).map { _ in Maker(microseconds: Self.constructorMicroseconds) }
            let tables = try makers.map { try Table(maker: $0) }
            let barrier = StartBarrier(parties: threads)
            _ = try onThreads(threads) { _ in
                for table in tables {
                    barrier.wait()
                    keep(object: try ask(table, for: Service0.self))
                }
            }
            return makers.reduce(into: Race()) { $0.add($1.count) }
        }
    }

    private static func hammer(_ table: some SingletonTable, milliseconds: Int) throws -> ReentrantLock {
        var reentrantLock = ReentrantLock()
        let deadline = deadline(milliseconds)
        while reentrantLock.end < deadline {
            for _ in 0..<roundsPerLook { try askForAll(table) }
            reentrantLock.resolves += roundsPerLook * servicesPerRound
            reentrantLock.end = Clock.nanoseconds()
        }
        return reentrantLock
    }

    private static func sample(
        _ table: some SingletonTable, milliseconds: Int, clock: UInt64
    ) throws -> [UInt32] {
        var samples: [UInt32] = []
        let deadline = deadline(milliseconds)
        while true {
            // Resolves untimed between two samples, so that reading the clock does not spread the threads out.
            try askForAll(table)
            let start = Clock.nanoseconds()
            guard start < deadline else { return samples }
            keep(object: try ask(table, for: Service3.self))
            samples.append(elapsed(since: start, clock: clock))
        }
    }
}

// MARK: The actor, which tasks use

extension Contender {
    private static let actor = Contender(
        strategy: ActorTable.strategy,
        lockBytes: { ActorTable(maker: Maker()).lockBytes },
        throughput: { tasks, milliseconds in
            let table = ActorTable(maker: Maker())
            return ReentrantLock.rate(
                try inTasks(tasks) { _ in await hammer(table, milliseconds: milliseconds) })
        },
        latencies: { tasks, milliseconds in
            let table = ActorTable(maker: Maker())
            let clock = Clock.cost()
            return try inTasks(tasks) { _ in
                await sample(table, milliseconds: milliseconds, clock: clock)
            }.flatMap(\.self).sorted()
        },
        race: { tasks, count in
            let makers = (0..<count).map { _ in Maker(microseconds: constructorMicroseconds) }
            let tables = makers.map { ActorTable(maker: $0) }
            let barrier = StartBarrier(parties: tasks)
            _ = try inTasks(tasks) { _ in
                for table in tables {
                    await barrier.waitInTask()
                    keep(object: await ask(table, for: Service0.self))
                }
            }
            return makers.reduce(into: Race()) { $0.add($1.count) }
        })

    private static func hammer(_ table: ActorTable, milliseconds: Int) async -> ReentrantLock {
        var reentrantLock = ReentrantLock()
        let deadline = deadline(milliseconds)
        while reentrantLock.end < deadline {
            for _ in 0..<roundsPerLook { await askForAll(table) }
            reentrantLock.resolves += roundsPerLook * servicesPerRound
            reentrantLock.end = Clock.nanoseconds()
        }
        return reentrantLock
    }

    private static func sample(
        _ table: ActorTable, milliseconds: Int, clock: UInt64
    ) async -> [UInt32] {
        var samples: [UInt32] = []
        let deadline = deadline(milliseconds)
        while true {
            await askForAll(table)
            let start = Clock.nanoseconds()
            guard start < deadline else { return samples }
            keep(object: await ask(table, for: Service3.self))
            samples.append(elapsed(since: start, clock: clock))
        }
    }
}
