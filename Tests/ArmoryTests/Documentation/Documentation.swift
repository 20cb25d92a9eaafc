// In a file without tests: the builds that leave out the tests of the pages read the pages too.

import Foundation

enum Documentation {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func page(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    static func pages() throws -> [String] {
        let catalog = "Sources/Armory/Armory.docc"
        let names = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(catalog).path)
        return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "\(catalog)/\($0)" }
    }

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
            } else if !line.hasPrefix("import ") {
                lines?.append(line)
            }
        }
        return examples
    }

    /// Every run of white space as one space.
    static func normalised(_ text: Substring) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
