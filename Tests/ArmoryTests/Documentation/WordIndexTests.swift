import ArmoryTestSupport
import Foundation
import XCTest

/// The page for readers who look for the words of other containers.
///
/// `LinksTests` follows its links to pages.
final class WordIndexTests: LeakCheckedTestCase {
    /// The cells of each row of the table.
    private func rows() throws -> [[String]] {
        let page = try Documentation.page("Sources/Armory/Armory.docc/Move/WordIndex.md")
        return page.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { row in
            row.components(separatedBy: " | ").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "| ")) }
        }
    }

    func testTheWordsOfOtherContainersAreThere() throws {
        let words = try rows().flatMap { $0[0].components(separatedBy: ", ") }
        for word in [
            "dispose", "onClose", "multibinding", "collect", "assisted injection", "factory parameters", "implements",
            "autowire", "eager", "lifetime", "provider", "captive dependency", "profile", "conditional bean",
            "qualifier",
            "named binding", "scope", "lazy", "circular dependency", "interceptor", "AOP", "decorator", "override",
            "mock",
            "module", "assembly", "installer", "health", "graceful shutdown", "constructor injection",
            "property wrapper",
            "service locator", "thread-safe", "weak singleton", "TTL", "async init", "main actor",
            "retry", "deadline", "around advice",
            "service locator", "thread-safe", "weak singleton", "TTL", "async init", "main actor", "tenant",
            "feature flag", "A/B test", "keyed services", "strategy",
        ] {
            XCTAssertTrue(words.contains(word), "\(word) leads nowhere")
        }
        let repeated = Dictionary(grouping: words) { $0 }.filter { $0.value.count > 1 }.keys
        XCTAssertEqual(repeated.sorted(), [], "a word leads to one place")
    }

    func testEachRowHasALinkAndNamesWhatTheSourcesDeclare() throws {
        let sources = try Project.swiftFiles(in: "Sources").map(\.text)
        let declared = Set(sources.joined(separator: "\n").split { !$0.isLetter })
        let manifest = try Documentation.page("Package.swift")
        for row in try rows() {
            XCTAssertEqual(row.count, 3, row[0])
            XCTAssertTrue(row[2].hasPrefix("<doc:"), row[0])
            for code in row[1].matches(of: #/`+([^`]+)`+/#).map(\.1) {
                // Without the hash that tells overloads apart. Names of one or two letters are those of examples.
                for name in code.prefix(while: { $0 != "-" }).matches(of: #/[A-Za-z]{3,}/#).map(\.0) {
                    let isDeclared = declared.contains(name) || manifest.contains("\"\(name)\"")
                    XCTAssertTrue(isDeclared, "\(row[0]): \(name) is not declared")
                }
            }
        }
    }
}
