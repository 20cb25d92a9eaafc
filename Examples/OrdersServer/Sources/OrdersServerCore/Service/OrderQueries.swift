package import Logging

/// The queries about orders that a request can make.
package final class OrderQueries: Sendable {
    private let repository: OrderRepository
    private let log: Logger

    package init(repository: OrderRepository, log: Logger) {
        self.repository = repository
        self.log = log
    }

    package func order(_ id: String) async throws -> Order {
        guard let order = try await repository.order(id) else { throw OrdersError.unknownOrder(id) }
        log.debug("found", metadata: ["order": "\(id)"])
        return order
    }

    package func page(of customer: String?, after: Int, limit: Int) async throws -> OrderRepository.Page {
        guard (1...500).contains(limit) else { throw OrdersError.invalid("limit is \(limit), not from 1 to 500") }
        return try await repository.page(of: customer, after: after, limit: limit)
    }

    package func products() async throws -> [Product] {
        try await repository.products()
    }
}
