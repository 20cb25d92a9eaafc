// LIFE5: registrations that decide how long an instance is kept, and who shares it.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private final class Pool: Sendable {
    let life = Counted()
    let tenant: String
    init(_ tenant: String) { self.tenant = tenant }
}
private final class Desk: Sendable {
    let pool: Pool
    init(pool: Pool) { self.pool = pool }
}
private struct Unknown: Error {}

/// One scope for each tenant, as a lifetime would keep it.
private final class Tenants: Sendable {
    @TaskLocal static var current: String?
    private let scopes = Locked<[String: Container]>([:])
    let tag = ScopeTag("tenant")

    func scope(in container: Container) throws -> Container? {
        guard let tenant = Self.current else { return nil }
        if tenant == "unknown" { throw Unknown() }
        if let known = scopes.withLock({ $0[tenant] }) { return known }
        let opened = try container.openScope(tag)
        return scopes.withLock { scopes in
            let first = scopes[tenant] ?? opened
            scopes[tenant] = first
            return first
        }
    }

    /// Lets a tenant's instance go.
    func evict(_ tenant: String) { scopes.withLock { $0.removeValue(forKey: tenant) }?.close() }
}

final class RoutedTests: WatchedTestCase {
    private let tenants = Tenants()
    private let log = Log<String>()

    private func plan() -> Plan {
        let (tenants, log) = (tenants, log)
        return Plan {
            $0.routed(Pool.self, in: tenants.tag, by: { try tenants.scope(in: $0) }) { _ in
                Pool(Tenants.current ?? "nobody")
            } close: { pool, _ in
                log.add(pool.tenant)
            }
            $0.autowired(.transient, Desk.self, Desk.init)
            $0.scoped(Name.self) { _ in "request" }
        }
    }

    private func pool(_ container: Container, of tenant: String?) throws -> Pool {
        try Tenants.$current.withValue(tenant) { try container.resolve(Pool.self) }
    }

    func testLIFE5_EachTenantHasOne() async throws {
        let container = try Container(plan())
        let request = try container.openScope()
        let child = try Container(Plan(), parents: [container])
        let first = try pool(container, of: "first")
        XCTAssertEqual(first.tenant, "first")
        XCTAssert(try pool(request, of: "first") === first)
        XCTAssert(try pool(child, of: "first") === first)
        XCTAssert(try pool(container, of: "second") !== first)
        let desk = try Tenants.$current.withValue("first") { try request.resolve(Desk.self) }
        XCTAssert(desk.pool === first)
        let awaited = try await Tenants.$current.withValue("first") { try await container.resolveAsync(Pool.self) }
        XCTAssert(awaited === first)
        let list = try Tenants.$current.withValue("first") { try container.resolve([Pool].self) }
        XCTAssert(list.count == 1 && list[0] === first)
        XCTAssert(try pool(container, of: nil) !== pool(container, of: nil))
        tenants.evict("first")
        XCTAssertEqual(log.all, ["first"])
        XCTAssert(try pool(container, of: "first") !== first)
        container.close()
        XCTAssertEqual(Set(log.all), ["first", "second"])
        XCTAssertEqual(log.all.count, 3)
        failure(.closed) { try self.pool(container, of: "first") }
        failure(.closed) { try self.pool(container, of: nil) }
        tenants.evict("first")
        tenants.evict("second")
    }

    func testE1_ARouteThatThrowsIsAFailureOfTheRegistration() throws {
        let container = try Container(plan())
        let error = failure(.factoryFailed) {
            try Tenants.$current.withValue("unknown") { try container.resolve(Desk.self) }
        }
        XCTAssertEqual(error?.path, ["Desk", "Pool"])
        XCTAssert(error?.underlying is Unknown)
    }

    func testO4_AnOverridingContainerHasItsOwn() throws {
        let tag = ScopeTag("one")
        let scopes = Locked<[ObjectIdentifier: Container]>([:])
        let base = try Container(
            Plan {
                $0.routed(Pool.self, in: tag) { container in
                    if let known = scopes.withLock({ $0[ObjectIdentifier(container)] }) { return known }
                    let opened = try container.openScope(tag)
                    scopes.withLock { $0[ObjectIdentifier(container)] = opened }
                    return opened
                } _: { _ in
                    Pool("one")
                }
            })
        let other = try base.overriding(Plan())
        let (own, inherited) = try (other.resolve(Pool.self), base.resolve(Pool.self))
        XCTAssert(own !== inherited)
        XCTAssert(try other.resolve(Pool.self) === own)
        scopes.withLock { $0 = [:] }
    }

    func testC1_ManyThreadsOfATenantAreGivenOneWhileOthersAreEvicted() throws {
        let container = try Container(plan())
        let (misses, tenants) = (Counter(), tenants)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<400 {
                if thread == 0 {
                    tenants.evict("\(round % 3)")
                    continue
                }
                // An evicted one says so; nobody sees another tenant's, or one that is half gone.
                let tenant = "\(round % 3)"
                do {
                    let pool = try Tenants.$current.withValue(tenant) { try container.resolve(Pool.self) }
                    if pool.tenant != tenant { misses.increment() }
                } catch {
                    if (error as? ResolutionError)?.code != .closed { misses.increment() }
                }
            }
        }
        XCTAssertEqual(misses.value, 0)
        container.close()
        for tenant in 0..<3 { tenants.evict("\(tenant)") }
    }

    func testREG11_WhatOnlyListsHaveHasAScopeToo() throws {
        let (tag, scopes) = (ScopeTag("listed"), Locked<[Container]>([]))
        var parts = Record.Parts(tag: tag)
        parts.route = { container in
            try scopes.withLock { known in
                if known.isEmpty { known.append(try container.container.openScope(tag)) }
                return known[0].reference
            }
        }
        let container = try Container(
            Plan { plan in
                for tenant in ["first", "second"] {
                    plan.add(
                        Record(Pool.self, .scoped, at: SourceLocation(), parts: parts) { _ in Pool(tenant) },
                        isContributed: true)
                }
                plan.add(Record(Pool.self, .scoped, at: SourceLocation(), parts: parts) { _ in Pool("third") })
            })
        let pools = try container.resolve([Pool].self)
        XCTAssertEqual(pools.map(\.tenant), ["first", "second", "third"])
        XCTAssert(pools.elementsEqual(try container.resolve([Pool].self), by: ===))
        XCTAssert(try container.resolve(Pool.self) === pools[2])
        scopes.withLock { $0 = [] }
    }
}
