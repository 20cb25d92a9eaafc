package import Foundation

/// The rows of a file whose first line contains the column names.
package struct Table: Sendable {
    package let rows: [Row]

    /// - Parameter path: The name of the file in messages.
    package init(path: String, bytes: [UInt8]) throws(OrdersError) {
        let records: [CSV.Record]
        do {
            records = try CSV.records(in: bytes)
        } catch {
            throw .malformed(file: path, line: error.line, reason: error.reason)
        }
        guard let header = records.first else {
            throw .malformed(file: path, line: 1, reason: "the file is empty; its first line names the columns")
        }
        let columns = Dictionary(zip(header.fields, 0...), uniquingKeysWith: { first, _ in first })
        var rows: [Row] = []
        for record in records.dropFirst() {
            guard record.fields.count == header.fields.count else {
                throw .malformed(
                    file: path, line: record.line,
                    reason: "the row has \(record.fields.count) fields, the header \(header.fields.count)")
            }
            rows.append(Row(file: path, line: record.line, columns: columns, fields: record.fields))
        }
        self.rows = rows
    }
}

/// One row.
///
/// Each accessor parses a column as one type. Otherwise it throws an error with the problem and its position.
package struct Row: Sendable {
    let file: String
    let line: Int
    let columns: [String: Int]
    let fields: [String]

    package func text(_ column: String) throws(OrdersError) -> String {
        let text = try field(column)
        guard !text.isEmpty else { throw fault("\(column) is empty") }
        return text
    }

    package func integer(_ column: String, in range: ClosedRange<Int>) throws(OrdersError) -> Int {
        let text = try field(column)
        guard let number = Int(text), range.contains(number) else {
            let bounds = "\(range.lowerBound) to \(range.upperBound)"
            throw fault("\(column) \"\(text)\" is not a whole number from \(bounds)")
        }
        return number
    }

    package func date(_ column: String) throws(OrdersError) -> Date {
        let text = try field(column)
        guard let date = Date(day: text) else {
            throw fault("\(column) \"\(text)\" is not a day written as YYYY-MM-DD")
        }
        return date
    }

    /// An amount, or nil if the field is empty.
    package func money(_ column: String) throws(OrdersError) -> Money? {
        let text = try field(column)
        guard !text.isEmpty else { return nil }
        guard let money = Money(text) else {
            throw fault("\(column) \"\(text)\" is not an amount written as 12.50")
        }
        return money
    }

    package func fault(_ reason: String) -> OrdersError {
        .malformed(file: file, line: line, reason: reason)
    }

    private func field(_ column: String) throws(OrdersError) -> String {
        guard let index = columns[column] else {
            throw .malformed(file: file, line: 1, reason: "there is no column \"\(column)\"")
        }
        return fields[index]
    }
}
