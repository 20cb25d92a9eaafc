// Read this file first: it shows how long each instance lives.
//
//     container    TokenVerifier, InvoiceStore, AuditLog, KeyRefresh, InvoicesServer
//       request    Request, RequestID, Logger                    a scope for each request
//         user     User, InvoiceDesk, Audit                      a scope inside it, for each request with a valid token

package import Armory
import ArmoryConfiguration
import ArmoryHummingbird
import ArmoryServiceLifecycle
import Foundation
import Logging

extension ScopeTag {
    /// The work of a user: opened inside the request's scope, after the token was verified.
    package static let user = ScopeTag("user", inside: .request)
}

extension Module {
    /// The program, without its configuration.
    ///
    /// - Parameter isDevelopment: Whether the program creates its own keys, instead of reading the file with the issuer's.
    package static func program(isDevelopment: Bool) -> Module {
        Module("program") {
            Module.invoices
            Module.server
            if isDevelopment { Module.development } else { Module.keyFile }
        }
    }

    /// The service, without its configuration and the source of its keys.
    package static let invoices = Module("invoices") {
        Singleton(configured: "invoices.issuer", as: String.self, default: "invoices")
        Singleton(configured: "invoices.keys.interval", as: Duration.self, default: .seconds(60))
        Singleton(TokenSettings.init, .named("invoices.issuer"), .named("invoices.keys.interval"))
        Module.requests(label: "invoices")

        Singleton(InvoiceStore.init)
        Singleton((any AuditLog).self) { (logger: Logger) in LoggedAudit(logger: logger) }
        Promised((any KeySource).self)
        Singleton(TokenVerifier.init).eager()
        Singleton(KeyRefresh.init).service()

        Seeded(User.self).in(.user)
        Scoped(InvoiceDesk.init).in(.user)
        Scoped(Audit.init).in(.user)
            .onShutdown { audit, end in if end.isCompleted { try await audit.commit() } }
    }

    /// The keys in production: a file that `INVOICES_KEYS` names.
    package static let keyFile = Module("key file") {
        Singleton(configured: "invoices.keys", as: String.self)
        Singleton((any KeySource).self, KeyFile.init, .named("invoices.keys"))
    }

    /// The keys in development: new ones at each start, with tokens for three users.
    package static let development = Module("development") {
        Singleton(Issuer.init)
            .as { $0 as any KeySource }
            .eager()
            .onStart { try await printTokens(of: $0) }
    }

    /// The server.
    package static let server = Module("server") {
        Singleton(configured: "invoices.port", as: Int.self, default: 8080)
        Singleton { resolver in
            guard let container = Container.current else { preconditionFailure("a factory has a container") }
            let port = try resolver.resolve(Int.self, named: "invoices.port")
            guard (0...65535).contains(port) else { throw InvalidSetting("INVOICES_PORT: \(port) is no port") }
            return try InvoicesServer(container: container, port: port, logger: resolver.resolve())
        }
        // Its requests use these, so it ends before them.
        .dependsOn(TokenVerifier.self, InvoiceStore.self, (any AuditLog).self)
        .service()
    }
}

private struct LoggedAudit: AuditLog {
    let logger: Logger

    func append(_ lines: [String]) {
        for line in lines { logger.notice("\(line)") }
    }
}

private func printTokens(of issuer: Issuer) async throws {
    let users = [
        User(name: "ada", tenant: "north", roles: [.clerk]), User(name: "bo", tenant: "north", roles: [.approver]),
        User(name: "cy", tenant: "south", roles: [.clerk, .approver]),
    ]
    var text = ""
    for user in users { text += "\(user.name.uppercased())=\(try await issuer.token(for: user))\n" }
    try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
}
