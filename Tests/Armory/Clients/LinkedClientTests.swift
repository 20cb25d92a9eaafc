import ArmoryTestSupport
import XCTest

/// Contributions of targets that no other target names, in programs from which the linker removes what is not used.
final class LinkedClientTests: LeakCheckedTestCase {
    private static let none = "[] []\n"
    private static let both = "[\"plugins\"] [\"audit\", \"mail\"]\n"

    private var folder = FileManager.default.temporaryDirectory

    override func setUpWithError() throws {
        try super.setUpWithError()
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws {
        try? FileManager.default.removeItem(at: folder)
        try super.tearDownWithError()
    }

    func testINT4_ContributionsOfUnreferencedTargetsAreInTheProgram() throws {
        try skipUnderSanitizers("the library's object files need the sanitizer's own")
        let library = try ["Armory", "ArmoryCore", "CCore"].flatMap { try Project.objects(of: $0) }
        try compile("Plugins", as: ["-emit-module", "-module-name", "Plugins", "-parse-as-library", "-c"])
        for target in ["Audit", "Mail", "App"] {
            try compile(target, as: ["-module-name", target, "-parse-as-library", "-c"])
        }
        let program = ["App.o", "Plugins.o"] + library
        // In the other order, so the linker's order is not that of the modules.
        let contributors = ["Mail.o", "Audit.o"]
        #if os(Linux)
        let linkers = [["-Xlinker", "--gc-sections"], ["-Xlinker", "--gc-sections", "-use-ld=lld"]]
        #else
        let linkers = [["-Xlinker", "-dead_strip"]]
        #endif
        for linker in linkers {
            XCTAssertEqual(try output(linker + program + contributors), Self.both, "\(linker)")
            XCTAssertEqual(try output(linker + program), Self.none, "\(linker)")
        }
        #if os(Linux)
        // The rules of Modules.md: of an archive, a linker takes only the files that it needs, unless told otherwise.
        try run("ar", ["rcs", "libContributors.a"] + contributors)
        XCTAssertEqual(try output(program + ["libContributors.a"]), Self.none)
        let whole = ["--whole-archive", "libContributors.a", "--no-whole-archive"].flatMap { ["-Xlinker", $0] }
        XCTAssertEqual(try output(program + whole), Self.both)
        // A dynamic library has a section of its own.
        try run("swiftc", ["-emit-library", "-o", "libContributors.so"] + contributors)
        XCTAssertEqual(
            try output(program + ["-L.", "-lContributors", "-Xlinker", "-rpath", "-Xlinker", folder.path]), Self.none)
        #endif
    }

    private func compile(_ target: String, as settings: [String]) throws {
        let text = Project.root.appending(path: "Tests/Armory/Clients/Programs/Linked/\(target).swift.txt")
        try FileManager.default.copyItem(at: text, to: folder.appending(path: "\(target).swift"))
        try run(
            "swiftc",
            ["-swift-version", "6", "-warnings-as-errors", "-O", "-I", "."] + settings + ["\(target).swift"]
                + Project.importFlags)
    }

    private func output(_ inputs: [String]) throws -> String {
        try run("swiftc", ["-o", "program"] + inputs)
        return try run(folder.appending(path: "program").path, [])
    }

    @discardableResult
    private func run(_ program: String, _ arguments: [String]) throws -> String {
        let result = try Command.run(program, arguments, in: folder)
        XCTAssertEqual(result.status, 0, "\(program): \(result.output)")
        return result.output
    }
}
