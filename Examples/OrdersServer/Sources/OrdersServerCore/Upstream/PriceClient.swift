import AsyncHTTPClient
import Foundation
package import Logging
import NIOCore

/// Asks the price service.
///
/// Made once: it keeps connections open, and has to be closed.
package final class PriceClient: Prices {
    private let source: any PriceSource
    private let http: HTTPClient
    private let log: Logger

    package init(source: any PriceSource, log: Logger) {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false  // who asks us may try again
        http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        self.source = source
        self.log = log
    }

    package func cents(of sku: String) async throws -> Int {
        guard let name = sku.addingPercentEncoding(withAllowedCharacters: .alphanumerics) else {
            throw OrdersError.unknownProduct(sku)
        }
        do {
            let request = HTTPClientRequest(url: "\(try source.url)/prices/\(name)")
            let response = try await http.execute(request, timeout: .seconds(2))
            let body = try await response.body.collect(upTo: 1 << 16)
            switch response.status {
            case .ok: return try JSONDecoder().decode(Price.self, from: Data(buffer: body)).cents
            case .notFound: throw OrdersError.unknownProduct(sku)
            default: throw OrdersError.upstreamDown("it answered \(response.status.code)")
            }
        } catch let error as OrdersError {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            throw OrdersError.upstreamDown("\(error)")
        }
    }

    package func close() async throws {
        try await http.shutdown()
        log.info("price client closed")
    }
}
