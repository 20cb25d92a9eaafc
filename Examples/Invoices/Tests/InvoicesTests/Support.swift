import Armory
import ArmoryConfiguration
import Configuration
import Foundation
import Hummingbird
import HummingbirdTesting
import InvoicesCore
import Testing

let ada = User(name: "ada", tenant: "north", roles: [.clerk])
let bo = User(name: "bo", tenant: "north", roles: [.approver])
let cy = User(name: "cy", tenant: "south", roles: [.clerk, .approver])

actor FakeAudit: AuditLog {
    private(set) var lines: [String] = []

    func append(_ new: [String]) { lines += new }
}

struct FullAudit: AuditLog {
    struct Full: Error {}

    func append(_ new: [String]) throws { throw Full() }
}

/// The program, with a list in place of the log, and an issuer in place of the file with its keys.
func program() throws -> Container {
    try Container {
        Singleton(configuration: ["the tests": InMemoryProvider(values: [:])])
        Module.invoices.replacing {
            Singleton(FakeAudit.init).as { $0 as any AuditLog }
        }
        Singleton(Issuer.init).as { $0 as any KeySource }
    }
}

extension TestClientProtocol {
    /// Sends a request with a token, or with any other header.
    func send(
        _ method: HTTPRequest.Method, _ path: String, token: String? = nil, authorization: String? = nil,
        body: String? = nil
    ) async throws -> TestResponse {
        var headers: HTTPFields = [:]
        headers[.authorization] = authorization ?? token.map { "Bearer \($0)" }
        return try await execute(
            uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }

    /// Sends a request, and expects the status of its response.
    func expect(
        _ status: HTTPResponse.Status, _ method: HTTPRequest.Method, _ path: String, token: String? = nil,
        authorization: String? = nil, body: String? = nil, at location: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await send(method, path, token: token, authorization: authorization, body: body)
        #expect(answer.status == status, sourceLocation: location)
    }
}
