// During a move, code for the other library gets instances of a native container, and native code gets a context's objects.

import Armory
import ArmoryEasyDi
import ArmoryTestSupport
import Foundation
import XCTest

private final class Printer: Sendable {}

private protocol Printing: AnyObject {}

private final class Device: Printing {
    let life = Counted()
    weak var other: (any Printing)?
}

// swift-format-ignore: NeverUseForceTry
private class DeviceAssembly: Assembly, @unchecked Sendable {
    var printer: Printer { define(init: try! self.context.parent!.resolve(Printer.self)) }

    var single: any Printing { define(scope: .lazySingleton, init: Device()) { $0.other = self.weak } }
    var weak: Device! { define(scope: .weakSingleton, init: Device()) }
    var number: Int { define(scope: .lazySingleton, init: 7) { $0 += 1 } }
    var ofGraph: Device { define(init: Device()) }
    var fresh: Device { define(scope: .prototype, init: Device()) }
}

private class OtherAssembly: DeviceAssembly, @unchecked Sendable {}

private enum Second {
    class DeviceAssembly: Assembly, @unchecked Sendable {
        var single: any Printing { define(scope: .lazySingleton, init: Device()) }
    }
}

final class NativeInstanceTests: ContextTestCase {
    private var devices: DeviceAssembly { DeviceAssembly.instance(from: context) }

    func testADefinitionReturnsAnInstanceOfTheContextsParent() throws {
        let container = try Armory.Container { Singleton { Printer() } }
        for context in [DIContext(parent: container), DIContext(parent: container, locker: NSRecursiveLock())] {
            XCTAssert(context.parent === container)
            XCTAssertTrue(try DeviceAssembly.instance(from: context).printer === container.resolve(Printer.self))
        }
        XCTAssertNil(context.parent)
        XCTAssertNil(DIContext(locker: NSRecursiveLock()).parent)
    }

    func testAModuleHasTheSingletonsAndTheWeakSingletonsThatAreHeld() throws {
        var weak: Device? = devices.weak
        let single = devices.single
        _ = (devices.number, devices.ofGraph, devices.fresh)
        let container = try Armory.Container { context.module }
        XCTAssertTrue(try container.resolve((any Printing).self, named: "DeviceAssembly.single") === single)
        XCTAssertTrue(try container.resolve(Device.self, named: "DeviceAssembly.weak") === weak)
        XCTAssertEqual(try container.resolve(Int.self, named: "DeviceAssembly.number"), 8)
        XCTAssertEqual(container.graph.nodes.count, 3)
        XCTAssertNoThrow(try container.validate())
        // The container keeps no object: it asks for it.
        weak = nil
        XCTAssertNil(try container.resolve(Device?.self, named: "DeviceAssembly.weak"))
        XCTAssertTrue(devices.single === single)
        let again: Device! = devices.weak
        XCTAssertTrue(try container.resolve(Device.self, named: "DeviceAssembly.weak") === again)
    }

    func testAModuleIsOfItsMoment() throws {
        let before = context.module
        let single = devices.single
        XCTAssertEqual(try Armory.Container { before }.graph.nodes.count, 0)
        let after = try Armory.Container { context.module }
        devices.addSubstitution(for: "single") { Device() as any Printing }
        XCTAssertTrue(
            try after.resolve((any Printing).self, named: "DeviceAssembly.single") === single,
            "the substitute is another object")
    }

    func testAModuleNamesTheObjectsByTheirAssemblies() throws {
        let objects = [devices.single, OtherAssembly.instance(from: context).single]
        let container = try Armory.Container { context.module }
        for (name, object) in zip(["DeviceAssembly", "OtherAssembly"], objects) {
            XCTAssertTrue(
                try container.resolve((any Printing).self, named: RegistrationName("\(name).single")) === object)
        }
        let second = Second.DeviceAssembly.instance(from: context).single
        let both = try Armory.Container { context.module }
        let name = RegistrationName("ArmoryEasyDiTests.Second.DeviceAssembly.single")
        XCTAssertTrue(try both.resolve((any Printing).self, named: name) === second)
        XCTAssertTrue(
            try both.resolve((any Printing).self, named: "ArmoryEasyDiTests.DeviceAssembly.single") === objects[0])
    }

    func testAContainerOfAModuleKeepsTheContextAlive() throws {
        var context: DIContext? = DIContext()
        weak let held = context
        let single = try XCTUnwrap(context.map { DeviceAssembly.instance(from: $0).single })
        let container = try XCTUnwrap(context.map { $0.module })
        context = nil
        XCTAssertNotNil(held)
        XCTAssertTrue(
            try Armory.Container { container }.resolve((any Printing).self, named: "DeviceAssembly.single") === single)
    }
}
