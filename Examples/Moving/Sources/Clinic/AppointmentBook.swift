import Synchronization

/// Books appointments.
package protocol Scheduling: Sendable {
    func book(_ patient: Patient) -> String
}

/// Lists the appointments for checks.
package protocol Auditing: Sendable {
    var entries: [String] { get }
}

/// The only book of the clinic, which does both.
package final class AppointmentBook: Scheduling, Auditing {
    private let pages = Mutex<[String]>([])

    package init() {}

    package var entries: [String] { pages.withLock { $0 } }

    package func book(_ patient: Patient) -> String {
        pages.withLock { pages in
            let time = "\(9 + pages.count / 2):\(pages.count % 2 == 0 ? "00" : "30")"
            pages.append("\(time) \(patient.name)")
            return time
        }
    }
}
