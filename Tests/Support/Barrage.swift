// Threads that are started once and race many times.

/// What a round did that it must not; thrown by a round or by its check.
package struct Miss: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// Throws a `Miss` with the text unless the condition holds.
package func expect(_ condition: Bool, _ text: @autoclosure () -> String) throws {
    if !condition { throw Miss(text()) }
}

/// Real threads that leave a barrier together in every round.
///
/// One thread prepares each round and checks it, while all others wait. The barrage ends at the first miss: an error that
/// the preparation or the check throws.
package struct Barrage: Sendable {
    /// What a barrage did.
    package struct Report: Sendable {
        package let rounds: Int
        /// The text of the miss that ended it, with its round, or nil.
        package let miss: String?

        package var misses: Int { miss == nil ? 0 : 1 }
    }

    private let label: String
    private let threads: Int
    private let rounds: Int
    private let stackSize: Int
    private let hangLimit: Double
    private let isJostled: Bool
    private let describe: @Sendable () -> String

    /// `label` names the test and its seed, in a miss and where the barrage hangs.
    ///
    /// A barrage that is jostled has its threads interrupted at any instruction now and then.
    package init(
        _ label: String, threads: Int, rounds: Int, stackSize: Int = 1 << 19, hangLimit: Double = 60,
        isJostled: Bool = false, describe: @escaping @Sendable () -> String = { "" }
    ) {
        self.label = label
        self.threads = threads
        self.rounds = rounds
        self.stackSize = stackSize
        self.hangLimit = hangLimit
        self.isJostled = isJostled
        self.describe = describe
    }

    /// Runs the rounds.
    ///
    /// `prepare` makes what a round is about, `body` runs on every thread, and `check` is given what the threads returned
    /// or threw, in their order. Then the barrage lets go of both, and `after` sees what is left of them.
    package func run<Stage: Sendable, R: Sendable>(
        prepare: @escaping @Sendable (_ round: Int) throws -> Stage,
        body: @escaping @Sendable (_ stage: Stage, _ thread: Int) throws -> R,
        check: @escaping @Sendable (_ stage: Stage, _ results: [Result<R, any Error>]) throws -> Void,
        after: @escaping @Sendable (_ round: Int) throws -> Void = { _ in }
    ) -> Report {
        let watchdog = Watchdog(label, seconds: hangLimit, threads: threads, describe: describe)
        defer { watchdog.disarm() }
        let course = Course(
            threads: threads, rounds: rounds, prepare: prepare, check: check, after: after)
        let jostle = isJostled ? Jostle() : nil
        _ = race(threads: threads, stackSize: stackSize) { thread in
            @Sendable func runRounds() {
                while let stage = course.nextStage(of: thread, watchdog) {
                    watchdog.note(thread, "is in round", course.round)
                    course.put(Result { try body(stage, thread) }, of: thread)
                }
            }
            if let jostle { jostle.during(runRounds) } else { runRounds() }
        }
        jostle?.stop()
        return Report(rounds: course.done, miss: course.miss.map { "\(label), round \(course.done): \($0)" })
    }
}

/// What the threads of a barrage share.
///
/// Everything is written by one thread while all others wait at the barrier, which orders it; `results` by each thread in
/// its own place.
@safe
private final class Course<Stage: Sendable, R: Sendable>: @unchecked Sendable {
    private let barrier: StartBarrier
    private let rounds: Int
    private let prepare: (Int) throws -> Stage
    private let check: (Stage, [Result<R, any Error>]) throws -> Void
    private let after: (Int) throws -> Void
    private let results: UnsafeMutableBufferPointer<Result<R, any Error>?>
    private var stage: Stage?
    /// The round that is run, from 0; -1 before the first.
    private(set) var round = -1
    private(set) var miss: String?

    /// The rounds that were run without a miss.
    var done: Int { max(0, round) }

    init(
        threads: Int, rounds: Int, prepare: @escaping (Int) throws -> Stage,
        check: @escaping (Stage, [Result<R, any Error>]) throws -> Void, after: @escaping (Int) throws -> Void
    ) {
        barrier = StartBarrier(threads: threads)
        unsafe results = .allocate(capacity: threads)
        unsafe results.initialize(repeating: nil)
        self.rounds = rounds
        self.prepare = prepare
        self.check = check
        self.after = after
    }

    deinit {
        unsafe results.deinitialize().deallocate()
    }

    /// Waits for the others; nil after the last round.
    func nextStage(of thread: Int, _ watchdog: Watchdog) -> Stage? {
        watchdog.note(thread, "waits for the others after round", round)
        barrier.pass {
            reentrantLock()
            watchdog.tick()
        }
        return stage
    }

    func put(_ result: Result<R, any Error>, of thread: Int) {
        unsafe results[thread] = result
    }

    /// Checks the round that ended and prepares the next one; there is no stage after the last.
    private func reentrantLock() {
        do {
            if round >= 0 {
                try end()
                try after(round)
            }
            round += 1
            if round < rounds { stage = try prepare(round) }
        } catch {
            stage = nil
            miss = "\(error)"
        }
    }

    private func end() throws {
        defer {
            stage = nil
            unsafe results.update(repeating: nil)
        }
        if let stage { unsafe try check(stage, results.compactMap { $0 }) }
    }
}
