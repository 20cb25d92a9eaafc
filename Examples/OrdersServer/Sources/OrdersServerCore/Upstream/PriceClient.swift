import Foundation
package import Logging

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests prices from the price service.
///
/// One client serves all requests: it keeps connections open, so it must be closed.
package final class PriceClient: Prices {
    private let source: any PriceSource
    private let session: URLSession
    private let log: Logger
    private let limit: Int

    /// - Parameter limit: The time in seconds within which an answer must arrive completely.
    package init(source: any PriceSource, log: Logger, limit: Int = 2) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 64
        session = URLSession(configuration: configuration)
        self.source = source
        self.log = log
        self.limit = limit
    }

    package func cents(of skus: Set<String>) async throws -> [String: Int] {
        let found = try await ask(for: skus.sorted())
        for sku in skus.sorted() where found[sku] == nil { throw OrdersError.unknownProduct(sku) }
        return found
    }

    private func ask(for skus: [String]) async throws -> [String: Int] {
        do {
            var request = URLRequest(url: source.url.appending(path: "prices"))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONEncoder().encode(PriceQuestion(skus: skus))
            let (body, response) = try await answer(to: request)
            let status = (response as? HTTPURLResponse)?.statusCode
            guard status == 200 else { throw OrdersError.upstreamDown("it answered \(status ?? 0)") }
            let list = try JSONDecoder().decode(PriceList.self, from: body)
            guard list.cents.values.allSatisfy((0...1_000_000_00).contains) else {
                throw OrdersError.upstreamDown("a price is not from 0 to a million")
            }
            return list.cents
        } catch let error as OrdersError {
            throw error
        } catch  where Task.isCancelled {
            throw CancellationError()
        } catch let error as URLError {
            // Not `description`, which is a page of text.
            throw OrdersError.upstreamDown(error.localizedDescription)
        } catch {
            throw OrdersError.upstreamDown("\(error)")
        }
    }

    /// Returns the answer if it arrives completely within the limit.
    ///
    /// URLSession's own limit restarts with every byte.
    private func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
        try await withThrowingTaskGroup(of: (Data, URLResponse).self) { [session, limit] group in
            defer { group.cancelAll() }
            group.addTask { try await session.data(for: request) }
            group.addTask {
                try await Task.sleep(for: .seconds(limit))
                throw OrdersError.upstreamDown("no answer within \(limit) seconds")
            }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }

    package func close() {
        session.finishTasksAndInvalidate()
        log.info("price client closed")
    }
}
