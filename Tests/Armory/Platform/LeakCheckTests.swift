import Armory
import ArmoryTestSupport
import XCTest

/// What the check of every test sees.
final class LeakCheckTests: LeakCheckedTestCase {
    private final class Service: Sendable { let life = Counted() }

    private func growth(of body: () throws -> [Any]) rethrows -> [String] {
        let check = LeakCheck()
        let held = try body()
        return withExtendedLifetime(held) { check.growth(within: 0) }
    }

    func testNothingIsLeftOfWhatCameAndWent() throws {
        let check = LeakCheck()
        for result in race(
            threads: 8,
            { _ in
                let container = try Container { Shared { Service() }.named(RegistrationName(1)) }
                _ = try container.resolve(Service.self, named: RegistrationName(1))
            })
        {
            XCTAssertNoThrow(try result.get())
        }
        XCTAssertEqual(check.growth(within: 60), [])
    }

    func testAnInstanceThatIsHeldIsSeen() throws {
        XCTAssertEqual(growth { [Service(), Service()] }, ["+2 counted"])
    }

    func testWhatAContainerHoldsIsSeen() throws {
        XCTAssertEqual(
            try growth {
                let container = try Container {
                    Singleton { Service() }.named("a")
                    Singleton { Service() }
                }
                _ = try container.resolve(Service.self, named: "a")
                return [container, try container.resolve(Service.self)]
            }, ["+2 counted"])
    }

    /// While a graph is built, its instances are alive.
    func testWhatAThreadHoldsIsSeen() throws {
        let check = LeakCheck()
        let container = try Container {
            for number in 0..<200 { Graph { Service() }.named(RegistrationName(number)) }
            Singleton { resolver -> [String] in
                for number in 0..<200 { _ = try resolver.resolve(Service.self, named: RegistrationName(number)) }
                return check.growth(within: 0)
            }
        }
        XCTAssertEqual(try container.resolve([String].self), ["+200 counted"])
    }
}
