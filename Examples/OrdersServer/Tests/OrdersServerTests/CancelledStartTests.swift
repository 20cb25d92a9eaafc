import Foundation
import GRDB
import OrdersServerCore
import XCTest

/// Tests a signal during the start.
final class CancelledStartTests: XCTestCase {
    /// The start can be cancelled at any point, even when the transaction already contains many orders.
    func testASignalCancelsASlowStart() async throws {
        try await inEveryWiring { wiring in
            for seconds in [1, 2, 3, 5] {
                let file = try databaseFile(of: self)
                let server = try RunningServer(
                    launching: ["--seed", "10000000", "--database", file], wiring: wiring)
                try await eventually("\(wiring): the database is filled") {
                    server.log.contains { $0.contains("filling the database") }
                }
                try await Task.sleep(for: .seconds(seconds - 1))
                let (code, log) = server.stop()
                XCTAssertEqual(code, 0, "\(wiring) after \(seconds) s: \(log.suffix(3))")
                assertInOrder(
                    [
                        "filling the database", "start cancelled: the sample data is rolled back",
                        "price client closed", "prices stopped", "database closed",
                    ], in: log, wiring)
                XCTAssertEqual(try server.rest(), "", "\(wiring): nothing is announced")
                let counts = try await DatabaseQueue(path: file).read { database in
                    try ["product", "orders", "line"].map {
                        try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") ?? -1
                    }
                }
                XCTAssertEqual(counts, [0, 0, 0], "\(wiring) after \(seconds) s")
                print("[count] \(wiring): cancelled after \(seconds) s, \(log.count) lines, no row is left")
            }
        }
    }
}
