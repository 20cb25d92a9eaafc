// From `#fileID` to the file that an editor opens.

package import Armory
import Foundation

/// The source files of the program.
package struct SourceFiles {
    /// The folder of the package.
    var root: URL
    /// For each module, the folders of its sources.
    ///
    /// A module that is not among them is looked for in `root`.
    var folders: [String: [URL]] = [:]
    /// Files by their `#fileID`.
    private var known: [String: URL] = [:]

    /// A place that an editor can open.
    package struct Place: Hashable, Encodable {
        /// The path of the file; its `#fileID` if the file is not found.
        package var path: String
        package var line: Int
        package var column: Int
        package var fileID: String

        private enum CodingKeys: CodingKey { case path, line, column }

        /// Whether the file is there.
        package var isFound: Bool { path != fileID }
    }

    init(root: URL) { self.root = root }

    /// The files of the package that a file is in.
    ///
    /// - Parameters:
    ///   - path: The `#filePath` of the file.
    ///   - fileID: Its `#fileID`.
    package init(around path: String, fileID: String) {
        var folder = URL(filePath: path).deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
        {
            folder.deleteLastPathComponent()
        }
        self.init(root: folder)
        known = [fileID: URL(filePath: path)]
    }

    /// The place where a statement begins.
    package func place(of location: CodeLocation) -> Place {
        guard let file = file(location.fileID) else {
            return Place(path: location.fileID, line: max(location.line, 1), column: 1, fileID: location.fileID)
        }
        return Place(
            path: file.path, line: location.line, column: Self.column(of: location.line, in: file),
            fileID: location.fileID)
    }

    /// The place that ends a line of a message, such as `Ledger is registered at Wiring/Wiring.swift:12`.
    func place(in text: String) -> Place? {
        guard let end = text.range(of: ".swift:", options: .backwards),
            let slash = text[..<end.lowerBound].lastIndex(of: "/")
        else { return nil }
        let module = text[..<slash].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed()
        let number = text[end.upperBound...].prefix(while: \.isNumber)
        let fileID = String(module) + text[slash..<end.lowerBound] + ".swift"
        guard let line = Int(number), let file = file(fileID) else { return nil }
        return Place(path: file.path, line: line, column: Self.column(of: line, in: file), fileID: fileID)
    }

    /// The file of a `#fileID`; a module has one file of a name.
    private func file(_ fileID: String) -> URL? {
        if let file = known[fileID] { return file }
        guard let slash = fileID.firstIndex(of: "/") else { return nil }
        let (module, name) = (String(fileID[..<slash]), String(fileID[fileID.index(after: slash)...]))
        if let folders = folders[module] {
            return folders.lazy.compactMap { Self.files(named: name, in: $0).first }.first
        }
        let files = Self.files(named: name, in: root)
        if let file = files.first(where: { $0.pathComponents.contains(module) }) { return file }
        // The manifest may give the target another folder.
        let manifest = try? String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        return files.count == 1 && manifest?.contains("\"\(module)\"") == true ? files[0] : nil
    }

    private static func files(named name: String, in folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        return files?.compactMap { $0 as? URL }.filter { $0.lastPathComponent == name } ?? []
    }

    /// The column of the first character of a line that is no blank.
    private static func column(of line: Int, in file: URL) -> Int {
        guard let data = try? Data(contentsOf: file) else { return 1 }
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(line - 1) else { return 1 }
        return 1 + lines[line - 1].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    }
}
