public import ArmoryFactory
public import XCTest

/// A test case of XCTest whose tests each have their own container and their own singletons.
///
/// ```swift
/// final class ServiceTests: XCContainerTestCase {
///     func testTheMockIsUsed() {
///         Container.shared.service.register { MockService() }
///         XCTAssertTrue(Container.shared.service() is MockService)
///     }
/// }
/// ```
///
/// The methods `setUp` and `tearDown` of a test have its container, too.
open class XCContainerTestCase: XCTestCase {
    /// Changes the container before a test, for example to register mocks; nil: nothing is changed.
    open var transform: (@Sendable (Container) -> Void)?

    /// Runs a test with its own container and singletons.
    override open func invokeTest() {
        withContainer(
            shared: Container.$shared, container: Container(), operation: { super.invokeTest() }, transform: transform)
    }
}
