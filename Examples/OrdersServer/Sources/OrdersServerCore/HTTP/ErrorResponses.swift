import GRDB
package import Hummingbird

/// Turns what a handler throws into an answer, and counts what was asked and answered.
package final class ErrorResponses<Context: RequestContext>: RouterMiddleware {
    private let traffic: Traffic

    package init(traffic: Traffic) { self.traffic = traffic }

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        traffic.asked.add(1, ordering: .relaxed)
        defer { traffic.answered.add(1, ordering: .relaxed) }
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError {
            // JSON like every other error, also where Hummingbird's own has no text.
            guard var plain = error as? HTTPError else { throw error }
            plain.body = plain.body ?? plain.status.reasonPhrase
            throw plain
        } catch {
            throw Self.response(to: error, context)
        }
    }

    private static func response(to error: any Error, _ context: Context) -> HTTPError {
        switch Causes.mendable(in: error) {
        case let error as OrdersError: return HTTPError(status(of: error), message: error.description)
        case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
            return HTTPError(.serviceUnavailable, message: "the database is busy")
        default:
            // What went wrong inside is for the log, not for the client.
            context.logger.error("request failed", metadata: ["error": "\(error)"])
            return HTTPError(.internalServerError, message: "something went wrong here")
        }
    }

    private static func status(of error: OrdersError) -> HTTPResponse.Status {
        switch error {
        case .invalid: .badRequest
        case .unknownOrder: .notFound
        case .unknownProduct: .unprocessableContent
        case .conflict: .conflict
        case .upstreamDown: .serviceUnavailable
        }
    }
}
