// A scope for each request.
//
//     request --> RequestScopes --> handler --> response --> its head and body are written
//                                      |                               |
//                 opens the scope, at its first use                    closes it, and awaits that
//
// A server from `http1WithScopes` waits for the writing. For any other server, the response gets a body that closes the
// scope at its end, which costs two more writes.

#if Hummingbird
public import Armory
internal import ArmoryRequests
public import Hummingbird
internal import Logging

/// A middleware that gives each request a scope, and closes it when the response was written or could not be written.
///
/// ```swift
/// let container = try Container {
///     Module.requests(label: "shop")
///     Scoped(UnitOfWork.init)
/// }
/// let router = Router(context: BasicScopedRequestContext.self)
/// router.add(middleware: RequestScopes(container))
/// router.get("orders") { request, context in
///     try await context.resolve(OrderService.self).list()
/// }
/// let application = Application(router: router, server: .http1WithScopes())
/// ```
///
/// The scope has the tag `.request` and is opened with the `Request`, its `RequestID` and its `Logger`: see
/// ``Armory/Module/requests(label:in:)``. It is opened at its first use, so a request that does not use it costs almost
/// nothing. Only the first request's scope is always opened. While the handler runs and the body is written, the scope
/// is `Container.current` in their tasks. `Logger.current` is the request's logger there: Hummingbird sets it for the handler, and
/// the middleware while a streamed body is written.
///
/// Hooks of `onShutdown` receive whether the handler threw, or the response could not be written because the client has
/// gone. They run after the last byte was handed on, so their errors are logged with the request's logger. If a client
/// must not see a success before the hooks have succeeded, use ``Closing/beforeResponse``.
public struct RequestScopes<Context: ScopedRequestContext>: RouterMiddleware {
    /// When a request's scope is closed.
    public enum Closing: Sendable {
        /// When the response was written or could not be written. A body may use the scope while it is written.
        case afterResponse
        /// When the handler has returned or thrown. If a hook fails, the request fails. A body that is written later
        /// cannot use the scope.
        case beforeResponse
    }

    private let source: ScopeSource
    private let closing: Closing

    /// Creates a middleware.
    ///
    /// - Parameters:
    ///   - container: The container that the scopes are opened in. It includes ``Armory/Module/requests(label:in:)``.
    ///   - tag: The tag of the scopes.
    ///   - closing: When the scopes are closed.
    ///   - fileID: The file of the call, which events report as the location where the scopes are opened.
    ///   - line: The line of the call.
    public init(
        _ container: Container, tag: ScopeTag = .request, closing: Closing = .afterResponse,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        source = ScopeSource(container, tag: tag, fileID: fileID, line: line)
        self.closing = closing
    }

    /// Handles a request in a new scope.
    @concurrent
    @inline(__always)
    public func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        // Inlined into its only caller, the witness: another frame and a thunk for `next` are a good part of the cost.
        let opener = WorkOpener(source, HandledRequest(request: request, logger: context.logger))
        let opened = try source.check(opener)
        var context = context
        guard closing == .afterResponse, let scope = LazyScope.current, scope.claim(opener, opened) else {
            let scope = LazyScope(opener, opened)
            context.requestScope = RequestScope(scope)
            return try await handleAlone(request, context, scope, next)
        }
        context.requestScope = RequestScope(scope)
        do {
            return try await next(request, context).noting(scope, context.logger)
        } catch {
            scope.fail(error)
            throw error
        }
    }

    /// Handles a request whose scope the server does not end.
    @concurrent
    private func handleAlone(
        _ request: Request, _ context: Context, _ scope: LazyScope,
        _ next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            let response = try await scope.asCurrent { try await next(request, context) }
            guard closing == .beforeResponse else { return response.closing(scope) }
            try await scope.endOrThrow()
            return response
        } catch {
            await scope.end(.failed(error))
            throw error
        }
    }
}

extension Response {
    /// The response, with a body that has the request's logger, and reports its failure to the scope: the server may not learn of it.
    fileprivate func noting(_ scope: LazyScope, _ logger: Logger) -> Response {
        // A body with a length is complete already, or is left as it is: the server's fast path is worth more.
        if body.contentLength != nil { return self }
        var response = self
        let body = body
        response.body = ResponseBody { writer in
            do {
                // This closure is its only user, and waits until it has been used.
                nonisolated(unsafe) let writer = writer
                // Hummingbird has set it for the handler alone.
                try await withLogger(logger) { _ in unsafe try await body.write(writer) }
            } catch {
                scope.fail(error)
                throw error
            }
        }
        return response
    }

    /// The response, with a body that runs with the scope as current container and then closes the scope.
    fileprivate func closing(_ scope: LazyScope) -> Response {
        var response = self
        let body = body
        let ending = EndingAtRelease(scope, failing: ResponseNotWritten())
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            do {
                // This closure is its only user, and waits until it has been used.
                nonisolated(unsafe) let writer = writer
                try await ending.scope.asCurrent { unsafe try await body.write(writer) }
            } catch {
                await ending.scope.end(.failed(error))
                throw error
            }
            await ending.scope.end(.completed)
        }
        return response
    }
}
#endif
