package import Armory
import ArmoryHummingbird
package import Hummingbird
package import Logging
import ServiceLifecycle

/// The HTTP application, which gives each request a scope in the container.
///
/// - Parameters:
///   - container: The container, which was started.
///   - port: The port of 127.0.0.1; 0 for any free one.
package func invoicesApplication(
    in container: Container, port: Int = 0, logger: Logger = Logger(label: "invoices")
) -> some ApplicationProtocol {
    let router = Router(context: BasicScopedRequestContext.self)
    router.addHealthRoutes(container)
    router.add(middleware: RequestScopes(container))
    let invoices = router.group("invoices").add(middleware: Authentication())
    invoices.get { _, context in
        try await context.resolve(InvoiceDesk.self).list()
    }
    invoices.post { request, context in
        let new = try await request.decode(as: NewInvoice.self, context: context)
        let invoice = try await context.resolve(InvoiceDesk.self).add(customer: new.customer, cents: new.cents)
        return EditedResponse(status: .created, response: invoice)
    }
    invoices.post(":id/approval") { _, context in
        try await context.resolve(InvoiceDesk.self).approve(context.parameters.require("id", as: Int.self))
    }
    return Application(
        router: router, server: .http1WithScopes(),
        configuration: .init(address: .hostname("127.0.0.1", port: port)),
        onServerRunning: { channel in
            logger.notice("listens on http://127.0.0.1:\(channel.localAddress?.port ?? port)")
        },
        logger: logger)
}

private struct NewInvoice: Decodable {
    let customer: String
    let cents: Int
}

extension Invoice: ResponseEncodable {}

/// Serves the application until graceful shutdown.
package struct InvoicesServer: Service {
    let container: Container
    let port: Int
    let logger: Logger

    package func run() async throws {
        try await invoicesApplication(in: container, port: port, logger: logger).run()
    }
}
