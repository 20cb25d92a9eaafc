import Armory
import ArmoryLogging
import ArmoryTesting
import Logging
import OrdersServerCore
import Testing

/// Every product has the same price, and no service is called.
private struct FixedPrices: Prices {
    func cents(of skus: Set<String>) async throws -> [String: Int] {
        Dictionary(uniqueKeysWithValues: skus.map { ($0, 250) })
    }
}

private let quiet = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }

/// The service's own container, with a database in memory and no price service.
private func service() async throws -> Container {
    let settings = try Settings(["--seed", "10"])
    let container = try Container { ArmoryWiring.service(settings, log: quiet) }
        .overriding { Singleton((any Prices).self) { FixedPrices() } }
    try await container.start()
    return container
}

/// Tests the wiring without HTTP.
struct WiringTests {
    @Test func theWiringIsSound() throws {
        try expectValid(ArmoryWiring.service(try Settings(), log: quiet))
    }

    @Test func aRequestHasObjectsOfItsOwn() async throws {
        let service = try await service()
        let live = try service.resolve(LiveObjects.self)
        var seen: [ReadSession] = []
        for _ in 0..<2 {
            try await service.withScope(seeds: [ScopeSeed(quiet).named(.request)]) { request in
                let session = try request.resolve(ReadSession.self)
                #expect(try request.resolve(ReadSession.self) === session)
                _ = try request.resolve(OrderQueries.self)
                #expect(live.report.sessions == seen.count + 1)
                seen.append(session)
            }
        }
        #expect(seen[0] !== seen[1])
        seen = []
        #expect(live.report == .zero)
        #expect(throws: ResolutionError.self) { try service.resolve(OrderQueries.self) }
    }

    @Test func theEndOfTheUnitOfWorkWritesOrForgets() async throws {
        struct Refused: Error {}
        let service = try await service()
        let order = NewOrder(customer: "T1", lines: [.init(sku: "P01", quantity: 3)])
        try await service.withScope(seeds: [ScopeSeed(quiet).named(.request)]) { request in
            let queries = try request.resolve(OrderQueries.self)
            await #expect(throws: Refused.self) {
                try await request.withScope(.unitOfWork) { unit in
                    _ = try await unit.resolve(OrderDesk.self).place(order)
                    throw Refused()
                }
            }
            var placed = try await queries.page(of: "T1", after: 0, limit: 10).orders
            #expect(placed.isEmpty)
            let confirmed = try await request.withScope(.unitOfWork) { unit in
                let confirmed = try await unit.resolve(OrderDesk.self).place(order)
                #expect(try await queries.page(of: "T1", after: 0, limit: 10).orders.isEmpty)
                return confirmed
            }
            placed = try await queries.page(of: "T1", after: 0, limit: 10).orders
            #expect(placed == [confirmed])
            #expect(confirmed.cents == 750)
        }
    }
}
