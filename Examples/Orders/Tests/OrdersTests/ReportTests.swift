import Armory
import Foundation
import OrdersCore
import XCTest

final class ReportTests: XCTestCase {
    private func text(_ arguments: String...) throws -> String {
        let outcome = Program.run { () throws(OrdersError) in try Options(arguments, data: sampleData) }
        XCTAssertEqual(outcome.complaint, "")
        XCTAssertEqual(outcome.code, .success)
        return outcome.output
    }

    func testWholeReport() throws {
        XCTAssertEqual(
            try text("--customer", "C001", "--date", "2024-09-30"),
            """
            Northwind Traders (C001, wholesale, Oslo)
            Orders up to 2024-09-30

            Order  Date        Product                          Quantity      Price       Amount
            O0224  2024-05-15  Scissors                              16      29.72       475.52
            O0258  2024-06-05  Notebook A5 [1]                        1      74.23        74.23
            O0270  2024-06-12  Notebook A5 [1]                        4      74.23       296.92
            O0287  2024-06-23  Wall clock                            18       1.43        25.74
            O0359  2024-08-06  Folder, grey [1]                      20      16.57       331.40
            O0367  2024-08-10  Label roll 62 mm                       9      47.58       428.22
            O0385  2024-08-21  Marker, blue [1]                       5      65.49       327.45

            Twelve months      7 orders                                                1,959.48
            All orders         7 orders                                                1,959.48

            [1] no wholesale price, so the standard one
            """)
    }

    func testLongReportListsTheLatest() throws {
        let lines = try text("--date", "2025-12-31").split(separator: "\n")
        XCTAssertTrue(lines.contains("... and 11 earlier"), lines.joined(separator: "\n"))
        XCTAssertEqual(lines.filter { $0.hasPrefix("O") && $0.contains("202") && !$0.contains("up to") }.count, 10)
    }

    func testNoOrdersYet() throws {
        XCTAssertTrue(try text("--date", "2023-12-31").hasSuffix("No orders."))
    }

    func testProductWithoutPriceIsLeftOutOfTheTotals() throws {
        let container = try Wiring.container(for: Options(data: sampleData)).overriding {
            Singleton((any PriceList).self) { EmptyPriceList() }.named(.standard)
            Singleton((any OrderRepository).self) { OneOrderRepository() }
        }

        let text = try container.resolve(Report.self, arguments: Customer.ID("T1"), day("2025-01-01")).text()

        XCTAssertTrue(text.contains("P02 [1]"), text)
        XCTAssertTrue(text.hasSuffix("0.00\n\n[1] not in the price lists, and not in the totals"), text)
    }

    private struct EmptyPriceList: PriceList {
        func product(_ sku: String) -> Product? { nil }
    }

    func testFaultOfTheWiringHasItsOwnCode() {
        let outcome = Program.run(
            { () throws(OrdersError) in try Options(data: sampleData) },
            container: { _ throws(ResolutionError) in try Container { Wiring.reporting } })
        XCTAssertEqual(outcome.code, .wiring)
        XCTAssertTrue(outcome.complaint.contains(" [invalid]\n1. "), outcome.complaint)
        XCTAssertTrue(outcome.complaint.contains("\n3. "), outcome.complaint)
    }
}
