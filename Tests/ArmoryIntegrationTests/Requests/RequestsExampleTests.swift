// The first examples of Requests.md.

#if Logging
import Armory
import ArmoryLogging
import ArmoryRequests
import ArmoryTestSupport
import Logging
import XCTest

private struct Order: Sendable { let item: String }

private struct Job: IncomingWork {
    let order: Order
    let logger: Logger

    var seeds: [Seed] { [Seed(order), Seed(logger).named(.request)] }

    func closingFailed(_ error: ResolutionError) {
        logger.error("What was made for the job could not be closed.", metadata: ["error": "\(error)"])
    }
}

private final class Shipping: Sendable {
    let order: Order
    let shipped: Ends

    init(order: Order, shipped: Ends) {
        self.order = order
        self.shipped = shipped
    }

    func ship() async { shipped.add(order.item) }
}

private func ship() async throws {
    try await Container.currentScope.resolve(Shipping.self).ship()
}

final class RequestsExampleTests: LeakCheckedTestCase {
    func testINT6_TheExampleOfThePageGivesAJobAScope() async throws {
        let ends = Ends()
        let container = try Container {
            Seeded(Order.self)
            Module.loggers(label: "shop")
            Singleton(value: ends)
            Scoped(Shipping.init)
        }
        let job = Job(order: Order(item: "anvil"), logger: Logger(label: "job"))
        let scopes = ScopeSource(container)
        try await scopes.withScope(of: job) { _ in
            try await ship()
        }
        XCTAssertEqual(ends.all, ["anvil"])
    }
}
#endif
