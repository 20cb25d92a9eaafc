import Armory
import ArmoryDiagrams
import Foundation
import StoriesCore
import XCTest

/// The documentation's picture: `make pictures` draws it, and this test fails if it is out of date.
final class PictureTests: XCTestCase {
    func testTheGraphOfTheDocumentationIsThisCountry() throws {
        let svg = try SeveralModules.country().graph.svg(.init(title: "Examples/Stories: several modules"))
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/Armory/Armory.docc/Resources/stories-graph.svg")
        if ProcessInfo.processInfo.environment["ARMORY_PICTURES"] == "write" { try Data(svg.utf8).write(to: file) }
        XCTAssertEqual(try String(contentsOf: file, encoding: .utf8), svg, "It is drawn anew by: make pictures")
    }
}
