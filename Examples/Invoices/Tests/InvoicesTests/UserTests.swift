// A test with a given user needs no token: it opens the scope of the user itself.

import Armory
import ArmoryConfiguration
import ArmoryTesting
import Configuration
import InvoicesCore
import Testing

@Suite(.container(try program(), .sharingNothing))
struct UserTests {
    /// Runs `body` as the middleware runs a handler.
    private func asUser<R>(_ user: User, _ body: (InvoiceDesk) async throws -> R) async throws -> R {
        let container = try #require(Container.current)
        return try await container.withScope(.request) { request in
            try await request.withScope(.user, seeds: [ScopeSeed(user)]) { scope in
                try await body(scope.resolve())
            }
        }
    }

    @Test func aUserSeesOnlyTheInvoicesOfTheTenant() async throws {
        let invoice = try await asUser(ada) { try await $0.add(customer: "Mill", cents: 100) }
        #expect(try await asUser(bo) { await $0.list() } == [invoice])
        #expect(try await asUser(cy) { await $0.list() } == [])
        await #expect(throws: InvoiceError.notFound(1)) { try await asUser(cy) { try await $0.approve(1) } }
    }

    @Test func aRoleIsNeeded() async throws {
        await #expect(throws: InvoiceError.notAllowed(.clerk)) {
            try await asUser(bo) { try await $0.add(customer: "Mill", cents: 100) }
        }
        _ = try await asUser(ada) { try await $0.add(customer: "Mill", cents: 100) }
        await #expect(throws: InvoiceError.notAllowed(.approver)) { try await asUser(ada) { try await $0.approve(1) } }
        #expect(try await asUser(bo) { try await $0.approve(1) }.isApproved)
    }

    @Test func onlyWorkThatHasSucceededIsInTheAudit() async throws {
        let audit = try #require(Container.current).resolve(FakeAudit.self)
        struct Failure: Error {}
        await #expect(throws: Failure.self) {
            try await asUser(ada) { desk in
                _ = try await desk.add(customer: "Mill", cents: 100)
                throw Failure()
            }
        }
        #expect(await audit.lines == [])
        _ = try await asUser(ada) { try await $0.add(customer: "Mill", cents: 100) }
        #expect(await audit.lines == ["ada of north: added 2"])
    }

    @Test func nothingOutsideOfTheScopeOfAUserHasAUser() throws {
        struct Greeting { let user: User }
        let error = #expect(throws: ResolutionError.self) {
            try Container {
                Singleton(configuration: ["the test": InMemoryProvider(values: ["invoices.keys": "keys.json"])])
                Module.invoices
                Module.keyFile
                Scoped { (user: User) in Greeting(user: user) }.in(.request)
            }
        }
        #expect(error?.faults.map(\.code) == [.captive])
    }
}
