import Synchronization

final class NumberCodes: Sendable {
    private let count = Mutex(0)

    func next() -> String {
        count.withLock { count in
            count += 1
            return "n\(count)"
        }
    }
}
