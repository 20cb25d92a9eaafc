/// A list of prices.
package protocol PriceList: Sendable {
    /// A product of the list, or nil if the list has no price for it.
    func product(_ sku: String) -> Product?
}

/// A product and its price in one list.
package struct Product: Sendable {
    package let sku: String
    package let name: String
    package let price: Money

    package init(sku: String, name: String, price: Money) {
        self.sku = sku
        self.name = name
        self.price = price
    }
}

/// Finds a customer's price: from the list for the customer's tier, or else from the standard list.
package struct Pricing: Sendable {
    /// The price of a product for a customer.
    package struct Quote: Sendable {
        package let product: Product
        /// Whether the standard price is used because there is no wholesale price.
        package let isFallback: Bool
    }

    private let standard: any PriceList
    private let wholesale: any PriceList

    package init(standard: any PriceList, wholesale: any PriceList) {
        self.standard = standard
        self.wholesale = wholesale
    }

    package func quote(_ sku: String, for tier: Customer.Tier) -> Quote? {
        if tier == .wholesale, let product = wholesale.product(sku) {
            return Quote(product: product, isFallback: false)
        }
        return standard.product(sku).map { Quote(product: $0, isFallback: tier == .wholesale) }
    }
}
