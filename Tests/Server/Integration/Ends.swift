// What ended, in the order in which it did.

import ArmoryTestSupport

/// What a request's end was told, and what was read in it.
final class Ends: Sendable {
    private let lines = Locked<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }

    /// Returns when there are so many, or not for a long time.
    func come(to count: Int) async {
        let limit = ContinuousClock.now + .seconds(60)
        while all.count < count, ContinuousClock.now < limit { try? await Task.sleep(for: .milliseconds(1)) }
    }
}
