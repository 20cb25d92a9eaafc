// swift-format-ignore-file
// Code as it is written for Swinject and SwinjectAutoregistration, with the imports changed. The target's warnings are errors, so it
// also tests that the compiler says nothing about it in the Swift 5 language mode.

import ArmorySwinject
import ArmoryTestSupport
import Foundation
import XCTest

// MARK: What an app has

private protocol Engine: AnyObject {
    var fuel: String { get }
}

private class PetrolEngine: Engine {
    var fuel: String { "petrol" }
}

private class ElectricEngine: Engine {
    var fuel: String { "electricity" }
}

private protocol Vehicle: AnyObject {
    var engine: Engine { get }
    var driver: Driver? { get set }
}

private class Truck: Vehicle {
    let engine: Engine
    weak var driver: Driver?
    var load: Int = 0

    init(engine: Engine) { self.engine = engine }

    init(engine: Engine, load: Int) {
        self.engine = engine
        self.load = load
    }
}

private class Driver {
    let name: String
    var vehicle: Vehicle?

    init(name: String = "Ada") { self.name = name }
}

private struct Settings {
    var host = "localhost"
    var retries = 3
}

private class UIViewController {
    var service: Vehicle?
}

private class MapViewController: UIViewController {
    var settings: Settings!
    var lazyDriver: Lazy<Driver>!
    var trucks: Provider<Truck>!
}

private class Coordinator {
    private let resolver: Resolver
    init(resolver: Resolver) { self.resolver = resolver }

    func start() -> UIViewController { resolver.resolve(MapViewController.self)! }
}

// MARK: Assemblies

private class EngineAssembly: Assembly {
    func assemble(container: Container) {
        container.register(Engine.self) { _ in PetrolEngine() }
        container.register(Engine.self, name: "electric") { _ in ElectricEngine() }.inObjectScope(.container)
        container.register(Settings.self) { _ in
            var settings = Settings()
            settings.host = "example.com"
            return settings
        }
    }
}

private final class VehicleAssembly: Assembly {
    private(set) var isLoaded = false

    func assemble(container: Container) {
        registerVehicles(in: container)
        container.register(Driver.self) { resolver in
            let driver = Driver()
            driver.vehicle = resolver.resolve(Vehicle.self)
            return driver
        }
        .inObjectScope(.container)

        container.register(MapViewController.self) { _ in MapViewController() }
            .initCompleted { r, controller in
                controller.service = r.resolve(Vehicle.self)
                controller.settings = r.resolve(Settings.self)!
                controller.lazyDriver = r.resolve(Lazy<Driver>.self)
                controller.trucks = r.resolve(Provider<Truck>.self)
            }
        container.register(Coordinator.self) { r in Coordinator(resolver: r) }
    }

    private func registerVehicles(in container: Container) {
        container.register(Vehicle.self) { r in
            Truck(engine: r.resolve(Engine.self)!)
        }.initCompleted { (r, vehicle) in
            vehicle.driver = r.resolve(Driver.self)
        }
        container.register(Truck.self) { r in Truck(engine: r.resolve(Engine.self, name: "electric")!) }
        container.register(Vehicle.self) { r, load in
            Truck(engine: r.resolve(Engine.self)!, load: load)
        }
        container.register(Vehicle.self, name: "loaded") { (r: Resolver, engine: Engine, load: Int) in
            Truck(engine: engine, load: load)
        }
    }

    func loaded(resolver: Resolver) {
        isLoaded = resolver.resolve(Vehicle.self) != nil
    }
}

extension ObjectScope {
    fileprivate static let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
    fileprivate static let lesson = ObjectScope(
        storageFactory: { CompositeStorage([GraphStorage(), WeakStorage()]) }, description: "lesson", parent: ObjectScope.transient)
}

extension Container {
    fileprivate func registerAll() -> Self {
        register(Engine.self) { _ in PetrolEngine() }
        return self
    }

    @discardableResult
    fileprivate func single<T>(_ type: T.Type, _ make: @escaping (Resolver) -> T) -> ServiceEntry<T> {
        register(type, factory: make).inObjectScope(.container)
    }

    fileprivate func component<T>(_ initializer: @escaping (()) -> T, scope: ObjectScope) {
        autoregister(T.self, initializer: initializer).inObjectScope(scope)
    }

    fileprivate func component<T, A, B>(_ initializer: @escaping ((A, B)) -> T, scope: ObjectScope) {
        autoregister(T.self, initializer: initializer).inObjectScope(scope)
    }
}

extension Resolver {
    fileprivate func resolve<T>() -> T { resolve(T.self)! }
}

/// A resolver of a test.
private class ResolverMock: Resolver {
    var asked: [String] = []

    func resolve<Service>(_ serviceType: Service.Type) -> Service? {
        // An optimized interpolation of a private type names its file too.
        asked.append(String(describing: serviceType))
        return nil
    }
    func resolve<Service>(_ serviceType: Service.Type, name: String?) -> Service? { nil }
    func resolve<Service, Arg1>(_ serviceType: Service.Type, argument: Arg1) -> Service? { nil }
    func resolve<Service, Arg1>(_ serviceType: Service.Type, name: String?, argument: Arg1) -> Service? { nil }
    func resolve<Service, Arg1, Arg2>(_ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2) -> Service? { nil }
    func resolve<Service, Arg1, Arg2>(_ serviceType: Service.Type, name: String?, arguments arg1: Arg1, _ arg2: Arg2) -> Service? { nil }
    func resolve<Service, Arg1, Arg2, Arg3>(_ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3) -> Service? { nil }
    func resolve<Service, Arg1, Arg2, Arg3>(_ serviceType: Service.Type, name: String?, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3) -> Service? { nil }
    func resolve<Service, Arg1, Arg2, Arg3, Arg4>(_ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4) -> Service? { nil }
    func resolve<Service, Arg1, Arg2, Arg3, Arg4>(_ serviceType: Service.Type, name: String?, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4) -> Service? { nil }
    func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5>(_ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4, _ arg5: Arg5) -> Service? { nil }
    func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5>(_ serviceType: Service.Type, name: String?, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4, _ arg5: Arg5) -> Service? { nil }
    func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6>(_ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4, _ arg5: Arg5, _ arg6: Arg6) -> Service? { nil }
    func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6>(_ serviceType: Service.Type, name: String?, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4, _ arg5: Arg5, _ arg6: Arg6) -> Service? { nil }
    func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7>(_ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4, _ arg5: Arg5, _ arg6: Arg6, _ arg7: Arg7) -> Service? { nil }
    func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7>(_ serviceType: Service.Type, name: String?, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4, _ arg5: Arg5, _ arg6: Arg6, _ arg7: Arg7) -> Service? { nil }
    func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8>(_ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4, _ arg5: Arg5, _ arg6: Arg6, _ arg7: Arg7, _ arg8: Arg8) -> Service? { nil }
    func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8>(_ serviceType: Service.Type, name: String?, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4, _ arg5: Arg5, _ arg6: Arg6, _ arg7: Arg7, _ arg8: Arg8) -> Service? { nil }
    func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8, Arg9>(_ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4, _ arg5: Arg5, _ arg6: Arg6, _ arg7: Arg7, _ arg8: Arg8, _ arg9: Arg9) -> Service? { nil }
    func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8, Arg9>(_ serviceType: Service.Type, name: String?, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4, _ arg5: Arg5, _ arg6: Arg6, _ arg7: Arg7, _ arg8: Arg8, _ arg9: Arg9) -> Service? { nil }
}

private class DebugBehavior: Behavior {
    var names: [String] = []

    func container<Type, Service>(
        _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>, withName name: String?
    ) {
        names.append(name ?? "\(type)")
    }
}

private class AppDelegate {
    static let container: Container = {
        let container = Container()
        container.register(Engine.self) { _ in PetrolEngine() }.inObjectScope(.container)
        return container
    }()
    static let assembler = Assembler([EngineAssembly(), VehicleAssembly()])

    lazy var resolver: Resolver = AppDelegate.container.synchronize()
}

final class SwinjectSpellingTests: XCTestCase {
    override func setUp() {
        super.setUp()
        Container.loggingFunction = nil
    }

    func testAnAppWithAssemblies() {
        let vehicles = VehicleAssembly()
        let assembler = Assembler([vehicles, EngineAssembly()])
        XCTAssertTrue(vehicles.isLoaded)
        let resolver = assembler.resolver
        let controller = resolver.resolve(Coordinator.self)!.start() as! MapViewController
        XCTAssertEqual(controller.settings.host, "example.com")
        XCTAssertEqual(controller.lazyDriver.instance.name, "Ada")
        XCTAssertTrue(controller.lazyDriver.instance === resolver.resolve(Driver.self))
        XCTAssertEqual(controller.trucks.instance.engine.fuel, "electricity")
        XCTAssertFalse(controller.trucks.instance === controller.trucks.instance)
        let loaded = resolver.resolve(Vehicle.self, argument: 7) as? Truck
        XCTAssertEqual(loaded?.load, 7)
        let engine: Engine = ElectricEngine()
        let electric = resolver.resolve(Vehicle.self, name: "loaded", arguments: engine, 8)
        XCTAssertTrue(electric?.engine === engine)
        XCTAssertNotNil(AppDelegate.assembler.resolver.resolve(Vehicle.self)?.driver?.vehicle)
    }

    func testAContainerWithAClosureAndAChild() {
        let container = Container() { c in
            c.register(Engine.self) { _ in PetrolEngine() }
            c.register(Vehicle.self) { Truck(engine: $0.resolve(Engine.self)!) }
        }
        let child = Container(parent: container, defaultObjectScope: .container)
        child.register(Engine.self) { _ in ElectricEngine() }
        XCTAssertEqual(child.resolve(Vehicle.self)!.engine.fuel, "electricity")
        XCTAssertEqual(container.resolve(Vehicle.self)!.engine.fuel, "petrol")
        XCTAssertTrue(child.resolve(Engine.self)! === child.resolve(Engine.self)!)
        XCTAssertNil(container.registerAll().resolve(Driver.self))
        if let engine = container.resolve(Engine.self) { XCTAssertEqual(engine.fuel, "petrol") }
        guard container.resolve(Optional<Driver>.self)! == nil else { return XCTFail("no driver is registered") }
    }

    func testForwardingScopesAndReset() {
        let container = Container()
        let entry = container.register(Truck.self) { _ in Truck(engine: PetrolEngine()) }
            .inObjectScope(.session)
            .implements(Vehicle.self, AnyObject.self)
        container.forward(Vehicle.self, name: "truck", to: entry)
        let truck = container.resolve(Truck.self)!
        XCTAssertTrue(container.resolve(Vehicle.self, name: "truck")! === truck)
        XCTAssertTrue(container.resolve(AnyObject.self)! === truck)
        container.resetObjectScope(.session)
        XCTAssertFalse(container.resolve(Vehicle.self)! === truck)
        container.resetObjectScope(ObjectScope.session, serviceType: Truck.self)
        container.register(Driver.self) { _, name in Driver(name: name) }.inObjectScope(.lesson)
        let driver = container.resolve(Driver.self, argument: "Grace")!
        XCTAssertTrue(container.resolve(Driver.self, argument: "Ada")! === driver)
        XCTAssertTrue(container.hasAnyRegistration(of: Driver.self))
        print(container, terminator: "")
        container.removeAll()
        XCTAssertNil(container.resolve(Truck.self))
    }

    func testAutoregistrationAndOperators() {
        let container = Container()
        container.autoregister(Engine.self, initializer: PetrolEngine.init)
        container.register(Int.self) { _ in 3 }
        container.autoregister(Vehicle.self, initializer: Truck.init(engine:)).inObjectScope(.container)
        container.autoregister(Vehicle.self, argument: Int.self, initializer: Truck.init(engine:load:))
        container.component({ ElectricEngine() }, scope: .weak)
        container.component({ (engine: Engine, load: Int) in Truck(engine: engine, load: load) }, scope: .transient)
        container.register(Driver.self) { r in
            let driver = Driver(name: "Lin")
            driver.vehicle = r ~> Vehicle.self
            return driver
        }
        let driver: Driver = container~>
        XCTAssertEqual(driver.vehicle?.engine.fuel, "petrol")
        XCTAssertEqual(((container ~> (Vehicle.self, argument: 9)) as? Truck)?.load, 9)
        XCTAssertEqual((container ~> Truck.self).load, 3)
        XCTAssertEqual((container ~> ElectricEngine.self).fuel, "electricity")
        let inferred: Driver = container.resolve()
        XCTAssertEqual(inferred.name, "Lin")
    }

    func testBehaviorsAndMocks() {
        let behavior = DebugBehavior()
        let container = Container(behaviors: [behavior])
        container.single(Driver.self) { _ in Driver() }
        container.register(Driver.self, name: "other", factory: { _ in Driver() })
        XCTAssertEqual(behavior.names, ["Driver", "other"])
        let mock = ResolverMock()
        XCTAssertNil((mock as Resolver).resolve(Engine.self))
        XCTAssertEqual(mock.asked, ["Engine"])
    }

    func testManyThreads() {
        AppDelegate.container.register(Driver.self) { r in Driver(name: r.resolve(Engine.self)!.fuel) }
        let group = DispatchGroup()
        for _ in 0..<8 {
            DispatchQueue.global().async(group: group) {
                XCTAssertTrue(AppDelegate.container.resolve(Engine.self)! === AppDelegate.container.resolve(Engine.self)!)
            }
        }
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let resolver = AppDelegate().resolver
            XCTAssertEqual(resolver.resolve(Driver.self)!.name, "petrol")
        }
        group.wait()
    }
}
