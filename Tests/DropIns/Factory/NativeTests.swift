import Armory
import ArmoryFactory
import ArmoryTestSupport
import XCTest

private final class Depot: SharedContainer, Resolving {
    @TaskLocal static var shared = Depot()
    let manager = ContainerManager()

    var promised: FactoryKit.Factory<(any Serving)?> { self.promised() }
    var cachedPromise: FactoryKit.Factory<Service?> { self.promised().cached }
    var other: FactoryKit.Factory<Service> { self { Service(1) }.cached }
    var lonely: FactoryKit.Factory<Service> { self { Service(2) } }
    var held: FactoryKit.Factory<Service?> { self { Service(3) }.shared }
}

/// A native container as a parent, and a container as a native module.
final class NativeTests: FactoryTestCase {
    private func native() throws -> Armory.Container {
        try Armory.Container {
            Singleton { Service(40) }
            Transient((any Serving).self) { ServiceValue(number: 41) }
            Singleton { Service(42) }.named("other")
        }
    }

    func testTheParentIsAskedForATypeThatIsNotRegistered() throws {
        let (depot, native) = (Depot(), try native())
        XCTAssertNil(depot.resolve(Service.self))
        depot.manager.parent = native
        XCTAssertTrue(depot.manager.parent === native)
        XCTAssertTrue(depot.resolve(Service.self) === (try native.resolve(Service.self)))
        XCTAssertNil(depot.resolve(MockService.self))
        depot.register { Service(5) }
        XCTAssertEqual(depot.resolve(Service.self)?.number, 5)
        depot.reset()
        XCTAssertEqual(depot.resolve(Service.self)?.number, 40)
        native.close()
    }

    func testTheParentKeepsAPromiseThatNobodyElseKeeps() throws {
        let (depot, native) = (Depot(), try native())
        depot.manager.promiseTriggersError = false
        XCTAssertNil(depot.promised())
        XCTAssertNil(depot.cachedPromise())
        depot.manager.parent = native
        XCTAssertEqual(depot.promised()?.number, 41)
        XCTAssertTrue(depot.cachedPromise() === (try native.resolve(Service.self)))
        depot.promised.register { ServiceValue(number: 6) }
        XCTAssertEqual(depot.promised()?.number, 6)
        native.close()
    }

    func testAnInjectedTypeComesFromTheParent() throws {
        struct Owner {
            @ArmoryFactory.InjectedType(Depot.shared) var service: Service?
            @ArmoryFactory.InjectedType(Shop.shared) var ofTheShop: Service?
            @ArmoryFactory.InjectedType(Depot.shared) var missing: Two?
        }
        let native = try native()
        let (depot, shop) = (Depot(), shop)
        depot.manager.parent = native
        shop.manager.parent = native
        Depot.$shared.withValue(depot) {
            Shop.$shared.withValue(shop) {
                let owner = Owner()
                XCTAssertEqual(owner.service?.number, 40)
                XCTAssertEqual(owner.ofTheShop?.number, 40)
                XCTAssertNil(owner.missing)
            }
        }
        native.close()
    }

    func testAnErrorOfTheParentEndsTheProcess() throws {
        try assertEndsProcess("failing parent", saying: "FACTORY: ", "Service could not be created") {
            struct Mishap: Error {}
            let depot = Depot()
            depot.manager.parent = try? Armory.Container { Singleton { () throws -> Service in throw Mishap() } }
            _ = depot.resolve(Service.self)
        }
    }

    func testTheModuleHasWhatIsRegistered() throws {
        let depot = Depot()
        depot.register { Two(Service(7), Service(8)) }.scope(.cached)
        depot.lonely.register { Service(9) }
        let kept = depot.other()
        let held = depot.held()
        let number: ParameterFactory<Int, Int> = depot(key: "number") { $0 }
        number.register { -$0 }
        let native = try Armory.Container { depot.module }
        XCTAssertTrue(try native.resolve(Two.self) === depot.resolve(Two.self))
        XCTAssertTrue(try native.resolve(Service.self, named: "other") === kept)
        XCTAssertTrue(try native.resolve(Service?.self, named: "held") === held)
        XCTAssertEqual(try native.resolve(Service.self, named: "lonely").number, 9)
        XCTAssertFalse(native.isRegistered(ServiceKey(Int.self, qualifier: Qualifier(RegistrationName("number")))))
        try native.validate()
        // By what is registered by then.
        depot.lonely.register { Service(10) }
        XCTAssertEqual(try native.resolve(Service.self, named: "lonely").number, 10)
        depot.other.reset(.scope)
        XCTAssertThrowsError(try native.resolve(Service.self, named: "other"))
        native.close()
        XCTAssertEqual(depot.resolve(Two.self)?.first.number, 7, "not closed")
        withExtendedLifetime(held) {}
    }

    func testAFactoryThatNobodyRegisteredIsNotInTheModule() throws {
        let depot = Depot()
        _ = (depot.lonely(), depot.held())
        let native = try Armory.Container { depot.module }
        XCTAssertFalse(native.isRegistered(ServiceKey(Service.self, qualifier: Qualifier(RegistrationName("lonely")))))
        XCTAssertFalse(native.isRegistered(ServiceKey(Service?.self, qualifier: Qualifier(RegistrationName("held")))))
        native.close()
    }
}
