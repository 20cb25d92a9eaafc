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

/// The cells of the tenants in one container.
private final class Cells: Sendable {
    let all = Locked<[String: ExtraCell]>([:])
}

/// One cell for each tenant, as a lifetime would keep it.
private final class Tenants: CellRoute {
    @TaskLocal static var current: String?

    func cell<Arguments>(forArguments arguments: Arguments, at place: RoutedPlace) throws -> RoutedCell? {
        guard let tenant = Self.current else { return nil }
        if tenant == "unknown" { throw Unknown() }
        let cells = place.container.findOrMakeStore(at: place) { Cells() }
        return cells.all.withLock { cells in
            let cell =
                cells[tenant]
                ?? ExtraCell(
                    place.record.copyForCell(lifetime: .singleton, arguments: arguments) { _ in }, at: place)
            cells[tenant] = cell
            return cell
        }.routedCell
    }

    /// Lets a tenant's instance go.
    func evict(_ tenant: String, in container: Container) {
        guard let record = container.registeredRecord(for: ServiceKey(Pool.self)),
            let cells = container.existingStore(of: record) as? Cells
        else { return }
        let cell = cells.all.withLock { cells -> ExtraCell? in
            guard let cell = cells[tenant], cell.evictDeferringClosing() else { return nil }
            cells[tenant] = nil
            return cell
        }
        _ = cell?.closeEvictedInstance()
    }
}

final class RoutedTests: WatchedTestCase {
    private let tenants = Tenants()
    private let log = Log<String>()

    private func plan() -> Plan {
        let log = log
        return Plan {
            $0.routed(Pool.self, by: tenants) { _ in
                Pool(Tenants.current ?? "nobody")
            } close: { pool, _ in
                log.add(pool.tenant)
            }
            $0.autowired(.transient, Desk.self, Desk.init)
            $0.scoped(RegistrationName.self) { _ in "request" }
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
        tenants.evict("first", in: container)
        XCTAssertEqual(log.all, ["first"])
        XCTAssert(try pool(container, of: "first") !== first)
        container.close()
        XCTAssertEqual(log.all, ["first", "first", "second"], "the newest one first")
        failure(.closed) { try self.pool(container, of: "first") }
        failure(.closed) { try self.pool(container, of: nil) }
        tenants.evict("first", in: container)
        tenants.evict("second", in: container)
        XCTAssertEqual(log.all.count, 3)
    }

    func testM1_TheContainerGoesWithItsCells() throws {
        weak var last: Container?
        do {
            let container = try Container(plan())
            last = container
            for tenant in ["first", "second", "third"] { _ = try pool(container, of: tenant) }
            tenants.evict("second", in: container)
        }
        XCTAssertNil(last)
        XCTAssertEqual(log.all, ["second", "third", "first"])
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
        let base = try Container(plan())
        let other = try base.overriding(Plan())
        let (own, inherited) = try (pool(other, of: "one"), pool(base, of: "one"))
        XCTAssert(own !== inherited)
        XCTAssert(try pool(other, of: "one") === own)
    }

    func testC1_ManyThreadsOfATenantAreGivenOneWhileOthersAreEvicted() throws {
        let container = try Container(plan())
        let (misses, tenants) = (Counter(), tenants)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<400 {
                if thread == 0 {
                    tenants.evict("\(round % 3)", in: container)
                    continue
                }
                // Nobody sees another tenant's, or one that is half gone; who comes too late gets the next one.
                let tenant = "\(round % 3)"
                let pool = try? Tenants.$current.withValue(tenant) { try container.resolve(Pool.self) }
                if pool?.tenant != tenant { misses.increment() }
            }
        }
        XCTAssertEqual(misses.value, 0)
    }

    func testWhatIsLetGoWhileItIsMadeIsItsAskersAlone() throws {
        let (begun, ended) = (Latch(), Latch())
        let log = log
        let container = try Container(
            Plan {
                $0.routed(Pool.self, by: tenants) { _ in
                    begun.open()
                    ended.wait()
                    return Pool("one")
                } close: { pool, _ in
                    log.add(pool.tenant)
                }
            })
        let results = race(threads: 2) { [tenants] thread -> Pool? in
            guard thread == 1 else { return try Tenants.$current.withValue("one") { try container.resolve(Pool.self) } }
            begun.wait()
            tenants.evict("one", in: container)
            ended.open()
            return nil
        }
        XCTAssertEqual(try results[0].get()?.tenant, "one")
        XCTAssertEqual(log.all, ["one"])
    }

    func testC10_WhatIsLetGoUnfinishedBeforeTheContainerEndsIsClosedByItsMakerAlone() async throws {
        let own = Locked<Container?>(nil)
        let cell = Locked<ExtraCell?>(nil)
        let log = log
        let container = try Container(
            Plan {
                $0.routed(Pool.self, by: tenants) { resolver in
                    let container = own.withLock { $0 }
                    let record = container?.registeredRecord(for: ServiceKey(Pool.self))
                    let cells = record.flatMap { container?.existingStore(of: $0) } as? Cells
                    let made = cells?.all.withLock { $0["one"] }
                    XCTAssertEqual(made?.evictDeferringClosing(), true)
                    cell.withLock { $0 = made }
                    container?.close()
                    return Pool("one")
                } close: { pool, _ in
                    log.add(pool.tenant)
                }
            })
        own.withLock { $0 = container }
        failure(.closed) { try self.pool(container, of: "one") }
        XCTAssertEqual(log.all, ["one"])
        // Who let it go closes it as soon as no lock is held.
        XCTAssertEqual(cell.withLock { $0 }?.closeEvictedInstance().count, 0)
        XCTAssertEqual(log.all, ["one"])
        cell.withLock { $0 = nil }
        own.withLock { $0 = nil }
        try await container.shutdown()
    }

    func testREG11_WhatOnlyListsHaveHasACellToo() throws {
        let container = try Container(
            Plan { plan in
                for tenant in ["first", "second"] {
                    plan.routed(Pool.self, by: tenants, isContributed: true) { _ in Pool(tenant) }
                }
                plan.routed(Pool.self, by: tenants) { _ in Pool("third") }
            })
        try Tenants.$current.withValue("any") {
            let pools = try container.resolve([Pool].self)
            XCTAssertEqual(pools.map(\.tenant), ["first", "second", "third"])
            XCTAssert(pools.elementsEqual(try container.resolve([Pool].self), by: ===))
            XCTAssert(try container.resolve(Pool.self) === pools[2])
        }
    }
}
