import Foundation

/// Receives messages about the program's work.
///
/// An optional part: it is registered only with `--verbose`.
package protocol Log: Sendable {
    func note(_ message: String)
}

/// Writes to standard error, so that standard output contains only the report.
package struct StandardErrorLog: Log {
    package init() {}

    package func note(_ message: String) {
        FileHandle.standardError.write(Data("orders: \(message)\n".utf8))
    }
}
