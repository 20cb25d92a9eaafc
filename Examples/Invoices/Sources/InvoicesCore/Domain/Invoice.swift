/// An invoice of a tenant.
package struct Invoice: Sendable, Equatable, Codable {
    package let id: Int
    package let customer: String
    package let cents: Int
    package var isApproved = false
}

/// A request that the service refuses.
package enum InvoiceError: Error, Equatable {
    case invalid(String)
    case notAllowed(Role)
    case notFound(Int)
}
