import Armory
import ArmorySwinject
import Clinic
import XCTest

@testable import Clinic3

/// The third step: assemblies and a native module in one container.
final class ClinicTogetherTests: XCTestCase {
    private func makeContainer() throws -> Swinject.Container {
        let container = Swinject.Container()
        _ = Assembler([StorageAssembly(), DeskAssembly()], container: container)
        try container.native.load(practice)
        return container
    }

    func testBothFindTheInstancesOfTheModule() throws {
        let container = try makeContainer()
        let billing = try XCTUnwrap(container.resolve(Billing.self))
        XCTAssertTrue(try container.native.resolve(Billing.self) === billing)
    }

    func testBothFindTheInstancesOfTheAssemblies() throws {
        let container = try makeContainer()
        let book = try container.native.resolve(AppointmentBook.self)
        XCTAssertTrue(container.resolve(AppointmentBook.self) === book)
        XCTAssertTrue(container.resolve((any Auditing).self) as? AppointmentBook === book)
        let archive = try container.native.resolve((any PatientRecords).self, named: "archive")
        XCTAssertEqual(archive.count, 1)
    }

    func testTheModuleGetsTheBookOfTheAssembly() throws {
        let container = try makeContainer()
        XCTAssertEqual(try container.native.resolve(Billing.self).visits, 0)
        _ = container.resolve((any Scheduling).self)?.book(Patient(number: 1, name: "Ada"))
        XCTAssertEqual(try container.native.resolve(Billing.self).visits, 1)
    }

    func testAVisitGetsTheLaboratoryOfTheModule() throws {
        let container = try makeContainer()
        let visit = Swinject.Container(parent: container)
        XCTAssertTrue(visit.resolve(Laboratory.self) === (try container.native.resolve(Laboratory.self)))
    }

    func testLoadingTheModuleFindsWhatTheAssembliesLack() {
        let container = Swinject.Container()
        XCTAssertThrowsError(try container.native.load(practice)) { error in
            let fault = (error as? ResolutionError)?.faults.first
            XCTAssertEqual(fault?.code, .missing)
            XCTAssertEqual(fault?.path.map(\.description), ["Billing", "any Auditing"])
        }
    }
}
