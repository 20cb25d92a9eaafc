import ArmoryTestSupport
import XCTest

/// Programs that use the library, compiled with warnings as errors under the settings that clients have, and run.
final class ClientTests: LeakCheckedTestCase {
    private static let upcoming = [
        "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
        "InferIsolatedConformances", "ImmutableWeakCaptures",
    ].flatMap { ["-enable-upcoming-feature", $0] }
    private static let mainActor = ["-default-isolation", "MainActor"]
    private static let six = ["-swift-version", "6"]
    /// Mode 5 with the setting that the pages name for it.
    private static let five = ["-swift-version", "5", "-enable-upcoming-feature", "InferSendableFromCaptures"]

    private let shop = "6 true true true --- screen 2 written 2 2 9\n"

    func testSwift6() throws {
        try assert("Shop", Self.six, prints: shop)
        try assert("Shop", Self.six + ["-O"], prints: shop)
    }

    func testUpcomingFeatures() throws {
        try assert("Shop", Self.six + Self.upcoming, prints: shop)
    }

    func testStrictMemorySafety() throws {
        try assert("Shop", Self.six + ["-strict-memory-safety"], prints: shop)
    }

    func testS3_DefaultIsolationMainActor() throws {
        try assert("Shop", Self.six + Self.mainActor, prints: shop)
        try assert("MainActorApp", Self.six + Self.mainActor, prints: "window false true\n")
        try assert("MainActorApp", Self.six + Self.mainActor + Self.upcoming, prints: "window false true\n")
    }

    func testSwift5() throws {
        try assert("Shop", Self.five, prints: shop)
        try assert("Shop", Self.five + ["-strict-concurrency=complete"], prints: shop)
    }

    /// The setting and the message are those of Concurrency.md, to which the README and the pages for other libraries link.
    func testInSwift5ModeTheNameOfAnInitializerNeedsASetting() throws {
        let text = """
            import Armory
            final class Ledger: Sendable { init() {} }
            struct Store: Sendable { let ledger: Ledger }
            let registrations: [any Registration] = [Singleton(Ledger.init), Singleton(Store.init)]
            """
        let warning =
            "warning: converting non-Sendable function value to '@Sendable () throws -> Ledger' may introduce data races"
        let old = ["-swift-version", "5"]
        for strictness in [[], ["-enable-upcoming-feature", "StrictConcurrency"]] {
            let without = try diagnostics(of: text, old + strictness)
            XCTAssertTrue(without.contains(warning), without)
            XCTAssertEqual(try diagnostics(of: text, Self.five + strictness), "")
        }
        XCTAssertEqual(try diagnostics(of: text, Self.six), "")
        let page = try String(
            contentsOf: Project.root.appending(path: "Sources/Armory/Armory.docc/Know/Concurrency.md"), encoding: .utf8)
        XCTAssertTrue(page.contains("```text\n\(warning)\n```"))
        XCTAssertTrue(page.contains(".enableUpcomingFeature(\"\(Self.five[3])\")"))
    }

    func testInSwift5ModeStrictConcurrencyChecksWhatThreadsShare() throws {
        let text = """
            import Armory
            final class Basket { var items: [String] = [] }
            func register(_ basket: Basket) -> [any Registration] {
                [Singleton { Basket() }, Transient { basket }]
            }
            """
        XCTAssertEqual(try diagnostics(of: text, Self.five), "")
        let checked = try diagnostics(of: text, Self.five + ["-enable-upcoming-feature", "StrictConcurrency"])
        XCTAssertTrue(checked.contains("warning: type 'Basket' does not conform to the 'Sendable' protocol"), checked)
        XCTAssertTrue(
            checked.contains("warning: capture of 'basket' with non-Sendable type 'Basket' in a '@Sendable' closure"),
            checked)
    }

    /// What the compiler says about a file, which need not be a program.
    private func diagnostics(of text: String, _ settings: [String]) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).swift")
        try text.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        return try Command.run(
            "swiftc",
            settings + ["-parse-as-library", "-emit-sil", "-o", "/dev/null", file.path] + Project.importFlags
        ).output
    }

    /// The client has library evolution; the library, whose inlined code knows its own layouts, does not.
    func testLibraryEvolution() throws {
        try assert("Shop", Self.six + ["-enable-library-evolution"], prints: shop)
    }

    func testAllAtOnce() throws {
        let all = Self.six + Self.upcoming + Self.mainActor + ["-strict-memory-safety", "-enable-library-evolution"]
        try assert("Shop", all, prints: shop)
        try assert("MainActorApp", all, prints: "window false true\n")
    }

    private func assert(
        _ program: String, _ settings: [String], prints text: String, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        try skipUnderSanitizers("the library's object files need the sanitizer's own")
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "\(program).swift")
        try FileManager.default.copyItem(
            at: Project.root.appending(path: "Tests/Armory/Clients/Programs/\(program).swift.txt"), to: source)
        let binary = folder.appending(path: "program")
        let objects = try ["Armory", "ArmoryCore", "CCore"].flatMap { try Project.objects(of: $0) }
        let compiled = try Command.run(
            "swiftc",
            settings + ["-warnings-as-errors", "-parse-as-library", "-o", binary.path, source.path]
                + Project.importFlags + objects)
        XCTAssertEqual(compiled.status, 0, "\(settings): \(compiled.output)", file: file, line: line)
        XCTAssertFalse(compiled.output.contains("warning:"), compiled.output, file: file, line: line)
        guard compiled.status == 0 else { return }
        let result = try Command.run(binary.path, [])
        XCTAssertEqual(result.output, text, "\(settings)", file: file, line: line)
        XCTAssertEqual(result.status, 0, file: file, line: line)
    }
}
