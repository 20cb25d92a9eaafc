// The rules of the book that hold for every page.

import ArmoryTestSupport
import Foundation
import XCTest

final class BookTests: LeakCheckedTestCase {
    private static let shelves = ["Learn", "Use", "Move", "Know"]

    /// The pages of the shelves, and their texts.
    private func pages() throws -> [(shelf: String, name: String, text: String)] {
        let pages = try Documentation.pages().compactMap { path in
            let parts = path.split(separator: "/").suffix(2).map(String.init)
            return Self.shelves.contains(parts[0])
                ? (parts[0], parts[1].replacing(".md", with: ""), try Documentation.page(path)) : nil
        }
        XCTAssertGreaterThan(pages.count, 50, "the pages are found")
        return pages
    }

    func testTheStartPageListsEachPageOnce() throws {
        let start = try Documentation.page("Sources/Armory/Armory.docc/Armory.md")
        let listed = start.matches(of: #/\n- <doc:([A-Za-z]+)>/#).map { String($0.1) }
        XCTAssertEqual(listed.sorted(), try pages().map(\.name).sorted())
    }

    func testTheTutorialHasEightPages() throws {
        XCTAssertEqual(try pages().filter { $0.shelf == "Learn" }.count, 8)
    }

    func testEachPageOpensWithItsPurposeInOneSentence() throws {
        for page in try pages() {
            let parts = page.text.components(separatedBy: "\n\n")
            XCTAssertTrue(parts[0].hasPrefix("# "), page.name)
            let sentences = Self.sentences(of: parts[1])
            XCTAssertEqual(sentences.count, 1, "\(page.name): \(parts[1])")
            XCTAssertTrue(parts[1].hasSuffix("."), "\(page.name): \(parts[1])")
            XCTAssertEqual(parts[2], "## Overview", page.name)
        }
    }

    func testEachPageOfATaskEndsWithRulesPitfallsAndCost() throws {
        for page in try pages() where page.shelf == "Use" {
            let headings = page.text.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3) }
            let last = headings.filter { ["Rules", "Pitfalls", "Cost"].contains($0) }
            XCTAssertEqual(last, ["Rules", "Pitfalls", "Cost"], page.name)
        }
    }

    func testNoSentenceHasMoreThanThirtyWords() throws {
        for path in Set(try Documentation.pages() + Documentation.guides).sorted() {
            for paragraph in Self.paragraphs(of: try Documentation.page(path)) {
                for sentence in Self.sentences(of: paragraph) {
                    XCTAssertLessThanOrEqual(sentence.split(separator: " ").count, 30, "\(path): \(sentence)")
                }
            }
        }
    }

    /// The glossary has a better word for each.
    func testNoPageHasAWordThatTheGlossaryReplaces() throws {
        let words = #/\b([Nn]obody|[Ss]omebody|[Ee]verybody|[Ww]hoever|mend(s|ed|ing)?|lets? go of|as ever)\b/#
        for path in Set(try Documentation.pages() + Documentation.guides).sorted() {
            let text = try Documentation.page(path)
            XCTAssertEqual(text.matches(of: words).map { String($0.0) }, [], path)
        }
    }

    func testTheReadmeIsReadInMinutes() throws {
        let words = try Documentation.page("README.md").split(whereSeparator: \.isWhitespace).count
        XCTAssertLessThanOrEqual(words, 1500)
    }

    func testALongSentenceIsFound() {
        let words = Array(repeating: "word", count: 16).joined(separator: " ")
        let page =
            "# Title\n\n- A list of \(words)\n  \(words).\n\n| a table \(words) \(words) |\n\n```\n\(words) \(words)\n```\n"
        let sentences = Self.paragraphs(of: page).flatMap(Self.sentences)
        XCTAssertEqual(sentences.map { $0.split(separator: " ").count }, [35])
    }

    /// The texts of a page: its paragraphs and the items of its lists, without headings, tables and code.
    private static func paragraphs(of page: String) -> [String] {
        var paragraphs: [[String]] = [[]]
        var isCode = false
        for line in page.components(separatedBy: "\n") {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.hasPrefix("```") { isCode.toggle() }
            let isText =
                !isCode && !text.isEmpty && (!line.hasPrefix("    ") || !paragraphs[paragraphs.count - 1].isEmpty)
                && !["#", "|"].contains { text.hasPrefix($0) }
            if !isText {
                paragraphs.append([])
            } else if text.starts(with: #/- |\d+\. /#) {
                paragraphs.append([String(text.drop { $0 != " " }.dropFirst())])
            } else if !text.hasPrefix("```") {
                paragraphs[paragraphs.count - 1].append(text)
            }
        }
        return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
    }

    /// Code and links count as one word.
    private static func sentences(of paragraph: String) -> [String] {
        let text = paragraph.replacing(#/``?[^`]*``?/#, with: "X").replacing(#/<doc:[^>]*>/#, with: "X")
            .replacing(#/\]\([^)]*\)/#, with: "]")
        return text.replacing(#/([.!?])\s+/#) { "\($0.1)\n" }.split(separator: "\n").map(String.init)
    }
}
