// A registry against a plain dictionary, by random operations.

import ArmoryCore
import ArmoryRegistry
import ArmoryTestSupport
import XCTest

/// A key of the dictionary.
private struct ModelKey: Hashable {
    let type: Int
    let text: Int
    let further: Int?
}

/// What the dictionary has for a key.
private struct Known {
    let entry: TestEntry
    /// The cell that the last `find` has given; nil: none has, or it was exchanged since.
    var cell: StandaloneCell?
}

private enum Pool {
    static let types: [any Any.Type] = [Item.self, Int.self, String.self, [Int].self, (any Error).self]
    /// None, names, and constants: of several lengths, some with the same first characters.
    static let constants: [StaticString] = ["property", "propertyTwo", "p", "é"]
    static let textCount = 9

    static func key(_ key: ModelKey) -> EntryKey {
        // Three buckets for all: many collide.
        let further = key.further.map { Qualifier(UserKey(number: $0, bucket: $0 % 3)) }
        return switch key.text {
        case 0: EntryKey(types[key.type], further: further)
        case 1...4: EntryKey(types[key.type], RegistrationName("\(constants[key.text - 1])"), further: further)
        default: EntryKey(types[key.type], constant: constants[key.text - 5], further: further)
        }
    }
}

final class TableTests: RegistryTestCase {
    func testS1_RandomOperationsLeaveWhatADictionaryHas() throws {
        let label = "S1 a registry and a dictionary"
        let count = StressScale.scaled(60, underThreadSanitizer: 10)
        var operations = 0
        for seed in 0..<UInt64(count) { operations += try compare(seed) }
        var stated = Stated(label)
        stated.add(operations, "operations")
        stated.state(misses: 0)
    }

    private func compare(_ seed: UInt64) throws -> Int {
        var random = SeededGenerator(seed: seed)
        let registry = Registry()
        var model: [ModelKey: Known] = [:]
        // What was found and removed or exchanged; held, so that no other has its address.
        var gone: [TestEntry] = []
        var cells: [StandaloneCell] = []
        let furthers = Int.random(in: 0...8, using: &random)
        let rounds = 400
        for round in 0..<rounds {
            let key = ModelKey(
                type: .random(in: 0..<Pool.types.count, using: &random),
                text: .random(in: 0..<Pool.textCount, using: &random),
                further: furthers > 0 && Bool.random(using: &random) ? .random(in: 0..<furthers, using: &random) : nil)
            let place = "seed \(seed), round \(round), \(key)"
            let known = model[key]
            let entryKey = Pool.key(key)
            let fresh = TestEntry(entryKey)
            func drop(_ key: ModelKey) {
                guard let known = model.removeValue(forKey: key) else { return }
                gone.append(known.entry)
                cells += [known.cell].compactMap { $0 }
            }
            switch Int.random(in: 0..<16, using: &random) {
            case 0...2:
                let former = registry.put(fresh)
                XCTAssert(former === known?.entry, place)
                drop(key)
                model[key] = Known(entry: fresh)
            case 3...4:
                XCTAssert(registry.add(fresh) === known?.entry ?? fresh, place)
                if known == nil { model[key] = Known(entry: fresh) }
            case 5:
                let old = known?.entry ?? gone.randomElement(using: &random)
                guard let old else { continue }
                // An exchange is of one key.
                let new = TestEntry(old.key)
                XCTAssertEqual(registry.exchange(old, for: new), known != nil, place)
                guard known != nil else { continue }
                drop(key)
                model[key] = Known(entry: new)
            case 6...7:
                guard let old = known?.entry ?? gone.randomElement(using: &random) else { continue }
                XCTAssertEqual(registry.remove(old), known != nil, place)
                drop(key)
            case 8:
                guard Int.random(in: 0..<8, using: &random) == 0 else { continue }
                let wanted = Pool.types[key.type]
                let removed = registry.removeAll { $0.key.type == wanted }
                let keys = model.keys.filter { $0.type == key.type }
                XCTAssertEqual(
                    Set(removed.map(ObjectIdentifier.init)),
                    Set(keys.compactMap { model[$0].map { ObjectIdentifier($0.entry) } }), place)
                for key in keys { drop(key) }
            case 11 where key.further == nil:
                var changed: Entry?
                registry.change(entryKey, orAdd: { fresh }, { changed = $0 })
                XCTAssert(changed === known?.entry ?? fresh, place)
                if known == nil { model[key] = Known(entry: fresh) }
            case 12:
                guard Int.random(in: 0..<8, using: &random) == 0 else { continue }
                // All of a type go, and one comes that none has.
                let wanted = Pool.types[key.type]
                registry.changeAll { entries in
                    XCTAssertEqual(entries.count, model.count, place)
                    return (entries.filter { $0.key.type == wanted }, [fresh])
                }
                for other in model.keys where other.type == key.type { drop(other) }
                model[key] = Known(entry: fresh)
            case 9:
                guard let known else { continue }
                registry.forget(known.entry)
                cells += [known.cell].compactMap { $0 }
                model[key]?.cell = nil
            case 10:
                let wanted = Pool.types[key.type]
                registry.forget { $0.key.type == wanted }
                for key in model.keys.filter({ $0.type == key.type }) {
                    cells += [model[key]?.cell].compactMap { $0 }
                    model[key]?.cell = nil
                }
            default:
                try look(registry, key, &model, cells, place)
            }
        }
        XCTAssertEqual(registry.entries.count, model.count, "seed \(seed)")
        for entry in registry.entries { XCTAssertTrue(registry.locked { entry.isListed }, "seed \(seed)") }
        for entry in gone { XCTAssertFalse(registry.locked { entry.isListed }, "seed \(seed)") }
        for key in model.keys { try look(registry, key, &model, cells, "seed \(seed), at the end, \(key)") }
        return rounds
    }

    private func look(
        _ registry: Registry, _ key: ModelKey, _ model: inout [ModelKey: Known], _ cells: [StandaloneCell],
        _ place: String
    ) throws {
        let known = model[key]
        let entryKey = Pool.key(key)
        XCTAssert(registry.ownEntry(entryKey) === known?.entry, place)
        let found = registry.find(entryKey)
        XCTAssert(found?.entry === known?.entry, place)
        guard let found else { return }
        XCTAssertEqual(found.entry.key.name, entryKey.name, place)
        XCTAssert(found.owner === registry, place)
        if let cell = known?.cell { XCTAssert(found.cell === cell, "another cell, \(place)") }
        XCTAssertFalse(cells.contains { $0 === found.cell }, "a cell that was let go, \(place)")
        XCTAssert(registry.cell(of: found.entry) === found.cell, place)
        model[key]?.cell = found.cell
    }

    func testS1_KeysAreToldApartByEachOfTheirParts() throws {
        let keys: [EntryKey] = [
            EntryKey(Int.self), EntryKey(String.self), EntryKey(Int.self, "a"), EntryKey(Int.self, "b"),
            EntryKey(Int.self, constant: "c"), EntryKey(Int.self, further: Qualifier(1)),
            EntryKey(Int.self, further: Qualifier(2)), EntryKey(Int.self, further: Qualifier("1")),
            EntryKey(Int.self, "a", further: Qualifier(1)), EntryKey(Int?.self), EntryKey((any Error).self),
        ]
        for (index, left) in keys.enumerated() {
            for (other, right) in keys.enumerated() {
                XCTAssertEqual(left == right, index == other, "\(left) \(right)")
            }
        }
        XCTAssertEqual(EntryKey(Int.self, "a").with(Qualifier(1)), EntryKey(Int.self, "a", further: Qualifier(1)))
        XCTAssertEqual(
            EntryKey(Int.self, constant: "c").with(Qualifier(1)),
            EntryKey(Int.self, constant: "c", further: Qualifier(1)))
        XCTAssertEqual(EntryKey(Int.self).with(Qualifier(1)), EntryKey(Int.self, further: Qualifier(1)))
        XCTAssertEqual(EntryKey(Int.self, "a").shown.description, "Int named \"a\"")
        XCTAssertEqual(EntryKey(Int.self, constant: "c").shown.description, "Int named \"c\"")
    }

    func testS1_CollidingKeysAreFoundAndRemoved() throws {
        let registry = Registry()
        let entries = (0..<200).map {
            TestEntry(EntryKey(Int.self, further: Qualifier(UserKey(number: $0, bucket: 0))))
        }
        for entry in entries { registry.put(entry) }
        for (number, entry) in entries.enumerated() where number % 2 == 0 {
            XCTAssertTrue(registry.remove(entry))
            XCTAssertNil(registry.find(entry.key))
        }
        for (number, entry) in entries.enumerated() where number % 2 == 1 {
            XCTAssert(registry.find(entry.key)?.entry === entry)
        }
        XCTAssertEqual(registry.entries.count, 100)
    }

    func testE1_AMissingKeyIsToldWithThoseThatAreNear() throws {
        let parent = Registry()
        let registry = Registry(parents: [parent])
        registry.register("b")
        parent.register("a")
        registry.put(TestEntry(EntryKey(Int.self)))
        let around = registry.register("around", .transient)
        var missing: ResolutionError?
        _ = try registry.cell(of: around).resolve(Item.self) {
            missing = .missing(EntryKey(Item.self), near: [registry])
            return Item()
        }
        let error = try XCTUnwrap(missing)
        XCTAssertEqual(error.code, .missing)
        XCTAssertEqual(error.path, ["Item named \"around\"", "Item"])
        let text = error.description
        for near in ["Item named \"a\"", "Item named \"around\"", "Item named \"b\""] {
            XCTAssertTrue(text.contains("near: \(near)"), text)
        }
        XCTAssertFalse(text.contains("near: Int"), text)
    }

    func testE1_EntriesAreInTheOrderOfTheSource() throws {
        let lines: [Int] = [30, 4, 100, 4]
        let entries: [Entry] = lines.enumerated().map { number, line in
            TestEntry(EntryKey(Item.self, RegistrationName("\(number)")), at: CodeLocation(line: line))
        }
        XCTAssertEqual(entries.shuffled().inSourceOrder.map { $0.key.name }, ["1", "3", "0", "2"])
    }

    func testA9_ParentsAreAskedInTheirOrder() throws {
        let grandparent = Registry()
        let parents = [Registry(parents: [grandparent]), Registry()]
        let child = Registry(parents: parents)
        XCTAssert(child.reentrantLock === grandparent.reentrantLock, "one for the family")
        let key = EntryKey(Item.self)
        XCTAssertNil(child.find(key))
        for registry in [parents[1], grandparent, parents[0], child] {
            registry.register()
            let found = child.find(key)
            XCTAssert(found?.owner === registry)
            XCTAssert(found?.entry === registry.ownEntry(key))
            XCTAssert(child.findEntry(key) === found?.entry)
        }
        XCTAssertEqual(child.entries.count, 1, "its own alone")
        // What the parent has is one instance for all its children.
        child.removeAll()
        let sibling = Registry(parents: [parents[0]])
        XCTAssert(try child.item() === sibling.item())
    }

    func testS3_AResetGivesAnotherInstanceAndTheRunningOneToItsAskersAlone() throws {
        let registry = Registry()
        let entry = registry.register()
        let first = try registry.item()
        XCTAssert(try registry.item() === first)
        registry.forget(entry)
        let second = try registry.item()
        XCTAssert(second !== first)
        registry.forget { $0 === entry }
        let third = try registry.item {
            registry.forget(entry)
            return Item(3)
        }
        XCTAssertEqual(third?.number, 3)
        XCTAssert(try registry.item() !== third, "it was reset while it was made")
    }

    func testS3_AnotherLifetimeBeginsWithAnotherCell() throws {
        let registry = Registry()
        let entry = registry.register(nil, .transient)
        XCTAssert(try registry.item() !== registry.item())
        let former = registry.locked {
            entry.current = .singleton
            return entry.exchangeCell()
        }
        XCTAssertEqual(former?.lifetime, .transient)
        XCTAssert(try registry.item() === registry.item())
        let item = Item(7)
        _ = registry.locked {
            entry.exchangeCell(for: StandaloneCell(holding: item, .singleton, shownAs: entry.key.shown))
        }
        XCTAssert(try registry.item() === item)
        XCTAssert(registry.locked { entry.knownCell?.existingInstance(Item.self) } === item)
    }
}
