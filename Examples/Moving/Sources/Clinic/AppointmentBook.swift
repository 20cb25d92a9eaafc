import Synchronization

/// Gives patients a time.
package protocol Scheduling: Sendable {
    func book(_ patient: Patient) -> String
}

/// Lists what happened.
package protocol Auditing: Sendable {
    var entries: [String] { get }
}

/// The clinic's one book: it gives out the times and keeps the list.
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
