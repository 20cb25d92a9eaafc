package import Synchronization

/// How many objects of requests there are just now.
///
/// Every object that lives as long as a request counts itself here, and `GET /debug/live` shows the numbers: those of a server
/// that nobody asks anything are 0, or something holds what it should have let go.
package final class LiveObjects: Sendable {
    package let sessions = Atomic(0)
    package let units = Atomic(0)
    package let exports = Atomic(0)

    package init() {}

    package struct Report: Codable, Sendable, Equatable {
        package var sessions: Int
        package var units: Int
        package var exports: Int

        package init(sessions: Int, units: Int, exports: Int) {
            self.sessions = sessions
            self.units = units
            self.exports = exports
        }

        package static let zero = Report(sessions: 0, units: 0, exports: 0)
    }

    package var report: Report {
        Report(
            sessions: sessions.load(ordering: .relaxed), units: units.load(ordering: .relaxed),
            exports: exports.load(ordering: .relaxed))
    }
}
