package import Foundation

/// The source of customers and their orders.
///
/// The report knows only this protocol. The wiring chooses the type behind it, and a test registers another type.
package protocol OrderRepository: Sendable {
    /// All customers, by ID.
    var customers: [Customer.ID: Customer] { get }

    /// A customer's orders up to and including a day, oldest first.
    func orders(of customer: Customer.ID, through date: Date) -> [Order]
}
