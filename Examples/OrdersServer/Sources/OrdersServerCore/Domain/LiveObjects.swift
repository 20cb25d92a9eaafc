package import Synchronization

/// Counts the objects of requests that exist at the moment.
///
/// Every object with the lifetime of a request counts itself here, and `GET /debug/live` shows the numbers. On a server without
/// open requests all numbers are 0; otherwise a reference still holds an object that should be released.
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
