// The adapter for AWS Lambda of Requests.md, against stand-ins for the types that it touches: it was never run with Lambda.

#if Logging
import Armory
import ArmoryLogging
import ArmoryRequests
import ArmoryTestSupport
import Logging
import ServerStandIns
import XCTest

private struct Order: Sendable, Codable { let item: String }

private struct Invocation: IncomingWork {
    let order: Order
    let context: LambdaContext

    var logger: Logger { context.logger }
    var seeds: [ScopeSeed] { [ScopeSeed(order), ScopeSeed(context), ScopeSeed(logger).named(.request)] }

    func closingFailed(_ error: ResolutionError) {
        logger.error("An instance of the event could not be closed.", metadata: ["error": "\(error)"])
    }
}

private final class Receipt: Sendable {
    let text: String
    init(order: Order, context: LambdaContext) { text = "\(context.requestID) \(order.item)" }
}

final class LambdaAdapterTests: LeakCheckedTestCase {
    func testINT6_TheAdapterOfThePageGivesEachEventAScope() async throws {
        let ends = Ends()
        let container = try Container {
            Seeded(Order.self)
            Seeded(LambdaContext.self)
            Module.loggers(label: "shop")
            Scoped(Receipt.init).onShutdown { receipt, end in ends.add("\(receipt.text) \(end.isCompleted)") }
        }
        let scopes = ScopeSource(container)
        let runtime = LambdaRuntime { (order: Order, context: LambdaContext) in
            try await scopes.withScope(of: Invocation(order: order, context: context)) { scope in
                try scope.open().resolve(Receipt.self).text
            }
        }
        let outputs = try await runtime.run([Order(item: "anvil"), Order(item: "bellows")])
        XCTAssertEqual(outputs, ["0 anvil", "1 bellows"])
        XCTAssertEqual(ends.all, ["0 anvil true", "1 bellows true"])
    }
}
#endif
