#if GRPC
import Armory
import GRDB
import GRPCCore
import Logging

extension NewOrder {
    init(_ message: Orders_V1_PlaceOrderRequest) {
        self.init(
            customer: message.customer,
            lines: message.lines.map { Line(sku: $0.sku, quantity: Int(clamping: $0.quantity)) })
    }
}

extension Orders_V1_Order {
    init(_ order: Order) {
        id = order.id
        customer = order.customer
        status =
            switch order.status {
            case .open: .open
            case .cancelled: .cancelled
            }
        lines = order.lines.map { line in
            .with {
                $0.sku = line.sku
                $0.quantity = Int64(line.quantity)
                $0.cents = Int64(line.cents)
            }
        }
    }
}

extension Orders_V1_ListOrdersResponse {
    init(_ page: OrderRepository.Page) {
        orders = page.orders.map(Orders_V1_Order.init)
        if let next = page.next { self.next = Int64(next) }
    }
}

extension RPCError {
    /// Creates the answer for an error that a method throws, like `ErrorResponses` for HTTP.
    init(answering error: any Error, log: Logger) {
        // The container's path to the code that threw is for the program's author.
        switch (error as? ResolutionError)?.rootCause ?? error {
        case let error as RPCError: self = error
        case OrdersError.upstreamDown(let reason):
            log.warning("no prices", metadata: ["error": "\(reason)"])
            self.init(code: .unavailable, message: "prices are not available now")
        case let error as OrdersError: self.init(code: Self.code(of: error), message: error.description)
        case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
            self.init(code: .unavailable, message: "the database is busy")
        case is CancellationError: self.init(code: .cancelled, message: "the call was cancelled")
        default:
            // Internal errors go to the log, and not to the client.
            log.error("call failed", metadata: ["error": "\(error)"])
            self.init(code: .internalError, message: "something went wrong here")
        }
    }

    private static func code(of error: OrdersError) -> Code {
        switch error {
        case .invalid: .invalidArgument
        case .unknownOrder, .unknownProduct: .notFound
        case .conflict: .failedPrecondition
        case .upstreamDown: .unavailable
        }
    }
}
#endif
