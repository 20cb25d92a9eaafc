import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Watches one connection: it closes the connection of a slow client, and marks the last answer.
///
///     opened --> head --> body --> answer --> next head --> ...
///         header     body     idle,       idle
///                             if the client does not read
///
/// Each arrow has the time limit below it. One timer serves all limits, because the connection waits for one thing at a time.
///
/// An answer is the last one if the service is being stopped, if the client asks for it, or if the request was not read to its
/// end. It then has `Connection: close`, and later requests are discarded. Only the socket's sending side is closed first:
/// closing both sides resets a connection that has unread bytes, and the client could lose the answer.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The times that the service waits for a client.
    struct TimeLimits: Sendable {
        /// For the head of the first request.
        var header: TimeAmount
        /// For the rest of a request.
        var body: TimeAmount
        /// For the next request's head, and for a client that does not read its answer.
        var idle: TimeAmount
        /// For one more request while the service is being stopped, and for the client to close its side after the last answer.
        var end: TimeAmount = .seconds(2)
    }

    /// An answer that does not come from a handler.
    private typealias Refusal = (status: HTTPResponse.Status, message: StaticString)

    private let limits: TimeLimits
    private let traffic: Traffic
    private let accessLog: AccessLog?

    /// The requests whose answers are not completely written, oldest first.
    private var unanswered = CircularBuffer<AccessLog.Exchange>(initialCapacity: 1)
    /// Whether a request was read on this connection before.
    private var isUsed = false
    /// Whether the newest request is not completely read.
    private var isReading = false
    /// Whether the head of the oldest request's answer was written.
    private var isAnswering = false
    /// Whether that head says `Connection: close`.
    private var saysClose = false
    /// Whether the connection accepts no requests after those already read, or after one more if none was read.
    private var isLast = false
    /// The answer to bytes that are not a request, once all earlier requests are answered.
    private var refusal: Refusal?
    /// Whether the last answer was written.
    private var isOver = false

    private var waiting = Wait.nothing
    private var deadline: NIODeadline?
    private var timer: (task: Scheduled<Void>, deadline: NIODeadline)?

    init(limits: TimeLimits, traffic: Traffic, accessLog: AccessLog?) {
        self.limits = limits
        self.traffic = traffic
        self.accessLog = accessLog
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { updateTimer(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.task.cancel()
        timer = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        updateTimer(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline = nil
        for exchange in unanswered { accessLog?.note(exchange, isCut: true) }
        if traffic.isStopping.load(ordering: .relaxed) { traffic.cut.add(unanswered.count, ordering: .relaxed) }
        unanswered.removeAll()
        context.fireChannelInactive()
    }

    /// The listener was closed: the next answer is the last one.
    ///
    /// A request that was already sent is still answered, so an idle connection is not closed at once.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        isLast = true
        updateTimer(context)
    }

    /// Answers bytes that cannot be parsed, and passes on errors of the socket.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !(error is IOError), !(error is ChannelError) else { return context.fireErrorCaught(error) }
        isLast = true
        if case .headerOverflow? = error as? HTTPParserError {
            refusal = (.requestHeaderFieldsTooLarge, "the request's headers are too large")
        } else {
            refusal = (.badRequest, "the request is not valid HTTP/1.1")
        }
        refuse(context)
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            // After the last request, later requests and their bodies are not read.
            guard !isLast || unanswered.isEmpty else { return isReading = false }
            if head.headerFields[.connection]?.lowercased() == "close" { isLast = true }
            traffic.asked.add(1, ordering: .relaxed)
            unanswered.append(AccessLog.Exchange(request: head))
            (isUsed, isReading) = (true, true)
        case .body: guard isReading else { return }
        case .end:
            guard isReading else { return }
            isReading = false
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        updateTimer(context)
        context.fireChannelReadComplete()
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isOver else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational:
            isAnswering = true
            if isReading && unanswered.count == 1 { isLast = true }
            saysClose = isLast && unanswered.count == 1 && refusal == nil
            if saysClose { head.headerFields[.connection] = "close" }
            note(head)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head: context.write(data, promise: promise)
        case .body(let part):
            if !unanswered.isEmpty { unanswered[unanswered.startIndex].bytes += part.readableBytes }
            context.write(data, promise: promise)
        case .end:
            noteEnd()
            if saysClose {
                end(data, promise, context)
            } else {
                context.write(data, promise: promise)
                refuse(context)
                updateTimer(context)
            }
        }
    }

    private func note(_ head: HTTPResponse) {
        guard !unanswered.isEmpty else { return }
        unanswered[unanswered.startIndex].status = head.status
        unanswered[unanswered.startIndex].id = head.headerFields[.requestID]
    }

    private func noteEnd() {
        isAnswering = false
        guard let exchange = unanswered.popFirst() else { return }
        traffic.answered.add(1, ordering: .relaxed)
        accessLog?.note(exchange)
    }

    /// Writes the end of the last answer.
    private func end(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        isOver = true
        context.writeAndFlush(data, promise: promise)
        context.close(mode: .output, promise: nil)
        updateTimer(context)
    }

    /// Writes the refusal if its turn has come: it answers the only open request, or bytes that are not a request.
    ///
    /// If a handler is still reading the body of the request, the connection's end also ends the handler.
    private func refuse(_ context: ChannelHandlerContext) {
        guard let refusal, !isOver, !isAnswering, unanswered.isEmpty || (isReading && unanswered.count == 1) else {
            return
        }
        let body = ByteBuffer(string: #"{"error":{"message":"\#(refusal.message)"}}"#)
        let head = HTTPResponse(
            status: refusal.status,
            headerFields: [
                .contentType: "application/json; charset=utf-8", .contentLength: "\(body.readableBytes)",
                .connection: "close",
            ])
        note(head)
        noteEnd()
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        end(wrapOutboundOut(.end(nil)), nil, context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        updateTimer(context)
        context.fireChannelWritabilityChanged()
    }
}

// MARK: The timer

extension ConnectionGuard {
    /// The client's action that the connection waits for.
    private enum Wait {
        case nothing
        case firstHead
        case body
        case nextHead
        case reading
        case end
    }

    private func wait(_ isWritable: Bool) -> (Wait, TimeAmount?) {
        if isOver { return (.end, limits.end) }
        if isAnswering && !isWritable { return (.reading, limits.idle) }
        // If earlier requests are open, the body may be waiting for the service, and not for the client.
        if isReading && !isAnswering && unanswered.count == 1 { return (.body, limits.body) }
        guard unanswered.isEmpty else { return (.nothing, nil) }
        if isLast { return (.end, limits.end) }
        return isUsed ? (.nextHead, limits.idle) : (.firstHead, limits.header)
    }

    /// Starts a new time limit if the connection now waits for another action.
    private func updateTimer(_ context: ChannelHandlerContext) {
        let (wait, limit) = wait(context.channel.isWritable)
        guard wait != waiting else { return }
        waiting = wait
        deadline = limit.map { .now() + $0 }
        guard let deadline else { return }
        // A timer that fires too early finds the later deadline: this is cheaper than a new timer for each request.
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
        guard waiting == .body else { return context.close(promise: nil) }
        refusal = (.requestTimeout, "the request's body did not come in time")
        refuse(context)
    }
}
