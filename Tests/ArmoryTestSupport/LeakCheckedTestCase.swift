// Every test is a test of memory too.

import Synchronization
public import XCTest

/// A test case whose every test fails where it leaves behind memory of the library's or an instance that is counted.
///
/// What the test case has in its own fields when it was made does not count; what a test puts there does.
open class LeakCheckedTestCase: XCTestCase {
    /// The tests that have left something behind.
    private static let leaks = Atomic<Int>(0)
    /// How long the threads of a test may take to end, in seconds.
    ///
    /// Only a leak or a very busy machine takes long. After a leak, which fails the run, the next one is soon told: a fault of the
    /// engine's makes most tests leak, and the run would take hours.
    private static var patience: Double { leaks.load(ordering: .relaxed) == 0 ? 60 : 1 }

    private var check: LeakCheck?

    override open func setUp() {
        super.setUp()
        _ = CollidingHashes.areOnInEveryTest
        _ = LeakSanitizer.isAwaited
        check = LeakCheck()
    }

    override open func tearDown() {
        let growth = check?.growth(within: Self.patience) ?? []
        if !growth.isEmpty { Self.leaks.add(1, ordering: .relaxed) }
        XCTAssert(growth.isEmpty, "\(name) leaves behind: \(growth.joined(separator: ", "))")
        super.tearDown()
    }
}

@available(*, unavailable, message: "A test case runs on one thread.")
extension LeakCheckedTestCase: Sendable {}
