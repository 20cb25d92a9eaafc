import Foundation
import XCTest

/// The lines that an example prints, to compare with the output on its page.
///
/// A test declares a local `print` that calls ``callAsFunction(_:)``, and the example stands in the test as on the page.
package final class Printed: Sendable {
    private let lines = Locked<[String]>([])

    package init() {}

    /// Prints one line, as `Swift.print` would.
    package func callAsFunction(_ items: Any...) {
        lines.withLock { $0.append(items.map { "\($0)" }.joined(separator: " ")) }
    }

    /// The lines that were printed.
    package var output: String { lines.withLock { $0 }.joined(separator: "\n") }

    /// Fails unless the page shows exactly these lines as a block of output: between "```text" and "```".
    ///
    /// - Parameter page: The path below the catalog, such as "Use/Scopes.md".
    package func assertOutput(on page: String, file: StaticString = #filePath, line: UInt = #line) throws {
        let text = try String(
            contentsOf: Project.root.appending(path: "Sources/Armory/Armory.docc/\(page)"), encoding: .utf8)
        XCTAssertFalse(output.isEmpty, "the example has printed nothing", file: file, line: line)
        XCTAssertTrue(
            text.contains("```text\n\(output)\n```"), "\(page) does not show:\n\(output)", file: file, line: line)
    }
}
