// Numbers that many threads change and that order nothing: a lock's order would hide a race from ThreadSanitizer.

import Synchronization

/// A number that threads count up.
final class Tally: Sendable {
    private let number = Atomic<Int>(0)

    var count: Int { number.load(ordering: .relaxed) }

    func increment() { number.add(1, ordering: .relaxed) }
}

/// How many objects are alive, and how many were made.
final class Population: Sendable {
    private let livingCount = Atomic<Int>(0)
    private let madeCount = Atomic<Int>(0)

    var alive: Int { livingCount.load(ordering: .relaxed) }
    var made: Int { madeCount.load(ordering: .relaxed) }

    func begin() {
        livingCount.add(1, ordering: .relaxed)
        madeCount.add(1, ordering: .relaxed)
    }

    func end() { livingCount.subtract(1, ordering: .relaxed) }
}

/// The first object of its kind that some thread has seen.
final class FirstSeen: Sendable {
    private let address = Atomic<UInt>(0)

    /// Whether the object is the first one that was seen.
    func isSame(_ object: AnyObject) -> Bool {
        let own = UInt(bitPattern: ObjectIdentifier(object))
        let (isFirst, known) = address.compareExchange(expected: 0, desired: own, ordering: .relaxed)
        return isFirst || known == own
    }
}
