import Foundation
import OrdersServerCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests to a running server, as most clients do.
///
/// Tests that check bytes or connections use `RawConnection` instead.
struct Client: Sendable {
    let url: String

    private static let session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 64
        configuration.timeoutIntervalForRequest = 60
        return URLSession(configuration: configuration)
    }()

    init(_ server: RunningServer) { url = server.url }

    struct Answer: Sendable {
        let status: Int
        let headers: [String: String]
        let body: Data

        func decoded<T: Decodable>(_ type: T.Type = T.self) throws -> T { try JSONDecoder().decode(type, from: body) }

        /// The message of an error.
        var message: String? {
            (try? decoded([String: [String: String]].self))?["error"]?["message"]
        }
    }

    func get(_ path: String) async throws -> Answer { try await send("GET", path) }

    func post(_ path: String, _ body: String = "", as type: String? = "application/json") async throws -> Answer {
        try await send("POST", path, body, as: type)
    }

    /// Places an order with these quantities.
    func place(_ lines: KeyValuePairs<String, Int>, customer: String = "T1") async throws -> Answer {
        try await post("/orders", Self.order(lines, customer: customer))
    }

    /// The JSON of an order.
    static func order(_ lines: KeyValuePairs<String, Int>, customer: String = "T1") -> String {
        let lines = lines.map { #"{"sku":"\#($0)","quantity":\#($1)}"# }.joined(separator: ",")
        return #"{"customer":"\#(customer)","lines":[\#(lines)]}"#
    }

    func order(_ id: String) async throws -> Order { try await get("/orders/\(id)").decoded() }

    func stock() async throws -> [String: Int] {
        let products = try await get("/products").decoded([Product].self)
        return Dictionary(uniqueKeysWithValues: products.map { ($0.sku, $0.stock) })
    }

    func live() async throws -> LiveObjects.Report { try await get("/debug/live").decoded() }

    /// The IDs of all orders, from the export.
    func exported() async throws -> [String] {
        let lines = try await get("/export").body.split(separator: UInt8(ascii: "\n"))
        return try lines.map { try JSONDecoder().decode(Order.self, from: $0).id }
    }

    func send(_ method: String, _ path: String, _ body: String = "", as type: String? = nil) async throws -> Answer {
        guard let url = URL(string: url + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if !body.isEmpty {
            request.httpBody = Data(body.utf8)
            request.setValue(type, forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await Self.session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        let headers = response.allHeaderFields.map { ("\($0)".lowercased(), "\($1)") }
        return Answer(
            status: response.statusCode, headers: Dictionary(headers, uniquingKeysWith: { $1 }), body: data)
    }
}
