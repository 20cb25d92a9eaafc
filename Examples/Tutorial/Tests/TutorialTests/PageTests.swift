import Foundation
import XCTest

/// A reader who follows the pages has the files of each step, and sees its output.
final class PageTests: XCTestCase {
    func testEveryStepPrintsTheOutputOfItsPage() throws {
        for page in try Page.all {
            XCTAssertFalse(page.output.isEmpty, "\(page) shows no output")
            XCTAssertEqual(try output(ofStep: page.step), page.output, "\(page)")
        }
    }

    func testEveryFileOfAStepIsOnItsPageOrUnchanged() throws {
        var files: [String: String] = [:]
        for page in try Page.all {
            XCTAssertEqual(page.unnamed, [], "\(page) shows code without the name of its file")
            // Each page starts a new main.swift, and does not repeat the tests of the previous step.
            files = files.filter { $0.key != "main.swift" && !$0.key.hasPrefix("Tests/") }
            files.merge(page.files) { _, new in new }
            for name in page.deleted {
                XCTAssertNotNil(files.removeValue(forKey: name), "\(page) deletes \(name), which does not exist")
            }
            let sources = try Page.sources(ofStep: page.step)
            XCTAssertEqual(files.keys.sorted(), sources.keys.sorted(), "\(page)")
            for (name, text) in files {
                XCTAssertEqual(words(of: text), words(of: sources[name] ?? ""), "\(page): \(name)")
            }
        }
    }

    /// The text, with each run of white space as one space.
    private func words(of text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func output(ofStep step: Int) throws -> String {
        let process = Process()
        process.executableURL = Self.products.appending(component: "Step\(step)")
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0, "Step\(step)")
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The folder where the package manager puts the executables: the folder of the tests.
    private static var products: URL {
        #if os(macOS)
        Bundle(for: PageTests.self).bundleURL.deletingLastPathComponent()
        #else
        Bundle.main.bundleURL
        #endif
    }
}
