// What the process writes while something runs.

import Foundation

package enum Output {
    /// What goes to the standard output and to the standard error while `body` runs.
    package static func captured(_ body: () throws -> Void) throws -> (out: String, error: String) {
        let outFile = try Redirection(of: 1)
        let errorFile = try Redirection(of: 2)
        do {
            try body()
        } catch {
            _ = (try? outFile.end(), try? errorFile.end())
            throw error
        }
        return (try outFile.end(), try errorFile.end())
    }
}

private struct Redirection {
    private let descriptor: Int32
    private let saved: Int32
    private let path: String

    init(of descriptor: Int32) throws {
        self.descriptor = descriptor
        path = NSTemporaryDirectory() + "armory-\(UUID().uuidString)"
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        _ = fflush(nil)
        saved = dup(descriptor)
        dup2(file.fileDescriptor, descriptor)
        try file.close()
    }

    func end() throws -> String {
        _ = fflush(nil)
        dup2(saved, descriptor)
        close(saved)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try String(contentsOfFile: path, encoding: .utf8)
    }
}
