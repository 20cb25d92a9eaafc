// Nothing of the user's runs under the lock: an `==`, a hash, a factory, or a `deinit`, each of which uses the registry itself.

import ArmoryCore
import ArmoryRegistry
import ArmoryTestSupport
import XCTest

final class UserCodeTests: RegistryTestCase {
    func testC6_AnEqualityOrAHashMayUseTheRegistry() throws {
        let registry = Registry()
        let compared = Tally()
        func key(_ number: Int) -> EntryKey {
            var user = UserKey(number: number, bucket: 0)
            // The `==` compares keys of the registry too, which must not lead round in a circle.
            user.whenCompared = { [unowned registry] in
                if compared.increment() < 1_000 { registry.use() }
            }
            user.whenHashed = { [unowned registry] in registry.use("hashed") }
            return EntryKey(Int.self, "with more", further: Qualifier(user))
        }
        let entries = (0..<3).map { TestEntry(key($0)) }
        for entry in entries {
            XCTAssert(registry.add(entry) === entry)
        }
        registry.put(TestEntry(EntryKey(Int.self, "with more", further: Qualifier(1))))
        for entry in entries {
            XCTAssert(registry.find(entry.key)?.entry === entry)
            XCTAssert(registry.add(TestEntry(entry.key)) === entry)
            XCTAssert(registry.put(TestEntry(entry.key)) === entry)
        }
        XCTAssertEqual(registry.removeAll { $0.key.name == "with more" }.count, 4)
        XCTAssertGreaterThan(compared.count, 3)
    }

    func testM2_TheEndOfAnEntryMayUseTheRegistry() throws {
        let registry = Registry()
        let ended = Tally()
        let key = EntryKey(Item.self, "it")
        func entry(isDisposable: Bool = false, _ key: EntryKey) -> TestEntry {
            TestEntry(key, isDisposable: isDisposable) { [unowned registry] in
                registry.use()
                ended.increment()
            }
        }
        registry.put(entry(key))
        registry.put(entry(key))
        XCTAssertEqual(ended.count, 1, "put")
        XCTAssertTrue(registry.exchange(try XCTUnwrap(registry.ownEntry(key)), for: entry(key)))
        XCTAssertEqual(ended.count, 2, "exchange")
        _ = registry.add(entry(key))
        XCTAssertEqual(ended.count, 3, "add")
        registry.remove(try XCTUnwrap(registry.ownEntry(key)))
        XCTAssertEqual(ended.count, 4, "remove")
        registry.put(entry(key))
        registry.removeAll()
        XCTAssertEqual(ended.count, 5, "removeAll")
        for number in 0..<100 {
            registry.put(entry(isDisposable: true, EntryKey(Int.self, RegistrationName("\(number)"))))
        }
        XCTAssertGreaterThan(ended.count, 5, "dropped when the table was full")
        registry.removeAll()
        XCTAssertEqual(ended.count, 105)
    }

    func testM2_TheEndOfAnInstanceMayUseTheRegistry() throws {
        let registry = Registry()
        let ended = Tally()
        let entry = registry.register()
        func make() throws {
            _ = try registry.item {
                Item { [unowned registry] in
                    registry.use()
                    ended.increment()
                }
            }
        }
        try make()
        registry.forget(entry)
        XCTAssertEqual(ended.count, 1, "forget")
        try make()
        registry.forget { $0 === entry }
        XCTAssertEqual(ended.count, 2, "forget those that")
        try make()
        XCTAssert(registry.put(TestEntry(entry.key)) === entry)
        registry.forget(entry)
        XCTAssertEqual(ended.count, 3, "put")
        registry.removeAll()
    }

    func testM2_ALookAtAWeakInstanceGivesItToWhoHasTheLock() throws {
        let registry = Registry()
        let entry = registry.register("it", .shared)
        var item = try registry.item("it")
        var held: [AnyObject] = []
        XCTAssertFalse(registry.locked { entry.isUnused(&held) })
        XCTAssert(held.first === item)
        (item, held) = (nil, [])
        XCTAssertTrue(registry.locked { entry.isUnused(&held) })
        XCTAssertTrue(held.isEmpty)
    }

    /// A look at an instance that is held weakly holds it, and may be the last one to do so.
    func testM2_TheEndOfAWeakInstanceMayUseTheRegistryWhileATableGrows() throws {
        let rounds = StressScale.scaled(300, underThreadSanitizer: 100)
        for _ in 0..<rounds {
            let registry = Registry()
            let names = (0..<8).map { RegistrationName("weak \($0)") }
            for name in names { registry.register(name, .shared, isDisposable: true) }
            let results = race(threads: 3) { thread in
                for number in 0..<20 {
                    if thread == 0 {
                        registry.put(
                            TestEntry(EntryKey(Int.self, RegistrationName("\(number)")), .transient, isDisposable: true)
                        )
                        continue
                    }
                    let name = names[(number + thread) % names.count]
                    let key = EntryKey(Item.self, name)
                    let entry = TestEntry(key, .shared, isDisposable: true)
                    let found = registry.cell(of: registry.add(entry))
                    _ = try found.resolve(Item.self) { Item { [weak registry] in _ = registry?.find(key) } }
                }
            }
            for result in results { try result.get() }
        }
    }

    func testC6_AFactoryMayChangeItsOwnEntry() throws {
        let registry = Registry()
        registry.register()
        let item = try registry.item {
            registry.use()
            registry.removeAll()
            return Item(4)
        }
        XCTAssertEqual(item?.number, 4)
        XCTAssertNil(try registry.item())
    }

    func testC1_ALookBesideAChangeHasTheFormerOrTheNewEntryOfAUsersKey() throws {
        let registry = Registry()
        let key = EntryKey(Int.self, further: Qualifier(UserKey(number: 0, bucket: 0)))
        registry.put(TestEntry(key))
        let rounds = StressScale.scaled(3_000, underThreadSanitizer: 500)
        let results = race(threads: 4) { thread in
            for number in 0..<rounds {
                let other = EntryKey(Int.self, further: Qualifier(UserKey(number: thread + 1, bucket: 0)))
                switch thread {
                case 0: registry.put(TestEntry(key))
                case 1: registry.put(TestEntry(other))
                case 2: registry.remove(registry.add(TestEntry(other)))
                default: try expect(registry.find(key)?.entry.key == key, "round \(number): nothing was found")
                }
            }
        }
        for result in results { try result.get() }
        XCTAssertEqual(registry.entries.filter { $0.key == key }.count, 1, "one key has one entry")
    }
}
