/// Numbers the footnotes of one report through all of its parts.
///
/// Not `Sendable`: one report is written by one thread.
package final class Footnotes {
    private var notes: [String] = []

    package init() {}

    /// The mark that refers to a note, `[1]`.
    ///
    /// The same words are one note.
    package func mark(_ note: String) -> String {
        if let index = notes.firstIndex(of: note) { return "[\(index + 1)]" }
        notes.append(note)
        return "[\(notes.count)]"
    }

    package var lines: [String] {
        notes.enumerated().map { "[\($0 + 1)] \($1)" }
    }
}
