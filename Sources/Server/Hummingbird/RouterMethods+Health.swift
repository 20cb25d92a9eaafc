// The routes that a load balancer or an orchestrator polls.

#if Hummingbird
public import Armory
internal import ArmoryHealth
public import Hummingbird

extension RouterMethods {
    /// Adds `/readyz` and `/livez`, for `GET` and `HEAD`.
    ///
    /// ```swift
    /// router.addHealthRoutes(container)
    /// ```
    ///
    /// - `/readyz` answers 200 if the container should get requests, and 503 otherwise: see
    ///   `readiness(showsDetails:)` in `ArmoryHealth`. Its body lists the checks with their states.
    /// - `/livez` answers 200 as long as the server answers, and runs no check.
    ///
    /// Add the routes before the middleware: otherwise, each poll is logged, measured and opens a scope.
    ///
    /// - Parameters:
    ///   - container: The container whose health is shown.
    ///   - showsDetails: Whether bodies have error texts, locations and times. An error's text may hold a password or
    ///     an address, so show details only where the public has no access.
    /// - Returns: The router.
    @discardableResult
    public func addHealthRoutes(_ container: Container, showsDetails: Bool = false) -> Self {
        for method in [HTTPRequest.Method.get, .head] {
            on("readyz", method: method) { _, _ in
                Response(await container.readiness(showsDetails: showsDetails), to: method)
            }
            on("livez", method: method) { _, _ in Response(.alive, to: method) }
        }
        return self
    }
}

extension Response {
    fileprivate init(_ answer: HealthAnswer, to method: HTTPRequest.Method) {
        let response = Response(
            status: .init(code: answer.status),
            headers: [.contentType: answer.contentType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: answer.body)))
        self = method == .head ? response.createHeadResponse() : response
    }
}
#endif
