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
                let container = try Container { Shared { Service() }.qualified(by: 1) }
                _ = try container.resolve(Service.self, qualifier: 1)
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
        #if ARMORY_INTERNAL_CHECKS
        XCTAssertEqual(growth { [Container()] }, ["+1 container", "+1 table"])
        XCTAssertEqual(
            try growth {
                let container = try Container {
                    Singleton { Service() }.named("a")
                    Shared { Service() }
                }
                return [container, try container.resolve(Service.self)]
            }, ["+1 cell", "+1 container", "+1 counted", "+1 qualifier", "+1 table", "+2 binding", "+2 slot"])
        #endif
    }

    /// While a graph is built, its instances and its memory are alive, and one build for each instance.
    func testWhatAThreadHoldsIsSeen() throws {
        #if ARMORY_INTERNAL_CHECKS
        let check = LeakCheck()
        let container = try Container(configuration: .init(building: .oneAtATime)) {
            for number in 0..<200 { Graph { [number] }.qualified(by: number) }
            Singleton { resolver -> [String] in
                for number in 0..<200 { _ = try resolver.resolve([Int].self, qualifier: number) }
                return check.growth(within: 0)
            }
        }
        let growth = try container.resolve([String].self)
        for part in ["+201 build", "+1 gate", "+200 graphEntry", "+1 graphChunk"] {
            XCTAssertTrue(growth.contains(part), "\(part) is not in \(growth)")
        }
        #endif
    }
}
