import Armory
import ArmoryDiagrams
import Foundation
import OrdersCore
import XCTest

/// The documentation's pictures: `make pictures` draws them, and these tests fail if one is out of date.
final class PictureTests: XCTestCase {
    private func container(_ subscribers: [any EventSubscriber] = []) throws -> Container {
        let options = try Options([], data: sampleData)
        return try Container(configuration: .init(subscribers: subscribers)) { Wiring.program(options) }
    }

    func testTheGraphOfTheDocumentationIsThisProgram() throws {
        let svg = try container().graph.svg(.init(title: "Examples/Orders"))
        XCTAssertEqual(
            try Pictures.committed("orders-graph.svg", drawn: svg), svg, "It is drawn anew by: make pictures")
    }

    /// Times differ in each run, so the test compares the factories that ran, and their callers.
    func testTheProfileOfTheDocumentationIsThisProgram() throws {
        let profile = StartupProfile()
        let container = try container([profile])
        _ = try container.resolve(Report.self, arguments: Customer.ID("C001"), day("2025-01-01"))
        let svg = profile.record.svg(title: "A report of Examples/Orders")
        let committed = try Pictures.committed("orders-profile.svg", drawn: svg)
        XCTAssertEqual(runs(in: committed), runs(in: svg), "It is drawn anew by: make pictures")
        XCTAssertGreaterThan(runs(in: svg).count, 5)
    }

    private func runs(in svg: String) -> [String] {
        svg.matches(of: /data-run="\d+"><title>([^\n]*)\n[^<]*?(asked for by [^\n<]*)?</).map {
            "\($0.1) \($0.2 ?? "")"
        }
    }
}

enum Pictures {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/Armory/Armory.docc/Resources")

    /// The picture in the documentation; the test replaces it if an environment variable says so.
    static func committed(_ name: String, drawn svg: String) throws -> String {
        let file = folder.appending(path: name)
        if ProcessInfo.processInfo.environment["ARMORY_PICTURES"] == "write" {
            try Data(svg.utf8).write(to: file)
        }
        return try String(contentsOf: file, encoding: .utf8)
    }
}
