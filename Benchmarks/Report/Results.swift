import Foundation

/// All results of a run of the program.
struct Results: Encodable, Sendable {
    /// `release` or `debug`.
    var build = Results.build
    var processors = ProcessInfo.processInfo.activeProcessorCount
    var system = ProcessInfo.processInfo.operatingSystemVersionString
    var rounds = roundCount
    var tables: [Table] = []

    static var isDebug: Bool { _isDebugAssertConfiguration() }
    static var build: String { isDebug ? "debug" : "release" }

    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}

/// One table, and the chart that shows it.
struct Table: Encodable, Sendable {
    var title: String
    var columns: [String]
    var rows: [[Cell]]
    var notes: [String] = []
    var chart: Chart?

    init(_ title: String, columns: [String], rows: [[Cell]] = [], notes: [String] = [], chart: Chart? = nil) {
        self.title = title
        self.columns = columns
        self.rows = rows
        self.notes = notes
        self.chart = chart
    }
}

/// A cell of a table, which JSON shows as a text, or as an object with median, minimum and maximum.
enum Cell: Sendable {
    case text(String)
    /// A median that is shown with its minimum and maximum.
    case spread(Spread, decimals: Int)
    /// A median that is shown without its minimum and maximum.
    case median(Spread, decimals: Int)

    static let none = Cell.text("")

    /// A number that was counted rather than measured.
    static func count(_ number: Int) -> Cell {
        .text(grouped(number))
    }

    /// The verdict on a budget, which applies to release builds only.
    static func verdict(_ isKept: Bool) -> Cell {
        .text(Results.isDebug ? "debug" : isKept ? "ok" : "OVER")
    }

    var text: String {
        switch self {
        case .text(let text): text
        case .median(let spread, let decimals): fixed(spread.median, decimals)
        case .spread(let spread, let decimals):
            "\(fixed(spread.median, decimals)) "
                + "(\(fixed(spread.minimum, decimals))-\(fixed(spread.maximum, decimals)))"
        }
    }

    var isNumber: Bool {
        switch self {
        case .text(let text): text.first?.isNumber ?? false
        case .spread, .median: true
        }
    }
}

extension Cell: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .spread(let spread, _), .median(let spread, _): try container.encode(spread)
        }
    }
}

/// Bars in groups, one group for each row, one bar for each series.
struct Chart: Encodable, Sendable {
    struct Series: Encodable, Sendable {
        var name: String
        /// One value for each group.
        var values: [Spread?]
    }

    /// A line across all bars, to compare them with.
    struct Mark: Encodable, Sendable {
        var name: String
        var value: Double
    }

    var title: String
    var axis: String
    var groups: [String]
    var series: [Series]
    /// Whether every step is ten times the previous one, for values of very different size.
    var isLogarithmic = false
    var mark: Mark?
}

/// A number with a fixed number of decimals.
func fixed(_ number: Double, _ decimals: Int) -> String {
    String(format: "%.\(decimals)f", number)
}

/// A whole number with a comma before each group of three digits.
func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
        if index > 0 && (digits.count - index) % 3 == 0 { text.append(",") }
        text.append(digit)
    }
    return text
}
