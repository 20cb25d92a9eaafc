import Armory
import ArmoryCheck
import ArmoryConfiguration
import ArmoryTesting
import Configuration
import Hummingbird
import InvoicesCore
import Logging
import Testing

/// Both forms of the program are checked, and no factory runs.
@Test func graph() async throws {
    try await expectValid(strictly: true) {
        for isDevelopment in [false, true] {
            CheckedGraph(isDevelopment ? "--development" : "key file") {
                Module {
                    Singleton(configuration: ["the tests": InMemoryProvider(values: [:])])
                    Module.program(isDevelopment: isDevelopment)
                }
            }
            .scope(.request, seeds: Request.self, RequestID.self)
            .seed(Logger.self, named: .request, in: .request)
            .scope(.user, seeds: User.self)
            // The services, which the program runs.
            .entry(InvoicesServer.self)
            .entry(KeyRefresh.self)
            // The values of a request, for its handler.
            .entry(Request.self, in: .request)
            .entry(RequestID.self, in: .request)
            .entry(Logger.self, named: .request, in: .request)
            .entry(TokenVerifier.self, in: .request)
            .entry(InvoiceDesk.self, in: .user)
        }
    }
}
