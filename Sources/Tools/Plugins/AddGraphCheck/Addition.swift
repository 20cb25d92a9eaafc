import Foundation
import PackagePlugin

/// The manifest of the package, which gets lines at its end.
struct Manifest {
    let package: Package
    let root: URL
    let text: String
    /// The name of the package in it.
    let variable: String
    /// Armory's name in it.
    let armory: String

    init(of package: Package) throws {
        self.package = package
        root = package.directoryURL
        text = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        let declaration =
            /(?m)^(?:let|var)\s+(\w+)\s*(?::\s*(?:PackageDescription\.)?Package\s*=|=\s*(?:PackageDescription\.)?Package\b)/
        // A function may create the package.
        guard let name = text.firstMatch(of: declaration)?.1 ?? text.firstMatch(of: /(?m)^(?:let|var)\s+(package)\b/)?.1
        else {
            throw Complaint(
                "Package.swift does not contain let package = Package(…), so nothing can be added at its end.")
        }
        variable = String(name)
        let dependency = package.dependencies.first { $0.package.products.contains { $0.name == "ArmoryCheck" } }
        guard let dependency else { throw Complaint("\(package.displayName) does not depend on Armory.") }
        // The manifest names the package as its own dependencies do: by a name, or by the last part of its address.
        let own = [dependency.package.id, dependency.package.displayName]
        let uses = text.matches(of: /\.product\(\s*name:\s*"[^"]+",\s*package:\s*"([^"]+)"/).map { String($0.1) }
        armory = uses.first { use in own.contains { $0.lowercased() == use.lowercased() } } ?? own[1]
    }

    /// Products of Armory and targets of the package, as code for the dependencies of a target.
    func dependencies(_ products: [String], _ targets: [String], indentation: Int) -> String {
        let lines = targets.map { "\"\($0)\"," } + products.map { ".product(name: \"\($0)\", package: \"\(armory)\")," }
        return lines.joined(separator: "\n" + String(repeating: " ", count: indentation))
    }

    /// A path from the folder of the package.
    func relative(_ url: URL) throws -> String {
        guard url.path.hasPrefix(root.path + "/") else {
            throw Complaint("\(url.path) is not in the package's folder.")
        }
        return String(url.path.dropFirst(root.path.count + 1))
    }
}

/// The files and lines that a package gets.
struct Addition {
    /// The files, by their paths from the folder of the package.
    var files: [(path: String, text: String)]
    /// The lines at the end of the manifest.
    var lines = ""

    /// Writes everything, or nothing.
    ///
    /// - Returns: What was added: deleting it removes the check.
    /// - Throws: ``Complaint`` if one of the files exists or cannot be written.
    func write(to manifest: Manifest) throws -> String {
        let places = files.map { (url: manifest.root.appending(path: $0.path), text: $0.text) }
        if let there = places.first(where: { FileManager.default.fileExists(atPath: $0.url.path) }) {
            throw Complaint("\(there.url.path) already exists. Nothing was changed.")
        }
        let old = manifest.text.hasSuffix("\n") ? manifest.text : manifest.text + "\n"
        var created: [URL] = []
        do {
            for (url, text) in places {
                let folder = url.deletingLastPathComponent()
                created += Self.missingFolders(to: folder) + [url]
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(text.utf8).write(to: url, options: .atomic)
            }
            if !lines.isEmpty {
                let file = manifest.root.appending(path: "Package.swift")
                try Data((old + lines).utf8).write(to: file, options: .atomic)
            }
        } catch {
            for url in created.reversed() { try? FileManager.default.removeItem(at: url) }
            throw Complaint(
                "Nothing was changed, because a file or folder of \(manifest.root.path) cannot be written: \(error)")
        }
        var added = files.map { "  \($0.path)" }
        if !lines.isEmpty {
            let (first, count) = (Self.lineCount(old) + 1, Self.lineCount(lines))
            added.append("  Package.swift, lines \(first) to \(first + count - 1)")
        }
        return "Added, and removed by deleting it:\n" + added.joined(separator: "\n")
    }

    /// The folders of a path that do not exist, the outermost first.
    private static func missingFolders(to folder: URL) -> [URL] {
        var missing: [URL] = []
        var parent = folder
        while !FileManager.default.fileExists(atPath: parent.path) {
            missing.insert(parent, at: 0)
            parent.deleteLastPathComponent()
        }
        return missing
    }

    private static func lineCount(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }
}
