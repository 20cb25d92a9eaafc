import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends HTTP requests whose answers are limited in time and size.
///
/// URLSession's own time limit starts again with every byte, and it limits no size: an answer without an end would fill
/// the memory.
final class LimitedSession: Sendable {
    struct Answer: Sendable {
        let status: Int
        let body: Data
    }

    enum Refused: Error, CustomStringConvertible {
        case tooLong(Duration)
        case tooLarge(Int)

        var description: String {
            switch self {
            case .tooLong(let limit): "no answer within \(limit)"
            case .tooLarge(let size): "an answer of more than \(size) bytes"
            }
        }
    }

    private let session: URLSession
    private let exchanges: Exchanges
    private let time: Duration

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - time: The time limit of a request, from its start to the last byte of its answer.
    ///   - size: The size limit of an answer's body, in bytes.
    ///   - connections: The number of connections to one host. More requests than that wait.
    init(time: Duration, size: Int, connections: Int) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = connections
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        exchanges = Exchanges(size: size)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
        self.time = time
    }

    /// Sends a request, and returns the whole answer.
    ///
    /// - Throws: ``Refused``; `CancellationError` if the task was cancelled; `URLError`.
    func answer(to request: URLRequest) async throws -> Answer {
        let task = session.dataTask(with: request)
        let exchange = exchanges.add(task)
        let deadline = Task { [time] in
            try await Task.sleep(for: time)
            exchange.end(.failure(Refused.tooLong(time)))
            task.cancel()
        }
        defer {
            deadline.cancel()
            exchanges.remove(task)
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                exchange.wait(waiter)
                task.resume()
            }
        } onCancel: {
            exchange.end(.failure(CancellationError()))
            task.cancel()
        }
    }

    /// Closes idle connections now, and the others when their requests have ended.
    func close() { session.finishTasksAndInvalidate() }
}

/// The exchanges of a session that have not ended.
///
/// The session's delegate, because Foundation on Linux does not call a task's.
private final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    private let size: Int
    private let open = Mutex<[Int: Exchange]>([:])

    init(size: Int) { self.size = size }

    func add(_ task: URLSessionTask) -> Exchange {
        let exchange = Exchange(size: size)
        open.withLock { $0[task.taskIdentifier] = exchange }
        return exchange
    }

    func remove(_ task: URLSessionTask) { open.withLock { $0[task.taskIdentifier] = nil } }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let exchange = open.withLock({ $0[dataTask.taskIdentifier] }), !exchange.receive(data) else { return }
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        open.withLock { $0[task.taskIdentifier] }?.complete(task.response, error)
    }
}

/// One request and its answer; the first end counts.
private final class Exchange: Sendable {
    typealias Waiter = CheckedContinuation<LimitedSession.Answer, any Error>

    private struct State {
        var body = Data()
        var waiter: Waiter?
        var end: Result<LimitedSession.Answer, any Error>?
    }

    private let size: Int
    private let state = Mutex(State())

    init(size: Int) { self.size = size }

    func wait(_ waiter: Waiter) {
        let end = state.withLock { state in
            if state.end == nil { state.waiter = waiter }
            return state.end
        }
        if let end { waiter.resume(with: end) }
    }

    func end(_ end: Result<LimitedSession.Answer, any Error>) {
        let waiter = state.withLock { state -> Waiter? in
            guard state.end == nil else { return nil }
            state.end = end
            return state.waiter.take()
        }
        waiter?.resume(with: end)
    }

    /// Keeps a part of the body; false if the body is too large.
    func receive(_ data: Data) -> Bool {
        let fits = state.withLock { state in
            guard state.body.count + data.count <= size else { return false }
            state.body.append(data)
            return true
        }
        if !fits { end(.failure(LimitedSession.Refused.tooLarge(size))) }
        return fits
    }

    func complete(_ response: URLResponse?, _ error: (any Error)?) {
        if let error { return end(.failure(error)) }
        guard let response = response as? HTTPURLResponse else { return end(.failure(URLError(.badServerResponse))) }
        end(.success(.init(status: response.statusCode, body: state.withLock { $0.body })))
    }
}
