#if GRPC
import Armory
import ArmoryRequests
import GRPCCore

/// The orders over gRPC.
///
/// Its methods receive messages instead of a request: each finds the scope of its call, just as an HTTP handler finds the scope
/// of its request. The same registrations serve both.
struct OrdersRPC: Orders_V1_Orders.SimpleServiceProtocol {
    func placeOrder(request: Orders_V1_PlaceOrderRequest, context: ServerContext) async throws -> Orders_V1_Order {
        try await withDesk { desk in Orders_V1_Order(try await desk.place(NewOrder(request))) }
    }

    func cancelOrder(request: Orders_V1_CancelOrderRequest, context: ServerContext) async throws -> Orders_V1_Order {
        try await withDesk { desk in Orders_V1_Order(try await desk.cancel(request.id)) }
    }

    func getOrder(request: Orders_V1_GetOrderRequest, context: ServerContext) async throws -> Orders_V1_Order {
        try await answering { scope in Orders_V1_Order(try await scope.resolve(OrderQueries.self).order(request.id)) }
    }

    func listOrders(
        request: Orders_V1_ListOrdersRequest, context: ServerContext
    ) async throws -> Orders_V1_ListOrdersResponse {
        try await answering { scope in
            let page = try await scope.resolve(OrderQueries.self).page(
                of: request.customer.isEmpty ? nil : request.customer, after: Int(request.after),
                limit: request.limit == 0 ? 20 : Int(request.limit))
            return Orders_V1_ListOrdersResponse(page)
        }
    }

    func exportOrders(
        request: Orders_V1_ExportOrdersRequest, response: RPCWriter<Orders_V1_Order>, context: ServerContext
    ) async throws {
        try await answering { scope in
            try await scope.resolve(OrderExport.self).forEachPage { orders in
                try await response.write(contentsOf: orders.map(Orders_V1_Order.init))
            }
        }
    }

    func placeOrders(
        request: RPCAsyncSequence<Orders_V1_PlaceOrderRequest, any Error>, response: RPCWriter<Orders_V1_Order>,
        context: ServerContext
    ) async throws {
        for try await new in request {
            let order = try await withDesk { desk in Orders_V1_Order(try await desk.place(NewOrder(new))) }
            try await response.write(order)
        }
    }

    /// Runs the body with a desk in a separate unit of work, and commits the unit before the client receives the answer.
    private func withDesk<Result: Sendable>(_ body: (OrderDesk) async throws -> Result) async throws -> Result {
        try await answering { scope in
            try await scope.withScope(.unitOfWork) { work in try await body(work.resolve()) }
        }
    }

    /// Runs the body with the scope of the call, and converts its errors to gRPC errors.
    private func answering<Result: Sendable>(_ body: (Container) async throws -> Result) async throws -> Result {
        let scope = try Container.currentScope
        do {
            return try await body(scope)
        } catch {
            throw RPCError(answering: error, log: try scope.resolve())
        }
    }
}
#endif
