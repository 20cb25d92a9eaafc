package import Foundation

// A day is the `Date` of its midnight in UTC, so a report does not depend on the computer's time zone.
extension Date {
    private static let dayStyle = ISO8601FormatStyle(timeZone: .gmt).year().month().day()

    /// Parses a day written as `2025-06-30`; nil for any other text, and for a day that no calendar has.
    package init?(day text: String) {
        // The style also accepts other spellings, such as a missing zero. Only a text that formats back to itself is valid.
        guard let date = try? Date(text, strategy: Self.dayStyle), date.day == text else { return nil }
        self = date
    }

    /// `2025-06-30`.
    package var day: String { formatted(Self.dayStyle) }

    /// The midnight at the start of the day.
    package var startOfDay: Date {
        let day: TimeInterval = 86_400
        return Date(timeIntervalSince1970: (timeIntervalSince1970 / day).rounded(.down) * day)
    }

    /// The same day in the previous year.
    package var aYearEarlier: Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(byAdding: .year, value: -1, to: self) ?? self
    }
}
