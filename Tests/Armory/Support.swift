import Armory
import ArmoryTestSupport
import Synchronization
import XCTest

/// The error that `body` throws; fails where it throws none, or one of another code.
@discardableResult
func failure<R>(
    _ code: ResolutionError.Code, file: StaticString = #filePath, line: UInt = #line,
    of body: () throws -> R
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

/// Fails unless `body` throws an error of this code whose whole text is that of a section of Tests/Texts/errors.txt.
///
/// An error with one fault counts as the fault.
func assertErrorText(
    _ code: ResolutionError.Code, _ name: String, file: StaticString = #filePath, line: UInt = #line,
    _ body: () throws -> Void
) {
    let error = failure(code, file: file, line: line) {
        do {
            try body()
        } catch let error as ResolutionError {
            let isOneFault = error.code == .invalid && code != .invalid
            throw isOneFault ? error.faults.first ?? error : error
        }
    }
    assertErrorText(error, name, file: file, line: line)
}

extension ResolutionError {
    /// The keys of the registrations that the text shows because they are near.
    var nearKeys: [String] {
        description.matches(of: #/\n *near: (.*?)(?=, registered at|\n)/#).map { String($0.1) }
    }
}

/// A list that closures may add to from any thread.
final class Log<Element: Sendable>: @unchecked Sendable {  // `items` is guarded by `lock`.
    private let lock = NSLock()
    private var items: [Element] = []

    var all: [Element] { lock.withLock { items } }

    func add(_ element: Element) { lock.withLock { items.append(element) } }
}

/// A variable that closures may change from any thread.
final class Shelf<Value: Sendable>: @unchecked Sendable {  // `stored` is guarded by `lock`.
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }

    @discardableResult
    func change<R>(_ body: (inout Value) -> R) -> R { lock.withLock { body(&stored) } }
}

/// A reference that does not count.
final class WeakReference<Object: AnyObject & Sendable>: @unchecked Sendable {  // Guarded by `lock`.
    private let lock = NSLock()
    private weak var stored: Object?

    init(_ object: Object? = nil) { stored = object }

    var object: Object? {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }
}

/// A type's own name: a release build puts what is private into parentheses, with its file.
func shortName(_ type: any Any.Type) -> String {
    String("\(type)".drop { $0 == "(" }.prefix { $0 != " " })
}

/// An error of the tests' own.
struct Mishap: Error, Equatable, CustomStringConvertible {
    let number: Int
    init(_ number: Int = 0) { self.number = number }
    var description: String { "mishap \(number)" }
}

// MARK: Ten types

enum Digits {
    struct D0: Sendable {}
    struct D1: Sendable {}
    struct D2: Sendable {}
    struct D3: Sendable {}
    struct D4: Sendable {}
    struct D5: Sendable {}
    struct D6: Sendable {}
    struct D7: Sendable {}
    struct D8: Sendable {}
    struct D9: Sendable {}
}
