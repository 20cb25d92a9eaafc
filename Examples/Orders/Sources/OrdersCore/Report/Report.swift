package import Foundation

/// What one customer ordered, up to and including a day.
package final class Report {
    package let customer: Customer
    package let date: Date
    package let orders: [Order]
    package let table: OrderTable
    package let totals: Totals
    package let footnotes: Footnotes

    /// Told what is reported, where there is one.
    ///
    /// A report is whole without it, so it is a property and no parameter.
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

    /// The report, ready to be printed.
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
        // Last, because the parts above add to them.
        let notes = footnotes.lines
        if !notes.isEmpty { lines += [""] + notes }
        return lines.joined(separator: "\n")
    }
}
