import Foundation

/// A page of Learn, and the folders of its step.
struct Page: CustomStringConvertible {
    static let names = [
        "FirstContainer", "ProtocolsAndNames", "ChoosingLifetimes", "ModulesAndFaults", "OneRequest", "AsyncAndStart",
        "FirstTests", "SeeingIt",
    ]
    static var all: [Page] {
        get throws { try names.indices.map { try Page(step: $0 + 1) } }
    }

    let step: Int
    /// The joined blocks of output: everything that the step prints.
    private(set) var output = ""
    /// The text of each file on the page, from one or more blocks.
    private(set) var files: [String: String] = [:]
    /// The files that the page says to delete.
    private(set) var deleted: Set<String> = []
    /// The Swift blocks without a file name before them.
    private(set) var unnamed: [String] = []

    var description: String { "\(Self.names[step - 1]).md" }

    init(step: Int) throws {
        self.step = step
        let path = "Sources/Armory/Armory.docc/Learn/\(Self.names[step - 1]).md"
        let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
        var (language, block, name) = (String?.none, "", String?.none)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let open = language, line == "```" {
                add(block, in: open, name)
                (language, block, name) = (nil, "", nil)
            } else if language != nil {
                block += line + "\n"
            } else if line.hasPrefix("```") {
                language = String(line.dropFirst(3))
            } else if let label = line.wholeMatch(of: #/`([A-Za-z/]+\.swift)`(?:, continued)?:/#) {
                name = String(label.1)
            } else if let deletion = line.firstMatch(of: #/Delete `([A-Za-z]+\.swift)`/#) {
                deleted.insert(String(deletion.1))
            }
        }
    }

    private mutating func add(_ block: String, in language: String, _ name: String?) {
        switch (language, name) {
        case ("text", _): output += block
        case ("swift", let name?): files[name, default: ""] += block
        case ("swift", nil): unnamed.append(block)
        default: break
        }
    }

    /// The folder of the library.
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The files of a step, with the names that the pages use: the tests' names are those in a reader's package.
    static func sources(ofStep step: Int) throws -> [String: String] {
        let tutorial = root.appending(path: "Examples/Tutorial")
        let folders = [("", "Sources/Step\(step)"), ("Tests/LinksTests/", "Tests/Step\(step)Tests")]
        var sources: [String: String] = [:]
        for (prefix, folder) in folders {
            let url = tutorial.appending(path: folder)
            guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else { continue }
            for file in try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil) {
                let text = try String(contentsOf: file, encoding: .utf8)
                // In a reader's package, the target is named Links.
                sources[prefix + file.lastPathComponent] = text.replacing(
                    "@testable import Step\(step)\n", with: "@testable import Links\n")
            }
        }
        return sources
    }
}
