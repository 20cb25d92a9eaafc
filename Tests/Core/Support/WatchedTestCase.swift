// A circle that nobody finds is a hang, which has to end the run and say where.

import ArmoryTestSupport
import XCTest

/// A test case that ends the process if a test hangs.
class WatchedTestCase: LeakCheckedTestCase {
    private var watchdog: Watchdog?

    override func setUp() {
        super.setUp()
        watchdog = Watchdog(name, seconds: 120, describe: Waits.described)
    }

    override func tearDown() {
        watchdog?.disarm()
        watchdog = nil
        super.tearDown()
    }
}
