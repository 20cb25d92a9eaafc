import Armory
import ArmoryFactory
import ArmoryTestSupport
import XCTest

/// The container of Armory under a container of Factory.
final class NativeTests: FactoryTestCase {
    func testNativeCodeFindsAnInstanceByTheName() throws {
        let service = shop.cached()
        XCTAssertTrue(try shop.manager.native.resolve(Service.self, named: "cached") === service)
    }

    func testANativeRegistrationUnderTheSameKeyIsUsed() throws {
        let mock = MockService(9)
        try shop.manager.native.register(Singleton(value: mock as Service).named("cached"))
        XCTAssertTrue(shop.cached() === mock)
    }

    func testNativeRegistrationsLiveBesideFactories() throws {
        let native = shop.manager.native
        try native.register(Singleton { Two(Service(1), Service(2)) })
        shop.plain.register { [shop] in (try? shop.manager.native.resolve(Two.self).second) ?? Service(-1) }
        XCTAssertEqual(shop.plain().number, 2)
        XCTAssertTrue(try native.resolve(Two.self) === native.resolve(Two.self))
        shop.reset()
        XCTAssertEqual(try native.resolve(Two.self).first.number, 1)
    }

    func testTheGraphShowsTheResolvedFactoriesWithTheirPlace() throws {
        _ = shop.cached()
        _ = shop.two()
        let text = "\(shop.manager.native.graph)"
        XCTAssertTrue(text.contains("cached"), text)
        XCTAssertTrue(text.contains("Support.swift"), text)
        try shop.manager.native.validate()
    }

    func testAClosedContainerEndsTheProcess() throws {
        try assertEndsProcess("closed", saying: "FACTORY: ", "closed") {
            let shop = Shop()
            shop.manager.native.close()
            _ = shop.cached()
        }
    }
}
