// Who waits for whom at this moment, in words.

import ArmoryCore

/// The waits of all threads and tasks of the process.
package enum WaitPicture {
    /// Each thread and task that waits, with what for and its path, and each complete instance that waits for others.
    ///
    /// Any thread may read it at any time. The words are put together after the lock is free: qualifiers describe themselves.
    package static var description: String {
        let lines = WaitForGraph.shared.lines
        guard !lines.isEmpty else { return "Nobody waits." }
        return lines.map { line in
            line.words + line.steps.map(\.key.description).joined(separator: " → ")
        }.joined(separator: "\n")
    }
}

extension WaitForGraph {
    fileprivate var lines: [(words: String, steps: [ResolutionError.Step])] {
        locked {
            let threads = sleepers.map { ("a thread waits: ", $0.steps) }
            let tasks = waiters.values.joined().map { ("a task waits: ", $0.steps) }
            let complete = pending.filter { $0.phase == .pending }.map { build in
                ("complete, and waits for what it holds: ", [unsafe build.slot.step])
            }
            return threads + tasks + complete
        }
    }
}
