/// Comma-separated values as RFC 4180 defines them: a quoted field may contain commas, line breaks and doubled
/// quotes.
///
/// Lines end in LF or CRLF.
package struct CSV {
    /// The fields of one record, and the number of its first line, counted from 1.
    package struct Record: Sendable {
        package let line: Int
        package let fields: [String]
    }

    /// The problem in a text, and its position.
    package struct Fault: Error {
        package let line: Int
        package let reason: String
    }

    /// Parses the records of a UTF-8 text.
    package static func records(in bytes: [UInt8]) throws(Fault) -> [Record] {
        var reader = CSV(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }  // Skips the byte-order mark.
        var records: [Record] = []
        while reader.position < bytes.count { records.append(try reader.readRecord()) }
        return records
    }

    /// Formats one line without the line break, and quotes fields where necessary.
    package static func line(_ fields: [String]) -> String {
        fields.map { field in
            let isPlain = field.utf8.allSatisfy { ![quote, comma, lineFeed, carriageReturn].contains($0) }
            return isPlain
                ? field
                : "\""
                    + field.split(separator: "\"", omittingEmptySubsequences: false)
                    .joined(separator: "\"\"") + "\""
        }
        .joined(separator: ",")
    }

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func readRecord() throws(Fault) -> Record {
        let start = line
        var fields = [try readField()]
        while take(Self.comma) { fields.append(try readField()) }
        let hasReturn = take(Self.carriageReturn)
        if take(Self.lineFeed) {
            line += 1
        } else if hasReturn || next != nil {
            throw fault(hasReturn ? "a carriage return without a line feed" : "text after a closing quote")
        }
        return Record(line: start, fields: fields)
    }

    private mutating func readField() throws(Fault) -> String {
        guard take(Self.quote) else { return try readPlainField() }
        let start = line
        var content: [UInt8] = []
        while let byte = next {
            position += 1
            if byte == Self.quote, !take(Self.quote) { return try text(content) }
            if byte == Self.lineFeed { line += 1 }
            content.append(byte)
        }
        throw Fault(line: start, reason: "a quote is opened and never closed")
    }

    private mutating func readPlainField() throws(Fault) -> String {
        let start = position
        while let byte = next, byte != Self.comma, byte != Self.lineFeed, byte != Self.carriageReturn {
            if byte == Self.quote { throw fault("a quote inside a field that is not quoted") }
            position += 1
        }
        return try text(bytes[start..<position])
    }

    private func text(_ content: some Collection<UInt8>) throws(Fault) -> String {
        guard let text = String(validating: content, as: UTF8.self) else { throw fault("not UTF-8") }
        return text
    }

    private func fault(_ reason: String) -> Fault { Fault(line: line, reason: reason) }
}
