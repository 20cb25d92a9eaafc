// What a test really did, in one line that a script can collect.

import Foundation

/// A test's statement of its counts: `[count] C1 singleton, 64 threads: 20,000 containers, 0 misses`.
package struct Stated: Sendable {
    private let label: String
    private var parts: [(count: Int, what: String)] = []

    /// The label names the rule first and has no colon.
    package init(_ label: String) {
        precondition(!label.contains(":"), "the colon ends the label")
        self.label = label
    }

    /// Adds a count of what was really done, such as `20,000 containers`, to what was done of it before.
    package mutating func add(_ count: Int, _ what: String) {
        precondition(!what.contains(","), "the comma ends a count")
        if let index = parts.firstIndex(where: { $0.what == what }) {
            parts[index].count += count
        } else {
            parts.append((count, what))
        }
    }

    /// The line, which ends with the number of misses.
    package func line(misses: Int) -> String {
        "[count] \(label): "
            + (parts + [(misses, "misses")]).map { "\(Self.grouped($0.count)) \($0.what)" }.joined(separator: ", ")
    }

    /// Writes the line to the standard output.
    package func state(misses: Int) {
        // The one line goes out at once, so that no other thread's output is in the midst of it.
        FileHandle.standardOutput.write(Data((line(misses: misses) + "\n").utf8))
    }

    private static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number.magnitude).reversed().enumerated() {
            if index > 0, index % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + String(text.reversed())
    }
}
