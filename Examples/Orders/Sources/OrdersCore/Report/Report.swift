package import Foundation

/// The report about one customer's orders, up to and including a day.
package final class Report {
    package let customer: Customer
    package let date: Date
    package let orders: [Order]
    package let table: OrderTable
    package let totals: Totals
    package let footnotes: Footnotes

    /// Receives a line about each report, if there is a log.
    ///
    /// A report works without it, so it is a property and not a parameter.
    package var log: (any Log)?

    package init(
        customer id: Customer.ID, date: Date, repository: any OrderRepository,
        table: OrderTable, totals: Totals, footnotes: Footnotes
    ) throws(OrdersError) {
        guard let customer = repository.customers[id] else {
            throw .unknownCustomer(id, hint: CustomerHint.text(for: id, among: repository.customers.values))
        }
        self.customer = customer
        self.date = date
        self.orders = repository.orders(of: id, through: date)
        self.table = table
        self.totals = totals
        self.footnotes = footnotes
    }

    /// The complete text of the report.
    package func text() -> String {
        log?.note("report on \(customer.id) as of \(date.day): \(orders.count) orders")
        var lines = [
            "\(customer.name) (\(customer.id), \(customer.tier.rawValue), \(customer.city))",
            "Orders up to \(date.day)",
            "",
        ]
        if orders.isEmpty {
            lines.append("No orders.")
        } else {
            lines += table.lines(for: orders, tier: customer.tier) + [""]
            lines += totals.lines(for: orders, tier: customer.tier, date: date)
        }
        // Read last, because the parts above add notes.
        let notes = footnotes.lines
        if !notes.isEmpty { lines += [""] + notes }
        return lines.joined(separator: "\n")
    }
}
