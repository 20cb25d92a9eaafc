// From `#fileID` to the file that an editor opens.

package import Armory
import Foundation

/// The source files of the program.
package struct SourceFiles {
    /// The folder of the package.
    var root: URL { didSet { index = SourceIndex() } }
    /// For each module, the folders of its sources.
    ///
    /// A module that is not among them is looked for in `root`.
    var folders: [String: [URL]] = [:] { didSet { index = SourceIndex() } }
    /// Files by their `#fileID`.
    private var known: [String: URL] = [:]
    /// What was listed and read, which copies share.
    private var index = SourceIndex()

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
        guard let file = file(location.fileID) else { return unprintedPlace(of: location) }
        return Place(
            path: file.path, line: location.line, column: index.column(of: location.line, in: file),
            fileID: location.fileID)
    }

    /// The place of a statement that is not printed: the file is not searched.
    func unprintedPlace(of location: CodeLocation) -> Place {
        Place(path: location.fileID, line: max(location.line, 1), column: 1, fileID: location.fileID)
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
        return Place(path: file.path, line: line, column: index.column(of: line, in: file), fileID: fileID)
    }

    /// The file of a `#fileID`; a module has one file of a name.
    private func file(_ fileID: String) -> URL? { known[fileID] ?? index.file(fileID) { search(fileID) } }

    private func search(_ fileID: String) -> URL? {
        guard let slash = fileID.firstIndex(of: "/") else { return nil }
        let (module, name) = (String(fileID[..<slash]), String(fileID[fileID.index(after: slash)...]))
        if let folders = folders[module] {
            return folders.lazy.compactMap { index.files(named: name, in: $0).first?.url }.first
        }
        let files = index.files(named: name, in: root)
        let inModule = files.filter { $0.folders.contains(module) }
        // A folder inside another target may have the name too.
        if let file = inModule.min(by: { Self.rank($0, module) < Self.rank($1, module) }) { return file.url }
        // The manifest may give the target another folder.
        let manifest = try? String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        return files.count == 1 && manifest?.contains("\"\(module)\"") == true ? files[0].url : nil
    }

    /// The less, the more probable is it that the file is in the module.
    private static func rank(_ file: SourceIndex.File, _ module: String) -> Int {
        // The folders where SwiftPM looks for a target that has no path.
        let usual = ["Sources", "Source", "src", "srcs", "Tests", "Plugins"]
        let isUsual = usual.contains(file.folders[0]) && file.folders.dropFirst().first == module
        return isUsual ? 0 : file.folders.last == module ? 1 : 2
    }
}
