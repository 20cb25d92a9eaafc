import Foundation
import OrdersCore
import XCTest

/// Runs the executables as a user does.
final class CommandTests: XCTestCase {
    private struct Run {
        let output: String
        let complaint: String
        let code: Int32
    }

    private func launch(_ name: String, _ arguments: String...) throws -> Run {
        let process = Process()
        process.executableURL = Self.products.appending(component: name)
        process.arguments = arguments
        let output = Pipe()
        // A file, because two pipes that are read one after the other could fill up.
        let complaint = FileManager.default.temporaryDirectory.appending(component: "orders-\(UUID())")
        try Data().write(to: complaint)
        defer { try? FileManager.default.removeItem(at: complaint) }
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: complaint)
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Run(
            output: String(decoding: bytes, as: UTF8.self),
            complaint: String(decoding: try Data(contentsOf: complaint), as: UTF8.self),
            code: process.terminationStatus)
    }

    /// The folder where the package manager puts the executables: the folder of the tests.
    private static var products: URL {
        #if os(macOS)
        Bundle(for: CommandTests.self).bundleURL.deletingLastPathComponent()
        #else
        Bundle.main.bundleURL
        #endif
    }

    private func assertFails(
        _ run: Run, _ code: ExitCode, _ complaint: String, line: UInt = #line
    ) {
        XCTAssertEqual(run.output, "", line: line)
        XCTAssertEqual(run.complaint, "orders: \(complaint)\n", line: line)
        XCTAssertEqual(run.code, code.rawValue, line: line)
    }

    func testWithoutArguments() throws {
        let run = try launch("orders")
        XCTAssertTrue(run.output.hasPrefix("Northwind Traders (C001, wholesale, Oslo)\nOrders up to "), run.output)
        XCTAssertEqual(run.complaint, "")
        XCTAssertEqual(run.code, 0)
    }

    func testHelpNamesEveryExitCode() throws {
        let run = try launch("orders", "--help")
        XCTAssertEqual(run.code, 0)
        for code in ["0", "64", "65", "66", "67", "70"] {
            XCTAssertTrue(run.output.contains("\n  \(code.count == 1 ? " " : "")\(code)  "), code)
        }
    }

    func testVerboseNotesGoToStandardError() throws {
        let run = try launch("orders", "--verbose")
        XCTAssertEqual(run.code, 0)
        XCTAssertTrue(run.output.hasPrefix("Northwind Traders"))
        XCTAssertTrue(run.complaint.contains("orders: read 1200 rows of "), run.complaint)
    }

    #if Graph
    func testTheGraphCommandPrintsTheDependenciesOfTheReport() throws {
        let run = try launch("orders-graph", "tree")
        for node in ["any PriceList named \"wholesale\" · singleton", "Pricing · singleton", "Footnotes · graph"] {
            XCTAssertTrue(run.output.contains(node), "\(node) in \(run.output)")
        }
        XCTAssertEqual(run.complaint, "")
        XCTAssertEqual(run.code, 0)
    }
    #else
    func testTheGraphCommandNamesItsTrait() throws {
        XCTAssertEqual(try launch("orders-graph").output, "orders-graph: build it with --traits Graph\n")
    }
    #endif

    func testWrongArguments() throws {
        assertFails(try launch("orders", "--colour"), .usage, "unknown argument \"--colour\"; --help explains")
        assertFails(try launch("orders", "--customer"), .usage, "--customer needs a value; --help explains")
        assertFails(
            try launch("orders", "--customer", "--date"), .usage, "--customer needs a value; --help explains")
        assertFails(
            try launch("orders", "--date", "2025-02-30"), .usage,
            "--date \"2025-02-30\" is not a day written as YYYY-MM-DD; --help explains")
    }

    func testUnknownCustomerGetsAHint() throws {
        assertFails(
            try launch("orders", "--customer", "c041"), .unknownCustomer,
            "unknown customer \"c041\"; did you mean C001 (Northwind Traders) or C011 (Hillside Supplies) or "
                + "C021 (Lakeland Bakery, Wholesale)?")
        assertFails(
            try launch("orders", "--customer", "valley books"), .unknownCustomer,
            "unknown customer \"valley books\"; did you mean C040 (Valley Books)?")
        assertFails(
            try launch("orders", "--customer", "nobody"), .unknownCustomer,
            "unknown customer \"nobody\"; the IDs go from C001 to C040")
    }

    func testMissingFile() throws {
        let run = try launch("orders", "--data", "/nowhere")
        assertFails(run, .unreadableFile, "/nowhere/customers.csv: there is no such file")
    }

    func testMalformedRowsNameFileAndLine() throws {
        let faults: [(file: String, row: String, reason: String)] = [
            ("customers", "C001,Twice,standard,Cork", "customer \"C001\" is there twice"),
            ("customers", "C900,Other,golden,Cork", "tier \"golden\" is neither standard nor wholesale"),
            ("customers", "C900,,standard,Cork", "name is empty"),
            ("orders", "O1,C001,2025-01-01,P01", "the row has 4 fields, the header 5"),
            ("orders", "O1,C001,2025-13-01,P01,1", "date \"2025-13-01\" is not a day written as YYYY-MM-DD"),
            ("orders", "O1,C001,2025-01-01,P01,0", "quantity \"0\" is not a whole number from 1 to 100000"),
            ("orders", "O1,C999,2025-01-01,P01,1", "customer \"C999\" is not in customers.csv"),
            ("orders", "O1,\"C001,2025-01-01,P01,1", "a quote is opened and never closed"),
            ("prices", "P90,Pen,free,", "standard \"free\" is not an amount written as 12.50"),
            ("prices", "P01,Pen,1.00,", "product \"P01\" is there twice"),
        ]
        for fault in faults {
            let folder = try copyOfData(for: self)
            let file = folder.appending(component: fault.file + ".csv")
            let text = try String(contentsOf: file, encoding: .utf8)
            try Data((text + fault.row + "\n").utf8).write(to: file)
            let path = file.path(percentEncoded: false)
            let line = text.split(separator: "\n").count + 1

            let run = try launch("orders", "--data", folder.path(percentEncoded: false))
            assertFails(run, .malformedData, "\(path):\(line): \(fault.reason)")
        }
    }

    func testMissingColumnAndEmptyFile() throws {
        for (text, reason) in [
            ("id,name,city\nC001,Some,Cork\n", "there is no column \"tier\""),
            ("", "the file is empty; its first line names the columns"),
        ] {
            let folder = try copyOfData(for: self)
            let file = folder.appending(component: "customers.csv")
            try Data(text.utf8).write(to: file)
            let run = try launch("orders", "--data", folder.path(percentEncoded: false))
            assertFails(run, .malformedData, "\(file.path(percentEncoded: false)):1: \(reason)")
        }
    }

    func testMakeDataWritesTheCommittedData() throws {
        let folder = try copyOfData(for: self).appending(component: "made")
        XCTAssertEqual(try launch("make-data", folder.path(percentEncoded: false)).code, 0)
        for name in ["customers.csv", "orders.csv", "prices.csv"] {
            XCTAssertEqual(
                try Data(contentsOf: folder.appending(component: name)),
                try Data(contentsOf: sampleData.appending(component: name)), name)
        }
    }
}
