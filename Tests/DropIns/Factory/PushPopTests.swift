import ArmoryFactory
import ArmoryTestSupport
import XCTest

final class PushPopTests: FactoryTestCase {
    func testPopRestoresRegistrationsAndInstances() {
        let (cached, session) = (shop.cached(), shop.session())
        shop.unique.register { Service(7) }
        shop.manager.push()
        XCTAssertTrue(cached === shop.cached())
        XCTAssertEqual(shop.unique().number, 7)
        shop.unique.register { Service(8) }
        shop.cached.register { MockService() }
        shop.session.reset()
        XCTAssertTrue(shop.cached() is MockService)
        let later = shop.borrowed()
        shop.manager.pop()
        XCTAssertEqual(shop.unique().number, 7)
        XCTAssertTrue(cached === shop.cached())
        XCTAssertTrue(session === shop.session())
        XCTAssertFalse(later === shop.borrowed())
    }

    func testPopRestoresDecoratorsAndTheDefaultScope() {
        let calls = Counter()
        shop.decorator { _ in calls.next() }
        shop.manager.defaultScope = .session
        shop.manager.push()
        shop.decorator(nil)
        shop.manager.defaultScope = nil
        _ = shop.cached()
        XCTAssertEqual(calls.value, 0)
        shop.manager.pop()
        _ = shop.cached()
        XCTAssertEqual(calls.value, 1)
        XCTAssertTrue(shop.manager.defaultScope === Scope.session)
    }

    func testAnInstanceIsRestoredThoughARunningGraphHasAnotherOneOfItsKey() {
        let taking: ParameterFactory<Int, Service> = shop(key: "taking") { Service($0) }.scopeOnParameters
        let saved = taking.cached(1)
        shop.manager.push()
        let top: Factory<Void> = shop(key: "top") { [shop] in
            let early = taking.graph(1)
            XCTAssertFalse(early === saved)
            shop.manager.pop()
        }
        top()
        XCTAssertTrue(taking.cached(1) === saved)
        XCTAssertTrue(taking.cached(1) === saved)
    }

    func testInstancesHeldWeaklyAreRestoredWeakly() {
        var service: Service? = shop.shared()
        shop.manager.push()
        XCTAssertTrue(service === shop.shared())
        shop.shared.reset()
        XCTAssertFalse(service === shop.shared())
        shop.manager.pop()
        XCTAssertTrue(service === shop.shared())
        weak let gone = service
        service = nil
        XCTAssertNil(gone)
        XCTAssertEqual(shop.shared().number, 3)
    }

    func testPopDropsTheMockOfASharedInstanceThatIsGone() {
        var service: Service? = shop.shared()
        shop.manager.push()
        shop.shared.register { MockService() }
        let mock = shop.shared()
        XCTAssertTrue(mock is MockService)
        service = nil
        shop.manager.pop()
        XCTAssertNil(service)
        XCTAssertFalse(shop.shared() === mock)
    }

    func testARestoredInstanceIsReleasedByAReset() {
        weak let service = shop.cached()
        shop.manager.push()
        shop.manager.pop()
        XCTAssertNotNil(service)
        shop.manager.reset(options: .scope)
        XCTAssertNil(service)
        XCTAssertEqual(shop.cached().number, 2)
    }

    func testARestoredInstanceStillEnds() {
        func lasting(_ seconds: Double) -> Factory<Service> {
            shop(key: "lasting") { Service() }.cached.timeToLive(seconds)
        }
        let service = lasting(3600)()
        shop.manager.push()
        shop.manager.reset()
        shop.manager.pop()
        XCTAssertTrue(service === lasting(3600)())
        shop.manager.push()
        shop.manager.reset()
        shop.manager.pop()
        XCTAssertFalse(service === lasting(0)())
        let single: Factory<Service> = shop(key: "single") { Service() }.singleton.timeToLive(3600)
        let first = single()
        Scope.$singleton.withValue(Scope.singleton.clone()) {
            let other: Factory<Service> = shop(key: "single") { Service() }.singleton.timeToLive(0)
            XCTAssertFalse(first === other())
        }
    }

    func testARestoredInstanceIsNotDroppedByATimeToLiveThatAPopRemoves() {
        var factory: ParameterFactory<Int, Service> { shop(key: "lasting") { Service($0) }.cached.scopeOnParameters }
        let service = factory.timeToLive(3600)(0)
        shop.manager.push()
        XCTAssertFalse(service === factory.timeToLive(0)(0))
        shop.manager.pop()
        // The table grows, and drops the instances whose time has ended.
        for number in 1..<100 { _ = factory(number) }
        XCTAssertTrue(service === factory(0))
    }

    /// The instance is there when the save reads its cell, and was not when it read the time.
    func testAnInstanceThatIsCreatedDuringASaveStillEnds() {
        let shop = shop
        // Other instances, so that a save takes long.
        let others: ParameterFactory<Int, Service> = shop(key: "others") { Service($0) }.scopeOnParameters
        for number in 0..<500 { _ = (others.cached(number), others.singleton(number)) }
        @Sendable func lasting(
            _ seconds: Double, in scope: Scope, after isBegun: @escaping @Sendable () -> Void = {}
        ) -> Factory<Service> {
            let factory: Factory<Service> = shop(key: "lasting") {
                isBegun()
                return Service()
            }
            return factory.scope(scope).timeToLive(seconds)
        }
        func check(_ scope: Scope, saving save: @escaping @Sendable () -> Void, restored: (() -> Void) -> Void) {
            let (isInside, hasSaved, isCreated) = (Latch(), Latch(), Locked(false))
            let saves = race(threads: 2) { thread in
                if thread == 0 {
                    let factory = lasting(3600, in: scope) {
                        isInside.open()
                        hasSaved.wait()
                    }
                    _ = factory()
                    isCreated.withLock { $0 = true }
                    return 0
                }
                isInside.wait()
                for count in 1...1000 {
                    save()
                    hasSaved.open()
                    if isCreated.withLock({ $0 }) { return count }
                }
                return 1000
            }
            for _ in 0..<(saves.compactMap { try? $0.get() }.max() ?? 0) {
                restored {
                    let service = lasting(3600, in: scope)()
                    XCTAssertFalse(service === lasting(0, in: scope)(), "the time to live has been lost")
                }
            }
            lasting(3600, in: scope).reset()
        }
        for _ in 0..<StressScale.scaled(50, atLeast: 10) {
            check(.cached) {
                shop.manager.push()
            } restored: { check in
                shop.manager.pop()
                check()
            }
            let clones = Locked<[Scope.Singleton]>([])
            check(.singleton) {
                let clone = Scope.singleton.clone()
                clones.withLock { $0.append(clone) }
            } restored: { check in
                let clone = clones.withLock { $0.removeLast() }
                Scope.$singleton.withValue(clone) { check() }
            }
        }
        shop.reset()
    }

    func testNestedPushes() {
        shop.manager.push()
        shop.unique.register { Service(7) }
        shop.manager.push()
        shop.unique.register { Service(8) }
        XCTAssertEqual(shop.unique().number, 8)
        shop.manager.pop()
        XCTAssertEqual(shop.unique().number, 7)
        shop.manager.pop()
        XCTAssertEqual(shop.unique().number, 1)
    }

    func testAPopWithoutPushDoesNothing() {
        let cached = shop.cached()
        shop.unique.register { Service(7) }
        shop.manager.pop()
        XCTAssertTrue(cached === shop.cached())
        XCTAssertEqual(shop.unique().number, 7)
    }

    func testSingletonsAreNotPushed() {
        let service = shop.singleton()
        shop.manager.push()
        Scope.singleton.reset()
        shop.manager.pop()
        XCTAssertFalse(service === shop.singleton())
    }

    func testThreadsResolveWhileOthersPushAndPop() {
        let shop = shop
        let kept = shop.cached()
        let outcomes = race(threads: 4) { thread in
            for round in 0..<StressScale.scaled(400, atLeast: 20) {
                if thread == 0 {
                    shop.manager.push()
                    shop.unique.register { MockService(round) }
                    shop.manager.pop()
                } else {
                    let (cached, unique) = (shop.cached(), shop.unique())
                    if cached !== kept { return false }
                    _ = unique.number
                }
            }
            return true
        }
        XCTAssertEqual(outcomes.compactMap { try? $0.get() }, [true, true, true, true])
        XCTAssertFalse(shop.unique() is MockService)
    }
}

/// Instances of a running graph, which no saved state has.
final class PushPopInGraphTests: FactoryTestCase {
    private var taking: ParameterFactory<Int, Service> { shop(key: "taking") { Service($0) }.scopeOnParameters.graph }
    private var plain: FactoryKit.Factory<Service> { shop(key: "plain graph") { Service(2) }.graph }

    func testAPopInsideAGraphKeepsItsInstances() {
        shop.manager.push()
        shop.manager.push()
        let outer: FactoryKit.Factory<[Service]> = shop(key: "outer") { [self] in
            let (taken, graph) = (taking(1), plain())
            shop.manager.pop()
            return [taken, taking(1), graph, plain()]
        }.unique
        let all = outer()
        XCTAssertTrue(all[0] === all[1], "with a parameter")
        XCTAssertTrue(all[2] === all[3], "without a parameter")
    }

    func testAPopKeepsAnInstanceThatThePushHasSeen() {
        let outer: FactoryKit.Factory<[Service]> = shop(key: "outer") { [self] in
            let taken = taking(1)
            shop.manager.push()
            shop.manager.pop()
            return [taken, taking(1)]
        }.unique
        let all = outer()
        XCTAssertTrue(all[0] === all[1])
    }
}
