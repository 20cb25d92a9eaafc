extension Table {
    /// The table as it is printed: words to the left, numbers to the right.
    var text: String {
        let widths = columns.indices.map { column in
            (rows.map { $0[column].text.count } + [columns[column].count]).max() ?? 0
        }
        let isRight = columns.indices.map { column in
            column > 0 && rows.contains { $0[column].isNumber }
        }
        func line(_ fields: [String]) -> String {
            let padded = fields.enumerated().map { column, field in
                let space = String(repeating: " ", count: widths[column] - field.count)
                return isRight[column] ? space + field : field + space
            }
            let joined = padded.joined(separator: "   ")
            return String(joined.reversed().drop { $0 == " " }.reversed())
        }
        let rule = String(repeating: "-", count: widths.reduce(0, +) + 3 * (widths.count - 1))
        let lines = [title, "", line(columns), rule] + rows.map { line($0.map(\.text)) }
        return (lines + (notes.isEmpty ? [] : [""]) + notes).joined(separator: "\n")
    }
}
