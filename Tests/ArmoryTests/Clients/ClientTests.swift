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
    /// Mode 5 takes the name of an initializer for a function that threads may not share, but for this feature.
    private static let five = ["-swift-version", "5", "-enable-upcoming-feature", "InferSendableFromCaptures"]

    private let shop = "6 true true true --- screen 2 written 2 2\n"

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
            at: Project.root.appending(path: "Tests/ArmoryTests/Clients/Programs/\(program).swift.txt"), to: source)
        let binary = folder.appending(path: "program")
        let objects = try ["Armory", "CPlatform", "CLookup"].flatMap { try Project.objects(of: $0) }
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
