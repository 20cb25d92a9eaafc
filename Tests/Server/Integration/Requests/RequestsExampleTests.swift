// The first examples of Requests.md.

#if Logging
import Armory
import ArmoryLogging
import ArmoryRequests
import ArmoryTestSupport
import Logging
import XCTest

private let output = Printed()

private func print(_ line: String) { output(line) }

final class RequestsExampleTests: LeakCheckedTestCase {
    func testINT6_TheExampleOfThePageGivesAJobAScope() async throws {
        struct Order: Sendable { let item: String }

        struct Job: IncomingWork {
            let order: Order
            let logger: Logger

            var seeds: [ScopeSeed] { [ScopeSeed(order), ScopeSeed(logger).named(.request)] }

            func closingFailed(_ error: ResolutionError) {
                logger.error("An instance of the job could not be closed.", metadata: ["error": "\(error)"])
            }
        }

        final class Shipping: Sendable {
            let order: Order
            init(order: Order) { self.order = order }
            func ship() async { print("the \(order.item) is shipped") }
            func commit() { print("committed") }
            func rollBack() { print("rolled back") }
        }

        func ship() async throws {
            try await Container.currentScope.resolve(Shipping.self).ship()
        }

        let container = try Container {
            Seeded(Order.self)
            Module.loggers(label: "shop")
            Scoped(Shipping.init)  // init(order: Order)
                .onShutdown { shipping, end in end.isCompleted ? shipping.commit() : shipping.rollBack() }
        }
        let scopes = ScopeSource(container)
        let job = Job(order: Order(item: "anvil"), logger: Logger(label: "jobs"))
        try await scopes.withScope(of: job) { _ in
            try await ship()
        }
        try output.assertOutput(on: "Use/Requests.md")
    }
}
#endif
