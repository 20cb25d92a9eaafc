import Armory
import ArmoryFactory
import ArmoryTestSupport
import XCTest

private typealias Factory<T> = FactoryKit.Factory<T>

/// Factories whose containers and singletons have subscribers.
final class EventTests: FactoryTestCase {
    private let log = EventLog()

    override func tearDown() {
        log.clear()
        super.tearDown()
    }

    /// Calls a closure with a container and a singleton scope whose events the log receives.
    private func observed<R>(_ body: (Shop) throws -> R) rethrows -> R {
        ContainerManager.subscribers = [log]
        defer { ContainerManager.subscribers = [] }
        return try Scope.$singleton.withValue(Scope.Singleton()) { try body(Shop()) }
    }

    private func observedAsync(_ body: (Shop) async -> Void) async {
        ContainerManager.subscribers = [log]
        let shop = Shop()
        ContainerManager.subscribers = []
        await body(shop)
    }

    func testAnOptionalInstanceIsReportedByTheTypeOfItsFactory() {
        observed { shop in
            let maybe: Factory<Service?> = shop(key: "maybe") { Service() }.shared
            maybe.register { Service(7) }
            let held = maybe()
            maybe.reset(.scope)
            withExtendedLifetime(held) {}
        }
        XCTAssertEqual(log.keys, Array(repeating: "Service? named \"maybe\"", count: 3))
    }

    func testScopesChangeWhileInstancesAreReported() {
        observed { shop in
            let maybe: @Sendable () -> Factory<Service?> = { shop(key: "maybe") { Service() } }
            for _ in 0..<StressScale.scaled(200, atLeast: 20) {
                let results = race(threads: 4) { thread in
                    for reentrantLock in 0..<10 {
                        let factory = (thread + reentrantLock) % 2 == 0 ? maybe().shared : maybe().scope(.session)
                        XCTAssertNotNil(factory())
                        factory.reset(.scope)
                    }
                }
                XCTAssertEqual(results.count, 4)
            }
        }
        XCTAssertEqual(log.keys.count { $0 != "Service? named \"maybe\"" }, 0)
    }

    func testAContainerThatExistsAlreadyReportsNothing() {
        observed { _ in _ = shop.cached() }
        XCTAssertEqual(log.made, [])
    }

    func testEachScopeReportsEachCallOfItsClosure() {
        observed { shop in
            let shared = [shop.shared(), shop.shared()]
            for factory in [shop.unique, shop.cached, shop.session, shop.singleton] { _ = [factory(), factory()] }
            _ = shop.two()
            withExtendedLifetime(shared) {}
        }
        XCTAssertEqual(
            log.made, ["shared", "unique", "unique", "cached", "session", "Shop.singleton", "graph by two", "two"])
    }

    func testAnInstanceThatIsNotKeptIsReported() {
        observed { shop in
            let absent: Factory<Service?> = shop(key: "absent") { nil }.cached
            let value: Factory<any Serving> = shop(key: "value") { ServiceValue(number: 1) }.shared
            for _ in 0..<2 {
                XCTAssertNil(absent())
                XCTAssertEqual(value().number, 1)
            }
        }
        XCTAssertEqual(log.made, ["absent", "value", "absent", "value"])
        XCTAssertEqual(log.count(of: .failed), 0)
    }

    func testParametersAndContextsAreReported() {
        observed { shop in
            let taking: ParameterFactory<Int, Service> = shop(key: "taking") { Service($0) }.scopeOnParameters.cached
            for number in [1, 2, 1] { XCTAssertEqual(taking(number).number, number) }
            shop.plain.context(.debug, .test) { ServiceValue(number: 7) }
            XCTAssertEqual(shop.plain().number, 7)
        }
        XCTAssertEqual(log.made, ["taking", "taking", "plain"])
    }

    func testARestoredInstanceIsNotReported() {
        observed { shop in
            let first = shop.cached()
            shop.manager.push()
            shop.manager.reset()
            XCTAssertFalse(first === shop.cached())
            shop.manager.pop()
            XCTAssertTrue(first === shop.cached())
            let singleton = shop.singleton()
            let copy = Scope.singleton.clone()
            Scope.$singleton.withValue(copy) { XCTAssertTrue(singleton === shop.singleton()) }
        }
        XCTAssertEqual(log.made, ["cached", "cached", "Shop.singleton"])
    }

    func testACloneKeepsAnInstanceWithATimeToLiveWithAndWithoutSubscribers() {
        func check(_ shop: Shop) {
            let factory: Factory<Service> = shop(key: "lasting") { Service() }.singleton.timeToLive(3600)
            let first = factory()
            Scope.$singleton.withValue(Scope.singleton.clone()) {
                let other: Factory<Service> = shop(key: "lasting") { Service() }.singleton.timeToLive(3600)
                shop.manager.reset(options: .scope)
                XCTAssertTrue(first === other())
            }
        }
        check(shop)
        observed(check)
    }

    func testAnotherDefaultScopeKeepsTheInstanceWithAndWithoutSubscribers() {
        func check(_ shop: Shop) {
            shop.manager.defaultScope = .cached
            let first = shop.plain() as? Service
            shop.manager.defaultScope = .session
            XCTAssertNotNil(first)
            XCTAssertTrue(first === shop.plain() as? Service)
        }
        check(shop)
        observed(check)
    }

    func testParametersOfAGraphAreReported() {
        observed { shop in
            let taking: ParameterFactory<Int, Service> = shop(key: "taking") { Service($0) }.scopeOnParameters.graph
            let top: Factory<[Service]> = shop(key: "top") { [taking(1), taking(2), taking(1)] }
            XCTAssertEqual(top().map(\.number), [1, 2, 1])
        }
        XCTAssertEqual(log.made, ["taking by top", "taking by top", "top"])
    }

    func testAnInstanceThatGoesWhileItIsRestoredMayResolve() {
        final class Leaving: Sendable {
            let shop: Shop
            init(_ shop: Shop) { self.shop = shop }
            deinit { _ = shop.unique() }
        }
        observed { shop in
            let factory: Factory<Leaving> = shop(key: "leaving") { Leaving(shop) }.shared.timeToLive(3600)
            for _ in 0..<StressScale.scaled(300, atLeast: 30) {
                let held = Locked<Leaving?>(factory())
                shop.manager.push()
                shop.manager.reset(options: .scope)
                shop.manager.pop()
                let results = race(threads: 2) { thread in
                    guard thread == 0 else { return _ = factory() }
                    // Released outside of the lock.
                    _ = held.withLock { held in
                        defer { held = nil }
                        return held
                    }
                }
                XCTAssertEqual(results.count, 2)
            }
        }
    }

    func testRegistrationsAndInstancesThatAreLetGoAreReported() {
        observed { shop in
            let held = [shop.cached(), shop.session(), shop.singleton()]
            shop.cached.register { MockService() }
            shop.plain.onTest { MockService() }
            let taking: ParameterFactory<Int, Service> = shop(key: "taking") { Service($0) }.scopeOnParameters.cached
            _ = [taking(1), taking(2)]
            taking.reset(.scope)
            shop.manager.reset(scope: .session)
            Scope.singleton.reset()
            _ = (shop.cached(), shop.unique())
            shop.manager.push()
            shop.manager.reset()
            shop.manager.pop()
            shop.manager.reset(options: .scope)
            shop.manager.reset(options: .scope)
            withExtendedLifetime(held) {}
        }
        XCTAssertEqual(log.registered, ["cached"])
        XCTAssertEqual(
            log.closed, ["cached", "taking", "taking", "session", "Shop.singleton", "cached", "cached"])
        XCTAssertEqual(log.count(of: .failed), 0)
    }

    func testAClosureOfAnotherTaskIsNoAsker() async {
        await observedAsync { shop in
            let task: Factory<Task<Int, Never>> = shop(key: "task") {
                Task {
                    await Task.yield()
                    return shop.unique().number
                }
            }
            _ = await task().value
        }
        XCTAssertEqual(log.made.filter { $0.contains("unique") }, ["unique"])
    }

    func testThreadsThatRaceReportOneCall() {
        observed { shop in
            for round in 1...20 {
                XCTAssertEqual(race(threads: 8) { _ in _ = shop.session() }.count, 8)
                XCTAssertEqual(log.made.count, round)
                shop.manager.reset(scope: .session)
            }
        }
    }
}

/// The name in the key of a factory, without that of a module.
private func factory(in key: String) -> String {
    let name = key.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first ?? ""
    return String(name).replacing("ArmoryFactoryTests.", with: "")
}

/// The events of containers.
private final class EventLog: EventSubscriber {
    private let events = Locked<[ContainerEvent]>([])

    func receive(_ event: ContainerEvent) { events.withLock { $0.append(event) } }

    /// Forgets the events, which hold records.
    func clear() { events.withLock { $0 = [] } }

    func count(of kind: ContainerEvent.Kinds) -> Int { events.withLock { $0.count { $0.kind == kind } } }

    /// The keys of all events.
    var keys: [String] {
        events.withLock { $0 }.compactMap { event in
            switch event {
            case .registered(let registration): registration.key
            case .made(let making): making.registration.key
            case .closed(let closing): closing.registration.key
            default: nil
            }
        }
    }

    /// The names of the factories that have got a closure.
    var registered: [String] {
        events.withLock { $0 }.compactMap { event in
            guard case .registered(let registration) = event else { return nil }
            return factory(in: registration.key)
        }
    }

    /// The names of the factories whose instances were let go.
    var closed: [String] {
        events.withLock { $0 }.compactMap { event in
            guard case .closed(let closing) = event else { return nil }
            return factory(in: closing.registration.key)
        }
    }

    /// The names of the factories whose closures have returned, and of those that needed them.
    var made: [String] {
        events.withLock { $0 }.compactMap { event in
            guard case .made(let making) = event else { return nil }
            return factory(in: making.registration.key) + (making.asker.map { " by \(factory(in: $0.key))" } ?? "")
        }
    }
}

private final class Deaf: EventSubscriber {
    func receive(_ event: ContainerEvent) {}
}

final class EventStressTests: FactoryTestCase {
    func testEventsTellOfFactoriesThatThreadsRegister() {
        ContainerManager.subscribers = [Deaf()]
        let container = Shop()
        ContainerManager.subscribers = []
        let rounds = StressScale.scaled(5_000)
        let results = race(threads: 4) { number in
            for _ in 0..<rounds { container.cached.register { Service(number) } }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        XCTAssertTrue((0..<4).contains(container.cached().number))
    }
}
