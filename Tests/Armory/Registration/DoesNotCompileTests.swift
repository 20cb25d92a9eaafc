import ArmoryTestSupport
import XCTest

// S2: what must not compile. Each file of Tests/Armory/DoesNotCompile says on its first line what the compiler
// says about it.
final class DoesNotCompileTests: LeakCheckedTestCase {
    private func snippets() throws -> [URL] {
        let folder = Project.root.appending(path: "Tests/Armory/DoesNotCompile")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasSuffix(".swift.txt") }
            .sorted { $0.path < $1.path }
    }

    func testS2_SnippetsDoNotCompileAndSayWhy() throws {
        let snippets = try snippets()
        XCTAssertGreaterThanOrEqual(snippets.count, 40)
        var stated = Stated("S2 snippets that must not compile and their like that must")
        stated.add(snippets.count, "snippets")
        defer { stated.state(misses: testRun?.failureCount ?? 0) }
        // One compiler for each processor.
        let compilers = ProcessInfo.processInfo.activeProcessorCount
        let outcomes = race(threads: compilers) { number in
            try stride(from: number, to: snippets.count, by: compilers).map { index in
                let text = try String(contentsOf: snippets[index], encoding: .utf8)
                return (snippets[index].lastPathComponent, text.prefix { $0 != "\n" }, try Self.compile(text))
            }
        }
        for (name, first, result) in try outcomes.flatMap({ try $0.get() }) {
            if first.hasPrefix("// compiles") {
                XCTAssertEqual(result.status, 0, "\(name): \(result.output)")
                XCTAssertFalse(result.output.contains("warning:"), "\(name): \(result.output)")
            } else {
                XCTAssertTrue(first.hasPrefix("// error: "), "\(name) says what it expects")
                XCTAssertNotEqual(result.status, 0, "\(name) compiles")
                XCTAssertTrue(
                    result.output.contains(first.dropFirst("// error: ".count)),
                    "\(name): \(result.output)")
                XCTAssertFalse(result.output.contains("no such module"), name)
            }
        }
    }

    /// Each message of the page of compile errors is that of a snippet.
    func testEachMessageOfThePageIsTheCompilers() throws {
        let page = try String(
            contentsOf: Project.root.appending(path: "Sources/Armory/Armory.docc/Know/CompileErrors.md"),
            encoding: .utf8)
        let messages = page.matches(of: #/\n\| \*(.+?)\*[^*]*? \|/#).map { String($0.1) }
        XCTAssertGreaterThanOrEqual(messages.count, 13)
        let errors = try snippets().map { snippet in
            try String(contentsOf: snippet, encoding: .utf8).prefix { $0 != "\n" }.dropFirst("// error: ".count)
        }
        for message in messages { XCTAssertTrue(errors.contains { $0 == message }, message) }
    }

    private static func compile(_ text: String) throws -> Command.Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).swift")
        try text.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let modules = Project.products.appending(path: "Modules")
        XCTAssertTrue(
            FileManager.default.fileExists(atPath: modules.appending(path: "Armory.swiftmodule").path),
            "the built module is at \(modules.path)")
        return try Command.run(
            "swiftc",
            [
                // What is sent between threads is checked after the types are.
                "-emit-sil", "-o", "/dev/null", "-swift-version", "6", file.path,
            ] + Project.importFlags)
    }
}
