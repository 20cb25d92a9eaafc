/// The part of a report that lists the latest orders.
package struct OrderTable {
    /// The maximum number of listed orders; the totals count all orders.
    static let limit = 10

    package let pricing: Pricing
    package let footnotes: Footnotes

    package init(pricing: Pricing, footnotes: Footnotes) {
        self.pricing = pricing
        self.footnotes = footnotes
    }

    func lines(for orders: [Order], tier: Customer.Tier) -> [String] {
        var lines = [line("Order", "Date", "Product", "Quantity", "Price", "Amount")]
        if orders.count > Self.limit {
            lines.append("... and \(orders.count - Self.limit) earlier")
        }
        return lines + orders.suffix(Self.limit).map { line(for: $0, tier: tier) }
    }

    private func line(for order: Order, tier: Customer.Tier) -> String {
        guard let quote = pricing.quote(order.sku, for: tier) else {
            let mark = footnotes.mark("not in the price lists, and not in the totals")
            return line(order.id, order.date.day, "\(order.sku) \(mark)", "\(order.quantity)", "-", "-")
        }
        var name = quote.product.name
        if quote.isFallback { name += " " + footnotes.mark("no wholesale price, so the standard one") }
        let price = quote.product.price
        return line(
            order.id, order.date.day, name, "\(order.quantity)", "\(price)",
            "\(price * order.quantity)")
    }

    private func line(
        _ id: String, _ date: String, _ product: String, _ quantity: String, _ price: String,
        _ amount: String
    ) -> String {
        id.leading(7) + date.leading(12) + product.leading(32)
            + quantity.trailing(8) + price.trailing(11) + amount.trailing(13)
    }
}

extension String {
    /// Pads the text with spaces on the right.
    func leading(_ width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }

    /// Pads the text with spaces on the left.
    func trailing(_ width: Int) -> String {
        String(repeating: " ", count: max(1, width - count)) + self
    }
}
