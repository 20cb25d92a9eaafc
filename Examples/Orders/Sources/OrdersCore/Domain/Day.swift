package import Foundation

// A day is the `Date` of its midnight in UTC, so that a report does not depend on where it is printed.
extension Date {
    private static let dayStyle = ISO8601FormatStyle(timeZone: .gmt).year().month().day()

    /// The day written as `2025-06-30`; nil for anything else, such as a day that no calendar has.
    package init?(day text: String) {
        // The style is forgiving, about a missing zero for example; only what is written back the same is right.
        guard let date = try? Date(text, strategy: Self.dayStyle), date.day == text else { return nil }
        self = date
    }

    /// `2025-06-30`.
    package var day: String { formatted(Self.dayStyle) }

    /// The midnight at which the day began.
    package var startOfDay: Date {
        let day: TimeInterval = 86_400
        return Date(timeIntervalSince1970: (timeIntervalSince1970 / day).rounded(.down) * day)
    }

    /// The same day a year earlier.
    package var aYearEarlier: Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(byAdding: .year, value: -1, to: self) ?? self
    }
}
