import Armory
import ArmoryTestSupport
import XCTest

private final class Item: Tracked, Named, @unchecked Sendable {  // `partner` is written by one thread.
    let number: Int
    var partner: ItemPartner?
    init(_ tracker: LifetimeTracker, _ number: Int = 0) {
        self.number = number
        super.init(tracker)
    }
}

private protocol Named: Sendable { var number: Int { get } }

private final class ItemPartner: Sendable {
    let item: Item
    init(_ item: Item) { self.item = item }
}

/// A lifetime whose place is set by the test.
private struct Chosen: CustomLifetime {
    let chosen: Shelf<Int?>
    func place() -> Int? { chosen.value }
}

// A registration whose instances a custom lifetime tells apart.
final class KeptTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let chosen = Shelf<Int?>(1)

    private func kept() -> Kept<Item> {
        Kept { [tracker] in Item(tracker) }.lifetime(Chosen(chosen: chosen))
    }

    private func keptByNumber() -> Kept<Item> {
        Kept(arguments: Int.self) { [tracker] _, number in Item(tracker, number) }
    }

    func testC1_EachPlaceHasOneInstance() throws {
        let container = try Container { kept() }
        let one = try container.resolve(Item.self)
        XCTAssertTrue(try container.resolve(Item.self) === one)
        XCTAssertTrue(try container.resolve(Item?.self) === one)
        XCTAssertTrue(try container.with(Item.self) { $0 === one })
        chosen.value = 2
        let two = try container.resolve(Item.self)
        XCTAssertFalse(two === one)
        chosen.value = 1
        XCTAssertTrue(try container.resolve(Item.self) === one)
        XCTAssertEqual(tracker.made, 2)
    }

    func testWithoutALifetimeThereIsOneInstance() throws {
        let container = try Container { Kept { [tracker] in Item(tracker) } }
        XCTAssertTrue(try container.resolve(Item.self) === container.resolve(Item.self))
    }

    func testWhatHasNoPlaceIsMadeForItsAskerAlone() throws {
        let container = try Container { kept() }
        chosen.value = nil
        XCTAssertFalse(try container.resolve(Item.self) === container.resolve(Item.self))
        XCTAssertEqual(tracker.made, 2)
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(container.keptInstanceCount(of: Item.self), 0)
    }

    func testC1_ExactlyOncePerPlaceUnderFiftyThreads() throws {
        struct Spread: CustomLifetime {
            static let current = ThreadLocalNumber()
            func place() -> Int? { Self.current.value % 5 }
        }
        let rounds = StressScale.scaled(150, underThreadSanitizer: 60)
        let report = Barrage("C1 one per place", threads: 50, rounds: rounds).run(
            prepare: { [tracker] _ in
                try (Container { Kept { Item(tracker) }.lifetime(Spread()) }, tracker.made)
            },
            body: { stage, thread in
                Spread.current.value = thread
                return (thread % 5, try stage.0.resolve(Item.self))
            },
            check: { [tracker] stage, results in
                var items: [Int: Item] = [:]
                for result in results {
                    let (place, item) = try result.get()
                    try expect(items[place] == nil || items[place] === item, "place \(place) has two instances")
                    items[place] = item
                }
                try expect(Set(items.values.map(\.serial)).count == 5, "places share an instance")
                try expect(tracker.made - stage.1 == 5, "the factory ran \(tracker.made - stage.1) times")
            })
        var stated = Stated("C1 one instance for each of 5 places, 50 threads")
        stated.add(report.rounds, "containers")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
    }

    func testC1_ExactlyOncePerArgumentWhileOthersAreCompared() throws {
        /// Whoever compares gives the processor to another, who may put in what is looked for.
        struct Slow: Hashable, Sendable {
            let number: Int
            func hash(into hasher: inout Hasher) {}
            static func == (left: Slow, right: Slow) -> Bool {
                sched_yield()
                return left.number == right.number
            }
        }
        let rounds = StressScale.scaled(100, underThreadSanitizer: 40)
        let report = Barrage("C1 one per argument", threads: 16, rounds: rounds).run(
            prepare: { [tracker] _ in
                let made = Counter()
                return (
                    try Container {
                        Kept(arguments: Slow.self) { _, slow in
                            made.increment()
                            return Item(tracker, slow.number)
                        }
                    }, made
                )
            },
            body: { stage, thread in
                try (0..<5).map { try stage.0.resolve(Item.self, arguments: Slow(number: (thread + $0) % 5)).serial }
                    .sorted()
            },
            check: { stage, results in
                let serials = try Set(results.map { try $0.get() })
                try expect(serials.count == 1 && stage.1.value == 5, "\(stage.1.value) instances for 5 arguments")
            })
        var stated = Stated("C1 one instance for each of 5 arguments of one hash, 16 threads")
        stated.add(report.rounds, "containers")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
    }

    // MARK: Arguments

    func testD3_ArgumentsAreComparedWhole() throws {
        let container = try Container {
            Kept(arguments: SameHash.self) { [tracker] _, id in Item(tracker, id.number) }
        }
        let items = try (0..<100).map { try container.resolve(Item.self, arguments: SameHash($0)) }
        XCTAssertEqual(items.map(\.number), Array(0..<100))
        for number in 0..<100 {
            XCTAssertTrue(try container.resolve(Item.self, arguments: SameHash(number)) === items[number])
        }
        XCTAssertEqual(tracker.made, 100)
    }

    func testD3_SeveralArgumentsAreComparedWhole() throws {
        let container = try Container {
            Kept(arguments: Int.self, SameHash.self, String.self) { [tracker] _, number, id, text in
                Item(tracker, number * 100 + id.number * 10 + text.count)
            }
            Kept(arguments: SameHash.self, Int.self) { [tracker] _, id, number in
                Item(tracker, id.number * 10 + number)
            }.named("two")
        }
        for number in 0..<2 {
            for id in 0..<2 {
                for text in ["", "a"] {
                    let one = try container.resolve(Item.self, arguments: number, SameHash(id), text)
                    XCTAssertEqual(one.number, number * 100 + id * 10 + text.count)
                    XCTAssertTrue(try container.resolve(Item.self, arguments: number, SameHash(id), text) === one)
                }
                let two = try container.resolve(Item.self, named: "two", arguments: SameHash(id), number)
                XCTAssertEqual(two.number, id * 10 + number)
            }
        }
        XCTAssertEqual(tracker.made, 12)
    }

    func testPlaceAndArgumentsTellInstancesApartTogether() throws {
        let container = try Container { keptByNumber().lifetime(Chosen(chosen: chosen)) }
        let one = try container.resolve(Item.self, arguments: 7)
        chosen.value = 2
        XCTAssertFalse(try container.resolve(Item.self, arguments: 7) === one)
        chosen.value = 1
        XCTAssertFalse(try container.resolve(Item.self, arguments: 8) === one)
        XCTAssertTrue(try container.resolve(Item.self, arguments: 7) === one)
        XCTAssertEqual(tracker.made, 3)
    }

    func testARegistrationMayNeedItselfWithOtherArguments() throws {
        let container = try Container {
            Kept(arguments: Int.self) { [tracker] resolver, number in
                guard number > 1 else { return Item(tracker, number) }
                let before: Item = try resolver.resolve(arguments: number - 1)
                let first: Item = try resolver.resolve(arguments: number - 2)
                return Item(tracker, before.number + first.number)
            }
        }
        XCTAssertEqual(try container.resolve(Item.self, arguments: 40).number, 102_334_155)
        XCTAssertEqual(tracker.made, 41)
    }

    func testOtherArgumentsAreWrong() throws {
        let container = try Container {
            keptByNumber()
            kept().named("none")
        }
        let error = failure(.wrongArguments) { try container.resolve(Item.self, arguments: "a") }
        XCTAssertEqual(error?.path, ["Item"])
        failure(.wrongArguments) { try container.resolve(Item.self) }
        failure(.wrongArguments) { try container.resolve(Item.self, named: "none", arguments: 7) }
        XCTAssertEqual(tracker.made, 0)
    }

    // MARK: Failure, cycles, gates

    func testC4_AThrowIsNotKept() throws {
        let calls = Counter()
        let container = try Container {
            Kept(arguments: Int.self) { [tracker] _, number in
                if calls.increment() == 1 { throw Mishap(number) }
                return Item(tracker, number)
            }
        }
        let error = failure(.factoryFailed) { try container.resolve(Item.self, arguments: 3) }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(3))
        XCTAssertEqual(try container.resolve(Item.self, arguments: 3).number, 3)
        XCTAssertEqual(calls.value, 2)
        assertThreadIsIdle()
    }

    func testWhatPlaceThrowsGoesToTheAsker() throws {
        struct Broken: CustomLifetime {
            func place() throws -> Int? { throw Mishap(9) }
        }
        let container = try Container { Kept { [tracker] in Item(tracker) }.lifetime(Broken()) }
        let error = failure(.factoryFailed) { try container.resolve(Item.self) }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(9))
        XCTAssertEqual(error?.path, ["Item"])
        assertThreadIsIdle()
    }

    func testM3_PlacesWhoseFactoryThrewDoNotPileUp() throws {
        let container = try Container {
            Kept(arguments: Int.self) { _, number -> Item in throw Mishap(number) }
        }
        for number in 0..<10_000 { failure(.factoryFailed) { try container.resolve(Item.self, arguments: number) } }
        XCTAssertLessThanOrEqual(container.keptInstanceCount(of: Item.self), 33)
    }

    func testACycleIsClosedByInjection() throws {
        let container = try Container {
            kept().inject { item, resolver in item.partner = try resolver.resolve() }
            Kept(ItemPartner.init)
        }
        let item = try container.resolve(Item.self)
        let partner = try container.resolve(ItemPartner.self)
        XCTAssertTrue(item.partner === partner)
        XCTAssertTrue(partner.item === item)
        XCTAssertEqual(tracker.made, 1)
        item.partner = nil
        let other = try Container {
            kept().inject { item, resolver in item.partner = try resolver.resolve() }
            Kept(ItemPartner.init)
        }
        let second = try other.resolve(ItemPartner.self)
        XCTAssertTrue(second.item.partner === second)
        second.item.partner = nil
        assertThreadIsIdle()
    }

    func testACycleOfFactoriesIsAnError() throws {
        let container = try Container {
            Kept { [tracker] (resolver: Resolver) in
                _ = try resolver.resolve(ItemPartner.self)
                return Item(tracker)
            }
            Kept { ItemPartner(try $0.resolve()) }
        }
        let error = failure(.cycle) { try container.resolve(Item.self) }
        XCTAssertEqual(error?.path, ["Item", "ItemPartner", "Item"])
        assertThreadIsIdle()
    }

    // MARK: As other registrations

    func testO2_TheInstanceIsTheOwners() throws {
        let parent = try Container {
            kept()
            Kept(ItemPartner.init)
        }
        let child = try Container(parents: [parent]) { Singleton { [tracker] in Item(tracker, 5) }.named("own") }
        XCTAssertTrue(try child.resolve(Item.self) === parent.resolve(Item.self))
        let shadowing = try Container(parents: [parent]) { Singleton { [tracker] in Item(tracker, 6) } }
        XCTAssertTrue(try shadowing.resolve(ItemPartner.self).item === parent.resolve(Item.self))
        child.close()
        XCTAssertEqual(try parent.resolve(Item.self).serial, 1)
    }

    func testModifiersHold() throws {
        let kept = kept()
        let container = try Container {
            Module {
                kept.named("a").as { $0 as any Named }
                kept.contributed()
                kept.contributed()
                kept.named("eager").eager()
                kept.named("hidden").private()
            }
        }
        XCTAssertEqual(tracker.made, 1)
        XCTAssertTrue(
            try container.resolve((any Named).self, named: "a") as? Item === container.resolve(Item.self, named: "a"))
        XCTAssertEqual(try container.resolve([Item].self).count, 4)
        let other = try Container { keptByNumber().named(RegistrationName(3)).as { $0 as any Named } }
        XCTAssertEqual(try other.resolve((any Named).self, named: RegistrationName(3), arguments: 8).number, 8)
        failure(.missing) { try container.resolve(Item.self, named: "hidden") }
    }
}
