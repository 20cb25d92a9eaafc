// The files of the package, read once for each check.

import Foundation

/// The source files below folders, and where their lines begin.
///
/// A folder is listed, and a file is read, when it is first needed. Later changes of the files have no effect.
///
/// - Thread safety: All methods can be called from any thread.
final class SourceIndex: @unchecked Sendable {  // The lock guards all variables.
    /// A source file.
    struct File {
        let url: URL
        /// The names of the folders from the listed one to the file.
        let folders: [String]
    }

    private let lock = NSLock()
    /// For each folder, the files below it by their names.
    private var listings: [URL: [String: [File]]] = [:]
    /// For each file, the column of the first character of each line that is no blank.
    private var columns: [URL: [Int]] = [:]
    /// For each `#fileID` that was searched, its file.
    private var found: [String: URL?] = [:]

    /// The files of a name below a folder, by their paths.
    func files(named name: String, in folder: URL) -> [File] {
        lock.withLock {
            if let listing = listings[folder] { return listing[name] ?? [] }
            let listing = Self.listing(of: folder)
            listings[folder] = listing
            return listing[name] ?? []
        }
    }

    /// The column of the first character of a line that is no blank; 1 if the file has no such line.
    func column(of line: Int, in file: URL) -> Int {
        lock.withLock {
            let known = columns[file] ?? Self.columns(of: file)
            columns[file] = known
            return known.indices.contains(line - 1) ? known[line - 1] : 1
        }
    }

    /// The file of a `#fileID`, which is searched once.
    func file(_ fileID: String, _ search: () -> URL?) -> URL? {
        if let file = lock.withLock({ found[fileID] }) { return file }
        // The search takes the lock too.
        let file = search()
        lock.withLock { found[fileID] = .some(file) }
        return file
    }

    private static func listing(of folder: URL) -> [String: [File]] {
        let options: FileManager.DirectoryEnumerationOptions = [.skipsHiddenFiles]
        guard
            let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil, options: options)
        else { return [:] }
        var files: [String: [File]] = [:]
        for case let url as URL in all where url.pathExtension == "swift" {
            // The path of the listed folder may have the name of a module too.
            let folders = url.pathComponents.suffix(all.level).dropLast()
            files[url.lastPathComponent, default: []].append(File(url: url, folders: Array(folders)))
        }
        // The enumerator has no fixed order.
        return files.mapValues { $0.sorted { $0.url.path < $1.url.path } }
    }

    private static func columns(of file: URL) -> [Int] {
        guard let data = try? Data(contentsOf: file) else { return [] }
        return data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            1 + line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
        }
    }
}
