import ArmoryFactory
import ArmoryTestSupport
import XCTest

/// A parameter whose hash says nothing.
private struct Colliding: Hashable {
    let number: Int
    func hash(into hasher: inout Hasher) {}
}

/// A parameter whose instances are counted.
private final class Living: Hashable, Sendable {
    let life = Counted()
    let number: Int

    init(_ number: Int) { self.number = number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }

    static func == (left: Living, right: Living) -> Bool { left.number == right.number }
}

private final class Catalogue: SharedContainer {
    @TaskLocal static var shared = Catalogue()
    let manager = ContainerManager()

    var service: ParameterFactory<Int, Service> { self { Service($0) } }
    var pair: ParameterFactory<(Int, Int), Service> { self { a, b in Service(a + b) } }
    var countdown: ParameterFactory<Int, Int> { self { $0 == 0 ? 0 : 1 + self.countdown($0 - 1) } }
}

final class ParameterTests: FactoryTestCase {
    private var catalogue: Catalogue { container(Catalogue()) }

    func testTheParameterReachesTheClosure() {
        XCTAssertEqual(catalogue.service(4).number, 4)
        XCTAssertEqual(catalogue.service.resolve(5).number, 5)
        XCTAssertEqual(catalogue.pair((2, 3)).number, 5)
        catalogue.service.register { Service(-$0) }
        XCTAssertEqual(catalogue.service(4).number, -4)
        XCTAssertEqual(dependency(\Catalogue.service, parameter: 6).number, 6)
    }

    func testAFactoryMayNeedItselfForAnotherParameter() {
        XCTAssertEqual(catalogue.countdown(20), 20)
    }

    func testWithoutScopeOnParametersTheFirstInstanceIsKept() {
        let service = catalogue.service.cached(1)
        XCTAssertTrue(service === catalogue.service.cached(2))
        catalogue.service.reset(.scope)
        XCTAssertEqual(catalogue.service.cached(2).number, 2)
    }

    func testEachParameterHasItsInstance() {
        for scope in [Scope.cached, .session, .singleton, .shared] as [Scope] {
            let factory = catalogue.service.scope(scope).scopeOnParameters
            let services = [factory(1), factory(2)]
            XCTAssertTrue(services[0] === factory(1))
            XCTAssertTrue(services[1] === factory(2))
            XCTAssertEqual(services.map(\.number), [1, 2])
            factory.reset(.scope)
            XCTAssertFalse(services[0] === factory(1))
            let again = factory(2)
            factory.register { Service(-$0) }
            XCTAssertEqual(factory(2).number, -2)
            XCTAssertNotEqual(again.number, -2)
            factory.reset()
        }
    }

    func testParametersAreComparedWhole() {
        let factory: ParameterFactory<Colliding, Service> = catalogue(key: "own") { Service($0.number) }
            .cached.scopeOnParameters
        let services = (0..<10).map { factory(Colliding(number: $0)) }
        XCTAssertEqual(services.map(\.number), Array(0..<10))
        for number in 0..<10 { XCTAssertTrue(services[number] === factory(Colliding(number: number))) }
    }

    func testAParameterThatIsNotEqualToItselfHasANewInstanceEachTime() {
        for scope in [Scope.cached, .shared, .singleton, .graph] {
            let factory: ParameterFactory<Double, Service> = catalogue(key: "own") { _ in Service() }
                .scope(scope).scopeOnParameters
            let services = [factory(.nan), factory(.nan)]
            XCTAssertFalse(services[0] === services[1])
            factory.reset()
        }
    }

    func testParametersWithoutAnInstanceAreReleased() {
        let rounds = 1000
        func check(_ scope: Scope, _ note: String, after body: (ParameterFactory<Living, Service>) -> Void) {
            let factory: ParameterFactory<Living, Service> = catalogue(key: "own") { Service($0.number) }
                .scope(scope).scopeOnParameters
            let before = Counted.alive
            for number in 0..<rounds {
                XCTAssertEqual(factory(Living(number)).number, number)
                body(factory)
            }
            XCTAssertLessThan(Counted.alive - before, 100, note)
            factory.reset()
            XCTAssertEqual(Counted.alive, before, note)
        }
        check(.shared, "shared") { _ in }
        check(.cached, "timeToLive") { $0.timeToLive(0) }
        check(.session, "reset(scope:)") { _ in catalogue.manager.reset(scope: .session) }
    }

    func testParametersWithAnInstanceStay() {
        for scope in [Scope.cached, .shared, .singleton] {
            let factory: ParameterFactory<Living, Service> = catalogue(key: "own") { Service($0.number) }
                .scope(scope).scopeOnParameters
            let services = (0..<100).map { factory(Living($0)) }
            // These are dropped between them.
            if scope === Scope.shared { for number in 100..<200 { _ = factory(Living(number)) } }
            for number in 0..<100 { XCTAssertTrue(services[number] === factory(Living(number))) }
            factory.reset()
        }
    }

    func testAParameterKeepsItsNumberWhileItIsResolved() {
        let catalogue = catalogue
        let (isInside, mayLeave) = (Latch(), Latch())
        let factory: ParameterFactory<Living, Service> = catalogue(key: "own") { parameter in
            if parameter.number == -1 {
                isInside.open()
                mayLeave.wait()
            }
            return Service(parameter.number)
        }.shared.scopeOnParameters
        let results = race(threads: 2) { thread -> Service? in
            if thread == 0 { return factory(Living(-1)) }
            isInside.wait()
            // The list doubles several times.
            for number in 0..<200 { _ = factory(Living(number)) }
            mayLeave.open()
            return factory(Living(-1))
        }
        let services = results.compactMap { try? $0.get() }
        XCTAssertEqual(services.count, 2)
        XCTAssertTrue(services.first === services.last)
    }

    func testThreadsDropParametersAndResolveThem() {
        let catalogue = catalogue
        let factory: ParameterFactory<Living, Service> = catalogue(key: "own") { Service($0.number) }
            .shared.scopeOnParameters
        let kept = factory(Living(-1))
        let results = race(threads: 4) { thread in
            for round in 0..<StressScale.scaled(2000, atLeast: 100) {
                let number = thread * 100_000 + round
                if factory(Living(number)).number != number || factory(Living(-1)) !== kept { return false }
                let service = factory(Living(-2 - round / 50))
                if factory(Living(-2 - round / 50)) !== service { return false }
            }
            return true
        }
        XCTAssertEqual(results.compactMap { try? $0.get() }, [true, true, true, true])
    }

    func testAGraphHasAnInstanceForEachParameter() {
        let catalogue = catalogue
        let graph = catalogue.service.graph.scopeOnParameters
        let all: Factory<[Service]> = catalogue(key: "all") { [graph(1), graph(2), graph(1), graph(2)] }
        let services = all()
        XCTAssertTrue(services[0] === services[2])
        XCTAssertTrue(services[1] === services[3])
        XCTAssertEqual(services.map(\.number), [1, 2, 1, 2])
        XCTAssertFalse(services[0] === all()[0])
    }

    func testManyThreadsCreateOneInstanceForEachParameter() {
        let catalogue = catalogue
        let calls = Counter()
        let factory: ParameterFactory<Colliding, Service> = catalogue(key: "own") { _ in
            Service(calls.next())
        }.cached.scopeOnParameters
        let results = race(threads: 16) { thread in ObjectIdentifier(factory(Colliding(number: thread % 4))) }
        XCTAssertEqual(Set(results.compactMap { try? $0.get() }).count, 4)
        XCTAssertEqual(calls.value, 4)
    }
}
