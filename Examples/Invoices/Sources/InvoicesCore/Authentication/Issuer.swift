package import Foundation
package import JWTKit

/// Issues tokens, for development and for tests. In production this is another service, such as an identity provider.
package actor Issuer: KeySource {
    private let issuer: String
    private let signing = JWTKeyCollection()
    private var known: [JWK] = []
    private var current: JWKIdentifier?

    package init(settings: TokenSettings) async throws {
        issuer = settings.issuer
        try await rotate()
    }

    /// The public keys.
    package func keySet() -> JWKS { JWKS(keys: known) }

    /// Adds a new key, with which all further tokens are signed.
    ///
    /// - Parameter forgetting: Whether tokens with former keys are no longer valid.
    package func rotate(forgetting: Bool = false) async throws {
        let key = try EdDSA.PrivateKey()
        let name = JWKIdentifier(string: UUID().uuidString)
        if forgetting { known = [] }
        known.append(
            .octetKeyPair(
                .eddsa, identifier: name, x: key.publicKey.rawRepresentation.base64URL, y: nil, curve: .ed25519))
        await signing.removeAll()
        await signing.add(eddsa: key, kid: name)
        current = name
    }

    /// Signs a token.
    package func token(for user: User, expires: Date = .now + 3600, issuer: String? = nil) async throws -> String {
        let claims = Claims(
            sub: .init(value: user.name), iss: .init(value: issuer ?? self.issuer), exp: .init(value: expires),
            tenant: user.tenant, roles: user.roles.map(\.rawValue))
        return try await signing.sign(claims, kid: current)
    }
}

extension Data {
    fileprivate var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
