import Armory
import ArmoryTestSupport
import XCTest

/// E4: every code has its name in the text, one heading on the page of errors, and examples that end with it.
final class ErrorCodeTests: LeakCheckedTestCase {
    /// The codes as the source declares them: the constant and its text.
    private func codes() throws -> [(constant: String, text: String)] {
        try sources.flatMap { text in
            text.matches(of: #/public static let (\w+) = (?:Code|Self)\("(.*)"\)/#).map { (String($0.1), String($0.2)) }
        }
    }

    /// The texts of the files that may declare codes.
    private var sources: [String] {
        get throws { try ["Sources/Core", "Sources/Armory"].flatMap { try Project.swiftFiles(in: $0) }.map(\.text) }
    }

    /// The sections of the page that are about a code, by their headings.
    private func sections() throws -> [(heading: String, text: String)] {
        try Documentation.page("Sources/Armory/Armory.docc/Know/Errors.md").components(separatedBy: "\n### ")
            .dropFirst()
            .map { section in
                let lines = section.split(separator: "\n", maxSplits: 1)
                return (String(lines[0]), String(lines[1]))
            }
    }

    func testE4_EachCodeHasOneHeadingAndEachHeadingACode() throws {
        let codes = try codes()
        XCTAssertGreaterThan(codes.count, 40)
        for code in codes { XCTAssertEqual(code.constant, code.text) }
        XCTAssertEqual(codes.map(\.text).sorted(), try sections().map(\.heading).sorted())
    }

    func testE4_EachExampleUnderAHeadingIsATextOfTheTableAndEndsItsFirstLineWithTheCode() throws {
        let texts = Set(try ErrorTexts().sections.values)
        for section in try sections() {
            let examples = blocks(of: section.text)
            XCTAssertFalse(examples.isEmpty, "\(section.heading) has no example")
            for example in examples {
                let first = example.prefix { $0 != "\n" }
                XCTAssertTrue(first.hasSuffix(" [\(section.heading)]"), "\(section.heading): \(first)")
                XCTAssertTrue(texts.contains(example), "no section of the table has the text:\n\(example)")
            }
        }
    }

    func testE4_EachErrorInTheReadmeIsATextOfTheTable() throws {
        let errors = try blocks(of: Documentation.page("README.md"))
            .filter { $0.prefix { $0 != "\n" }.contains(#/ \[\w+\]$/#) }
        XCTAssertFalse(errors.isEmpty)
        XCTAssertEqual(Set(errors).subtracting(try ErrorTexts().sections.values), [])
    }

    func testE4_EachCodeHasATextInTheTable() throws {
        let texts = try ErrorTexts().sections
        for code in try codes() {
            XCTAssertTrue(
                texts.contains { name, text in
                    name.prefix { $0 != ":" } == code.text && text.prefix { $0 != "\n" }.hasSuffix(" [\(code.text)]")
                }, "\(code.text) has no section in Tests/Texts/errors.txt")
        }
    }

    /// The blocks of output on a page.
    private func blocks(of page: String) -> [String] {
        page.components(separatedBy: "```text\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    }

    func testE4_TheSourceHasNoOtherCodes() throws {
        let made = try sources.flatMap { $0.matches(of: #/[ .](?:Code|Self)\("\w+"\)/#) }.count
        XCTAssertEqual(made, try codes().count)
    }
}
