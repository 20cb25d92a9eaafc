// Every test is a test of memory too.

import Synchronization
public import XCTest

/// A test case whose every test fails where it leaves behind memory of the library's or an instance that is counted.
///
/// What the test case has in its own fields when it was made does not count; what a test puts there does.
open class LeakCheckedTestCase: XCTestCase {
    /// Whether a test has left something behind.
    ///
    /// Relaxed, since XCTest runs one test at a time.
    private static let hasLeaked = Atomic(false)
    /// How long the threads of a test may take to end, in seconds.
    ///
    /// Only a leak or a very busy machine takes long. After a leak, which fails the run, the next one is soon told: a fault of the
    /// engine's makes most tests leak, and the run would take hours.
    private static var patience: Double { hasLeaked.load(ordering: .relaxed) ? 1 : 60 }

    private var check: LeakCheck?

    override open func setUp() {
        super.setUp()
        _ = LeakSanitizer.isAwaited
        check = LeakCheck()
    }

    override open func tearDown() {
        let growth = check?.growth(within: Self.patience) ?? []
        if !growth.isEmpty { Self.hasLeaked.store(true, ordering: .relaxed) }
        XCTAssert(growth.isEmpty, "\(name) leaves behind: \(growth.joined(separator: ", "))")
        super.tearDown()
    }
}

@available(*, unavailable, message: "A test case runs on one thread.")
extension LeakCheckedTestCase: Sendable {}
