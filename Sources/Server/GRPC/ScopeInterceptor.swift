// A scope for each call.
//
//     metadata --> ScopeInterceptor --> handler --> messages of the response --> status
//                                         |                               |
//                    opens the scope, at its first use         ends it: a hook that fails makes the status a failure
//
// The four kinds of calls are one here: a single message is a stream with one message.

#if GRPC
public import Armory
internal import ArmoryRequests
public import GRPCCore
public import Logging

/// An interceptor that gives each call a scope, and ends it after the call's last message.
///
/// ```swift
/// let container = try Container {
///     Module.calls(label: "shop")
///     Scoped(UnitOfWork.init)
/// }
/// let server = GRPCServer(transport: transport, services: [orders], interceptors: [ScopeInterceptor(container, logger: logger)])
/// ```
///
/// The scope is opened with the ``RPC`` and a `Logger`: see ``Armory/Module/calls(label:in:)``. It is opened at its first
/// use, so a call that does not use it costs almost nothing. While the handler runs and the messages are written, it is
/// `Container.current` in their tasks, and `Container.currentScope`. The call's logger is `Logger.current` there.
///
/// The scope ends between the last message and the status, so a client that receives the status `ok` knows that the hooks
/// have succeeded. If a hook throws, the status is `internalError`. A call fails for the hooks if its handler throws or
/// returns an error, if a message cannot be written because the client has gone, or if the call's deadline has passed.
///
/// gRPC does not cancel the task of a handler, neither when the client cancels the call nor when the deadline passes. The
/// scope ends when the handler has ended. A handler that waits for something other than its messages uses
/// `withRPCCancellationHandler` or ``RPC/cancellation``; these also tell of a graceful shutdown, during which a call may
/// still complete.
///
/// It has to be the outermost of those interceptors that use the scope, and is safe on any thread.
public struct ScopeInterceptor: ServerInterceptor {
    private let source: ScopeSource
    private let logger: Logger

    /// Creates an interceptor.
    ///
    /// - Parameters:
    ///   - container: The container that the scopes are opened in. It includes ``Armory/Module/calls(label:in:)``.
    ///   - tag: The tag of the scopes.
    ///   - logger: The logger of the calls, which gets the call's ID, service, method and peer as metadata. Errors of hooks
    ///     after a failed call are logged with it.
    ///   - fileID: The file of the call, which events report as the location where the scopes are opened.
    ///   - line: The line of the call.
    public init(
        _ container: Container, tag: ScopeTag = .request, logger: Logger, fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(ScopeSource(container, tag: tag, fileID: fileID, line: line), logger)
    }

    init(_ source: ScopeSource, _ logger: Logger) {
        self.source = source
        self.logger = logger
    }

    /// Handles a call in a new scope.
    @concurrent
    public func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>, context: ServerContext,
        next:
            @concurrent @Sendable (StreamingServerRequest<Input>, ServerContext) async throws ->
            StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        let rpc = RPC(request.metadata, context)
        let scope = try begin(rpc)
        var response: StreamingServerResponse<Output>
        do {
            response = try await scope.asCurrent { try await next(request, context) }
        } catch {
            await scope.end(.failed(error))
            throw error
        }
        switch response.accepted {
        case .failure(let error): await scope.end(.failed(error))
        case .success(let contents): response.accepted = .success(contents.ending(scope, rpc))
        }
        return response
    }

    private func begin(_ rpc: RPC) throws(RPCError) -> LazyScope {
        let logger = logger.of(rpc)
        do {
            return try source.begin(IncomingRPC(rpc: rpc, logger: logger))
        } catch {
            // The reason is for the log. Of a server that stops, the client learns that another one may do it.
            logger.error("A call has no scope.", metadata: ["error": "\(error)"])
            throw RPCError(
                code: error.code == .closed ? .unavailable : .internalError, message: "The server cannot answer.",
                cause: error)
        }
    }
}

extension StreamingServerResponse.Contents {
    /// The contents, whose producer writes the messages with the scope as current container, and then ends the scope.
    fileprivate func ending(_ scope: LazyScope, _ rpc: RPC) -> Self {
        let ending = EndingAtRelease(scope, failing: ResponseNotSent())
        let producer = producer
        return Self(metadata: metadata) { writer in
            let scope = ending.scope
            let trailing: Metadata
            do {
                trailing = try await scope.asCurrent { try await producer(writer) }
                // The client has given up, so what the handler did must not count.
                if rpc.isOverdue { throw RPCError(code: .deadlineExceeded, message: "The deadline has passed.") }
            } catch {
                await scope.end(.failed(error))
                throw error
            }
            do {
                try await scope.endOrThrow()
            } catch {
                throw RPCError(code: .internalError, message: "The call could not be completed.", cause: error)
            }
            return trailing
        }
    }
}

/// The reason why a call has failed: its response was thrown away before its messages were sent.
public struct ResponseNotSent: Error, CustomStringConvertible {
    /// The whole message.
    public var description: String { "the response was not sent: the client has gone, or an interceptor replaced it" }
}
#endif
