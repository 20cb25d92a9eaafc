// During a move, code for the other library gets instances of a native container.

import Armory
import ArmoryEasyDi
import ArmoryTestSupport
import XCTest

private final class Printer: Sendable {}

// swift-format-ignore: NeverUseForceTry, NeverUseImplicitlyUnwrappedOptionals
final class NativeInstanceTests: ContextTestCase {
    func testADefinitionReturnsANativeInstance() throws {
        let container = try Container { Singleton { Printer() } }
        class Devices: Assembly, @unchecked Sendable {
            var container: Container!
            var printer: Printer { define(init: try! self.container.resolve(Printer.self)) }
        }
        let devices = Devices.instance(from: context)
        devices.container = container
        XCTAssertTrue(try devices.printer === container.resolve(Printer.self))
        devices.container = nil
    }
}
