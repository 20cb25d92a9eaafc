// A hang must end the run, and say where.

import Foundation
import Synchronization

/// Ends the process when nothing has moved for a while, with every thread's last note.
///
/// `tick` and `note` are two stores at most, so that they hide no race.
@safe
package final class Watchdog: @unchecked Sendable {  // Atomics; the rest is immutable or guarded by `condition`.
    private struct Note: ~Copyable {
        let text = Atomic<UInt>(0)
        let number = Atomic<Int>(0)
    }

    private let label: String
    private let limit: Double
    private let notes: UnsafeMutableBufferPointer<Note>
    private let describe: @Sendable () -> String
    private let end: @Sendable (_ report: String) -> Void
    private let progress = Atomic<Int>(0)
    private let condition = NSCondition()
    private var isDisarmed = false

    /// Arms the watchdog.
    ///
    /// `label` names the test and its seed. `describe` runs when the limit has passed, on the watchdog's own thread:
    /// it says what else is known, and must take no lock that a thread may hang with. `end` is given the whole report;
    /// by default it writes it to the standard error and ends the process.
    package init(
        _ label: String, seconds: Double = 60, threads: Int = 0,
        describe: @escaping @Sendable () -> String = { "" },
        end: @escaping @Sendable (_ report: String) -> Void = Watchdog.endProcess
    ) {
        self.label = label
        limit = StressScale.isThreadSanitized ? seconds * 3 : seconds
        unsafe notes = .allocate(capacity: threads)
        for index in 0..<threads { unsafe notes.initializeElement(at: index, to: Note()) }
        self.describe = describe
        self.end = end
        let thread = Thread { [self] in watch() }
        thread.start()
    }

    deinit {
        unsafe notes.deinitialize().deallocate()
    }

    /// Says that something was done.
    package func tick() {
        progress.add(1, ordering: .relaxed)
    }

    /// Says what a thread is about to do, such as `note(3, "resolving in round", 17)`.
    package func note(_ thread: Int, _ text: StaticString, _ number: Int) {
        // Read when the thread hangs, long after: no order is needed.
        unsafe notes[thread].text.store(UInt(bitPattern: text.utf8Start), ordering: .relaxed)
        unsafe notes[thread].number.store(number, ordering: .relaxed)
    }

    /// Ends the watch.
    ///
    /// The watchdog lives, and its thread runs, until this was called.
    package func disarm() {
        condition.withLock {
            isDisarmed = true
            condition.broadcast()
        }
    }

    /// The end of a run that hangs: the report on the standard error, and a failure.
    package static let endProcess: @Sendable (_ report: String) -> Void = { report in
        FileHandle.standardError.write(Data(report.utf8))
        _exit(1)
    }

    private func watch() {
        condition.lock()
        defer { condition.unlock() }
        var last = progress.load(ordering: .relaxed)
        var still = 0
        while !isDisarmed {
            // Four looks in the time of the limit, so that a hang is told soon after it.
            let deadline = Date(timeIntervalSinceNow: limit / 4)
            while !isDisarmed, condition.wait(until: deadline) {}
            let now = progress.load(ordering: .relaxed)
            still = now == last ? still + 1 : 0
            if !isDisarmed, still == 4 { end(report()) }
            last = now
        }
    }

    private func report() -> String {
        var text = "\n[hang] \(label): nothing moved for \(Int(limit)) s\n"
        for index in unsafe notes.indices {
            text += "  thread \(index): \(note(of: index))\n"
        }
        let more = describe()
        return more.isEmpty ? text : text + more + "\n"
    }

    private func note(of thread: Int) -> String {
        let address = unsafe notes[thread].text.load(ordering: .relaxed)
        guard let text = unsafe UnsafePointer<CChar>(bitPattern: address) else { return "no note" }
        return unsafe "\(String(cString: text)) \(notes[thread].number.load(ordering: .relaxed))"
    }
}
