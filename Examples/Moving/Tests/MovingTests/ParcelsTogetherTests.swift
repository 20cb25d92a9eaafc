import Armory
import ArmoryFactory
import Parcels
import XCTest

@testable import Parcels3

/// The third step: factories, and a native container of the part that has moved.
final class ParcelsTogetherTests: XCTestCase {
    func testBothFindTheInstancesOfTheFactories() throws {
        let depot = Depot()
        try Depot.$shared.withValue(depot) {
            let van = depot.van()
            XCTAssertTrue(try depot.native.resolve(Van.self) === van)
            XCTAssertTrue(try depot.native.resolve(Shelf.self) === depot.shelf())
        }
    }

    func testATourOfTheModuleEmptiesTheShelfOfTheFactory() {
        let depot = Depot()
        Depot.$shared.withValue(depot) {
            depot.shelf().put(Parcel(number: 1, city: "Oslo", weight: 2))
            XCTAssertEqual(depot.tour().run(), "Tour to Oslo")
            XCTAssertEqual(depot.shelf().count, 0)
        }
    }

    func testTheModuleIsChecked() throws {
        XCTAssertEqual(try Depot().native.validate().description, "Nothing is wrong.")
    }

    func testAResetKeepsTheModule() {
        let depot = Depot()
        Depot.$shared.withValue(depot) {
            depot.reset()
            XCTAssertEqual(depot.tour().run(), "Tour to ")
        }
    }

    func testATestReplacesTheModulesTour() {
        let depot = Depot()
        let tour = Tour(
            loader: Loader(sheet: RouteSheet(), shelf: Shelf()), driver: Driver(sheet: RouteSheet(), van: Van()))
        depot.tour.register { tour }
        XCTAssertTrue(depot.tour() === tour)
    }
}
