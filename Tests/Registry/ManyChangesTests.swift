// Changes of an entry and of many under one lock, and what an entry knows of its table.

import ArmoryCore
import ArmoryRegistry
import ArmoryTestSupport
import XCTest

/// An entry whose instance may count no longer.
private final class Outdating: Entry, @unchecked Sendable {  // The registry's lock guards `isOver`.
    var isOver = false
    override var lifetime: Lifetime { .singleton }
    override var isDisposable: Bool { true }
    override var isOutdated: Bool { isOver }
}

final class ManyChangesTests: RegistryTestCase {
    func testS1_AnEntryIsAddedAndChangedUnderOneLock() {
        let registry = Registry()
        let key = EntryKey(Item.self, constant: "a")
        var seen: [Entry] = []
        for _ in 0..<2 { registry.change(key, orAdd: { TestEntry(key) }, { seen.append($0) }) }
        XCTAssertEqual(seen.count, 2)
        XCTAssert(seen.first === seen.last && seen.first === registry.ownEntry(key))
        // Threads agree on one entry.
        let results = race(threads: 8) { _ in
            var found: ObjectIdentifier?
            let key = EntryKey(Int.self)
            registry.change(key, orAdd: { TestEntry(key) }, { found = ObjectIdentifier($0) })
            return found
        }
        XCTAssertEqual(Set(results.compactMap { try? $0.get() }).count, 1)
    }

    func testS1_ManyEntriesChangeAtOnceAndKnowWhetherTheyAreListed() {
        let registry = Registry()
        let entries = (0..<40).map { TestEntry(EntryKey(Item.self, RegistrationName("\($0)"))) }
        for entry in entries { registry.put(entry) }
        let added = (0..<60).map {
            TestEntry(
                EntryKey(
                    Item.self, RegistrationName("\($0 / 2)"), further: Qualifier(UserKey(number: $0 % 2, bucket: 0))))
        }
        registry.changeAll { known in
            XCTAssertEqual(Set(known.map(ObjectIdentifier.init)), Set(entries.map(ObjectIdentifier.init)))
            return (entries.filter { $0.key.name?.count == 1 }, added)
        }
        for entry in entries {
            let isListed = registry.locked { entry.isListed }
            XCTAssertEqual(isListed, entry.key.name?.count == 2)
            XCTAssertEqual(registry.ownEntry(entry.key) === entry, isListed)
        }
        for entry in added { XCTAssert(registry.ownEntry(entry.key) === entry) }
        XCTAssertTrue(registry.remove(entries[20]))
        let other = TestEntry(entries[21].key)
        XCTAssertTrue(registry.exchange(entries[21], for: other))
        XCTAssertEqual(
            registry.locked { [entries[20], entries[21], other].map(\.isListed) }, [false, false, true])
    }

    func testM1_WhatIsRemovedWithOthersGoesAfterTheLock() {
        let registry = Registry()
        let key = EntryKey(Item.self)
        registry.put(TestEntry(key, atEnd: { [weak registry] in _ = registry?.entries }))
        registry.changeAll { ($0, []) }
        XCTAssertEqual(registry.entries.count, 0)
    }

    func testM3_AnEntryWhoseInstanceCountsNoLongerMakesRoom() throws {
        let registry = Registry()
        let before = Counted.alive
        for number in 0..<1000 {
            let entry = Outdating(EntryKey(Item.self, RegistrationName("\(number)")), at: nil)
            registry.put(entry)
            _ = try registry.cell(of: entry).resolve(Item.self) { Item(number) }
            registry.locked { entry.isOver = number % 100 != 0 }
        }
        XCTAssertLessThan(registry.entries.count, 100)
        XCTAssertLessThan(Counted.alive - before, 100)
        // Those whose instances count are there.
        for number in stride(from: 0, to: 1000, by: 100) {
            XCTAssertNotNil(registry.ownEntry(EntryKey(Item.self, RegistrationName("\(number)"))))
        }
    }

    func testS1_AKeyWithSomethingFurtherIsTheOneThatIsMadeSo() {
        let further = Qualifier(UserKey(number: 1, bucket: 1))
        for key in [EntryKey(Item.self), EntryKey(Item.self, "a"), EntryKey(Item.self, constant: "a")] {
            let with = key.with(further)
            XCTAssertFalse(with == key)
            XCTAssertEqual(with.name, key.name)
        }
        XCTAssert(EntryKey(Item.self).with(further) == EntryKey(Item.self, further: further))
        XCTAssert(EntryKey(Item.self, "a").with(further) == EntryKey(Item.self, "a", further: further))
        XCTAssert(
            EntryKey(Item.self, constant: "a").with(further) == EntryKey(Item.self, constant: "a", further: further))
    }

    func testS1_ACellKnowsWhatItHas() throws {
        func cell(_ lifetime: Lifetime) -> StandaloneCell {
            StandaloneCell(Item.self, lifetime, shownAs: ServiceKey(Item.self))
        }
        for lifetime in [Lifetime.transient, .graph, .singleton, .shared] {
            let cell = cell(lifetime)
            XCTAssertFalse(cell.hasInstance || cell.wasMade)
            var item: Item? = try cell.resolve(Item.self) {
                XCTAssertFalse(cell.hasInstance || cell.wasMade, "it is being made")
                return Item()
            }
            let isKept = [.singleton, .shared].contains(lifetime)
            XCTAssertEqual([cell.hasInstance, cell.wasMade], [isKept, isKept], "\(lifetime)")
            withExtendedLifetime(item) {}
            item = nil
            XCTAssertEqual(cell.hasInstance, lifetime == .singleton)
            XCTAssertEqual(cell.wasMade, isKept)
        }
    }
}
