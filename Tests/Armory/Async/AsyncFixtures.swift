// What the tests of async factories have in common.

import Armory
import ArmoryTestSupport
import Foundation
import XCTest

/// An object that is counted, with a number.
final class Brick: Sendable {
    let number: Int
    private let counted = Counted()

    init(_ number: Int = 0) { self.number = number }
}

/// An object that needs another.
final class Wall: Sendable {
    let brick: Brick
    private let counted = Counted()

    init(brick: Brick) { self.brick = brick }
}

/// A door that tasks wait at without a thread until it is opened.
final class Door: @unchecked Sendable {  // Every `var` is guarded by `lock`.
    private let lock = NSLock()
    private var isOpen = false
    private var waiting: [UUID: CheckedContinuation<Void, any Error>] = [:]
    private var seen = 0
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Waits; where `heedsCancellation` a cancelled task leaves with an error.
    func pass(heedsCancellation: Bool = true) async throws {
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let (isThrough, arrived) = lock.withLock { () -> (Bool, [CheckedContinuation<Void, Never>]) in
                    seen += 1
                    let arrived = watchers.filter { $0.count <= seen }.map(\.continuation)
                    watchers.removeAll { $0.count <= seen }
                    if isOpen || (heedsCancellation && Task.isCancelled) { return (true, arrived) }
                    waiting[id] = continuation
                    return (false, arrived)
                }
                for continuation in arrived { continuation.resume() }
                if isThrough { continuation.resume(with: Result { if !self.isOpened { throw CancellationError() } }) }
            }
        } onCancel: {
            guard heedsCancellation else { return }
            let continuation = lock.withLock { waiting.removeValue(forKey: id) }
            continuation?.resume(throwing: CancellationError())
        }
    }

    private var isOpened: Bool { lock.withLock { isOpen } }

    /// Returns when so many have come.
    func arrivals(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = lock.withLock {
                if seen < count { watchers.append((count, continuation)) }
                return seen >= count
            }
            if isThere { continuation.resume() }
        }
    }

    func open() {
        let all = lock.withLock {
            isOpen = true
            defer { waiting = [:] }
            return Array(waiting.values)
        }
        for continuation in all { continuation.resume() }
    }
}

/// The error that `body` throws; fails where it throws none, or one of another code.
@discardableResult
func failure<R>(
    _ code: ResolutionError.Code, file: StaticString = #filePath, line: UInt = #line,
    of body: () async throws -> R
) async -> ResolutionError? {
    do {
        _ = try await body()
        XCTFail("nothing was thrown, not \(code)", file: file, line: line)
    } catch let error as ResolutionError {
        XCTAssertEqual(error.code, code, error.description, file: file, line: line)
        return error
    } catch {
        XCTFail("threw \(error), not a ResolutionError", file: file, line: line)
    }
    return nil
}

/// Fails unless both are one object.
func assertSame(_ one: AnyObject?, _ other: AnyObject?, file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertTrue(one === other, file: file, line: line)
}

/// Returns when a condition holds; fails when it does not in a minute.
func eventually(
    _ what: String, file: StaticString = #filePath, line: UInt = #line, _ condition: () -> Bool
) async {
    let limit = ContinuousClock.now.advanced(by: .seconds(60))
    while !condition() {
        guard ContinuousClock.now < limit else { return XCTFail("never: \(what)", file: file, line: line) }
        try? await Task.sleep(for: .microseconds(200))
    }
}
