import Armory
import ArmoryTestSupport
import XCTest

private protocol Metrics: AnyObject, Sendable {}
private final class Statsd: Metrics { let life = Counted() }

private struct Client {
    let metrics: (any Metrics)?
    let limit: Int?
}

final class OptionalTests: LeakCheckedTestCase {
    func testE3_AMissingOptionalIsNil() throws {
        let container = try Container {}
        XCTAssertNil(try container.resolve(Int?.self))
        XCTAssertNil(try container.resolve(Int?.self, named: "a"))
        XCTAssertNil(try container.resolve(Int?.self, named: RegistrationName(1)))
        XCTAssertNil(try container.resolve((any Metrics)?.self))
        assertThreadIsIdle()
    }

    func testARegisteredOptionalIsThere() throws {
        let container = try Container {
            Singleton(value: 1)
            Singleton(value: 2).named("a")
            Singleton(value: 3).named(RegistrationName(1))
            Singleton((any Metrics).self) { Statsd() }
        }
        XCTAssertEqual(try container.resolve(Int?.self), 1)
        XCTAssertEqual(try container.resolve(Int?.self, named: "a"), 2)
        XCTAssertEqual(try container.resolve(Int?.self, named: RegistrationName(1)), 3)
        XCTAssertTrue(
            try container.resolve((any Metrics)?.self) === container.resolve((any Metrics).self))
        XCTAssertNil(try container.resolve(Int?.self, named: "b"))
    }

    func testTheContextMakesAResolveByNameOrQualifierOptional() throws {
        let container = try Container {
            Singleton(value: 2).named("a")
            Singleton(value: 3).named(RegistrationName(1))
            Singleton((any Metrics)?.self) { Statsd() }.named("m")
            Transient([Int?].self) { resolver in
                let named: Int? = try resolver.resolve(named: "a")
                let qualified: Int? = try resolver.resolve(named: RegistrationName(1))
                let missingName: Int? = try resolver.resolve(named: "b")
                let missingQualifier: Int? = try resolver.resolve(named: RegistrationName(2))
                return [named, qualified, missingName, missingQualifier]
            }
        }
        XCTAssertEqual(try container.resolve([Int?].self), [2, 3, nil, nil])
        let named: Int? = try container.resolve(named: "a")
        let qualified: Int? = try container.resolve(named: RegistrationName(1))
        let missing: Int? = try container.resolve(named: RegistrationName("a" as Substring))
        XCTAssertEqual([named, qualified, missing], [2, 3, nil])
        let metrics: (any Metrics)? = try container.resolve(named: "m")
        XCTAssertNotNil(metrics, "the registration of the optional itself")
    }

    func testAnOptionalThatIsRegisteredButFailsIsTheError() throws {
        let container = try Container {
            Transient { () throws -> Int in throw Mishap(1) }
            Singleton { () throws -> Double in throw Mishap(2) }
            Transient { "\(try $0.resolve(UInt.self))" }
        }
        XCTAssertEqual(
            failure(.factoryFailed) { try container.resolve(Int?.self) }?.underlying as? Mishap,
            Mishap(1))
        XCTAssertEqual(
            failure(.factoryFailed) { try container.resolve(Double?.self) }?.underlying as? Mishap,
            Mishap(2))
        let error = failure(.missing) { try container.resolve(String?.self) }
        XCTAssertEqual(error?.key, "UInt", "what its factory needs is missing, not it")
        XCTAssertEqual(error?.path, ["String", "UInt"])
    }

    func testTheContextMakesAResolveOptional() throws {
        let container = try Container {
            Singleton(value: 10)
            Transient { Client(metrics: try $0.resolve(), limit: try $0.resolve()) }
        }
        let client = try container.resolve(Client.self)
        XCTAssertNil(client.metrics)
        XCTAssertEqual(client.limit, 10)
        let number: Int? = try container.resolve()
        XCTAssertEqual(number, 10)
        let text: String? = try container.resolve()
        XCTAssertNil(text)
        XCTAssertEqual(try container.resolve(Int?.self), 10)
        XCTAssertNil(try container.resolve(String?.self))
    }

    func testTheContextMakesAResolversResolveOptional() throws {
        let container = try Container {
            Singleton((any Metrics).self) { Statsd() }
            Transient { Client(metrics: try $0.resolve(), limit: try $0.resolve(Int?.self)) }
        }
        let client = try container.resolve(Client.self)
        XCTAssertNotNil(client.metrics)
        XCTAssertNil(client.limit)
    }

    func testAnOptionalParameterOfAnInitializerMayBeMissing() throws {
        struct Server {
            let name: String?
            init(name: String?) { self.name = name }
        }
        let with = try Container {
            Singleton(value: "named")
            Transient { Server(name: try $0.resolve()) }
        }
        let without = try Container { Transient { Server(name: try $0.resolve()) } }
        XCTAssertEqual(try with.resolve(Server.self).name, "named")
        XCTAssertNil(try without.resolve(Server.self).name)
    }
}
