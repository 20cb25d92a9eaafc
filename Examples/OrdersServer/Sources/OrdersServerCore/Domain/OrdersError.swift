/// The errors that a client can fix or has to wait for.
///
/// `HTTP/ErrorResponses.swift` maps each error to a status.
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
