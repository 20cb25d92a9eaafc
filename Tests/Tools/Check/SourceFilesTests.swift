import Armory
import ArmoryCheck
import ArmoryTestSupport
import XCTest

/// The way from a `#fileID` to a file.
final class SourceFilesTests: LeakCheckedTestCase {
    /// A package whose folder has the name of the module, as `Shop` in `Shop/`.
    private var root = URL(filePath: "/")

    override func setUpWithError() throws {
        try super.setUpWithError()
        root = FileManager.default.temporaryDirectory.appending(path: "armory files \(UUID())/Shop")
        try write("Package.swift")
    }

    override func tearDown() {
        try? FileManager.default.removeItem(at: root.deletingLastPathComponent())
        super.tearDown()
    }

    private func write(_ path: String, _ text: String = "  // a statement\n") throws {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// The files as a test of the package sees them.
    private func files() -> SourceFiles {
        let test = root.appending(path: "Tests/ShopTests/GraphTests.swift")
        return SourceFiles(around: test.path, fileID: "ShopTests/GraphTests.swift")
    }

    /// The path below the package where a statement of `Shop/Wiring.swift` is found.
    private func found() -> String {
        let path = files().place(of: CodeLocation(fileID: "Shop/Wiring.swift", line: 1)).path
        return path.hasPrefix(root.path + "/") ? String(path.dropFirst(root.path.count + 1)) : path
    }

    func testSEE6_TheNameOfThePackagesFolderDoesNotCount() throws {
        // Enough that the file is not the first by chance.
        for target in ["Aaa", "Admin", "Shop", "Tools", "Zzz"] { try write("Sources/\(target)/Wiring.swift") }
        XCTAssertEqual(found(), "Sources/Shop/Wiring.swift")
        try FileManager.default.removeItem(at: root.appending(path: "Sources/Shop"))
        XCTAssertEqual(found(), "Shop/Wiring.swift", "no file is of the module")
    }

    func testSEE6_TheFolderOfATargetCountsMoreThanOneInsideAnotherTarget() throws {
        try write("Sources/Admin/Shop/Wiring.swift")
        try write("Sources/Shop/Parts/Wiring.swift")
        XCTAssertEqual(found(), "Sources/Shop/Parts/Wiring.swift")
    }

    func testSEE6_AFileDirectlyInTheFolderOfTheModuleCountsMore() throws {
        try write("Code/A/Shop/Parts/Wiring.swift")
        try write("Code/Shop/Wiring.swift")
        XCTAssertEqual(found(), "Code/Shop/Wiring.swift")
    }

    func testSEE6_APackageIsListedOnceAndAFileReadOnce() throws {
        try write("Sources/Shop/Wiring.swift", "  // first\n      // second\n")
        let files = files()
        func place(_ fileID: StaticString, _ line: Int) -> SourceFiles.Place {
            files.place(of: CodeLocation(fileID: fileID, line: line))
        }
        XCTAssertEqual(place("Shop/Wiring.swift", 1).column, 3)
        // What a later search would find shows whether there is one.
        try write("Sources/Shop/Wiring.swift", "// first\n// second\n")
        try write("Sources/Shop/Later.swift")
        XCTAssertEqual(place("Shop/Wiring.swift", 2).column, 7)
        XCTAssertFalse(place("Shop/Later.swift", 1).isFound)
        XCTAssertEqual(place("Shop/Wiring.swift", 9).column, 1)
    }

    func testSEE6_TheFileOfARegistrationThatIsNotListedIsNotSearched() async throws {
        let graph = CheckedGraph {
            Module {
                Singleton(Clock.init)
                Singleton { Ledger(clock: try $0.resolve()) }  // CLOSURE
            }
        }
        func place(strictly isStrict: Bool) async throws -> SourceFiles.Place? {
            let request = CheckRequest(ofTest: #filePath, fileID: #fileID, dryRun: false, strictly: isStrict)
            return try await CheckRun(request, [graph]).verdict().unchecked.first?.place
        }
        let counted = try await place(strictly: false)
        XCTAssertEqual(counted?.path, "ArmoryCheckTests/SourceFilesTests.swift")
        let listed = try await place(strictly: true)
        XCTAssertEqual(listed.map { "\($0)" }, try Run.place("CLOSURE", in: "SourceFilesTests.swift"))
    }
}
