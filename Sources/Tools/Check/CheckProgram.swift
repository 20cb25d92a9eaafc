// The process of a check, in which the code of a wiring runs: it may print, hang, or end the process.

import Foundation
import Synchronization

/// The process of a check.
///
/// Its standard output has the verdict and nothing else.
struct CheckProgram {
    /// The standard output; other prints of the process go to the standard error.
    private let output: FileHandle
    /// Whether there is a verdict.
    ///
    /// Relaxed is enough: it guards no other memory.
    private static let hasVerdict = Atomic(false)

    /// - Parameter limit: How long the check may take.
    init(limit: Duration) {
        let output = FileHandle(fileDescriptor: dup(STDOUT_FILENO))
        self.output = output
        dup2(STDERR_FILENO, STDOUT_FILENO)
        // Without it, code that ends the process with 0 would pass for a graph without faults.
        atexit {
            guard !CheckProgram.hasVerdict.load(ordering: .relaxed) else { return }
            let text =
                "error: the check of the graph ended before it had a result. Only the code that creates the modules runs "
                + "in it: look for a call of exit.\n"
            CheckProgram.write(text, to: .standardError)
            _exit(1)
        }
        let seconds = TimeInterval(limit / .milliseconds(1)) / 1000
        // A thread, because the code that hangs may block every thread of the tasks.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: seconds)
            Self.write(
                """
                error: the check of the graph has taken \(limit), and was ended. Only the code that creates the modules runs \
                in it: look for a call in it that waits, or raise timeLimit.

                """, to: .standardError)
            _exit(1)
        }
    }

    /// Prints the verdict and ends the process.
    func end(with outcome: CheckOutcome) -> Never {
        Self.write(outcome.text, to: output)
        Self.hasVerdict.store(true, ordering: .relaxed)
        exit(outcome.code)
    }

    private static func write(_ text: String, to output: FileHandle) {
        // The reader may have closed the pipe. There is nothing to do about that.
        try? output.write(contentsOf: Data(text.utf8))
    }
}
