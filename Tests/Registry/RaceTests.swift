// Many threads that find, make, reset, replace and remove.

import ArmoryCore
import ArmoryRegistry
import ArmoryTestSupport
import Foundation
import XCTest

final class RaceTests: RegistryTestCase {
    func testC1_OneInstanceForAllThoughItsEntryIsAddedByWhoeverIsFirst() throws {
        let rounds = StressScale.scaled(1_000, underThreadSanitizer: 200)
        for round in 0..<rounds {
            let registry = Registry()
            let made = Tally()
            let key = EntryKey(Item.self, further: round % 2 == 0 ? nil : Qualifier(UserKey(number: 0, bucket: 0)))
            let results = race(threads: 8) { number in
                let cell = registry.find(key)?.cell ?? registry.cell(of: registry.add(TestEntry(key)))
                return try cell.resolve(Item.self) {
                    made.increment()
                    sched_yield()
                    return Item(number)
                }
            }
            let items = try results.map { try ObjectIdentifier($0.get()) }
            XCTAssertEqual(Set(items).count, 1)
            XCTAssertEqual(made.count, 1)
        }
        var stated = Stated("C1 an entry that is added by whoever asks first, 8 threads")
        stated.add(rounds, "registries")
        stated.state(misses: 0)
    }

    /// Each reset begins one instance: whoever asks between two resets has the same one.
    func testC1_OneInstanceForEachReset() throws {
        let registry = Registry()
        let entry = registry.register()
        let (made, resets) = (Tally(), Tally())
        let rounds = StressScale.scaled(4_000, underThreadSanitizer: 1_000)
        let results = race(threads: 8) { thread in
            for _ in 0..<rounds {
                guard thread != 0 else {
                    registry.forget(entry)
                    resets.increment()
                    continue
                }
                let cell = try XCTUnwrap(registry.find(entry.key)).cell
                let item = try cell.resolve(Item.self) { Item(made.increment()) }
                try expect(cell.existingInstance(Item.self) === item, "a cell has two instances")
            }
        }
        for result in results { try result.get() }
        XCTAssertLessThanOrEqual(made.count, resets.count + 1)
        var stated = Stated("C1 one instance for each reset, 8 threads")
        stated.add(7 * rounds, "resolves")
        stated.add(resets.count, "resets")
        stated.state(misses: 0)
    }

    /// Who has found an entry makes its instance there, so that entry must stay the key's.
    func testC1_AnEntryThatSomebodyHasFoundIsNotDropped() throws {
        let rounds = StressScale.scaled(500, underThreadSanitizer: 100)
        for _ in 0..<rounds {
            let registry = Registry()
            let key = EntryKey(Item.self, "it")
            let results = race(threads: 4) { thread in
                let cell =
                    registry.find(key)?.cell ?? registry.cell(of: registry.add(TestEntry(key, isDisposable: true)))
                // The table grows by what each thread adds meanwhile.
                for number in 0..<20 {
                    registry.put(
                        TestEntry(EntryKey(Int.self, RegistrationName("\(thread) \(number)")), isDisposable: true))
                }
                return try cell.resolve(Item.self) { Item() }
            }
            let items = try results.map { try ObjectIdentifier($0.get()) }
            XCTAssertEqual(Set(items).count, 1)
        }
    }

    func testC1_AnEntryOfTheRunningGraphIsNotDropped() throws {
        let registry = Registry()
        let around = registry.register("around", .transient)
        func part(_ number: Int) throws -> Item {
            let key = EntryKey(Item.self, RegistrationName("part \(number)"))
            let cell =
                registry.find(key)?.cell ?? registry.cell(of: registry.add(TestEntry(key, .graph, isDisposable: true)))
            return try cell.resolve(Item.self) { Item(number) }
        }
        _ = try registry.cell(of: around).resolve(Item.self) {
            let items = try (0..<200).map { try part($0 % 100) }
            for number in 0..<100 { XCTAssert(items[number] === items[number + 100], "\(number)") }
            return Item()
        }
        for number in 0..<1_000 { _ = try part(number) }
        XCTAssertLessThan(registry.entries.count, 300, "what was of a graph has gone")
    }

    func testS1_DisposableEntriesAreDroppedAndOthersStay() throws {
        let registry = Registry()
        let kept = registry.register("kept", isDisposable: true)
        let item = try registry.item("kept")
        let held = registry.register("held", .shared, isDisposable: true)
        let weak = try registry.item("held")
        let firm = registry.register("firm", .transient)
        let count = StressScale.scaled(20_000)
        for number in 0..<count {
            registry.register(RegistrationName("\(number)"), number % 2 == 0 ? .transient : .shared, isDisposable: true)
            if number % 3 == 0 { _ = try registry.item(RegistrationName("\(number)")) }
        }
        XCTAssertLessThan(registry.entries.count, 100)
        for entry in [kept, held, firm] { XCTAssert(registry.ownEntry(entry.key) === entry) }
        XCTAssert(try registry.item("kept") === item)
        XCTAssert(try registry.item("held") === weak)
        withExtendedLifetime(weak) {}
    }

    /// A table that is full of what stays, but for one entry, is not looked through for each new one.
    func testS1_AFullTableIsNotLookedThroughForEachNewEntry() throws {
        let registry = Registry()
        // A table of a power of two is half full.
        let count = 1_023
        for number in 0..<count { registry.register(RegistrationName("firm \(number)")) }
        let before = TestEntry.looks.count
        for number in 0..<10 * count {
            registry.register(RegistrationName("\(number)"), .transient, isDisposable: true)
        }
        XCTAssertLessThan(TestEntry.looks.count - before, 100 * count)
        XCTAssertGreaterThanOrEqual(registry.entries.count, count)
    }

    func testM3_AMillionChangesUnderEightReadersTakeNoMemory() throws {
        let registry = Registry()
        let names = (0..<64).map { RegistrationName("entry \($0)") }
        let total = StressScale.scaled(1_000_000, underThreadSanitizer: 100_000)
        let isOver = Tally()
        let rounds = 6
        var sizes: [Int] = []
        let readers = (0..<8).map { number in
            let isEnded = Latch()
            let thread = Thread {
                var round = number
                while isOver.count == 0 {
                    round += 1
                    _ = try? registry.item(names[round % names.count])
                }
                isEnded.open()
            }
            thread.start()
            return isEnded
        }
        for _ in 0..<rounds {
            for number in 0..<total / rounds {
                let name = names[number % names.count]
                switch number / names.count % 4 {
                case 0: registry.register(name, number % 5 == 0 ? .shared : .singleton)
                case 1: registry.register(name)
                case 2: if let entry = registry.ownEntry(EntryKey(Item.self, name)) { registry.forget(entry) }
                default: if let entry = registry.ownEntry(EntryKey(Item.self, name)) { registry.remove(entry) }
                }
            }
            sizes.append(Heap.inUse)
        }
        isOver.increment()
        for reader in readers { reader.wait() }
        let growth = (sizes.last ?? 0) - sizes[1]
        var stated = Stated("M3 registrations, replacements, resets and removals, 9 threads")
        stated.add(total, "changes")
        stated.add(growth, "bytes more")
        stated.state(misses: 0)
        // An entry with its cell has some hundred bytes: a hundredth of what is left behind would show.
        try XCTSkipIf(
            StressScale.isThreadSanitized || StressScale.isAddressSanitized, "a sanitizer keeps what is freed")
        XCTAssertLessThan(growth, max(4 << 20, total))
    }
}
