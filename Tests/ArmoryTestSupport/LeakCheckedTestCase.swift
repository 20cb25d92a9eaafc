// Every test is a test of memory too.

public import XCTest

/// A test case whose every test fails where it leaves behind memory of the library's or an instance that is counted.
///
/// What the test case has in its own fields when it was made does not count; what a test puts there does.
open class LeakCheckedTestCase: XCTestCase {
    /// How long the threads of a test may take to end, in seconds.
    ///
    /// Only a leak or a very busy machine takes long.
    private static let patience = 60.0

    private var check: LeakCheck?

    override open func setUp() {
        super.setUp()
        _ = CollidingHashes.areOnInEveryTest
        _ = LeakSanitizer.isAwaited
        check = LeakCheck()
    }

    override open func tearDown() {
        let growth = check?.growth(within: Self.patience) ?? []
        XCTAssert(growth.isEmpty, "\(name) leaves behind: \(growth.joined(separator: ", "))")
        super.tearDown()
    }
}

@available(*, unavailable, message: "A test case runs on one thread.")
extension LeakCheckedTestCase: Sendable {}
