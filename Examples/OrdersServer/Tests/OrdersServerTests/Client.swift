import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import OrdersServerCore

/// Sends requests to a running server.
struct Client: Sendable {
    let url: String

    /// One that notices at once that nobody listens, and that keeps a connection for every client of a test.
    private static let http: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    init(_ server: RunningServer) { url = server.url }

    struct Answer: Sendable {
        let status: Int
        let body: Data

        func decoded<T: Decodable>(_ type: T.Type = T.self) throws -> T { try JSONDecoder().decode(type, from: body) }

        /// What an error says.
        var message: String? {
            (try? decoded([String: [String: String]].self))?["error"]?["message"]
        }
    }

    func get(_ path: String) async throws -> Answer { try await send("GET", path) }

    func post(_ path: String, _ body: String = "") async throws -> Answer { try await send("POST", path, body) }

    /// Places an order of these quantities.
    func place(_ lines: KeyValuePairs<String, Int>, customer: String = "T1") async throws -> Answer {
        let lines = lines.map { #"{"sku":"\#($0)","quantity":\#($1)}"# }.joined(separator: ",")
        return try await post("/orders", #"{"customer":"\#(customer)","lines":[\#(lines)]}"#)
    }

    func order(_ id: String) async throws -> Order { try await get("/orders/\(id)").decoded() }

    func stock() async throws -> [String: Int] {
        let products = try await get("/products").decoded([Product].self)
        return Dictionary(uniqueKeysWithValues: products.map { ($0.sku, $0.stock) })
    }

    func live() async throws -> LiveObjects.Report { try await get("/debug/live").decoded() }

    /// The IDs of all orders, by the export.
    func exported() async throws -> [String] {
        let lines = try await get("/export").body.split(separator: UInt8(ascii: "\n"))
        return try lines.map { try JSONDecoder().decode(Order.self, from: $0).id }
    }

    private func send(_ method: String, _ path: String, _ body: String = "") async throws -> Answer {
        var request = HTTPClientRequest(url: url + path)
        request.method = .RAW(value: method)
        if !body.isEmpty { request.body = .bytes(Data(body.utf8)) }
        let response = try await Self.http.execute(request, timeout: .seconds(60))
        return Answer(
            status: Int(response.status.code), body: Data(buffer: try await response.body.collect(upTo: 1 << 28)))
    }
}
