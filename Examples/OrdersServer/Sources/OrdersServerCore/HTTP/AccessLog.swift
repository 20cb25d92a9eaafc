package import Hummingbird
import HummingbirdCore
package import Logging
import Synchronization

/// Logs one line for each request, when the body of its answer was written or cut.
///
/// The line has the path without the query's values, which may be personal. An answer without a status was not begun.
package struct AccessLog<Context: RequestContext>: RouterMiddleware {
    private let log: Logger

    package init(log: Logger) { self.log = log }

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let entry = Entry(request, id: context.id, log: log)
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            // The body of an error is written outside of this middleware.
            entry.log(status: (error as? any HTTPResponseError)?.status, bytes: nil)
            throw error
        }
        let (body, status) = (response.body, response.status)
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            let bytes = Count()
            do {
                try await body.write(
                    writer.map { buffer in
                        bytes.value.add(buffer.readableBytes, ordering: .relaxed)
                        return buffer
                    })
            } catch {
                entry.log(status: status, bytes: bytes, isCut: true)
                throw error
            }
            entry.log(status: status, bytes: bytes)
        }
        return response
    }

    private final class Count: Sendable {
        let value = Atomic(0)
    }

    /// What the log says of a request.
    private struct Entry {
        let method: String
        let path: String
        let id: String
        let begin = ContinuousClock.now
        let log: Logger

        init(_ request: Request, id: String, log: Logger) {
            method = request.method.rawValue
            path = AccessLog.path(request.uri)
            self.id = id
            self.log = log
        }

        func log(status: HTTPResponse.Status?, bytes: Count?, isCut: Bool = false) {
            let duration = (ContinuousClock.now - begin) / .milliseconds(1)
            var metadata: Logger.Metadata = [
                "hb.request.id": "\(id)", "method": "\(method)", "path": "\(path)", "ms": "\(duration)",
            ]
            if let status { metadata["status"] = "\(status.code)" }
            if let bytes { metadata["bytes"] = "\(bytes.value.load(ordering: .relaxed))" }
            log.info(isCut ? "request cut" : "request", metadata: metadata)
        }
    }

    /// The path, with the names of the query: `/orders?customer&limit`.
    static func path(_ uri: URI) -> String {
        guard let query = uri.query, !query.isEmpty else { return uri.path }
        let names = query.split(separator: "&").map { $0.prefix { $0 != "=" } }
        return "\(uri.path)?\(names.joined(separator: "&"))"
    }
}
