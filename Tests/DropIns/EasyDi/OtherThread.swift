import ArmoryTestSupport
import Foundation

/// Begins something on another thread, and returns when that has ended, or waits for this one.
func begin(_ body: @escaping @Sendable () -> Void) {
    let isBegun = Latch()
    Thread {
        isBegun.open()
        body()
    }.start()
    isBegun.wait()
    letOthersGoOn()
}

/// Long enough for another thread to go on, if nothing keeps it.
func letOthersGoOn() {
    for _ in 0..<200 { sched_yield() }
    usleep(2_000)
}

/// A thread that asks while this one is in the middle of an injection.
final class OtherThread: Sendable {
    private let answer = Locked(false)
    private let isOver = Latch()

    func ask(_ isWhole: @escaping @Sendable () -> Bool) {
        begin { [self] in
            let isWhole = isWhole()
            answer.withLock { $0 = isWhole }
            isOver.open()
        }
    }

    /// Waits for the answer; must have been asked.
    var sawTheWhole: Bool {
        isOver.wait()
        return answer.withLock { $0 }
    }
}
