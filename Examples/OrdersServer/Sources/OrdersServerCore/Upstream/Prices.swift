package import Foundation

/// The current prices of products.
///
/// A protocol, so that a test needs no price service.
package protocol Prices: Sendable {
    /// Returns the current unit price of each product, in cents.
    ///
    /// - Throws: ``OrdersError/unknownProduct(_:)`` with the first unknown product in sorted order;
    ///   ``OrdersError/upstreamDown(_:)``.
    func cents(of skus: Set<String>) async throws -> [String: Int]
}

/// The address of the price service.
package protocol PriceSource: Sendable {
    var url: URL { get }
}

/// Another team's price service.
package struct PricesElsewhere: PriceSource {
    package let url: URL

    package init(url: URL) { self.url = url }
}
