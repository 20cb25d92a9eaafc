import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A progress line that names the running measurement, if the standard error is a terminal.
struct Progress {
    private let title: String
    private let isShown = isatty(STDERR_FILENO) == 1

    init(_ title: String) {
        self.title = title
    }

    func show(_ step: String) {
        write("\r\u{1B}[K\(title): \(step)")
    }

    func clear() {
        write("\r\u{1B}[K")
    }

    private func write(_ text: String) {
        guard isShown else { return }
        FileHandle.standardError.write(Data(text.utf8))
    }
}
