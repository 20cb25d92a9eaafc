package import Foundation

/// An order of one product, by one customer on one day.
package struct Order: Identifiable, Sendable {
    package let id: String
    package let customer: Customer.ID
    package let date: Date
    package let sku: String
    package let quantity: Int

    package init(id: String, customer: Customer.ID, date: Date, sku: String, quantity: Int) {
        self.id = id
        self.customer = customer
        self.date = date
        self.sku = sku
        self.quantity = quantity
    }
}
