import Foundation
import OrdersServerCore
import XCTest

/// Runs the body once for each wiring.
func inEveryWiring(_ body: (Settings.Wiring) async throws -> Void) async throws {
    for wiring in Settings.Wiring.allCases {
        do {
            try await body(wiring)
        } catch {
            XCTFail("\(wiring): \(error)")
        }
    }
}

/// Repeats a check for at most a minute, until it succeeds.
func eventually(_ what: String, line: UInt = #line, _ holds: () async throws -> Bool) async throws {
    for _ in 0..<1200 {
        if try await holds() { return }
        try await Task.sleep(for: .milliseconds(50))
    }
    XCTFail("never: \(what)", line: line)
}

/// A database file that is deleted after the test.
func databaseFile(of test: XCTestCase) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(component: "orders-server-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    test.addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    return folder.appending(component: "orders.sqlite").path(percentEncoded: false)
}

/// Checks that the log contains these messages in the given order, and fails if one is missing or out of order.
func assertInOrder(_ messages: [String], in log: [String], _ wiring: Settings.Wiring, line: UInt = #line) {
    let places = messages.map { message in log.firstIndex { $0.contains(message) } ?? -1 }
    XCTAssertFalse(places.contains(-1), "\(wiring): \(zip(messages, places).map { "\($0) \($1)" })\n\(log)", line: line)
    XCTAssertEqual(places, places.sorted(), "\(wiring): \(log.joined(separator: "\n"))", line: line)
}

/// Runs the body on a number of threads at once; the body may block its thread.
func inThreads<R: Sendable>(_ count: Int, _ body: @escaping @Sendable () -> R) async -> [R] {
    await withTaskGroup(of: R.self) { group in
        for _ in 0..<count {
            group.addTask {
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread { continuation.resume(returning: body()) }
                }
            }
        }
        return await group.reduce(into: []) { $0.append($1) }
    }
}
