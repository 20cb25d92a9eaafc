import Armory
import ArmoryTesting
import HummingbirdTesting
import InvoicesCore
import Testing

@Suite(.container(try program(), .sharingNothing))
struct AddingTests {
    @Test func aClerkAddsAnInvoice() async throws {
        let container = try #require(Container.current)
        let token = try await container.resolve(Issuer.self).token(for: ada)
        try await invoicesApplication(in: container).test(.router) { client in
            let answer = try await client.send(
                .post, "/invoices", token: token, body: #"{"customer": "Mill", "cents": 4900}"#)
            #expect(answer.status == .created)
            #expect(String(buffer: answer.body).contains(#""id":1"#))
        }
        #expect(try await container.resolve(FakeAudit.self).lines == ["ada of north: added 1"])
    }

    @Test(.container { Singleton((any AuditLog).self) { FullAudit() } })
    func aFullAuditFailsTheRequest() async throws {
        let container = try #require(Container.current)
        let token = try await container.resolve(Issuer.self).token(for: ada)
        try await invoicesApplication(in: container).test(.live) { client in
            let answer = try await client.send(
                .post, "/invoices", token: token, body: #"{"customer": "Mill", "cents": 4900}"#)
            #expect(answer.status == .internalServerError)
            try await client.expect(.ok, .get, "/invoices", token: token)
            try await client.expect(.ok, .get, "/readyz")
        }
    }
}
