import Synchronization

/// Prints lines.
package protocol LabelPrinter: Sendable {
    func print(_ line: String)
}

package struct ConsolePrinter: LabelPrinter {
    package init() {}
    package func print(_ line: String) { Swift.print(line) }
}

/// Records the lines for a test.
package final class RecordingPrinter: LabelPrinter {
    private let kept = Mutex<[String]>([])

    package init() {}

    package var lines: [String] { kept.withLock { $0 } }
    package func print(_ line: String) { kept.withLock { $0.append(line) } }
}
