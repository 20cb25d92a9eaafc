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
        XCTAssertEqual(log.count(of: .resolved), 2 * 5 + 3, "each resolve, and those of `two`")
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
        XCTAssertEqual(log.count(of: .resolved), 4)
        XCTAssertEqual(log.count(of: .failed), 0)
    }

    func testParametersAndContextsAreReported() {
        observed { shop in
            let taking: ParameterFactory<Int, Service> = shop(key: "taking") { Service($0) }.scopeOnParameters.cached
            for number in [1, 2, 1] { XCTAssertEqual(taking(number).number, number) }
            shop.plain.context(.debug, .test) { ServiceValue(number: 7) }
            XCTAssertEqual(shop.plain().number, 7)
        }
        XCTAssertEqual(log.made, ["taking #1", "taking #2", "plain"])
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
        XCTAssertEqual(log.count(of: .resolved), 5)
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
        XCTAssertEqual(log.count(of: .resolved), 3)
    }

    func testARenewedFactoryHasItsEdgesAgain() {
        observed { shop in
            let top: Factory<Two> = shop(key: "top") { Two(shop.cached(), shop.cached()) }.scope(.session)
            for _ in 0..<100 {
                _ = top()
                XCTAssertEqual(edges(of: shop.manager.native), ["top -> cached"])
                shop.manager.reset(scope: .session)
                // A later record may then have the address of this one.
                log.clear()
            }
        }
    }

    func testNotesOfDependenciesThatAreGoneAreDropped() {
        observed { shop in
            let native = shop.manager.native
            let top: Factory<Int> = shop(key: "top") { shop.session().number }
            for _ in 0..<1000 {
                _ = top()
                shop.manager.reset(scope: .session)
            }
            XCTAssertEqual(native.notedNeeds, 1)
            let taking: ParameterFactory<Int, Service> = shop(key: "taking") { Service($0) }.scopeOnParameters.shared
            let user: ParameterFactory<Int, Int> = shop(key: "user") { taking($0).number }
            for number in 0..<1000 {
                XCTAssertEqual(user(number), number)
                log.clear()
            }
            XCTAssertLessThan(native.notedNeeds, 200)
        }
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

    func testTheGraphCountsTheCallsAcrossTimesToLive() throws {
        try observed { shop in
            let factory: Factory<Service> = shop(key: "brief") { Service() }.cached.timeToLive(0)
            for _ in 0..<3 { _ = factory() }
            let node = try XCTUnwrap(shop.manager.native.graph.nodes.first)
            XCTAssertEqual(node.activity?.made, 3)
        }
    }

    func testTheGraphHasAnEdgeToANewAndToAnExistingInstance() throws {
        try observed { shop in
            _ = shop.cached()
            let top: Factory<Two> = shop(key: "top") { Two(shop.cached(), shop.unique()) }.cached
            _ = [top(), top()]
            _ = shop.two()
            XCTAssertEqual(edges(of: shop.manager.native), ["top -> cached", "top -> unique", "two -> graph"])
            try shop.manager.native.validate()
        }
    }

    func testSingletonsAreInTheGraphOfTheirScope() {
        observed { shop in
            let first: Factory<Service> = shop(key: "first") { Service() }.singleton
            let second: Factory<Two> = shop(key: "second") { Two(first(), first()) }.singleton
            _ = second()
            XCTAssertEqual(edges(of: Scope.singleton.native), ["Shop.second -> Shop.first"])
            XCTAssertEqual(shop.manager.native.graph.nodes, [])
        }
    }

    func testANativeFactoryAndAFactoryHaveEdgesToEachOther() throws {
        try observed { shop in
            let native = shop.manager.native
            try native.register(Singleton { [unowned shop] in Two(shop.cached(), shop.cached()) }.named("native"))
            shop.plain.register { [unowned native] in
                (try? native.resolve(Two.self, named: "native"))?.first ?? Service(-1)
            }
            _ = shop.plain()
            XCTAssertEqual(edges(of: native), ["native -> cached", "plain -> native"])
        }
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

    /// The edges of a graph, by the names of the factories.
    private func edges(of container: Armory.Container) -> [String] {
        let graph = container.graph
        return graph.edges.map { "\(factory(in: graph.nodes[$0.from].key)) -> \(factory(in: graph.nodes[$0.to].key))" }
            .sorted()
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

    /// The names of the factories whose closures have returned, and of those that needed them.
    var made: [String] {
        events.withLock { $0 }.compactMap { event in
            guard case .made(let making) = event else { return nil }
            return factory(in: making.registration.key) + (making.asker.map { " by \(factory(in: $0.key))" } ?? "")
        }
    }
}
