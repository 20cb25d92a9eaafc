import Foundation
import Logging

/// Writes each message as one JSON object on one line.
///
/// A line has the keys `timestamp`, `level`, `label`, `message` and, if there is any, `metadata`, whose values are texts,
/// lists and objects. Each line is one write, so lines of several threads do not mix.
struct JSONLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private let file: FileHandle

    init(label: String, to file: FileHandle) {
        self.label = label
        self.file = file
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata
        all.merge(metadataProvider?.get() ?? [:]) { $1 }
        all.merge(event.metadata ?? [:]) { $1 }
        let line = Line(
            timestamp: Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
            level: event.level.rawValue,
            label: label, message: "\(event.message)", metadata: all.isEmpty ? nil : Value(value: .dictionary(all)))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard var text = try? encoder.encode(line) else { return }
        text.append(UInt8(ascii: "\n"))
        try? file.write(contentsOf: text)  // no place is left to report the error
    }

    private struct Line: Encodable {
        let timestamp: String
        let level: String
        let label: String
        let message: String
        let metadata: Value?
    }

    /// A metadata value, which is a text unless it is a list or an object.
    private struct Value: Encodable {
        let value: Logger.MetadataValue

        func encode(to encoder: any Encoder) throws {
            switch value {
            case .dictionary(let values): try values.mapValues(Value.init).encode(to: encoder)
            case .array(let values): try values.map(Value.init).encode(to: encoder)
            case .string, .stringConvertible: try "\(value)".encode(to: encoder)
            }
        }
    }
}
