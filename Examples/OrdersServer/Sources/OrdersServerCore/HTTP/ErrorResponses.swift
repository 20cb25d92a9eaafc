import Armory
import GRDB
package import Hummingbird

/// Converts a handler's error to a JSON answer, and removes the bodies of answers to `HEAD`.
package struct ErrorResponses<Context: RequestContext>: RouterMiddleware {
    package init() {}

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = try Self.error(for: error, context).response(from: request, context: context)
        }
        return request.method == .head ? response.createHeadResponse() : response
    }

    private static func error(for error: any Error, _ context: Context) -> HTTPError {
        // The container's path to the code that threw is for the program's author.
        switch (error as? ResolutionError)?.rootCause ?? error {
        case OrdersError.upstreamDown(let reason):
            context.logger.warning("no prices", metadata: ["error": "\(reason)"])
            return HTTPError(.serviceUnavailable, message: "prices are not available now")
        case let error as OrdersError: return HTTPError(status(of: error), message: error.description)
        case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
            return HTTPError(.serviceUnavailable, message: "the database is busy")
        case var error as HTTPError:
            error.body = error.body ?? error.status.reasonPhrase
            return error
        case let error as any HTTPResponseError where error.status == .contentTooLarge:
            return HTTPError(.contentTooLarge, message: "the body is larger than \(context.maxUploadSize) bytes")
        case let error as any HTTPResponseError: return HTTPError(error.status, message: error.status.reasonPhrase)
        default:
            // Internal errors go to the log, and not to the client.
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
