import Foundation
package import Logging

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Asks the price service.
///
/// One client serves all requests: it keeps connections open, and has to be closed.
package final class PriceClient: Prices {
    private let source: any PriceSource
    private let http = LimitedSession(time: .seconds(2), size: 1 << 20, connections: 64)
    private let log: Logger

    package init(source: any PriceSource, log: Logger) {
        self.source = source
        self.log = log
    }

    package func cents(of skus: Set<String>) async throws -> [String: Int] {
        let found = try await ask(for: skus.sorted())
        for sku in skus.sorted() where found[sku] == nil { throw OrdersError.unknownProduct(sku) }
        return found
    }

    private func ask(for skus: [String]) async throws -> [String: Int] {
        do {
            guard let url = URL(string: "\(source.url)/prices") else {
                throw OrdersError.upstreamDown("its URL is wrong")
            }
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONEncoder().encode(PriceQuestion(skus: skus))
            let answer = try await http.answer(to: request)
            guard answer.status == 200 else { throw OrdersError.upstreamDown("it answered \(answer.status)") }
            return try JSONDecoder().decode(PriceList.self, from: answer.body).cents
        } catch let error as OrdersError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch let error as URLError {
            // Its description is a page of text.
            throw OrdersError.upstreamDown(error.localizedDescription)
        } catch {
            throw OrdersError.upstreamDown("\(error)")
        }
    }

    package func close() {
        http.close()
        log.info("price client closed")
    }
}
