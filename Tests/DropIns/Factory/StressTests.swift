import ArmoryFactory
import ArmoryTestSupport
import XCTest

/// Eight threads at a new container, 200 times for each scope.
final class StressTests: FactoryTestCase {
    private let rounds = StressScale.scaled(200, atLeast: 10)

    /// The distinct objects that the threads get from a new container, and how often its closures ran.
    private func raced(
        _ resolve: @escaping @Sendable (Shop, _ thread: Int) -> Service
    ) -> (objects: Int, calls: Int) {
        let shop = Shop()
        let services = race(threads: 8) { resolve(shop, $0) }.compactMap { try? $0.get() }
        XCTAssertEqual(services.count, 8)
        return (Set(services.map { ObjectIdentifier($0) }).count, shop.calls.value)
    }

    private func assertOnce(_ resolve: @escaping @Sendable (Shop, _ thread: Int) -> Service) {
        for _ in 0..<rounds {
            let (objects, calls) = raced(resolve)
            XCTAssertEqual(objects, 1)
            XCTAssertEqual(calls, 1)
        }
    }

    func testCachedInstancesAreCreatedOnce() { assertOnce { shop, _ in shop.cached() } }

    func testInstancesOfACustomScopeAreCreatedOnce() { assertOnce { shop, _ in shop.session() } }

    func testAModifierBeforeTheScopeMakesNoSecondInstance() {
        assertOnce { shop, _ in
            (shop(key: "own") { Service(shop.calls.next()) }.onArg("unused") { Service() }.cached as Factory<Service>)()
        }
        assertOnce { shop, _ in
            (shop(key: "own") { Service(shop.calls.next()) }.timeToLive(60).scope(.session) as Factory<Service>)()
        }
    }

    func testSharedInstancesAreCreatedOnce() {
        assertOnce { shop, _ in shop.shared() }
        assertOnce { shop, _ in shop.borrowed() }
    }

    func testInstancesForAParameterAreCreatedOnce() {
        for scope in [Scope.cached, .session, .shared] {
            assertOnce { shop, _ in
                let factory: ParameterFactory<Int, Service> = shop(key: "of") { Service(shop.calls.next() + $0) }
                return factory.scopeOnParameters.scope(scope)(5)
            }
        }
        for _ in 0..<rounds {
            Scope.singleton.reset()
            let calls = Counter()
            let shops = [Shop(), Shop()]
            let services = race(threads: 8) { thread in
                let factory: ParameterFactory<Int, Service> = shops[thread % 2](key: "of") {
                    Service(calls.next() + $0)
                }
                return factory.scopeOnParameters.singleton(5)
            }
            XCTAssertEqual(Set(services.compactMap { try? $0.get() }.map { ObjectIdentifier($0) }).count, 1)
            XCTAssertEqual(calls.value, 1)
        }
    }

    func testInstancesForParametersMeetRegistrationsAndResets() {
        let shop = shop
        let registered = Locked(0)
        let results = race(threads: 8) { thread in
            let factory: ParameterFactory<Int, Service> = shop(key: "of") { Service($0) }.scopeOnParameters.cached
            for round in 1...StressScale.scaled(500, atLeast: 20) {
                switch thread {
                case 0:
                    factory.register { _ in Service(round) }
                    registered.withLock { $0 = round }
                case 1: shop.manager.reset(options: .scope)
                case 2:
                    shop.manager.push()
                    _ = factory(round % 5)
                case 3: factory.reset(.scope)
                default:
                    let least = registered.withLock { $0 }
                    if factory(round % 5).number < least { return false }
                }
            }
            return true
        }
        XCTAssertEqual(results.compactMap { try? $0.get() }, Array(repeating: true, count: 8))
        for _ in 0..<StressScale.scaled(500, atLeast: 20) { shop.manager.pop() }
        shop.reset()
    }

    func testInstancesOfTheDefaultScopeAreCreatedOnce() {
        assertOnce { shop, _ in
            shop.manager.defaultScope = .cached
            return (shop(key: "own") { Service(shop.calls.next()) } as Factory<Service>)()
        }
    }

    func testSingletonsAreCreatedOnceForTwoContainers() {
        for _ in 0..<rounds {
            for scope in [Scope.Singleton(), Scope.singleton] {
                scope.reset()
                let (shops, calls) = ([Shop(), Shop()], Counter())
                let services = race(threads: 8) { thread in
                    (shops[thread % 2](key: "own") { Service(calls.next()) } as Factory<Service>).scope(scope)()
                }
                XCTAssertEqual(services.compactMap { try? $0.get().number }, Array(repeating: 1, count: 8))
                XCTAssertEqual(calls.value, 1)
            }
        }
    }

    func testUniqueInstancesAreAllDifferent() {
        for _ in 0..<rounds {
            let (objects, calls) = raced { shop, _ in shop.unique() }
            XCTAssertEqual(objects, 8)
            XCTAssertEqual(calls, 8)
        }
    }

    func testEachThreadHasItsGraph() {
        for _ in 0..<rounds {
            let shop = Shop()
            let twos = race(threads: 8) { _ in shop.two() }.compactMap { try? $0.get() }
            XCTAssertEqual(twos.count, 8)
            XCTAssertTrue(twos.allSatisfy { $0.first === $0.second })
            XCTAssertEqual(Set(twos.map { ObjectIdentifier($0.first) }).count, 8)
            XCTAssertEqual(shop.calls.value, 8)
        }
    }

    func testEachThreadHasItsGraphForParameters() {
        for _ in 0..<rounds {
            let shop = Shop()
            let of: ParameterFactory<Int, Service> = shop(key: "of") { Service(shop.calls.next() * 10 + $0) }
                .scopeOnParameters.graph
            let all: Factory<[Service]> = shop(key: "all") { [of(1), of(2), of(1), of(2)] }
            let services = race(threads: 8) { _ in all() }.compactMap { try? $0.get() }
            XCTAssertEqual(services.map { $0.map { $0.number % 10 } }, Array(repeating: [1, 2, 1, 2], count: 8))
            XCTAssertTrue(services.allSatisfy { $0[0] === $0[2] && $0[1] === $0[3] })
            XCTAssertEqual(Set(services.joined().map { ObjectIdentifier($0) }).count, 16)
            XCTAssertEqual(shop.calls.value, 16)
        }
    }

    func testAGraphEndsBesideABusyStranger() {
        let (shop, stranger) = (shop, other)
        let (isInside, mayLeave) = (Latch(), Latch())
        stranger.graph.register {
            isInside.open()
            mayLeave.wait()
            return Service()
        }
        let results = race(threads: 2) { thread in
            if thread == 1 {
                _ = stranger.two()
                return 0
            }
            isInside.wait()
            defer { mayLeave.open() }
            return Set((0..<100).map { _ in shop.two().first.number }).count
        }
        XCTAssertEqual(try results[0].get(), 100)
    }

    func testTwoContainersThatResolveFromOneAnotherDoNotHang() {
        for _ in 0..<rounds {
            let shops = [Shop(), Shop()]
            for (index, shop) in shops.enumerated() {
                shop.session.register { [calls = shop.calls] in Service(calls.next()) }
                shop.cached.register { [other = shops[1 - index]] in Service(other.session().number + 10) }
            }
            let results = race(threads: 8) { shops[$0 % 2].cached() }.compactMap { try? $0.get() }
            XCTAssertEqual(results.map(\.number), Array(repeating: 11, count: 8))
            XCTAssertEqual(Set(results.map { ObjectIdentifier($0) }).count, 2)
            for shop in shops { shop.reset() }
        }
    }

    func testARegistrationThatHasReturnedIsSeenByEveryLaterResolve() {
        let shop = shop
        // What the registrations that have returned give, by the factory.
        let registered = [Locked(0), Locked(0)]
        let results = race(threads: 8) { thread in
            for round in 1...StressScale.scaled(500, atLeast: 20) {
                switch thread {
                case 0:
                    shop.cached.register { Service(round) }
                    registered[0].withLock { $0 = round }
                case 1:
                    shop.shared.register { Service(round) }
                    registered[1].withLock { $0 = round }
                case 2: shop.manager.reset(options: .scope)
                case 3: shop.manager.reset(scope: .session)
                default:
                    let least = registered.map { $0.withLock { $0 } }
                    if shop.cached().number < least[0] || shop.shared().number < least[1] { return false }
                    _ = (shop.session(), shop.unique(), shop.two())
                }
            }
            return true
        }
        XCTAssertEqual(results.compactMap { try? $0.get() }, Array(repeating: true, count: 8))
    }

    func testResetsOfAllMeetResolves() {
        let shop = shop
        let results = race(threads: 4) { thread in
            for round in 0..<StressScale.scaled(500, atLeast: 20) {
                switch thread {
                case 0: shop.reset()
                case 1: shop.cached.register { Service(round) }
                default: _ = (shop.cached(), shop.session(), shop.shared(), shop.unique(), shop.two().first)
                }
            }
            return true
        }
        XCTAssertEqual(results.compactMap { try? $0.get() }, Array(repeating: true, count: 4))
        // What remains is of the last registration.
        shop.cached.register { MockService() }
        XCTAssertTrue(shop.cached() is MockService)
    }

    func testAnInstanceOfAnEarlierRegistrationIsNotKept() {
        let (isInside, mayLeave) = (Latch(), Latch())
        shop.cached.register {
            isInside.open()
            mayLeave.wait()
            return Service(1)
        }
        let shop = shop
        let results = race(threads: 2) { thread in
            guard thread == 0 else { return shop.cached().number }
            isInside.wait()
            shop.cached.register { Service(2) }
            defer { mayLeave.open() }
            return shop.cached().number
        }
        XCTAssertEqual(results.compactMap { try? $0.get() }, [2, 1])
        XCTAssertEqual(shop.cached().number, 2)
    }

    func testLazyExpiryCreatesOneInstance() {
        let shop = shop
        let calls = Counter()
        let factory: Factory<Service> = shop(key: "own") { Service(calls.next()) }.cached
        for _ in 0..<rounds {
            let old = factory.timeToLive(3600)()
            let before = calls.value
            let services = race(threads: 4) { _ in factory() }.compactMap { try? $0.get() }
            XCTAssertTrue(services.allSatisfy { $0 === old })
            XCTAssertEqual(calls.value, before)
        }
    }
}
