package import Armory
import Foundation
import XCTest

/// The table of error texts: one section for each fault, with the whole text.
///
/// A section begins with the line `== name` and ends at an empty line.
package struct ErrorTexts {
    /// The text of each section, without a line break at its end.
    package private(set) var sections: [String: String] = [:]

    private static let file = Project.root.appending(path: "Tests/Texts/errors.txt")
    /// Guards the file, because threads of a test may compare texts at the same time.
    private static let lock = Locked(())

    /// Reads the file each time: a stored table would be a leak of the first test that reads it.
    package init() throws {
        for section in try String(contentsOf: Self.file, encoding: .utf8).components(separatedBy: "\n\n") {
            let lines = section.split(separator: "\n", maxSplits: 1)
            guard let heading = lines.first else { continue }
            sections[String(heading.trimmingPrefix("== "))] =
                lines.dropFirst().first?.trimmingCharacters(in: .newlines) ?? ""
        }
    }

    /// Writes a section, and replaces the former text on the pages that show it as a whole block.
    private mutating func write(_ text: String, as name: String) throws {
        let former = sections.updateValue(text, forKey: name)
        guard former != text else { return }
        try sections.sorted { $0.key < $1.key }.map { "== \($0.key)\n\($0.value)\n" }.joined(separator: "\n")
            .write(to: Self.file, atomically: true, encoding: .utf8)
        guard let former else { return }
        for page in try Project.pages() {
            let content = try String(contentsOf: page, encoding: .utf8)
            let updated = content.replacing("```text\n\(former)\n```", with: "```text\n\(text)\n```")
            if updated != content { try updated.write(to: page, atomically: true, encoding: .utf8) }
        }
    }

    /// The text with `…` for each line of a test's own file, which changes with the test.
    private static func withoutOwnLines(_ text: String) -> String {
        text.replacing(#/(Armory\w*Tests/\w+\.swift:)\d+/#) { "\($0.1)…" }
    }

    fileprivate static func check(_ text: String, _ name: String, file: StaticString, line: UInt) throws {
        let text = withoutOwnLines(text)
        XCTAssertFalse(text.contains("\n\n"), "an empty line ends a section", file: file, line: line)
        try lock.withLock { _ in
            var texts = try ErrorTexts()
            if ProcessInfo.processInfo.environment["ARMORY_TEXTS"] == "write" { try texts.write(text, as: name) }
            XCTAssertEqual(text, texts.sections[name] ?? "no section \"\(name)\"", file: file, line: line)
        }
    }
}

/// Fails unless the error's whole text is that of a section of Tests/Texts/errors.txt.
///
/// With `ARMORY_TEXTS=write` in the environment, the section is written instead.
package func assertErrorText(
    _ error: ResolutionError?, _ name: String, file: StaticString = #filePath, line: UInt = #line
) {
    assertErrorText(of: error?.description, name, file: file, line: line)
}

/// Fails unless a text is that of a section, such as a report with several errors.
package func assertErrorText(
    of text: String?, _ name: String, file: StaticString = #filePath, line: UInt = #line
) {
    guard let text else { return XCTFail("there is no error for \"\(name)\"", file: file, line: line) }
    do {
        try ErrorTexts.check(text, name, file: file, line: line)
    } catch {
        XCTFail("\(error)", file: file, line: line)
    }
}
