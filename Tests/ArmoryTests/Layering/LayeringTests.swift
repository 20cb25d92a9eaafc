import ArmoryTestSupport
import XCTest

/// What the sources may name.
final class LayeringTests: LeakCheckedTestCase {
    private func sources() throws -> [(path: String, text: String)] {
        let sources = try Project.swiftFiles(in: "Sources/Armory")
        XCTAssertGreaterThan(sources.count, 30, "the sources are found")
        return sources
    }

    /// The lines of a text without what is a comment.
    private func code(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
        }
    }

    private func importers(of module: String) throws -> [String] {
        try sources().filter { source in
            code(source.text).contains {
                $0.split(separator: " ").drop { $0 != "import" }.dropFirst().first.map(String.init) == module
            }
        }.map(\.path)
    }

    private func files(where isMatch: (Substring) -> Bool) throws -> [String] {
        try sources().filter { code($0.text).contains(where: isMatch) }.map(\.path)
    }

    func testOneFileImportsCXXHashAndOneCPlatform() throws {
        XCTAssertEqual(try importers(of: "CXXHash"), ["Sources/Armory/Key/KeyHash.swift"])
        XCTAssertEqual(try importers(of: "CPlatform"), ["Sources/Armory/Platform/Platform.swift"])
    }

    func testFoundationAndDispatchAreNotImported() throws {
        let others = ["Foundation", "FoundationEssentials", "Dispatch", "Glibc", "Musl", "Darwin", "Testing", "XCTest"]
        for module in others {
            XCTAssertEqual(try importers(of: module), [], module)
        }
        XCTAssertFalse(try importers(of: "Synchronization").isEmpty, "imports are recognised")
    }

    func testArmoryTestingNeedsTheToolchainsTestingAlone() throws {
        let files = try Project.swiftFiles(in: "Sources/ArmoryTesting")
        let imported = files.flatMap { code($0.text) }.map { $0.split(separator: " ") }
            .filter { $0.contains("import") }.compactMap { $0.last.map(String.init) }
        XCTAssertEqual(Set(imported), ["Armory", "Testing"])
    }

    /// The benchmark depends on Armory alone, as a program does.
    func testNothingOfTestingIsLinkedIntoAProgram() throws {
        #if os(Linux)
        let program = try Data(contentsOf: Project.products.appending(path: "bench"))
        XCTAssertNotNil(program.range(of: Data("libswiftCore.so".utf8)), "the libraries' names are found")
        for library in ["libTesting.so", "libXCTest.so"] {
            XCTAssertNil(program.range(of: Data(library.utf8)), library)
        }
        #endif
    }

    func testC7_TheLibraryUsesItsOwnLock() throws {
        XCTAssertEqual(try files { $0.contains("Mutex<") || $0.contains("Mutex(") }, [])
        XCTAssertEqual(try files { $0.contains("atomicMemoryFence") }, [])
    }

    func testNothingIsForced() throws {
        for word in ["as! ", "try! "] {
            XCTAssertEqual(try files { $0.contains(word) }, [], word)
        }
        XCTAssertEqual(try files { $0.contains("fatalError(") }, ["Sources/Armory/Platform/ProcessEnd.swift"])
    }

    func testS1_EveryUncheckedSendableSaysWhy() throws {
        for source in try sources() {
            let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() where code(String(line))[0].contains("@unchecked Sendable") {
                let isExplained = line.contains("//") || index > 0 && lines[index - 1].contains("//")
                // A subclass inherits the reason with the conformance.
                let isSubclass = line.contains("class") && line.contains(": Any") || line.contains(": Typed")
                XCTAssertTrue(isExplained || isSubclass, "\(source.path):\(index + 1): \(line)")
            }
        }
    }

    func testFilesAreShorterThanFourHundredLines() throws {
        for folder in ["Sources", "Tests"] {
            for file in try Project.swiftFiles(in: folder) {
                let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count
                let limit = file.path.contains("/Documentation/") ? 1000 : 401
                XCTAssertLessThanOrEqual(count, limit, file.path)
            }
        }
    }

    /// No suite is excepted: one that makes nothing has nothing to leave behind.
    func testM1_EverySuiteLooksForLeaks() throws {
        var suites = 0
        for folder in ["Tests/ArmoryTests", "Tests/ArmoryStressTests", "Tests/ArmoryModelTests"] {
            for file in try Project.swiftFiles(in: folder) {
                let lines = code(file.text)
                for line in lines where line.contains("class ") {
                    XCTAssertFalse(line.contains(": XCTestCase"), "\(file.path): \(line)")
                    if line.contains(": LeakCheckedTestCase") { suites += 1 }
                }
                for function in ["setUp()", "tearDown()"]
                where lines.contains(where: { $0.contains("func \(function)") }) {
                    XCTAssertTrue(lines.contains { $0.contains("super.\(function)") }, "\(file.path): \(function)")
                }
            }
        }
        XCTAssertGreaterThan(suites, 50, "the suites are found")
    }

    func testTheLibraryPrintsNothing_E3() throws {
        XCTAssertEqual(try files { $0.contains("print(") || $0.contains("dump(") }, [])
    }

    /// Every hash is inlined, so nothing of libxxhash is loaded into a program that uses the library.
    func testNothingOfLibxxhashIsLoaded() throws {
        #if os(Linux)
        // A handle, because a file of /proc says that it is empty.
        let maps = try XCTUnwrap(FileHandle(forReadingAtPath: "/proc/self/maps"))
        let libraries = String(decoding: try maps.readToEnd() ?? Data(), as: UTF8.self)
        XCTAssertTrue(libraries.contains("libswiftCore"), "the list is not what it is taken for")
        XCTAssertFalse(libraries.contains("xxhash"))
        #endif
    }

    func testAClientFetchesNoOtherPackage() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "armory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Sources/Client"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // The library's folder under a name that does not depend on where the project was cloned.
        let link = folder.appending(path: "armory")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: Project.root)
        try """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "client",
            platforms: [.macOS(.v15)],
            dependencies: [.package(name: "armory", path: "\(link.path)")],
            targets: [
                .target(name: "Client", dependencies: [.product(name: "Armory", package: "armory")])
            ]
        )
        """.write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
        try "import Armory\n".write(
            to: folder.appending(path: "Sources/Client/Client.swift"), atomically: true, encoding: .utf8)
        let result = try Command.run(
            "swift",
            [
                "package", "--disable-sandbox", "--skip-update", "show-dependencies", "--format", "json",
                "--output-path", folder.appending(path: "dependencies.json").path,
            ],
            in: folder)
        XCTAssertEqual(result.status, 0, result.output)
        let data = try Data(contentsOf: folder.appending(path: "dependencies.json"))
        let client = try JSONDecoder().decode(Node.self, from: data)
        XCTAssertEqual(client.dependencies.map(\.identity), ["armory"])
        XCTAssertEqual(client.dependencies.flatMap { $0.dependencies.map(\.identity) }, [])
        for place in ["checkouts", "repositories"] {
            let path = folder.appending(path: ".build/\(place)").path
            XCTAssertEqual((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [], [], place)
        }
    }

    private struct Node: Decodable {
        let identity: String
        let dependencies: [Node]
    }
}
