// What the registry's tests share: entries as a library has them, keys whose `==` and hash are the user's, and a watchdog.

import ArmoryCore
import ArmoryRegistry
import ArmoryTestSupport
import Foundation
import Synchronization
import XCTest

/// A test case that ends the process if a test hangs: a lock that is held while the user's code runs is a hang.
class RegistryTestCase: LeakCheckedTestCase {
    private var watchdog: Watchdog?

    override func setUp() {
        super.setUp()
        watchdog = Watchdog(name, seconds: 120)
    }

    override func tearDown() {
        watchdog?.disarm()
        watchdog = nil
        super.tearDown()
    }
}

/// An object that is counted, and may run something when it goes.
final class Item: @unchecked Sendable {  // `other` is set before it is shared.
    let life = Counted()
    let number: Int
    var other: Item?
    private let atEnd: (@Sendable () -> Void)?

    init(_ number: Int = 0, atEnd: (@Sendable () -> Void)? = nil) {
        self.number = number
        self.atEnd = atEnd
    }

    deinit { atEnd?() }
}

/// An entry as a library has it: its lifetime may change under the registry's lock.
final class TestEntry: Entry, @unchecked Sendable {  // The registry's lock guards `current`.
    let life = Counted()
    var current: Lifetime
    private let canBeDropped: Bool
    private let atEnd: (@Sendable () -> Void)?

    init(
        _ key: EntryKey, _ lifetime: Lifetime = .singleton, at location: CodeLocation? = nil,
        isDisposable: Bool = false, atEnd: (@Sendable () -> Void)? = nil
    ) {
        current = lifetime
        canBeDropped = isDisposable
        self.atEnd = atEnd
        super.init(key, at: location)
    }

    deinit { atEnd?() }

    override var lifetime: Lifetime { current }
    override var isDisposable: Bool {
        Self.looks.increment()
        return canBeDropped
    }

    /// How often a table has looked whether an entry may go.
    static let looks = Tally()
}

/// A user's key, whose `==` and hash run the user's code.
struct UserKey: Hashable, Sendable {
    let number: Int
    /// Keys with the same one collide.
    let bucket: Int
    var whenCompared: (@Sendable () -> Void)?
    var whenHashed: (@Sendable () -> Void)?

    static func == (left: UserKey, right: UserKey) -> Bool {
        left.whenCompared?()
        right.whenCompared?()
        return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {
        whenHashed?()
        hasher.combine(bucket)
    }
}

/// A number that threads count up, and that orders nothing.
final class Tally: Sendable {
    private let number = Atomic<Int>(0)

    var count: Int { number.load(ordering: .relaxed) }

    @discardableResult
    func increment() -> Int { number.add(1, ordering: .relaxed).newValue }
}

extension Registry {
    /// Registers an item under a name.
    @discardableResult
    func register(
        _ name: RegistrationName? = nil, _ lifetime: Lifetime = .singleton, isDisposable: Bool = false
    ) -> TestEntry {
        let entry = TestEntry(EntryKey(Item.self, name), lifetime, isDisposable: isDisposable)
        put(entry)
        return entry
    }

    /// The item of a name, made by `make` if there is none; nil: nothing is registered.
    func item(_ name: RegistrationName? = nil, _ make: () throws -> Item = { Item() }) throws -> Item? {
        try find(EntryKey(Item.self, name))?.cell.resolve(Item.self, options: [], factory: make)
    }

    /// What a user's code does with the registry that calls it.
    func use(_ name: RegistrationName = "used") {
        let key = EntryKey(Item.self, name)
        put(TestEntry(key))
        XCTAssertNotNil(find(key))
        forget { _ in true }
        for entry in entries where entry.key == key { remove(entry) }
        locked {}
    }
}
