import Armory
import Foundation
import OrdersCore
import XCTest

/// The container's guarantees, as this program uses them.
///
/// Each test builds a separate container, and tests share nothing.
final class WiringTests: XCTestCase {
    private let customer = Customer.ID("C001")

    private func makeContainer(_ arguments: String...) throws -> Container {
        try Wiring.container(for: Options(arguments, data: sampleData))
    }

    func testOverriddenClockDecidesToday() throws {
        let date = try day("2024-06-30")
        let container = try makeContainer().overriding {
            // Later than midnight, because the report shows only the day.
            Singleton((any WallClock).self) { FixedClock(now: date.addingTimeInterval(50_000)) }
        }

        let report = try Program.report(Options(data: sampleData), from: container)

        XCTAssertEqual(report.date, date)
        XCTAssertFalse(report.orders.isEmpty)
        XCTAssertTrue(report.orders.allSatisfy { $0.date <= date })
    }

    func testOverriddenRepositoryIsWhatTheReportAsks() throws {
        let container = try makeContainer().overriding {
            Singleton((any OrderRepository).self) { OneOrderRepository() }
        }

        let report = try container.resolve(Report.self, arguments: Customer.ID("T1"), day("2025-01-01"))

        XCTAssertEqual(report.customer.name, "Testers")
        XCTAssertEqual(report.orders.map(\.id), ["O1"])
        XCTAssertThrowsError(try container.resolve(Report.self, arguments: customer, day("2025-01-01")))
    }

    func testPartsOfOneReportShareItsFootnotes() throws {
        let container = try makeContainer()
        let date = try day("2025-12-31")

        let first = try container.resolve(Report.self, arguments: customer, date)
        let second = try container.resolve(Report.self, arguments: customer, date)

        XCTAssertTrue(first.table.footnotes === first.footnotes)
        XCTAssertTrue(first.totals.footnotes === first.footnotes)
        XCTAssertFalse(second.footnotes === first.footnotes)
        XCTAssertEqual(first.text(), second.text())
    }

    func testReaderIsSharedWhileHeldAndReleasedAfterUse() throws {
        let container = try makeContainer()
        weak var released: (any TableReader)?
        do {
            let reader = try container.resolve((any TableReader).self)
            released = reader
            XCTAssertTrue(try container.resolve((any TableReader).self) === reader)
        }
        XCTAssertNil(released)
    }

    func testNobodyHoldsTheReaderWhenEverythingIsRead() throws {
        let log = RecordingLog()
        weak var released: (any TableReader)?
        do {
            let reader: any TableReader = FolderReader(folder: sampleData, log: log)
            released = reader
            let handed = Handed(reader)
            let container = try makeContainer().overriding {
                Shared((any TableReader).self) { try XCTUnwrap(handed.reader) }
            }
            try withExtendedLifetime(reader) {
                _ = try container.resolve(Report.self, arguments: customer, day("2025-12-31"))
            }
        }
        XCTAssertNil(released)
        XCTAssertEqual(log.notes.count, 3)
    }

    /// The reader that a test's factory received, held weakly.
    private final class Handed: Sendable {
        weak let reader: (any TableReader)?

        init(_ reader: any TableReader) {
            self.reader = reader
        }
    }

    func testBothPriceListsComeOutOfOneReading() throws {
        let log = RecordingLog()
        let container = try makeContainer("--verbose").overriding {
            Singleton((any Log).self, value: log)
        }

        _ = try container.resolve(Pricing.self)

        XCTAssertEqual(log.notes.count, 1, "\(log.notes)")
    }

    func testNamesTellThePriceListsApart() throws {
        let container = try makeContainer()
        let standard = try container.resolve((any PriceList).self, named: .standard)
        let wholesale = try container.resolve((any PriceList).self, named: .wholesale)

        // The sample data has no wholesale price for the cable.
        XCTAssertEqual(standard.product("P02")?.name, "Cable, USB-C, 2 m")
        XCTAssertNil(wholesale.product("P02"))
        XCTAssertNil(try container.resolve((any PriceList)?.self))
    }

    func testLogIsOptional() throws {
        let date = try day("2025-12-31")
        XCTAssertNil(try makeContainer().resolve(Report.self, arguments: customer, date).log)
        XCTAssertNotNil(try makeContainer("--verbose").resolve(Report.self, arguments: customer, date).log)
    }

    func testMissingRegistrationsAreFoundBeforeAnythingRuns() throws {
        XCTAssertThrowsError(
            try Container {
                Wiring.pricing
                Wiring.reporting
            }
        ) {
            let error = $0 as? ResolutionError
            XCTAssertEqual(error?.code, .invalid)
            let missing = error?.faults.filter { $0.code == .missing } ?? []
            XCTAssertTrue(missing.contains { $0.path == ["Report", "any OrderRepository"] })
            XCTAssertTrue(missing.contains { $0.key == "any TableReader" })
            XCTAssertTrue(missing.allSatisfy { $0.location?.fileID == "OrdersCore/Wiring.swift" })
        }
    }

    func testTheWholeGraphIsSound() throws {
        for arguments in [[], ["--verbose"]] {
            try Wiring.program(try Options(arguments, data: sampleData)).validate(dryRun: true)
        }
    }

    func testFactoryThatThrewIsTriedAgain() throws {
        let folder = try copyOfData(for: self)
        let orders = folder.appending(component: "orders.csv")
        let away = folder.appending(component: "away.csv")
        try FileManager.default.moveItem(at: orders, to: away)
        let container = try Wiring.container(for: Options(data: folder))
        let path = orders.path(percentEncoded: false)

        XCTAssertThrowsError(try container.resolve((any OrderRepository).self)) {
            let cause = ($0 as? ResolutionError)?.rootCause as? OrdersError
            XCTAssertEqual(cause, .unreadable(file: path, reason: "there is no such file"))
        }
        try FileManager.default.moveItem(at: away, to: orders)
        XCTAssertEqual(try container.resolve((any OrderRepository).self).customers.count, 40)
    }
}
