// What tests of errors throw, and how they look at what was thrown.

import ArmoryCore
import Foundation
import XCTest

/// What a test's factory throws.
struct Mishap: Error, Equatable {
    let number: Int

    init(_ number: Int = 0) { self.number = number }
}

/// Returns the error of `body`; fails unless it is a `ResolutionError` of this code.
@discardableResult
func failure<R>(
    _ code: ResolutionError.Code, file: StaticString = #filePath, line: UInt = #line, of body: () throws -> R
) -> ResolutionError? {
    do {
        _ = try body()
        XCTFail("nothing was thrown, not \(code)", file: file, line: line)
    } catch let error as ResolutionError {
        XCTAssertEqual(error.code, code, error.description, file: file, line: line)
        return error
    } catch {
        XCTFail("threw \(error), not a ResolutionError", file: file, line: line)
    }
    return nil
}

/// What happened, in its order.
final class Log<Element: Sendable>: @unchecked Sendable {  // `items` is guarded by `lock`.
    private let lock = NSLock()
    private var items: [Element] = []

    var all: [Element] { lock.withLock { items } }

    func add(_ item: Element) { lock.withLock { items.append(item) } }
}
