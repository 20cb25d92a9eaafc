// Text in columns of a terminal.

/// Texts for terminals.
///
/// Type names are not trusted: they may have any characters and any length.
enum TerminalText {
    /// The text in one line, with visible characters in place of those that would disturb the text around them.
    static func visible(_ text: String) -> String { ShownText.visible(text) }

    /// The number of columns that the text takes.
    static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width($1) }
    }

    private static func width(_ character: Character) -> Int {
        let isWide = character.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x1100..<0x1160, 0x2E80..<0xA4D0, 0xAC00..<0xD7B0, 0xF900..<0xFB00, 0xFE0F, 0xFE30..<0xFE70,
                0xFF00..<0xFF61, 0x1F300..<0x1FB00, 0x20000..<0x40000:
                true
            default: false
            }
        }
        return isWide ? 2 : 1
    }

    /// The visible text, without its middle if it is too wide, because type names differ at both ends.
    static func shortened(_ text: String, to columns: Int) -> String {
        // A character takes at least one column, so a far longer text is not measured as a whole.
        if text.utf8.count / 16 <= columns {
            let whole = visible(text)
            if width(whole) <= columns { return whole }
        }
        guard columns > 1 else { return "…" }
        let tail = fitting(visible(String(text.suffix(columns))).reversed(), in: (columns - 1) / 2)
        let head = fitting(visible(String(text.prefix(columns))), in: columns - 1 - width(tail))
        return head + "…" + String(tail.reversed())
    }

    private static func fitting(_ characters: some Sequence<Character>, in columns: Int) -> String {
        var taken = ""
        var used = 0
        for character in characters {
            used += width(character)
            guard used <= columns, character.unicodeScalars.count <= 16 else { break }
            taken.append(character)
        }
        return taken
    }

    /// A heading and the first lines below it; nothing if there are none.
    static func section(_ heading: String, _ items: [String]) -> [String] {
        guard !items.isEmpty else { return [] }
        let most = 40
        let rest = items.count > most ? ["    … and \(items.count - most) more"] : []
        return ["  \(heading):"] + items.prefix(most).map { "    " + $0 } + rest
    }

    /// The text with spaces up to a number of columns: before it if `atEnd`, otherwise after it.
    static func padded(_ text: String, to columns: Int, atEnd: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, columns - width(text)))
        return atEnd ? spaces + text : text + spaces
    }
}

/// A table with headings.
struct TextTable {
    /// One column: its heading, its maximum width, and whether its texts are numbers, which are aligned right.
    struct Column {
        let heading: String
        var limit = 60
        var isNumber = false
    }

    private let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row, with each text shortened to its column.
    mutating func add(_ row: [String]) {
        rows.append(zip(row, columns).map { TerminalText.shortened($0, to: $1.limit) })
    }

    /// The headings, a line and the rows, with two spaces between columns.
    var text: String {
        let all = [columns.map(\.heading)] + rows
        let widths = columns.indices.map { column in all.map { TerminalText.width($0[column]) }.max() ?? 0 }
        var lines = all.map { row in line(row, widths) }
        lines.insert(widths.map { String(repeating: "─", count: $0) }.joined(separator: "  "), at: 1)
        return lines.joined(separator: "\n")
    }

    private func line(_ row: [String], _ widths: [Int]) -> String {
        let cells = row.indices.map { TerminalText.padded(row[$0], to: widths[$0], atEnd: columns[$0].isNumber) }
        var line = cells.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }
}
