// A scope for each request.
//
//     request --> RequestScopes --> handler --> response --> its head and body are written
//                                      |                               |
//                 opens the scope, when it first asks                  closes it, and awaits that
//
// Where the server is made by `http1WithScopes`, that waits for the writing. Where it is not, the body is one that closes the
// scope behind it, which costs two writes more.

#if Hummingbird
public import Armory
public import Hummingbird

/// A middleware that gives each request a scope, and closes it when the response was written, or could not be.
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
/// ``Armory/Module/requests(label:in:)``. It is opened when the request first asks for it, but for the first one's: one that asks for
/// nothing costs next to nothing. While the handler runs and the body is written, it is `Container.current` in their tasks. Hooks of `onShutdown` are told whether the handler threw, or the response could not be
/// written: the client has gone. They run after the last byte was handed on, so what they throw is logged with the request's
/// logger. Where a client must not hear of a success that is not one yet, close ``Closing/beforeResponse``.
public struct RequestScopes<Context: ScopedRequestContext>: RouterMiddleware {
    /// When a request's scope is closed.
    public enum Closing: Sendable {
        /// When the response was written, or could not be: a body may use the scope as long as it is written.
        case afterResponse
        /// When the handler has returned, or thrown. Where a hook fails, so does the request. A body that is written later has to
        /// do without the scope.
        case beforeResponse
    }

    private let source: RequestScopeSource
    private let closing: Closing

    /// A middleware.
    ///
    /// - Parameters:
    ///   - container: What the scopes are opened in; it has ``Armory/Module/requests(label:in:)``.
    ///   - tag: What the scopes are.
    ///   - closing: When they are closed.
    public init(_ container: Container, tag: ScopeTag = .request, closing: Closing = .afterResponse) {
        source = RequestScopeSource(container, tag)
        self.closing = closing
    }

    /// Handles a request in a scope of its own.
    @concurrent
    @inline(__always)
    public func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        // Inlined into the witness, which is all that calls it: another frame and a thunk for `next` are a good part of the cost.
        let scope = try source.scope(for: request, context.logger)
        var context = context
        context.requestScope = RequestScope(scope)
        guard closing == .afterResponse, let answered = AnsweredRequest.current, answered.claim(for: scope) else {
            return try await handleAlone(request, context, scope, next)
        }
        do {
            return try await next(request, context).noting(scope)
        } catch {
            scope.fail(error)
            throw error
        }
    }

    /// The same where the server ends no scope.
    @concurrent
    private func handleAlone(
        _ request: Request, _ context: Context, _ scope: LazyRequestScope,
        _ next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            let response = try await Ambient.$task.withValue(scope) { try await next(request, context) }
            guard closing == .beforeResponse else { return response.closing(scope) }
            try await scope.end(.completed)?.runOrThrow()
            return response
        } catch {
            await scope.end(.failed(error))?.run()
            throw error
        }
    }
}

extension Response {
    /// The same, whose body tells the scope where it fails, which the server may not be told.
    fileprivate func noting(_ scope: LazyRequestScope) -> Response {
        // What has a length is there already, or does without: its fast way through the server is worth more.
        if body.contentLength != nil { return self }
        var response = self
        let body = body
        response.body = ResponseBody { writer in
            do {
                // This closure is its only user, and waits until it has been used.
                nonisolated(unsafe) let writer = writer
                unsafe try await body.write(writer)
            } catch {
                scope.fail(error)
                throw error
            }
        }
        return response
    }

    /// The same, whose body has the scope current, and closes it behind it.
    fileprivate func closing(_ scope: LazyRequestScope) -> Response {
        var response = self
        let body = body
        let ending = BodyEnding(scope)
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            do {
                // This closure is its only user, and waits until it has been used.
                nonisolated(unsafe) let writer = writer
                try await Ambient.$task.withValue(ending.scope) { unsafe try await body.write(writer) }
            } catch {
                await ending.scope.end(.failed(error))?.run()
                throw error
            }
            await ending.scope.end(.completed)?.run()
        }
        return response
    }
}

/// Ends a scope with the last reference to its body: nobody has written that, because the response was thrown away.
private final class BodyEnding: Sendable {
    let scope: LazyRequestScope

    init(_ scope: LazyRequestScope) {
        self.scope = scope
    }

    deinit {
        guard let rest = scope.end(.failed(ResponseNotWritten())) else { return }
        Task { await rest.run() }
    }
}
#endif
