/// What a client can mend, or has to wait for.
///
/// `HTTP/ErrorResponses.swift` says which status stands for which.
package enum OrdersError: Error, Equatable, CustomStringConvertible {
    case invalid(String)
    case unknownOrder(String)
    case unknownProduct(String)
    case conflict(String)
    case upstreamDown(String)

    package var description: String {
        switch self {
        case .invalid(let reason), .conflict(let reason): reason
        case .unknownOrder(let id): "there is no order \"\(id)\""
        case .unknownProduct(let sku): "there is no product \"\(sku)\""
        case .upstreamDown(let reason): "prices are not available now: \(reason)"
        }
    }
}
