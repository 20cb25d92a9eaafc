/// What things cost.
///
/// A protocol, so that a test needs no price service.
package protocol Prices: Sendable {
    /// What one of a product costs now.
    func cents(of sku: String) async throws -> Int
}

/// Where the price service is.
package protocol PriceSource: Sendable {
    /// Its address, once it is started.
    var url: String { get throws }
}

/// A price service of somebody else's.
package struct PricesElsewhere: PriceSource {
    package let url: String

    package init(url: String) { self.url = url }
}
