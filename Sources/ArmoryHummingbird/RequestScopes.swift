// A scope for each request.
//
//     request --> RequestScopes --> handler --> response --> its head and body are written
//                     |                                                |
//                     opens the scope                                  closes it, and awaits that
//
// Where the server is made by `http1WithScopes`, that waits for the writing. Where it is not, the body is one that closes the
// scope behind it, which costs two writes more.

#if Hummingbird
public import Armory
internal import ArmoryLogging
public import Hummingbird
internal import Logging

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
/// ``Armory/Module/requests(label:in:)``. While the handler runs, it is `Container.current` in its task, and in the task that writes a
/// body whose length is not known. Hooks of `onShutdown` are told whether the handler threw, or the response could not be
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

    private let container: Container
    private let tag: ScopeTag
    private let closing: Closing

    /// A middleware.
    ///
    /// - Parameters:
    ///   - container: What the scopes are opened in; it has ``Armory/Module/requests(label:in:)``.
    ///   - tag: What the scopes are.
    ///   - closing: When they are closed.
    public init(_ container: Container, tag: ScopeTag = .request, closing: Closing = .afterResponse) {
        self.container = container
        self.tag = tag
        self.closing = closing
    }

    /// Handles a request in a scope of its own.
    @concurrent
    public func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let scope = try container.openScope(tag, seeds: context.seeds(request))
        var context = context
        context.requestScope = RequestScope(scope)
        let ending = ScopeEnding(scope, context.logger)
        // Nobody else may be there to end it.
        let writing = closing == .afterResponse ? Writing.current : nil
        writing?.add(ending)
        do {
            let response = try await scope.asCurrent { [context] in try await next(request, context) }
            switch closing {
            case .beforeResponse:
                try await ending.endOrThrow()
                return response
            case .afterResponse:
                return response.keeping(ending, isEndedElsewhere: writing != nil)
            }
        } catch {
            if writing == nil { await ending.end(.failed(error)) } else { ending.fail(error) }
            throw error
        }
    }
}

extension Response {
    /// The same, whose body has the scope current, and closes it behind it where nobody else does.
    fileprivate func keeping(_ ending: ScopeEnding, isEndedElsewhere: Bool) -> Response {
        // What has a length is there already, or does without: its fast way through the server is worth more.
        if isEndedElsewhere && body.contentLength != nil { return self }
        var response = self
        let body = body
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            do {
                // This closure is its only user, and waits until it has been used.
                nonisolated(unsafe) let writer = writer
                try await ending.scope.asCurrent { unsafe try await body.write(writer) }
            } catch {
                if isEndedElsewhere { ending.fail(error) } else { await ending.end(.failed(error)) }
                throw error
            }
            if !isEndedElsewhere { await ending.end(.completed) }
        }
        return response
    }
}

extension ScopedRequestContext {
    /// What a request's scope is opened with.
    fileprivate func seeds(_ request: Request) -> [Seed] {
        [Seed(request), Seed(requestID), Seed(logger).named(.request)]
    }

    private var requestID: RequestID {
        if case .stringConvertible(let value) = logger[metadataKey: "hb.request.id"], let known = value as? RequestID {
            return known
        }
        return RequestID()
    }
}
#endif
