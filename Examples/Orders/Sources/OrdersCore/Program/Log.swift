import Foundation

/// Hears what the program does.
///
/// An optional part: it is registered with `--verbose` alone.
package protocol Log: Sendable {
    func note(_ message: String)
}

/// Writes to standard error, so that standard output holds the report and nothing else.
package struct StandardErrorLog: Log {
    package init() {}

    package func note(_ message: String) {
        FileHandle.standardError.write(Data("orders: \(message)\n".utf8))
    }
}
