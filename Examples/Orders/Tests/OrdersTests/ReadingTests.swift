import Foundation
import OrdersCore
import XCTest

final class ReadingTests: XCTestCase {
    private func records(_ text: String) throws -> [[String]] {
        try CSV.records(in: Array(text.utf8)).map(\.fields)
    }

    private func assertFault(
        _ text: String, line: Int, _ reason: String, at testLine: UInt = #line
    ) {
        XCTAssertThrowsError(try records(text), line: testLine) {
            let fault = $0 as? CSV.Fault
            XCTAssertEqual(fault?.line, line, line: testLine)
            XCTAssertEqual(fault?.reason, reason, line: testLine)
        }
    }

    func testPlainAndQuotedFields() throws {
        XCTAssertEqual(try records(""), [])
        XCTAssertEqual(try records("a,b\nc,d\n"), [["a", "b"], ["c", "d"]])
        XCTAssertEqual(try records("a,b\r\nc,d"), [["a", "b"], ["c", "d"]])
        XCTAssertEqual(try records("\u{FEFF}a,,\"\"\n"), [["a", "", ""]])
        XCTAssertEqual(try records("a,\"b, c\",\"say \"\"d\"\"\"\n"), [["a", "b, c", "say \"d\""]])
        XCTAssertEqual(try records("\"a\r\nb\",c\n"), [["a\r\nb", "c"]])
    }

    func testLinesCountThoseInsideQuotes() throws {
        let lines = try CSV.records(in: Array("a\n\"b\nc\"\nd\n".utf8)).map(\.line)
        XCTAssertEqual(lines, [1, 2, 4])
    }

    func testFaultsNameTheLine() {
        assertFault("a\nb\"c\n", line: 2, "a quote inside a field that is not quoted")
        assertFault("a\n\"b\nc", line: 2, "a quote is opened and never closed")
        assertFault("\"a\"b\n", line: 1, "text after a closing quote")
        assertFault("a\rb\n", line: 1, "a carriage return without a line feed")
        XCTAssertThrowsError(try CSV.records(in: [0x61, 0x0A, 0xFF])) {
            XCTAssertEqual(($0 as? CSV.Fault)?.line, 2)
        }
    }

    func testWrittenLinesAreReadBack() throws {
        let fields = ["a", "", "b, c", "27\"", "\"", "two\nlines", "end\r"]
        XCTAssertEqual(try records(CSV.line(fields) + "\n"), [fields])
    }

    func testMoney() {
        XCTAssertEqual(Money("12.50"), Money(cents: 1_250))
        XCTAssertEqual(Money("0.05")?.description, "0.05")
        XCTAssertEqual(Money(cents: 123_456_789).description, "1,234,567.89")
        for wrong in ["", "12", "12.5", "12.500", ".50", "-1.00", "1,000.00", "1.2.34", "\u{0661}.00"] {
            XCTAssertNil(Money(wrong), wrong)
        }
    }

    func testDays() throws {
        XCTAssertEqual(try day("2024-02-29").day, "2024-02-29")
        XCTAssertEqual(try day("2024-02-29").aYearEarlier, try day("2023-02-28"))
        for wrong in ["", "2025-02-29", "2025-06-31", "2025-6-1", "2025-06-01x", "01.06.2025", "+2025-06-01"] {
            XCTAssertNil(Date(day: wrong), wrong)
        }
    }
}
