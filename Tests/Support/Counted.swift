// Counts every instance of the tests' own classes, to find one that is retained once too often.

import Synchronization

/// A life that the whole process counts: a class that has one as a field, `let life = Counted()`, has its instances counted.
///
/// A field and not a superclass: a class that is `Sendable`, or is not, stays so.
package struct Counted: ~Copyable, Sendable {
    private static let count = Atomic<Int>(0)

    /// How many there are in the process.
    package static var alive: Int { count.load(ordering: .relaxed) }

    package init() {
        // Relaxed: a count orders nothing, so that it hides no race from ThreadSanitizer.
        Self.count.add(1, ordering: .relaxed)
    }

    deinit {
        Self.count.subtract(1, ordering: .relaxed)
    }
}
