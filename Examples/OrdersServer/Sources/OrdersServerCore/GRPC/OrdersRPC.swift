#if GRPC
import Armory
import ArmoryRequests
import GRPCCore

/// The orders over gRPC.
///
/// Its methods are given messages, and no request: each finds the scope of its call, as an HTTP handler finds that of its
/// request. What is registered for one serves both.
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

    /// Runs the body with a desk of its own unit of work, which is committed before the client hears of it.
    private func withDesk<Result: Sendable>(_ body: (OrderDesk) async throws -> Result) async throws -> Result {
        try await answering { scope in
            try await scope.withScope(.unitOfWork) { work in try await body(work.resolve()) }
        }
    }

    /// Runs the body with the scope of the call, and turns its errors into those of gRPC.
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
