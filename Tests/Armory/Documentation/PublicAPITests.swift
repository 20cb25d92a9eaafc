import ArmoryTestSupport
import XCTest

/// Rule F: the public API is the page's, and no larger than it may be.
final class PublicAPITests: LeakCheckedTestCase {
    func testF_ThePageListsThePublicSymbolsAndNoOthers() throws {
        let script = Project.root.appending(path: "Tests/api.py").path
        let result = try Command.run("python3", [script, "check", Project.products.path])
        XCTAssertEqual(result.status, 0, result.output)
    }

    /// A declaration that the page has not, or has no longer, is a finding.
    func testF_APageWithoutASymbolIsRefused() throws {
        let script = Project.root.appending(path: "Tests/api.py").path
        let page = Project.root.appending(path: "Sources/Armory/Armory.docc/Know/API.md")
        let other = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).md")
        defer { try? FileManager.default.removeItem(at: other) }
        let lines = try String(contentsOf: page, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let left = lines.filter { !$0.hasPrefix("- `func openScope(") }
        XCTAssertEqual(left.count, lines.count - 1)
        try left.joined(separator: "\n").write(to: other, atomically: true, encoding: .utf8)
        let result = try Command.run("python3", [script, "check", Project.products.path, other.path])
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.output.contains("+ - `func openScope("), result.output)
    }
}
