package import Hummingbird

/// Where a request's handler gets its objects from.
///
/// A protocol only because this example is wired in two ways, which share the handlers. In a service of your own the handlers
/// ask Armory's context themselves.
package protocol OrdersContext: RequestContext {
    func queries() throws -> OrderQueries
    func export() throws -> OrderExport
    func liveObjects() throws -> LiveObjects

    /// Runs the body with a desk. What the desk did is written when the body returned, before the client hears of it, and
    /// dropped when it threw.
    func withDesk<Result: Sendable>(_ body: (OrderDesk) async throws -> Result) async throws -> Result
}

extension OrdersContext {
    /// The largest body of a request, in bytes: an order of the most lines fits into it.
    package var maxUploadSize: Int { 32 << 10 }
}
