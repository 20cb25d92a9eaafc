package import Foundation
import Synchronization

/// Reads tables, and keeps each table until the reader is released.
///
/// A class, because the wiring registers it as shared: the container holds it weakly.
package protocol TableReader: AnyObject, Sendable {
    func table(_ name: String) throws -> Table
}

/// Reads the CSV files in a folder.
package final class FolderReader: TableReader {
    private let folder: URL
    private let log: (any Log)?
    /// Guarded, because several threads may share the reader.
    private let tables = Mutex<[String: Table]>([:])

    package init(folder: URL, log: (any Log)? = nil) {
        self.folder = folder
        self.log = log
    }

    package func table(_ name: String) throws -> Table {
        // The lock is held while the file is read, so that each file is read only once.
        try tables.withLock { tables in
            if let table = tables[name] { return table }
            let table = try read(folder.appending(component: name + ".csv"))
            tables[name] = table
            return table
        }
    }

    private func read(_ file: URL) throws(OrdersError) -> Table {
        let path = file.path(percentEncoded: false)
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw .unreadable(file: path, reason: reason(error))
        }
        let table = try Table(path: path, bytes: [UInt8](data))
        log?.note("read \(table.rows.count) rows of \(path)")
        return table
    }

    private func reason(_ error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile: "there is no such file"
        case .fileReadNoPermission: "permission is denied"
        default: "it cannot be read"
        }
    }
}
