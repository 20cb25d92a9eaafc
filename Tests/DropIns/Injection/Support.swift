// What the tests have in common: objects that are counted, and a shared module that is gone after every test.

import ArmoryInjection
import ArmoryTestSupport
import XCTest

/// A test case that begins and ends without a shared module, quietly.
class InjectionTestCase: LeakCheckedTestCase {
    override class func setUp() {
        super.setUp()
        // What the process keeps once and for all is no leak of the first test.
        injectMe { single { Clock() } }
        let _: Clock = resolve()
        Injection.reset()
    }

    override func setUp() {
        inject(logger: .error)
        super.setUp()
    }

    override func tearDown() {
        Injection.reset()
        super.tearDown()
    }
}

/// An object that says where it is from.
final class Clock: Sendable {
    let zone: String
    private let life = Counted()
    init(zone: String = "UTC") { self.zone = zone }
}

protocol Store: AnyObject {
    var name: String { get }
}

final class MemoryStore: Store {
    let name: String
    private let life = Counted()
    init(name: String = "memory") { self.name = name }
}

final class FileStore: Store {
    let name = "file"
    private let life = Counted()
}

/// What needs a store.
final class Service {
    let store: any Store
    private let life = Counted()
    init(store: any Store) { self.store = store }
}

/// A protocol that values conform to.
protocol Price {
    var cents: Int { get }
}

struct Euro: Price, Equatable {
    let cents: Int
}

/// Counts what was made.
final class Maker: Sendable {
    private let count = Locked(0)

    var made: Int { count.withLock { $0 } }

    func make<T>(_ value: T) -> T {
        count.withLock { $0 += 1 }
        return value
    }
}
