import ArmoryFactory
import ArmoryTestSupport
import XCTest

final class RegistrationTests: FactoryTestCase {
    func testARegisteredClosureReplacesTheProperty() {
        shop.plain.register { MockService(7) }
        XCTAssertTrue(shop.plain() is MockService)
        XCTAssertFalse(other.plain() is MockService)
        shop.plain.register { Service(8) }
        XCTAssertEqual(shop.plain().number, 8)
        shop.plain.reset(.registration)
        XCTAssertEqual(shop.plain().number, 1)
    }

    func testRegisteringReleasesTheInstanceOfThatFactoryOnly() {
        let (cached, session, singleton) = (shop.cached(), shop.session(), shop.singleton())
        shop.cached.register { MockService() }
        XCTAssertTrue(shop.cached() is MockService)
        XCTAssertTrue(session === shop.session())
        shop.singleton.register { MockService() }
        XCTAssertTrue(shop.singleton() is MockService)
        XCTAssertFalse(singleton === shop.singleton())
        XCTAssertFalse(cached === shop.cached())
    }

    func testAContextDoesNotReleaseTheInstance() {
        let service = shop.cached()
        shop.cached.onTest { MockService() }
        XCTAssertTrue(service === shop.cached())
        shop.manager.reset(options: .scope)
        XCTAssertTrue(shop.cached() is MockService)
    }

    func testResetsOfAFactoryAreSeparate() {
        func prepare() -> Service {
            shop.cached.reset()
            shop.cached.register { Service(7) }
            shop.cached.onArg("none") { Service(8) }
            return shop.cached()
        }
        var service = prepare()
        XCTAssertTrue(service === shop.cached.reset(.none)())
        service = prepare()
        XCTAssertTrue(service === shop.cached.reset(.context)())
        service = prepare()
        XCTAssertTrue(service === shop.cached.reset(.registration)())
        service = prepare()
        XCTAssertFalse(service === shop.cached.reset(.scope)())
        XCTAssertEqual(shop.cached().number, 7)
        service = prepare()
        XCTAssertNotEqual(shop.cached.reset(.all)().number, 7)
    }

    func testResetsOfAContainerAreSeparate() {
        func prepare() -> Service {
            shop.reset()
            XCTAssertTrue(shop.manager.isEmpty(.all))
            shop.cached.register { Service(7) }
            shop.cached.onDevice { Service(8) }
            return shop.cached()
        }
        func isEmpty() -> [Bool] {
            [.all, .registration, .context, .scope, .none].map { shop.manager.isEmpty($0) }
        }
        var service = prepare()
        XCTAssertEqual(service.number, 8)
        XCTAssertEqual(isEmpty(), [false, false, false, false, true])
        shop.reset(options: .none)
        XCTAssertTrue(service === shop.cached())
        shop.reset(options: .context)
        XCTAssertEqual(isEmpty(), [false, false, true, false, true])
        XCTAssertTrue(service === shop.cached())
        shop.manager.reset(options: .scope)
        XCTAssertEqual(isEmpty(), [false, false, true, true, true])
        XCTAssertEqual(shop.cached().number, 7)
        service = prepare()
        shop.reset(options: .registration)
        XCTAssertEqual(isEmpty(), [false, true, false, false, true])
        XCTAssertTrue(service === shop.cached())
        shop.reset()
        XCTAssertEqual(isEmpty(), [true, true, true, true, true])
        XCTAssertNotEqual(shop.cached().number, 8)
    }

    func testOnceProtectsTheOptionsOfTheFirstRead() {
        let service = shop.once()
        XCTAssertTrue(service === shop.once())
        shop.once.scope(.unique)
        XCTAssertFalse(shop.once() === shop.once())
        shop.once.register { MockService() }
        XCTAssertTrue(shop.once() is MockService)
        let changed: Factory<Service> = shop(key: "changed") { Service(1) }.onTest { Service(2) }.once()
        changed.onTest { Service(3) }
        let again: Factory<Service> = shop(key: "changed") { Service(1) }.onTest { Service(2) }.once()
        XCTAssertEqual(again().number, 3)
    }

    func testWithoutOnceTheLastModifierCounts() {
        shop.session.scope(.unique)
        // The property sets its scope again.
        XCTAssertTrue(shop.session() === shop.session())
    }

    func testDecoratorsAreCalledWithEachInstance() {
        let log = Locked<[String]>([])
        shop.decorator { instance in log.withLock { $0.append("all \((instance as? Service)?.number ?? -1)") } }
        let factory: Factory<Service> = shop(key: "own") { Service(5) }.cached
            .decorator { service, isNew in log.withLock { $0.append("own \(service.number) \(isNew)") } }
        _ = factory()
        _ = factory()
        XCTAssertEqual(log.withLock { $0 }, ["own 5 true", "own 5 false"])
        factory.decorator { service in log.withLock { $0 = ["plain \(service.number)"] } }
        _ = factory()
        XCTAssertEqual(log.withLock { $0 }, ["plain 5"])
        _ = (shop(key: "other") { Service(6) } as Factory<Service>)()
        XCTAssertEqual(
            log.withLock { $0.last }, "all 6", "the container's counts for factories without their own")
        shop.decorator(nil)
        factory.unique.decorator { _, isNew in log.withLock { $0 = ["\(isNew)"] } }
        _ = factory()
        XCTAssertEqual(log.withLock { $0 }, ["true"])
    }

    func testAFactoryMayCallItselfALimitedNumberOfTimesIfCirclesAreNotTested() {
        shop.manager.circularDependencyTesting = false
        defer { shop.manager.circularDependencyTesting = true }
        func chain(_ length: Int) -> Factory<[Int]> {
            shop(key: "chain") { length == 0 ? [] : [length] + chain(length - 1)() }
        }
        XCTAssertEqual(chain(3)(), [3, 2, 1])
    }

    func testTheManagerSetsTheDecoratorToo() {
        let calls = Counter()
        shop.manager.decorator { _ in calls.next() }
        _ = shop.cached()
        shop.manager.decorator(nil)
        _ = shop.cached()
        XCTAssertEqual(calls.value, 1)
    }

    func testADecoratorMayResolve() {
        let shop = shop
        let factory: Factory<Service> = shop(key: "own") { Service() }.cached.decorator { _ in _ = shop.cached() }
        _ = factory()
        XCTAssertEqual(shop.calls.value, 1)
        // The closure holds the container.
        shop.reset()
    }

    func testAFactoryMayRegisterAndResetWhileItRuns() {
        let shop = shop
        let factory: Factory<Service> = shop(key: "own") {
            shop(key: "own") { Service() }.cached.register { Service(2) }
            shop.cached.reset()
            return Service(1)
        }.cached
        XCTAssertEqual(factory().number, 1)
        XCTAssertEqual(factory().number, 2)
        let resetting: Factory<Service> = shop(key: "resetting") {
            shop.reset()
            return Service(3)
        }.cached
        XCTAssertEqual(resetting().number, 3)
        XCTAssertTrue(shop.manager.isEmpty(.scope))
    }

    func testClosuresForOtherParametersDoNotCount() {
        let plain: Factory<Service> = shop(key: "name") { Service(1) }
        let parameterised: ParameterFactory<Int, Service> = shop(key: "name") { Service($0) }
        parameterised.register { Service(-$0) }
        XCTAssertEqual(plain().number, 1)
        XCTAssertEqual(parameterised(2).number, -2)
        plain.register { Service(3) }
        XCTAssertEqual(plain().number, 3)
        XCTAssertEqual(parameterised(2).number, 2)
    }

    func testNamesAreComparedByTheirCharacters() {
        XCTAssertFalse(shop.cached() === (shop(key: "cachedX") { Service() }.cached as Factory<Service>)())
        XCTAssertTrue(shop.cached() === (shop(key: "cached") { Service() }.cached as Factory<Service>)())
    }

    func testContainersAreChangedInPlace() async {
        let shop = Shop().with { $0.cached.register { MockService() } }
        XCTAssertTrue(shop.cached() is MockService)
        let awaited = await Shop().with {
            await Task.yield()
            $0.cached.register { MockService() }
        }
        XCTAssertTrue(awaited.cached() is MockService)
    }

    func testPromises() {
        shop.manager.promiseTriggersError = false
        XCTAssertNil(shop.promise())
        shop.promise.register { Service(4) }
        XCTAssertEqual(shop.promise()?.number, 4)
        let parameterised: ParameterFactory<Int, Service?> = shop.promised()
        XCTAssertNil(parameterised(3))
    }

    func testNamesQualifiedByTheOriginalsModules() {
        let kit: FactoryKit.Container = FactoryKit.Container()
        let container: Factory.Container = kit
        XCTAssertEqual(container.qualified(), 6)
        let number: FactoryKit.VoidFactoryType<Int> = { 7 }
        container.qualified.register(factory: number)
        XCTAssertEqual(container.qualified(), 7)
        let double: FactoryKit.ParameterFactoryType<Int, Int> = { 2 * $0 }
        XCTAssertEqual((container(key: "double", double) as ParameterFactory<Int, Int>)(4), 8)
        let registration: FactoryKit.FactoryRegistration<Void, Int> = container.qualified.registration
        withExtendedLifetime(registration) {}
        Shop.$shared.withValue(shop) {
            XCTAssertTrue(FactoryKit.dependency(\Shop.cached) === shop.cached())
            XCTAssertTrue(FactoryKit.dependency(\Shop.of, parameter: 3) === shop.of(3))
        }
        XCTAssertEqual(FactoryKit.dependency(\.qualified), 6)
        XCTAssertEqual(FactoryKit.dependency(\.qualifiedOf, parameter: 5), 5)
        let scope: FactoryKit.Scope = FactoryScope.cached
        XCTAssertTrue(scope === Scope.cached)
    }
}

extension Shop {
    fileprivate var of: ParameterFactory<Int, Service> { self { Service($0) }.cached }
}

extension Factory.Container {
    fileprivate var qualified: FactoryKit.Factory<Int> { self { 6 } }
    fileprivate var qualifiedOf: FactoryKit.ParameterFactory<Int, Int> { self { $0 } }
}
