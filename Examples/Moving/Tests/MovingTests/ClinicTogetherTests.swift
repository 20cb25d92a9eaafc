import Armory
import ArmorySwinject
import Clinic
import XCTest

@testable import Clinic3

/// The third step: assemblies above and below a native container.
final class ClinicTogetherTests: XCTestCase {
    func testBothFindTheInstancesOfTheModule() throws {
        let containers = try Containers()
        let billing = try XCTUnwrap(containers.desk.resolve(Billing.self))
        XCTAssertTrue(try containers.native.resolve(Billing.self) === billing)
    }

    func testBothFindTheInstancesOfTheAssembly() throws {
        let containers = try Containers()
        let book = try containers.native.resolve(AppointmentBook.self)
        XCTAssertTrue(containers.desk.resolve(AppointmentBook.self) === book)
        XCTAssertTrue(containers.desk.resolve((any Auditing).self) as? AppointmentBook === book)
        let archive = try containers.native.resolve((any PatientRecords).self, named: "archive")
        XCTAssertEqual(archive.count, 1)
    }

    func testTheModuleGetsTheBookOfTheAssembly() throws {
        let containers = try Containers()
        XCTAssertEqual(try containers.native.resolve(Billing.self).visits, 0)
        _ = containers.desk.resolve((any Scheduling).self)?.book(Patient(number: 1, name: "Ada"))
        XCTAssertEqual(try containers.native.resolve(Billing.self).visits, 1)
    }

    func testAVisitGetsTheLaboratoryOfTheModule() throws {
        let containers = try Containers()
        let visit = Swinject.Container(parent: containers.desk)
        XCTAssertTrue(visit.resolve(Laboratory.self) === (try containers.native.resolve(Laboratory.self)))
    }

    func testBuildingTheContainerFindsWhatTheAssemblyLacks() {
        let empty = Swinject.Container()
        XCTAssertThrowsError(
            try Armory.Container {
                empty.module
                practice
            }
        ) { error in
            let fault = (error as? ResolutionError)?.faults.first
            XCTAssertEqual(fault?.code, .missing)
            XCTAssertEqual(fault?.path.map(\.description), ["Billing", "any Auditing"])
        }
    }

    func testTheNativeContainerClosesNothingOfTheAssembly() throws {
        let containers = try Containers()
        let book = try XCTUnwrap(containers.desk.resolve(AppointmentBook.self))
        containers.native.close()
        withExtendedLifetime(book) { XCTAssertEqual(book.entries.count, 0) }
    }
}
