package import JWTKit

/// Where the public keys of the tokens' issuer come from.
package protocol KeySource: Sendable {
    /// The keys, as a JSON Web Key Set.
    func keySet() async throws -> JWKS
}

/// What the service expects of tokens.
package struct TokenSettings: Sendable {
    /// The issuer that tokens have to name.
    package let issuer: String
    /// The time after which the keys are read again.
    package let refreshInterval: Duration

    package init(issuer: String, refreshInterval: Duration) throws {
        guard refreshInterval > .zero else { throw InvalidSetting("INVOICES_KEYS_INTERVAL is not positive") }
        self.issuer = issuer
        self.refreshInterval = refreshInterval
    }
}

/// A request without a valid token.
package enum Unauthorized: Error, Equatable {
    case noToken
    case invalidToken
}

/// Verifies tokens with the keys of their issuer.
package actor TokenVerifier {
    private let source: any KeySource
    private let settings: TokenSettings
    private var keys: JWTKeyCollection

    /// Reads the keys for the first time, so the service does not start without them.
    package init(source: any KeySource, settings: TokenSettings) async throws {
        self.source = source
        self.settings = settings
        keys = try await Self.read(source)
    }

    /// Replaces all keys at once, or keeps the former ones if the new ones cannot be read.
    package func reload() async throws { keys = try await Self.read(source) }

    /// - Returns: The user that the token names.
    package func user(of token: String) async throws(Unauthorized) -> User {
        do {
            let claims = try await keys.verify(token, as: Claims.self)
            guard claims.iss.value == settings.issuer else { throw Unauthorized.invalidToken }
            return User(
                name: claims.sub.value, tenant: claims.tenant, roles: Set(claims.roles.compactMap(Role.init)))
        } catch {
            // The reason helps an attacker more than a client.
            throw .invalidToken
        }
    }

    private static func read(_ source: any KeySource) async throws -> JWTKeyCollection {
        let keySet = try await source.keySet()
        guard !keySet.keys.isEmpty else { throw NoKeys() }
        return try await JWTKeyCollection().add(jwks: keySet)
    }
}

/// The error for a value of the configuration that the service cannot use.
package struct InvalidSetting: Error, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}

/// The error for a key set without keys, with which no token would be valid.
package struct NoKeys: Error, CustomStringConvertible {
    package let description = "The key set has no keys."
}

/// The content of a token.
struct Claims: JWTPayload {
    let sub: SubjectClaim
    let iss: IssuerClaim
    let exp: ExpirationClaim
    let tenant: String
    let roles: [String]

    func verify(using key: some JWTAlgorithm) throws { try exp.verifyNotExpired() }
}
