import Armory
import ArmoryTesting
import Foundation
import OrdersCore
import Testing

/// The program's container, built once: each test derives its container from it.
private let program: Container = {
    do {
        return try Wiring.container(for: Options(data: sampleData))
    } catch {
        preconditionFailure("\(error)")
    }
}()

/// One test for each feature of ArmoryTesting.
@Suite(
    .container(program) {
        Singleton((any WallClock).self) { FixedClock(now: Date(timeIntervalSince1970: 1_735_689_600)) }
    })
struct ContainerTests {
    /// The suite's trait fixes the clock, and this test's trait the repository.
    @Test(.container { Singleton((any OrderRepository).self) { OneOrderRepository() } })
    func aReportOfOneOrder() throws {
        let container = try #require(Container.current)
        let report = try container.resolve(
            Report.self, arguments: Customer.ID("T1"), Date(timeIntervalSince1970: 1_735_689_600))
        #expect(report.customer.name == "Testers")
        #expect(report.orders.map(\.id) == ["O1"])
    }

    /// Each case has a separate container, even when the cases run in parallel.
    @Test(arguments: ["C001", "C002", "C003"])
    func everyCustomerHasAReport(id: String) throws {
        let container = try #require(Container.current)
        let now = try container.resolve((any WallClock).self).now
        let report = try container.resolve(Report.self, arguments: Customer.ID(id), now)
        #expect(report.orders.allSatisfy { $0.date <= now })
    }

    /// Strict: only the clock is overridden, so a resolve that would read a file fails the test.
    @Test(.container(.onlyOverridden))
    func theClockReadsNoFile() throws {
        let clock = try #require(Container.current).resolve((any WallClock).self)
        #expect(clock.now == Date(timeIntervalSince1970: 1_735_689_600))
    }

    @Test func bothPriceListsAreAskedForOnce() throws {
        let spy = ResolveSpy()
        // This test registers its own reader, so every dependent is created again, and the spy sees it.
        let container = try spy.watch(program) {
            Shared((any TableReader).self) { FolderReader(folder: sampleData, log: nil) }
        }
        _ = try container.resolve(Pricing.self)
        #expect(spy.count(of: Pricing.self) == 1)
        #expect(spy.count(of: (any PriceList).self) == 2)
        #expect(spy.resolved.first?.path == ["Pricing"])
        #expect(spy.keys.contains(#"any PriceList named "wholesale""#))
    }

    @Test func theWiringIsSound() throws {
        try expectValid(Wiring.program(Options(data: sampleData)), dryRun: true)
    }

    @Test func aReportLeavesNothingBehind() throws {
        let date = try #require(Date(day: "2025-12-31"))
        try expectReleased(in: program) { container in
            let report = try container.resolve(Report.self, arguments: Customer.ID("C001"), date)
            #expect(!report.text().isEmpty)
        }
    }
}
