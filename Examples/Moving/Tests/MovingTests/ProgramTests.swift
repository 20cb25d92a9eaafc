import Foundation
import XCTest

/// Runs every step of both programs, and compares the outputs.
final class ProgramTests: XCTestCase {
    private let clinic = """
        The desk opens with 3 patients, and 1 in the archive.
        Ada comes at 9:00, with ticket 1.
        Hugo is in the archive.
        Number 7 is unknown.
        Brian comes at 9:30, with ticket 2.
        Waiting: Ada, Brian
        Waiting: empty
        9:00 Ada: blood taken; sample 1 (blood) is fine; blood taken; sample 2 (blood) is fine
        Ada pays 60
        9:30 Brian: only talked
        Brian pays 30
        The book: 9:00 Ada, 9:30 Brian (2 visits)

        """

    private let parcels = """
        Parcel 1 to Oslo, 3 kg: 9 crowns
          parcels.example/1
        Parcel 2 to Bergen, 5 kg: 15 crowns
          parcels.example/2
        parcels in this shift: 2, on the shelf: 2
        Tour to Oslo, Bergen
        After the tour the van has driven 120 km
        The next time the van has driven 0 km
        Parcel 3 to Bodø, 3 kg: 12 crowns
          parcels.example/3
        parcels in this shift: 1, on the shelf: 1

        """

    func testEveryStepOfTheClinicPrintsTheSame() throws {
        for step in 1...4 { try XCTAssertEqual(run("Clinic\(step)"), clinic, "step \(step)") }
    }

    func testEveryStepOfTheParcelsPrintsTheSame() throws {
        for step in 1...4 { try XCTAssertEqual(run("Parcels\(step)"), parcels, "step \(step)") }
    }

    func testTheSecondStepsPrintTheirGraphs() throws {
        let clinic = try run("Clinic2", "graph")
        for node in ["AppointmentBook", "Ticket", "DeskView", "Doctor", "Billing"] {
            XCTAssertTrue(clinic.contains(node), "\(node) in \(clinic)")
        }
        let parcels = try run("Parcels2", "graph")
        for node in ["Scale named \"scale\"", "ShiftLog named \"shiftLog\"", "Tracking"] {
            XCTAssertTrue(parcels.contains(node), "\(node) in \(parcels)")
        }
    }

    /// Runs a program that has to succeed, and returns its output.
    private func run(_ program: String, _ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = Self.products.appending(component: program)
        process.arguments = arguments
        let (output, complaint) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = complaint
        try process.run()
        // Neither output is long enough to fill a pipe.
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        let complaints = try complaint.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        XCTAssertEqual(String(decoding: complaints, as: UTF8.self), "", program)
        XCTAssertEqual(process.terminationStatus, 0, program)
        return String(decoding: printed, as: UTF8.self)
    }

    /// The folder of the programs: the folder of the tests.
    private static var products: URL {
        #if os(macOS)
        Bundle(for: ProgramTests.self).bundleURL.deletingLastPathComponent()
        #else
        Bundle.main.bundleURL
        #endif
    }
}
