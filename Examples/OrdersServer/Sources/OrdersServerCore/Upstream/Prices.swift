package import Foundation

/// What things cost.
///
/// A protocol, so that a test needs no price service.
package protocol Prices: Sendable {
    /// Returns the current price of one of each product, in cents.
    ///
    /// - Throws: ``OrdersError/unknownProduct(_:)`` with the first unknown product in sorted order;
    ///   ``OrdersError/upstreamDown(_:)``.
    func cents(of skus: Set<String>) async throws -> [String: Int]
}

/// Where the price service is.
package protocol PriceSource: Sendable {
    var url: URL { get }
}

/// A price service of somebody else's.
package struct PricesElsewhere: PriceSource {
    package let url: URL

    package init(url: URL) { self.url = url }
}
