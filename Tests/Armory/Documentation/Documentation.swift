// In a file without tests: the builds that leave out the tests of the pages read the pages too.

import Armory
import Foundation
import XCTest

enum Documentation {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func page(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// README.md, and the pages of the catalog with their shelves.
    static func pages() throws -> [String] {
        let catalog = "Sources/Armory/Armory.docc"
        let names = try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(catalog).path)
        return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "\(catalog)/\($0)" }
    }

    /// The texts outside of the catalog: for readers of the repository and of the examples.
    static let guides = [
        "README.md", ".github/CONTRIBUTING.md", ".github/CHANGELOG.md", ".github/SECURITY.md",
        "Examples/Tutorial/README.md", "Examples/Orders/README.md", "Examples/OrdersServer/README.md",
        "Examples/Chat/README.md", "Examples/Stories/README.md", "Examples/Moving/README.md",
        "Examples/Invoices/README.md",
    ]

    /// The Swift blocks of a page, without their imports, which stand at the top of the files.
    static func examples(of page: String) -> [String] {
        var examples: [String] = []
        var lines: [Substring]?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```swift" {
                lines = []
            } else if line == "```", let block = lines {
                examples.append(normalised(block.joined(separator: "\n")[...]))
                lines = nil
            } else if !line.hasPrefix("import ") && !line.hasPrefix("@testable import ") {
                lines?.append(line)
            }
        }
        return examples
    }

    /// The headings of a page as links name them: without punctuation, and with a hyphen for each space.
    static func anchors(of page: String) -> Set<String> {
        let headings = page.split(separator: "\n").filter { $0.starts(with: #/#{1,6} /#) }
        return Set(
            headings.map { heading in
                heading.drop { $0 == "#" }.filter { $0 == "-" || $0.isLetter || $0.isNumber || $0.isWhitespace }
                    .split(whereSeparator: \.isWhitespace).joined(separator: "-")
            })
    }

    /// Every run of white space as one space, and no `@main`, which a test cannot have.
    static func normalised(_ text: Substring) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing("@main ", with: "")
    }
}
