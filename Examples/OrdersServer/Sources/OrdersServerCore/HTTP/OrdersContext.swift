package import Hummingbird

/// The source of a handler's objects in one request.
///
/// This is a protocol only because the example has two wirings, which share the handlers. In your service, the handlers use
/// Armory's context directly.
package protocol OrdersContext: RequestContext {
    func queries() throws -> OrderQueries
    func export() throws -> OrderExport
    func liveObjects() throws -> LiveObjects

    /// Runs the body with a desk. If the body returns, the desk's changes are written before the client receives the answer. If the
    /// body throws, the changes are dropped.
    func withDesk<Result: Sendable>(_ body: (OrderDesk) async throws -> Result) async throws -> Result
}

extension OrdersContext {
    /// The maximum size of a request's body in bytes: enough for an order with the maximum number of lines.
    package var maxUploadSize: Int { 32 << 10 }
}
