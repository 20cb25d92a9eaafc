// What lazy property wrappers store: asked for at the first read, once, however many threads read.

import ArmoryCore
import ArmoryRegistry
import ArmoryTestSupport
import Foundation
import XCTest

final class LateInstanceTests: RegistryTestCase {
    private typealias Late = LateInstance<Item, Int>

    func testC1_TheFirstReadOfManyThreadsAsksOnce() throws {
        let rounds = StressScale.scaled(500, underThreadSanitizer: 100)
        for _ in 0..<rounds {
            let late = Late(7, isWeak: false)
            let asked = Tally()
            let results = race(threads: 8) { _ in
                try XCTUnwrap(
                    late.instance { question in
                        asked.increment()
                        sched_yield()
                        return Item(question)
                    })
            }
            let items = try results.map { try $0.get() }
            XCTAssertEqual(Set(items.map(ObjectIdentifier.init)).count, 1)
            XCTAssertEqual(asked.count, 1)
            XCTAssertEqual(items.first?.number, 7)
        }
        var stated = Stated("C1 the first read of a lazy property, 8 threads")
        stated.add(rounds, "properties")
        stated.state(misses: 0)
    }

    func testLIFE1_AWeakOneIsNotHeldAndNotAskedForAgain() throws {
        let late = Late(1, isWeak: true)
        XCTAssertNil(late.present)
        var item: Item? = Item(2)
        let asked = try XCTUnwrap(item)
        XCTAssert(late.instance { _ in asked } === item)
        XCTAssert(late.present === item)
        // The constant holds it too.
        withExtendedLifetime(asked) {}
        let other = Late(3, isWeak: true)
        XCTAssertNil(other.instance { Item($0) }, "nobody holds it")
        XCTAssertNil(
            other.instance { _ in
                XCTFail("asked again"); return Item()
            })
        XCTAssertEqual(other.instance({ _ in Item() }, or: { Item(9) }).number, 9)
        item = nil
    }

    func testS1_AnInstanceIsSetAndLetGo() throws {
        let before = Counted.alive
        let late = Late(1, isWeak: false)
        late.set(Item(5))
        XCTAssertEqual(
            late.instance { _ in
                XCTFail("asked"); return Item()
            }?.number, 5)
        XCTAssertEqual(Counted.alive, before + 1)
        late.set(nil)
        XCTAssertEqual(Counted.alive, before, "it was let go")
        XCTAssertNil(late.present)
        XCTAssertNil(
            late.instance { _ in
                XCTFail("asked after it was set"); return Item()
            })
    }

    func testS1_TheQuestionMayChangeUntilItIsAsked() throws {
        let late = Late(1, isWeak: false)
        late.changeQuestion { $0 += 10 }
        XCTAssertEqual(late.question, 11)
        XCTAssertEqual(late.instance { Item($0) }?.number, 11)
        late.changeQuestion { $0 = 3 }
        XCTAssertEqual(late.instance { Item($0) }?.number, 11)
    }

    func testM2_WhatIsReplacedMayUseThePropertyWhenItGoes() throws {
        let late = Late(1, isWeak: false)
        let ended = Tally()
        late.set(
            Item { [unowned late] in
                _ = late.present
                ended.increment()
            })
        late.set(Item(2))
        XCTAssertEqual(ended.count, 1)
        let held = LateInstance<Item, Item>(
            Item { [weak late] in
                _ = late?.present
                ended.increment()
            }, isWeak: false)
        held.changeQuestion { $0 = Item() }
        XCTAssertEqual(ended.count, 2)
    }

    /// Each answer reads the other property, on two threads: both wait for each other, so one asks beside the other.
    func testC3_TwoPropertiesThatReadEachOtherOnTwoThreadsDoNotHang() throws {
        let rounds = StressScale.scaled(200, underThreadSanitizer: 50)
        for _ in 0..<rounds {
            let lates = [Late(0, isWeak: false), Late(1, isWeak: false)]
            let begun = [Latch(), Latch()]
            let seen = Locked<[Int: Item]>([:])
            let results = race(threads: 2) { number in
                lates[number].instance { question in
                    begun[number].open()
                    begun[1 - number].wait(seconds: 60)
                    // The answer to this one ends the chain.
                    let other = lates[1 - number].instance { Item($0) }
                    seen.withLock { $0[1 - number] = other }
                    return Item(question)
                }
            }
            let items = try results.map { try XCTUnwrap(try $0.get()) }
            for number in 0..<2 {
                XCTAssert(lates[number].present === items[number], "all get the first instance")
                XCTAssert(seen.withLock { $0[number] } === items[number], "all get the first instance")
            }
            XCTAssertEqual(items.map(\.number), [0, 1])
        }
        var stated = Stated("C3 two lazy properties in a circle, 2 threads")
        stated.add(rounds, "circles")
        stated.state(misses: 0)
    }

    func testC1_PropertiesOfOneCellHaveItsOneInstance() throws {
        let registry = Registry()
        registry.register()
        for _ in 0..<StressScale.scaled(200, underThreadSanitizer: 50) {
            let lates = (0..<4).map { _ in Late(0, isWeak: false) }
            let results = race(threads: 4) { number in
                lates[number].instance { _ in (try? registry.item()) ?? Item(-1) }
            }
            let items = try results.map { try XCTUnwrap(try $0.get()) }
            XCTAssertEqual(Set(items.map(ObjectIdentifier.init)).count, 1)
            registry.forget { _ in true }
        }
    }

    func testS1_AReadOfSetPropertiesUnderEightThreadsHasOneOfTheSet() throws {
        let late = Late(0, isWeak: false)
        late.set(Item(0))
        let rounds = StressScale.scaled(2_000, underThreadSanitizer: 500)
        let results = race(threads: 8) { number in
            for round in 0..<rounds {
                if number == 0 {
                    late.set(Item(round))
                } else {
                    let item = late.instance { _ in Item(-1) }
                    try expect(item.map { $0.number >= 0 } == true, "round \(round)")
                }
            }
        }
        for result in results { try result.get() }
    }
}
