package import Foundation

/// Where customers and their orders come from.
///
/// The report knows this protocol alone; the wiring chooses the type behind it, and a test puts another one there.
package protocol OrderRepository: Sendable {
    /// All customers, by their ID.
    var customers: [Customer.ID: Customer] { get }

    /// A customer's orders up to and including a day, the oldest first.
    func orders(of customer: Customer.ID, through date: Date) -> [Order]
}
