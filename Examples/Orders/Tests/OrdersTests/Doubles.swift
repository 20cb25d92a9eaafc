import Foundation
import OrdersCore
import Synchronization
import XCTest

/// A clock with a fixed time.
struct FixedClock: WallClock {
    let now: Date
}

/// A repository with one customer and one order, without a file.
struct OneOrderRepository: OrderRepository {
    let customers = [
        Customer.ID("T1"): Customer(id: Customer.ID("T1"), name: "Testers", tier: .standard, city: "Ghent")
    ]

    func orders(of customer: Customer.ID, through date: Date) -> [Order] {
        [Order(id: "O1", customer: customer, date: date, sku: "P02", quantity: 2)]
    }
}

/// Records all messages.
final class RecordingLog: Log {
    private let kept = Mutex<[String]>([])

    var notes: [String] { kept.withLock { $0 } }

    func note(_ message: String) {
        kept.withLock { $0.append(message) }
    }
}

func day(_ text: String, file: StaticString = #filePath, line: UInt = #line) throws -> Date {
    try XCTUnwrap(Date(day: text), file: file, line: line)
}

/// The example's data.
let sampleData = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(component: "Data", directoryHint: .isDirectory)

/// A copy of the sample data that a test can damage, deleted after the test.
func copyOfData(for test: XCTestCase) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(component: "orders-\(UUID())")
    try FileManager.default.copyItem(at: sampleData, to: folder)
    test.addTeardownBlock { try FileManager.default.removeItem(at: folder) }
    return folder
}
