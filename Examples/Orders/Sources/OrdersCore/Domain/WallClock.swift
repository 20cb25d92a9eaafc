package import Foundation

/// Says what day it is.
///
/// Code that reads the system's clock itself cannot be tested for another day.
package protocol WallClock: Sendable {
    var now: Date { get }
}

extension WallClock {
    package var today: Date { now.startOfDay }
}

/// The clock of the computer.
package struct SystemClock: WallClock {
    package init() {}

    package var now: Date { Date() }
}
