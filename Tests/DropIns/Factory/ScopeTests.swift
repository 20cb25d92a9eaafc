import ArmoryFactory
import ArmoryTestSupport
import XCTest

/// An object that uses the container when it is released.
private final class Farewell: @unchecked Sendable {  // Immutable.
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}

extension SharedContainer {
    fileprivate var common: Factory<Service> { self { Service() }.singleton }
    fileprivate var commonOf: ParameterFactory<Int, Service> { self { Service($0) }.singleton.scopeOnParameters }
}

final class ScopeTests: FactoryTestCase {
    func testAnInstanceOfAFormerDefaultScopeMayUseTheContainerWhenItIsReleased() {
        let (shop, ends) = (shop, Counter())
        shop.manager.defaultScope = Scope.Singleton()
        let factory: Factory<Farewell> = shop(key: "own") {
            Farewell { [weak shop] in
                _ = shop?.manager.defaultScope
                ends.next()
            }
        }
        _ = factory()
        XCTAssertEqual(ends.value, 0)
        shop.manager.defaultScope = nil
        XCTAssertEqual(ends.value, 1)
    }

    func testUniqueCreatesAnInstanceAtEachResolve() {
        XCTAssertFalse(shop.unique() === shop.unique())
        XCTAssertFalse(shop.cached.unique() === shop.cached.unique.resolve())
        XCTAssertEqual(shop.calls.value, 4)
    }

    func testCachedKeepsTheInstanceInItsContainer() {
        let service = shop.cached()
        XCTAssertTrue(service === shop.cached())
        XCTAssertFalse(service === other.cached())
        XCTAssertEqual(shop.calls.value, 1)
    }

    func testSharedKeepsTheInstanceWhileItIsHeld() {
        var first: Service? = shop.shared()
        var second: Service? = shop.shared()
        XCTAssertTrue(first === second)
        XCTAssertFalse(first === other.shared())
        (first, second) = (nil, nil)
        XCTAssertEqual(shop.shared().number, 2)
        XCTAssertEqual(shop.shared().number, 3)
    }

    func testSharedWorksForOptionalAndProtocolTypes() {
        let optional: Factory<Service?> = shop(key: "optional") { Service() }.shared
        let behindProtocol: Factory<any Serving> = shop(key: "protocol") { Service() }.shared
        let both: Factory<(any Serving)?> = shop(key: "both") { Service() }.shared
        let (first, second, third) = (optional(), behindProtocol(), both())
        XCTAssertTrue(first === optional())
        XCTAssertTrue(second as AnyObject === behindProtocol() as AnyObject)
        XCTAssertTrue(third as AnyObject === both() as AnyObject)
    }

    func testValuesAreNotShared() {
        let calls = Counter()
        let value: Factory<ServiceValue> = shop(key: "value") { ServiceValue(number: calls.next()) }.shared
        let behindProtocol: Factory<any Serving> = shop(key: "protocol") { ServiceValue(number: calls.next()) }.shared
        let optional: Factory<ServiceValue?> = shop(key: "optional") { ServiceValue(number: calls.next()) }.shared
        XCTAssertEqual([value(), value()].map(\.number), [1, 2])
        XCTAssertEqual([behindProtocol(), behindProtocol()].map(\.number), [3, 4])
        XCTAssertEqual([optional(), optional()].map { $0?.number }, [5, 6])
    }

    func testValuesAreKeptByTheOtherScopes() {
        let calls = Counter()
        let cached: Factory<ServiceValue> = shop(key: "cached") { ServiceValue(number: calls.next()) }.cached
        let singleton: Factory<any Serving> = shop(key: "singleton") { ServiceValue(number: calls.next()) }.singleton
        let graph: Factory<ServiceValue> = shop(key: "graph") { ServiceValue(number: calls.next()) }.graph
        let pair: Factory<[Int]> = shop(key: "pair") { [graph().number, graph().number] }
        XCTAssertEqual([cached(), cached()].map(\.number), [1, 1])
        XCTAssertEqual([singleton(), singleton()].map(\.number), [2, 2])
        XCTAssertEqual(pair(), [3, 3])
        XCTAssertEqual(pair(), [4, 4])
    }

    func testAResetKeepsTheInstancesOfTheRunningGraph() {
        let pair: Factory<[Service]> = shop(key: "pair") { [shop] in
            let first = shop.graph()
            shop.manager.reset(options: .scope)
            shop.manager.reset(scope: .graph)
            shop.reset()
            return [first, shop.graph()]
        }
        let services = pair()
        XCTAssertTrue(services[0] === services[1])
        XCTAssertFalse(services[0] === pair()[0])
    }

    func testAResetOfARegistrationKeepsTheInstancesOfTheRunningGraph() {
        let shop = shop
        let taking: ParameterFactory<Int, Service> = shop(key: "taking") { Service($0) }.scopeOnParameters.graph
        let all: Factory<[Service]> = shop(key: "all") {
            let first = [shop.graph(), taking(1)]
            shop.graph.reset(.registration)
            taking.reset(.registration)
            return first + [shop.graph(), taking(1)]
        }
        let services = all()
        XCTAssertTrue(services[0] === services[2] && services[1] === services[3])
    }

    func testSingletonsAreOfTheProcess() {
        let service = shop.singleton()
        XCTAssertTrue(service === other.singleton())
        shop.reset()
        shop.manager.reset(scope: .singleton)
        XCTAssertTrue(service === shop.singleton())
        Scope.singleton.reset()
        XCTAssertFalse(service === shop.singleton())
    }

    func testSingletonsOfTwoContainerTypesAreTwo() {
        let storehouse = Storehouse()
        XCTAssertEqual(shop.singleton().number, 0)
        XCTAssertEqual(storehouse.singleton().number, -1)
        XCTAssertTrue(storehouse.singleton() === Storehouse().singleton())
    }

    /// However the container is known: by its type, as any container of a type, and as a type of its own.
    func testASingletonThatIsDeclaredForAllSharedContainersIsOne() {
        func generic<C: SharedContainer>(_ container: C) -> Service { container.common() }
        let service = shop.common()
        XCTAssertTrue(service === other.common())
        XCTAssertTrue(service === Storehouse().common())
        XCTAssertTrue(service === generic(Storehouse()))
        XCTAssertTrue(service === Container.shared.common())
        XCTAssertTrue(service === dependency(\Shop.common))
        let ofParameter = shop.commonOf(5)
        XCTAssertTrue(ofParameter === Storehouse().commonOf(5))
        XCTAssertFalse(ofParameter === Storehouse().commonOf(6))
        let storehouse = Storehouse()
        storehouse.common.register { MockService() }
        XCTAssertTrue(storehouse.common() is MockService)
        XCTAssertTrue(shop.common() === storehouse.common())
        Scope.singleton.reset()
        XCTAssertFalse(shop.common() is MockService)
    }

    func testTheDepthOfAGraph() {
        XCTAssertEqual(Scope.graph.depth, 0)
        let inner: Factory<Int> = shop(key: "inner") { Scope.graph.depth }
        let outer: Factory<[Int]> = shop(key: "outer") { [Scope.graph.depth, inner(), Scope.graph.depth] }
        XCTAssertEqual(outer(), [1, 2, 1])
        XCTAssertEqual(Scope.graph.depth, 0)
        let depths = race(threads: 2) { _ in outer() }.compactMap { try? $0.get() }
        XCTAssertEqual(depths, [[1, 2, 1], [1, 2, 1]])
    }

    func testAResetKeepsTheInstancesOfTheRunningGraphForParameters() {
        let shop = shop
        let graph: ParameterFactory<Int, Service> = shop(key: "of") { Service($0) }.scopeOnParameters.graph
        let all: Factory<[Service]> = shop(key: "all") {
            let first = [graph(1), graph(2)]
            shop.manager.reset(options: .scope)
            shop.manager.reset(scope: .graph)
            return first + [graph(1), graph(2)]
        }
        let services = all()
        XCTAssertTrue(services[0] === services[2] && services[1] === services[3])
        XCTAssertEqual(services.map(\.number), [1, 2, 1, 2])
        XCTAssertFalse(services[0] === all()[0])
        shop.reset()
    }

    func testASingletonScopeOfItsOwn() {
        let scope = Scope.Singleton()
        let first: Factory<Service> = shop(key: "own") { Service() }.scope(scope)
        let second: Factory<Service> = other(key: "own") { Service() }.scope(scope)
        let service = first()
        XCTAssertTrue(service === second())
        Scope.singleton.reset()
        XCTAssertTrue(service === first())
        scope.reset()
        XCTAssertFalse(service === first())
    }

    func testACloneHasTheSameInstancesAndChangesAlone() {
        let service = shop.singleton()
        let clone = Scope.singleton.clone()
        Scope.$singleton.withValue(clone) {
            XCTAssertTrue(service === shop.singleton())
            Scope.singleton.reset()
            XCTAssertFalse(service === shop.singleton())
        }
        XCTAssertTrue(service === shop.singleton())
        Scope.$singleton.withValue(Scope.Singleton()) { XCTAssertFalse(service === shop.singleton()) }
    }

    func testAGraphSharesAnInstanceWithinOneOutermostResolve() {
        let two = shop.two()
        XCTAssertTrue(two.first === two.second)
        XCTAssertFalse(two.first === shop.two().first)
        XCTAssertFalse(shop.graph() === shop.graph())
    }

    func testAGraphReachesAcrossContainersAndDoesNotMixThem() {
        let (shop, storehouse) = (shop, Storehouse())
        let all: Factory<[Service]> = shop(key: "all") {
            [shop.graph(), storehouse.graph(), shop.graph(), storehouse.graph()]
        }
        let services = all()
        XCTAssertTrue(services[0] === services[2])
        XCTAssertTrue(services[1] === services[3])
        XCTAssertEqual(services.map(\.number), [1, -1, 1, -1])
    }

    func testNilIsKeptByNoScope() {
        let calls = Counter()
        for scope in [Scope.cached, .session, .singleton, .shared, .graph] as [Scope] {
            let factory: Factory<Service?> = shop(key: "optional") {
                calls.next()
                return nil
            }
            XCTAssertNil(factory.scope(scope)())
            XCTAssertNil(factory.scope(scope)())
            factory.reset()
        }
        XCTAssertEqual(calls.value, 10)
        let factory: Factory<Service?> = shop(key: "optional") { nil }.cached
        XCTAssertNil(factory())
        let service = Service()
        factory.register { service }
        XCTAssertTrue(factory() === service)
    }

    func testACustomScopeIsResetAlone() {
        let (cached, session) = (shop.cached(), shop.session())
        let (shared, borrowed) = (shop.shared(), shop.borrowed())
        shop.manager.reset(scope: .session)
        XCTAssertTrue(cached === shop.cached())
        XCTAssertFalse(session === shop.session())
        XCTAssertTrue(borrowed === shop.borrowed())
        shop.manager.reset(scope: .borrowed)
        XCTAssertTrue(shared === shop.shared())
        XCTAssertFalse(borrowed === shop.borrowed())
        let again = shop.session()
        shop.manager.reset(scope: .cached)
        XCTAssertFalse(cached === shop.cached())
        XCTAssertTrue(again === shop.session())
    }

    func testAChangeOfTheScopeReleasesTheInstance() {
        let factory: Factory<Service> = shop(key: "own") { Service() }
        let service = factory.cached()
        XCTAssertTrue(service === factory.scope(.cached)())
        let session = factory.scope(.session)()
        XCTAssertFalse(service === session)
        XCTAssertFalse(service === factory.cached())
        XCTAssertFalse(session === factory.scope(.session)())
        XCTAssertFalse(factory.unique() === factory.unique())
    }

    func testTheDefaultScope() {
        XCTAssertNil(shop.manager.defaultScope)
        shop.manager.defaultScope = .cached
        let plain: Factory<Service> = shop(key: "plain") { Service() }
        let service = plain()
        XCTAssertTrue(service === plain())
        XCTAssertFalse(plain.unique() === plain.unique())
        plain.reset()
        plain.register { Service(7) }
        XCTAssertEqual(plain().number, 7)
        shop.manager.defaultScope = nil
        XCTAssertFalse(plain() === plain())
        shop.manager.defaultScope = .cached
        shop.manager.reset()
        XCTAssertNil(shop.manager.defaultScope)
    }

    func testAnInstanceStaysIfTheNewDefaultScopeKeepsItAsLong() {
        shop.manager.defaultScope = .cached
        let plain: Factory<Service> = shop(key: "plain") { Service() }
        let service = plain()
        shop.manager.defaultScope = .session
        XCTAssertTrue(service === plain())
        shop.manager.reset(scope: .session)
        XCTAssertTrue(service === plain(), "it belongs to the scope in which it was created")
        shop.manager.defaultScope = .shared
        XCTAssertFalse(service === plain())
        shop.manager.defaultScope = .cached
        let next = plain()
        XCTAssertFalse(service === next)
        plain.register { Service(7) }
        XCTAssertEqual(plain().number, 7, "a registration releases the instance of the default scope")
    }

    func testAFactoryMayCallTheSameFactoryOfAnotherContainer() {
        let (shop, other) = (shop, other)
        for factory in [\Shop.unique, \.cached, \.shared, \.graph, \.session] {
            shop[keyPath: factory].register { other[keyPath: factory]() }
            let calls = other.calls.value
            withExtendedLifetime(shop[keyPath: factory]()) { service in
                XCTAssertEqual(service.number, calls + 1)
                XCTAssertEqual(shop.calls.value, 0)
            }
        }
        shop.reset()
    }

    func testTheTimeToLiveBeginsAgainAtEachResolve() {
        let factory: Factory<Service> = shop(key: "own") { Service() }.cached.timeToLive(3600)
        let service = factory()
        XCTAssertTrue(service === factory())
        let over = factory.timeToLive(0)
        XCTAssertFalse(service === over())
        XCTAssertFalse(over() === over())
        let again = factory.timeToLive(3600)()
        XCTAssertTrue(again === factory())
        XCTAssertFalse(again === factory.timeToLive(-1)())
    }

    func testTheTimeToLiveOfASharedAndASingletonInstance() {
        let shared: Factory<Service> = shop(key: "shared") { Service() }.shared.timeToLive(3600)
        let singleton: Factory<Service> = shop(key: "singleton") { Service() }.singleton.timeToLive(3600)
        let (first, second) = (shared(), singleton())
        XCTAssertTrue(first === shared())
        XCTAssertTrue(second === singleton())
        XCTAssertFalse(first === shared.timeToLive(0)())
        XCTAssertFalse(second === singleton.timeToLive(0)())
    }

    func testAReleasedContainerReleasesItsInstances() {
        weak var cached: Service?
        do {
            let shop = Shop()
            cached = shop.cached()
            XCTAssertNotNil(cached)
        }
        XCTAssertNil(cached)
    }
}
