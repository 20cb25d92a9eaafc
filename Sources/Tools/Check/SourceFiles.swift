// From `#fileID` to the file that an editor opens.

import Armory
import Foundation

/// The source files of the program.
struct SourceFiles {
    /// The folder of the package.
    var root: URL
    /// For each module, the folders of its sources.
    ///
    /// A module that is not among them is looked for in `root`.
    var folders: [String: [URL]] = [:]

    /// A place that an editor can open.
    struct Place: Hashable, Codable {
        /// The path of the file; its `#fileID` if the file is not found.
        var path: String
        var line: Int
        var column: Int
    }

    /// The place where a statement begins.
    func place(of location: CodeLocation) -> Place {
        guard let file = file(location.fileID) else {
            return Place(path: location.fileID, line: max(location.line, 1), column: 1)
        }
        return Place(path: file.path, line: location.line, column: Self.column(of: location.line, in: file))
    }

    /// The place that ends a line of a message, such as `Ledger is registered at Wiring/Wiring.swift:12`.
    func place(in text: String) -> Place? {
        guard let end = text.range(of: ".swift:", options: .backwards),
            let slash = text[..<end.lowerBound].lastIndex(of: "/")
        else { return nil }
        let module = text[..<slash].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed()
        let number = text[end.upperBound...].prefix(while: \.isNumber)
        guard let line = Int(number), let file = file(String(module) + text[slash..<end.lowerBound] + ".swift") else {
            return nil
        }
        return Place(path: file.path, line: line, column: Self.column(of: line, in: file))
    }

    /// The file of a `#fileID`; a module has one file of a name.
    private func file(_ fileID: String) -> URL? {
        guard let slash = fileID.firstIndex(of: "/") else { return nil }
        let (module, name) = (String(fileID[..<slash]), String(fileID[fileID.index(after: slash)...]))
        for folder in folders[module] ?? [] {
            if let file = Self.search(folder, where: { $0.lastPathComponent == name }) { return file }
        }
        guard folders[module] == nil else { return nil }
        return Self.search(root) { $0.lastPathComponent == name && $0.pathComponents.contains(module) }
    }

    private static func search(_ folder: URL, where isMeant: (URL) -> Bool) -> URL? {
        let files = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        return files?.lazy.compactMap { $0 as? URL }.first(where: isMeant)
    }

    /// The column of the first character of a line that is no blank.
    private static func column(of line: Int, in file: URL) -> Int {
        guard let data = try? Data(contentsOf: file) else { return 1 }
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(line - 1) else { return 1 }
        return 1 + lines[line - 1].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    }
}
