import Armory
import ArmoryTesting
import Foundation
import HTTPTypes
import HummingbirdTesting
import InvoicesCore
import Testing

@Suite(.container(try program(), .sharingNothing))
struct TokenTests {
    @Test func aRequestWithoutAValidTokenIsUnauthorized() async throws {
        let container = try #require(Container.current)
        let issuer = try container.resolve(Issuer.self)
        let valid = try await issuer.token(for: ada)
        let signature = valid.split(separator: ".")[2]
        let other = try await Issuer(settings: container.resolve()).token(for: ada)
        let invalid = [
            try await issuer.token(for: ada, expires: .now - 1), try await issuer.token(for: ada, issuer: "another"),
            other,
            valid.replacing(signature, with: signature.reversed()), "x", "..",
            "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.\(valid.split(separator: ".")[1]).",
        ]
        try await invoicesApplication(in: container).test(.router) { client in
            for token in invalid {
                let answer = try await client.send(.get, "/invoices", token: token)
                #expect(answer.status == .unauthorized, "\(token)")
                #expect(answer.headers[.wwwAuthenticate] == #"Bearer error="invalid_token""#)
            }
            for header in [nil, "Basic YWRhOmFkYQ==", "Bearer", valid] {
                let answer = try await client.send(.get, "/invoices", authorization: header)
                #expect(answer.status == .unauthorized, "\(header ?? "none")")
                #expect(answer.headers[.wwwAuthenticate] == "Bearer")
            }
            try await client.expect(.ok, .get, "/invoices", authorization: "bearer \(valid)")
        }
    }

    @Test func aMissingRoleIsForbidden() async throws {
        let container = try #require(Container.current)
        let issuer = try container.resolve(Issuer.self)
        let (clerk, approver) = (try await issuer.token(for: ada), try await issuer.token(for: bo))
        try await invoicesApplication(in: container).test(.router) { client in
            let body = #"{"customer": "Mill", "cents": 4900}"#
            try await client.expect(.forbidden, .post, "/invoices", token: approver, body: body)
            try await client.expect(.created, .post, "/invoices", token: clerk, body: body)
            try await client.expect(.forbidden, .post, "/invoices/1/approval", token: clerk)
            try await client.expect(.ok, .post, "/invoices/1/approval", token: approver)
            try await client.expect(.notFound, .post, "/invoices/2/approval", token: approver)
            let empty = #"{"customer": "", "cents": 4900}"#
            try await client.expect(.badRequest, .post, "/invoices", token: clerk, body: empty)
        }
    }

    @Test func keysAreReplacedWhileTheServiceRuns() async throws {
        let container = try #require(Container.current)
        let (issuer, verifier) = (try container.resolve(Issuer.self), try container.resolve(TokenVerifier.self))
        let old = try await issuer.token(for: ada)
        try await issuer.rotate()
        let new = try await issuer.token(for: ada)
        await #expect(throws: Unauthorized.invalidToken) { try await verifier.user(of: new) }
        try await verifier.reload()
        #expect(try await verifier.user(of: new) == ada)
        #expect(try await verifier.user(of: old) == ada)

        try await issuer.rotate(forgetting: true)
        try await verifier.reload()
        await #expect(throws: Unauthorized.invalidToken) { try await verifier.user(of: old) }
        await #expect(throws: Unauthorized.invalidToken) { try await verifier.user(of: new) }
        #expect(try await verifier.user(of: issuer.token(for: ada)) == ada)
    }
}
