import ArmoryEasyDi
import ArmoryTestSupport

/// A test case with a context for each test, which leaves nothing behind.
class ContextTestCase: LeakCheckedTestCase {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    private(set) var context: DIContext!

    override func setUp() {
        // What it lies in is the process's.
        _ = DIContext.defaultInstance
        super.setUp()
        context = DIContext()
    }

    override func tearDown() {
        context = nil
        super.tearDown()
    }
}
