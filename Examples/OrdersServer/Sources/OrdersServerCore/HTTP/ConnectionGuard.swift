import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Watches one connection: it closes the connection of a client that is too slow, and says when an answer is the last one.
///
///     opened --> head --> body --> answer --> next head --> ...
///         header     body     idle,       idle
///                             if the client does not read
///
/// Each arrow has the time limit below it. One timer serves all of them, since the connection waits for one thing at a time.
///
/// An answer is the last one when the service is being stopped, or when the request was not read to its end. Then it says
/// `Connection: close`, and later bytes of the client are thrown away. Only the socket's sending side is closed first: closing
/// both sides resets a connection with unread bytes, and the client could lose the answer.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long the service waits for a client.
    struct TimeLimits: Sendable {
        /// For the head of the first request.
        var header: TimeAmount
        /// For the rest of a request.
        var body: TimeAmount
        /// For the next request's head, and for a client that does not read its answer.
        var idle: TimeAmount
        /// For one more request when the service is being stopped, and for the client to close its side after the last answer.
        var end: TimeAmount = .seconds(2)
    }

    private let limits: TimeLimits
    private let traffic: Traffic
    private let accessLog: AccessLog?

    /// The requests that were read whose answers are not written to their end, the oldest first.
    private var unanswered = CircularBuffer<AccessLog.Exchange>(initialCapacity: 1)
    private var isReadingRequest = false
    private var isAnswering = false
    /// Whether the connection ends with the answer that is being written, or with the next one.
    private var isLast = false
    /// Whether the last answer was written.
    private var isOver = false

    private var deadline: NIODeadline?
    private var timer: (task: Scheduled<Void>, deadline: NIODeadline)?

    init(limits: TimeLimits, traffic: Traffic, accessLog: AccessLog?) {
        self.limits = limits
        self.traffic = traffic
        self.accessLog = accessLog
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { wait(limits.header, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.task.cancel()
        timer = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        wait(limits.header, context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let first = unanswered.first, !isOver {
            accessLog?.note(first, isCut: true)
            if traffic.isStopping.load(ordering: .relaxed) { traffic.cut.add(1, ordering: .relaxed) }
        }
        wait(nil, context)
        context.fireChannelInactive()
    }

    /// The listener was closed: the next answer is the last one.
    ///
    /// A request that is on its way is still answered, so a connection that is idle is not closed at once.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        isLast = true
        if unanswered.isEmpty { wait(limits.end, context) }
    }

    /// What cannot be parsed is answered here.
    ///
    /// An error of the socket goes on to who reads from it.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !(error is IOError), !(error is ChannelError) else { return context.fireErrorCaught(error) }
        if unanswered.isEmpty || (isReadingRequest && !isAnswering) {
            if case .headerOverflow? = error as? HTTPParserError {
                refuse(.requestHeaderFieldsTooLarge, "the request's headers are too large", context)
            } else {
                refuse(.badRequest, "the request is not valid HTTP/1.1", context)
            }
        } else {
            isLast = true
        }
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            traffic.asked.add(1, ordering: .relaxed)
            unanswered.append(AccessLog.Exchange(request: head))
            isReadingRequest = true
            wait(nil, context)
        case .body: break
        case .end:
            isReadingRequest = false
            wait(nil, context)
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Only here, since a short request is read to its end at once.
        if isReadingRequest && deadline == nil { wait(limits.body, context) }
        context.fireChannelReadComplete()
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational:
            isAnswering = true
            note(head)
            if isReadingRequest { isLast = true }
            if isLast { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head: context.write(data, promise: promise)
        case .body(let part):
            if !unanswered.isEmpty { unanswered[unanswered.startIndex].bytes += part.readableBytes }
            context.write(data, promise: promise)
        case .end:
            isAnswering = false
            noteEnd()
            guard isLast else {
                if unanswered.isEmpty { wait(limits.idle, context) }
                return context.write(data, promise: promise)
            }
            isOver = true
            context.writeAndFlush(data, promise: promise)
            context.close(mode: .output, promise: nil)
            wait(limits.end, context)
        }
    }

    private func note(_ head: HTTPResponse) {
        guard !unanswered.isEmpty else { return }
        unanswered[unanswered.startIndex].status = head.status
        unanswered[unanswered.startIndex].id = head.headerFields[.requestID]
    }

    private func noteEnd() {
        guard let exchange = unanswered.popFirst() else { return }
        traffic.answered.add(1, ordering: .relaxed)
        accessLog?.note(exchange)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if isAnswering { wait(context.channel.isWritable ? nil : limits.idle, context) }
        context.fireChannelWritabilityChanged()
    }

    /// Answers instead of a handler, and closes the connection.
    private func refuse(_ status: HTTPResponse.Status, _ message: StaticString, _ context: ChannelHandlerContext) {
        let body = ByteBuffer(string: #"{"error":{"message":"\#(message)"}}"#)
        let head = HTTPResponse(
            status: status,
            headerFields: [
                .contentType: "application/json; charset=utf-8", .contentLength: "\(body.readableBytes)",
                .connection: "close",
            ])
        isOver = true
        note(head)
        noteEnd()
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(mode: .output, promise: nil)
        // A handler may still read the body: it ends with the connection.
        wait(limits.end, context)
    }

    // MARK: The timer

    /// Waits for so long from now for whatever comes next; nil: as long as it takes.
    private func wait(_ limit: TimeAmount?, _ context: ChannelHandlerContext) {
        deadline = limit.map { .now() + $0 }
        guard let deadline else { return }
        // A timer that comes too early finds that there is a later deadline: cheaper than a new timer for each request.
        if let timer {
            guard timer.deadline > deadline else { return }
            timer.task.cancel()
        }
        schedule(deadline, context)
    }

    private func schedule(_ deadline: NIODeadline, _ context: ChannelHandlerContext) {
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            self.timer = nil
            guard let deadline = self.deadline else { return }
            if deadline > .now() { self.schedule(deadline, context) } else { self.expire(context) }
        }
        timer = (task, deadline)
    }

    private func expire(_ context: ChannelHandlerContext) {
        if isReadingRequest && !isAnswering && !isOver {
            refuse(.requestTimeout, "the request's body did not come in time", context)
        } else {
            context.close(promise: nil)
        }
    }
}
