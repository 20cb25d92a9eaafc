// This line was `import FactoryKit`.
import ArmoryFactory
import Parcels
import XCTest

@testable import Parcels1

/// Tests of XCTest, which undo their registrations with push and pop.
final class CounterTests: XCTestCase {
    override func setUp() {
        super.setUp()
        Container.shared.manager.push()
        Depot.shared.manager.push()
        Scope.singleton.reset()
    }

    override func tearDown() {
        Depot.shared.manager.pop()
        Container.shared.manager.pop()
        super.tearDown()
    }

    func testPrintsALabel() throws {
        XCTAssertEqual(try lines(), ["Parcel 1 to Oslo, 2 kg: 6 crowns", "  parcels.example/1"])
    }

    func testIsDearerAtNight() throws {
        Container.shared.tariff.register { NightTariff() }
        XCTAssertEqual(try lines().first, "Parcel 1 to Oslo, 2 kg: 8 crowns")
    }

    func testWithoutTracking() throws {
        Depot.shared.tracking.register { nil }
        XCTAssertEqual(try lines().count, 1)
    }

    func testThePopRestoresTheTariff() {
        Container.shared.manager.push()
        Container.shared.tariff.register { NightTariff() }
        XCTAssertTrue(Container.shared.tariff() is NightTariff)
        Container.shared.manager.pop()
        XCTAssertTrue(Container.shared.tariff() is DayTariff)
    }

    func testLoaderAndDriverHaveOneSheet() {
        Depot.shared.shelf().put(Parcel(number: 1, city: "Oslo", weight: 2))
        XCTAssertEqual(Depot.shared.tour().run(), "Tour to Oslo")
    }

    /// The lines for a parcel; in a test, the printer records them.
    private func lines() throws -> [String] {
        Counter().accept(Parcel(number: 1, city: "Oslo", weight: 2))
        return try XCTUnwrap(Container.shared.printer() as? RecordingPrinter).lines
    }
}
