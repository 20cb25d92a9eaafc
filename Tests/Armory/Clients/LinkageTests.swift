import ArmoryTestSupport
import Foundation
import XCTest

/// What a program that uses the library loads and fetches.
final class LinkageTests: LeakCheckedTestCase {
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
