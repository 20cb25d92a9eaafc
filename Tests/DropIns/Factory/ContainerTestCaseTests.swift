import ArmoryFactory
import ArmoryFactoryTesting
import XCTest

/// Each test finds nothing of the others, in whatever order they run.
final class ContainerTestCaseTests: XCContainerTestCase {
    override var transform: (@Sendable (Container) -> Void)? {
        get { { $0.changed.register { "changed" } } }
        set { super.transform = newValue }
    }

    private func assertIsAlone() {
        XCTAssertEqual(Container.shared.changed(), "changed")
        XCTAssertEqual(Container.shared.word(), "own")
        Container.shared.word.register { "another" }
        XCTAssertEqual(Container.shared.word(), "another")
        XCTAssertEqual(Container.shared.once().count, 0)
        Container.shared.once().count += 1
    }

    func testTheFirstHasItsContainer() { assertIsAlone() }

    func testTheSecondHasItsContainer() { assertIsAlone() }

    func testAnAsyncOneHasItsContainer() async {
        assertIsAlone()
        await Task { XCTAssertEqual(Container.shared.word(), "another") }.value
    }

    override func tearDown() {
        XCTAssertEqual(Container.shared.word(), "another")
        super.tearDown()
    }
}

private final class Once: @unchecked Sendable {  // Used by one test.
    var count = 0
}

extension Container {
    fileprivate var word: Factory<String> { self { "own" }.cached }
    fileprivate var changed: Factory<String> { self { "original" } }
    fileprivate var once: Factory<Once> { self { Once() }.singleton }
}
