// A service that is chosen in each scope: resolved in an open scope, compared with a scoped instance, and resolved once in a
// new scope, compared with a lookup by the tenant's name.

import Armory
import Services

extension Workload {
    static let choices = [scopedHit, chosen, scopeByName, scopeChosen]

    private static let scopedHit = Workload("scoped-hit", "an existing scoped instance") {
        { operations in
            try program().withScope(.request, seeds: [ScopeSeed(Tenant(name: "acme"))]) { request in
                try expect(areSame(try resolveScoped(request), try resolveScoped(request)), "one instance in a scope")
                for _ in 0..<operations { keep(try resolveScoped(request)) }
            }
        }
    }

    private static let chosen = Workload("chosen", "an instance that the scope has chosen by its tenant") {
        { operations in
            try program().withScope(.request, seeds: [ScopeSeed(Tenant(name: "acme"))]) { request in
                let named = try request.resolve((any Database).self, named: "acme")
                try expect(areSame(try resolveChosen(request), named), "the tenant's instance")
                for _ in 0..<operations { keep(try resolveChosen(request)) }
            }
        }
    }

    private static let scopeByName = Workload(
        "scope-by-name", "a scope opened, one instance by the seed's name, closed"
    ) {
        let application = try program()
        return { for _ in 0..<$0 { try serveByName(application) } }
    }

    private static let scopeChosen = Workload("scope-chosen", "a scope opened, one instance chosen by the seed, closed")
    {
        let application = try program()
        return { for _ in 0..<$0 { try serveChosen(application) } }
    }

    private static func program() throws(ResolutionError) -> Container {
        try Container {
            Seeded(Tenant.self)
            Scoped((any UnitOfWork).self) { DatabaseWork() }
            Singleton((any Database).self) { MemoryDatabase() }.named("acme")
            Singleton((any Database).self) { MemoryDatabase() }.named("globex")
            Chosen((any Database).self, by: \Tenant.name)
        }
    }
}

/// The customer for whom a request is sent.
private struct Tenant: Sendable {
    let name: String
}

@inline(never)
private func resolveScoped(_ container: Container) throws -> any UnitOfWork {
    try container.resolve((any UnitOfWork).self)
}

@inline(never)
private func resolveChosen(_ container: Container) throws -> any Database {
    try container.resolve((any Database).self)
}

@inline(never)
private func serveByName(_ application: Container) throws {
    try application.withScope(.request, seeds: [ScopeSeed(Tenant(name: "acme"))]) { request in
        let tenant = try request.resolve(Tenant.self)
        keep(try request.resolve((any Database).self, named: RegistrationName(tenant.name)))
    }
}

@inline(never)
private func serveChosen(_ application: Container) throws {
    try application.withScope(.request, seeds: [ScopeSeed(Tenant(name: "acme"))]) { request in
        keep(try request.resolve((any Database).self))
    }
}
