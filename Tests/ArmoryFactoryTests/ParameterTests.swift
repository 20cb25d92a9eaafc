import ArmoryFactory
import ArmoryTestSupport
import XCTest

/// A parameter whose hash says nothing.
private struct Colliding: Hashable {
    let number: Int
    func hash(into hasher: inout Hasher) {}
}

private final class Catalogue: SharedContainer {
    @TaskLocal static var shared = Catalogue()
    let manager = ContainerManager()

    var service: ParameterFactory<Int, Service> { self { Service($0) } }
    var pair: ParameterFactory<(Int, Int), Service> { self { a, b in Service(a + b) } }
    var countdown: ParameterFactory<Int, Int> { self { $0 == 0 ? 0 : 1 + self.countdown($0 - 1) } }
}

final class ParameterTests: FactoryTestCase {
    private let catalogue = Catalogue()

    override func setUp() {
        _ = Catalogue.shared
        super.setUp()
    }

    override func tearDown() {
        catalogue.reset()
        Catalogue.shared.reset()
        super.tearDown()
    }

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
