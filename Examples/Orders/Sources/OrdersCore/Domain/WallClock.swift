package import Foundation

/// Returns the current day.
///
/// A test cannot choose the day for code that reads the system's clock directly.
package protocol WallClock: Sendable {
    var now: Date { get }
}

extension WallClock {
    package var today: Date { now.startOfDay }
}

/// The computer's clock.
package struct SystemClock: WallClock {
    package init() {}

    package var now: Date { Date() }
}
