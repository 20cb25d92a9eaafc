import Synchronization

/// Examines samples.
///
/// A doctor starts it for the first sample, because that takes a while.
package final class Laboratory: Sendable {
    private let samples = Mutex(0)

    package init() {}

    package func examine(_ sample: String) -> String {
        let number = samples.withLock { number in
            number += 1
            return number
        }
        return "sample \(number) (\(sample)) is fine"
    }
}

/// Prints a numbered ticket for each patient who arrives.
package struct Ticket: Sendable {
    package let text: String

    package init(number: Int) { text = "ticket \(number)" }
}

/// Counts the tickets of the day.
package final class TicketRoll: Sendable {
    private let last = Mutex(0)

    package init() {}

    package func next() -> Int {
        last.withLock { last in
            last += 1
            return last
        }
    }
}

/// The screen in the waiting room, which is on as long as it is used.
package final class WaitingScreen: Sendable {
    private let names = Mutex<[String]>([])

    package init() {}

    package func show(_ name: String) { names.withLock { $0.append(name) } }
    package var text: String { names.withLock { $0.isEmpty ? "empty" : $0.joined(separator: ", ") } }
}

/// The price of a visit without samples.
package struct Tariff: Sendable {
    package let base: Int

    package init(base: Int) { self.base = base }
}

/// Calculates the amounts of invoices.
package final class Billing: Sendable {
    private let tariff: Tariff
    private let audit: any Auditing

    package init(tariff: Tariff, audit: any Auditing) {
        self.tariff = tariff
        self.audit = audit
    }

    package func amount(samples: Int) -> Int { tariff.base + 15 * samples }
    package var visits: Int { audit.entries.count }
}
