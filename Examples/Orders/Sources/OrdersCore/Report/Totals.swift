import Foundation

/// The part of a report that adds up the orders.
package struct Totals {
    package let pricing: Pricing
    package let footnotes: Footnotes

    package init(pricing: Pricing, footnotes: Footnotes) {
        self.pricing = pricing
        self.footnotes = footnotes
    }

    func lines(for orders: [Order], tier: Customer.Tier, date: Date) -> [String] {
        let yearAgo = date.aYearEarlier
        return [
            line("Twelve months", orders.filter { $0.date > yearAgo }, tier),
            line("All orders", orders, tier),
        ]
    }

    private func line(_ title: String, _ orders: [Order], _ tier: Customer.Tier) -> String {
        var total = Money.zero
        var missing = 0
        for order in orders {
            if let quote = pricing.quote(order.sku, for: tier) {
                total = total + quote.product.price * order.quantity
            } else {
                missing += 1
            }
        }
        // The same text as in the table, so both share one note. Orders that the table omits may add the note only here.
        let mark = missing == 0 ? "" : " " + footnotes.mark("not in the price lists, and not in the totals")
        return "\(title)\(mark)".leading(19) + "\(orders.count) orders".leading(51) + "\(total)".trailing(13)
    }
}
