// The examples of README.md and of the catalog, as they stand there, are compiled and run by the other files of this folder, and
// those of ArmoryTesting by its tests.

import ArmoryTestSupport
import Foundation
import XCTest

final class ExamplesAreCompiledTests: LeakCheckedTestCase {
    func testEveryExampleIsInThisFolder() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        // Those of other products are tests of their own.
        let others = [
            "ArmoryTestingTests/TestingExampleTests.swift", "ArmoryIntegrationTests/ServerExampleTests.swift",
            "ArmoryIntegrationTests/EventsExampleTests.swift",
            "ArmoryDiagramsTests/PictureExampleTests.swift",
            "ArmoryIntegrationTests/Inspector/InspectorExampleTests.swift",
            "ArmoryIntegrationTests/Inspector/InspectorServing.swift",
            "ArmoryEasyDiTests/EasyDiExampleTests.swift",
            "ArmoryInjectionTests/InjectionExampleTests.swift",
            "ArmoryResolverTests/ResolverExampleTests.swift",
            "ArmoryDiagramsTests/TextExampleTests.swift", "ArmoryIntegrationTests/CommandExampleTests.swift",
            "CommandProbe/Graph.swift",
        ].map { Documentation.root.appendingPathComponent("Tests/\($0)") }
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) + others
        let source = Documentation.normalised(
            try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")[...])
        var count = 0
        for path in try Documentation.pages() {
            for example in Documentation.examples(of: try Documentation.page(path)) {
                count += 1
                XCTAssertTrue(source.contains(example), "\(path): this example is not compiled:\n\(example)")
            }
        }
        XCTAssertGreaterThan(count, 25)
    }
}

final class LinksTests: LeakCheckedTestCase {
    func testEveryGuaranteeLinksToATestAndEveryLinkLeadsToAFile() throws {
        let page = try Documentation.page("README.md")
        let targets = page.matches(of: #/\]\(([^)#]+)\)/#).map { String($0.1) }.filter { !$0.hasPrefix("http") }
        for target in targets {
            let path = Documentation.root.appendingPathComponent(target).path
            XCTAssertTrue(FileManager.default.fileExists(atPath: path), "README.md links to \(target)")
        }
        let guarantees = try XCTUnwrap(page.components(separatedBy: "## Guarantees\n").last)
            .components(separatedBy: "\n## ")[0].components(separatedBy: "\n- ").dropFirst()
        XCTAssertGreaterThanOrEqual(guarantees.count, 12)
        for guarantee in guarantees {
            XCTAssertTrue(guarantee.contains("](Tests/"), "no test is named for: \(guarantee)")
        }
    }
}
