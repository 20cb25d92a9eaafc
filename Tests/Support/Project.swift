// The project's files and tools, for tests of what is not at run time.

package import Foundation

package enum Project {
    /// The folder of Package.swift.
    package static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Where the build that runs was put: the folder of the test bundle.
    package static let products = URL(fileURLWithPath: CommandLine.arguments[0])
        .resolvingSymlinksInPath().deletingLastPathComponent()

    /// The flags with which a program imports the built library.
    package static let importFlags: [String] =
        [
            // Swift's native build system has a folder for the modules, and Swift Build has none.
            "-I", products.appending(path: "Modules").path, "-I", products.path,
            "-Xcc", "-fmodule-map-file=\(root.path)/CModules/CCore/include/module.modulemap",
            "-Xcc", "-fmodule-map-file=\(root.path)/CModules/CXXHash/module.modulemap",
        ]

    /// The object files that the build made of a target.
    package static func objects(of target: String) throws -> [String] {
        let folder = products.appending(path: "\(target).build")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".o") }
            .map { folder.appending(path: $0).path }
    }

    /// README.md and the pages of the catalog.
    package static func pages() throws -> [URL] {
        let catalog = root.appending(path: "Sources/Armory/Armory.docc")
        return try [root.appending(path: "README.md")]
            + FileManager.default.subpathsOfDirectory(atPath: catalog.path).filter { $0.hasSuffix(".md") }.sorted()
            .map { catalog.appending(path: $0) }
    }

    /// The Swift files below a folder of the project.
    package static func swiftFiles(in folder: String) throws -> [(path: String, text: String)] {
        let base = root.appending(path: folder)
        let all = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
        return try (all?.allObjects ?? []).compactMap { $0 as? URL }
            .filter { $0.pathExtension == "swift" }
            .map { (String($0.path.dropFirst(root.path.count + 1)), try String(contentsOf: $0, encoding: .utf8)) }
            .sorted { $0.path < $1.path }
    }
}

package enum Command {
    package struct Result: Sendable {
        package let status: Int32
        package let output: String
    }

    /// Runs a program that is found on the PATH, and returns what it wrote.
    package static func run(
        _ program: String, _ arguments: [String], in folder: URL? = nil
    ) throws -> Result {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardOutput = pipe
        process.standardError = pipe
        process.currentDirectoryURL = folder
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
    }
}
