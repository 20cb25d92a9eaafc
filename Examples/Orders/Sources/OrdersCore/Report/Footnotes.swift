/// Numbers the footnotes of one report across all its parts.
///
/// Not `Sendable`: one thread writes a report.
package final class Footnotes {
    private var notes: [String] = []

    package init() {}

    /// The mark that refers to a note, such as `[1]`.
    ///
    /// Equal texts share one note.
    package func mark(_ note: String) -> String {
        if let index = notes.firstIndex(of: note) { return "[\(index + 1)]" }
        notes.append(note)
        return "[\(notes.count)]"
    }

    package var lines: [String] {
        notes.enumerated().map { "[\($0 + 1)] \($1)" }
    }
}
