package import Logging

/// Places and cancels orders.
///
/// It belongs to one unit of work, which writes all its changes or none.
package final class OrderDesk: Sendable {
    private let repository: OrderRepository
    private let work: UnitOfWork
    private let prices: any Prices
    private let log: Logger

    package init(repository: OrderRepository, work: UnitOfWork, prices: any Prices, log: Logger) {
        self.repository = repository
        self.work = work
        self.prices = prices
        self.log = log
    }

    package func place(_ new: NewOrder) async throws -> Order {
        try new.check()
        let id = "o-" + String(UInt64.random(in: .min ... .max), radix: 36)
        var order = Order(id: id, customer: new.customer, status: .open, lines: [])
        work.add(OrderChanges.insert(order))
        let cents = try await prices.cents(of: Set(new.lines.map(\.sku)))
        for line in new.lines {
            guard let price = cents[line.sku] else { throw OrdersError.unknownProduct(line.sku) }
            let priced = Order.Line(sku: line.sku, quantity: line.quantity, cents: price)
            order.lines.append(priced)
            work.add(OrderChanges.take(line.quantity, of: line.sku))
            work.add(OrderChanges.insert(priced, of: id))
        }
        log.debug("placed", metadata: ["order": "\(id)", "cents": "\(order.cents)"])
        return order
    }

    package func cancel(_ id: String) async throws -> Order {
        guard var order = try await repository.order(id) else { throw OrdersError.unknownOrder(id) }
        work.add(OrderChanges.cancel(id))
        for line in order.lines {
            work.add(OrderChanges.take(-line.quantity, of: line.sku))
        }
        order.status = .cancelled
        return order
    }
}
