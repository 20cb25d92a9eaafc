// Cells of no layout: whoever asks brings the factory.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import Synchronization
import XCTest

private final class Item: @unchecked Sendable {  // The injected reference is set before it is shared.
    let life = Counted()
    let number: Int
    var other: Item?
    weak var parent: Item?
    init(_ number: Int = 0) { self.number = number }
}

final class StandaloneCellTests: WatchedTestCase {
    private func cell(
        _ lifetime: Lifetime, _ name: RegistrationName? = nil, _ type: any Any.Type = Item.self
    ) -> StandaloneCell {
        StandaloneCell(type, lifetime, shownAs: ServiceKey(Item.self, qualifier: name.map { Qualifier($0) }))
    }

    override func tearDown() {
        assertThreadIsIdle()
        super.tearDown()
    }

    func testC1_AKeptInstanceIsMadeOnceByWhoeverAsksFirst() throws {
        for _ in 0..<StressScale.scaled(200) {
            let cell = cell(.singleton)
            let made = Tally()
            let first = FirstSeen()
            let results = race(threads: 8) { number in
                first.isSame(
                    try cell.resolve {
                        made.increment()
                        return Item(number)
                    } as Item)
            }
            for result in results { XCTAssertTrue(try result.get()) }
            XCTAssertEqual(made.count, 1)
        }
    }

    func testLIFE1_EachLifetimeSharesAsItSays() throws {
        func two(_ cell: StandaloneCell) throws -> Bool {
            let first = try cell.resolve { Item() } as Item
            return try first === cell.resolve { Item() } as Item
        }
        XCTAssertFalse(try two(cell(.transient)))
        XCTAssertFalse(try two(cell(.graph)), "two outermost resolves")
        XCTAssertTrue(try two(cell(.singleton)))
        XCTAssertTrue(try two(cell(.shared)))
        let around = cell(.transient, "around")
        let graph = cell(.graph)
        XCTAssertTrue(try around.resolve(Bool.self) { try two(graph) }, "one outermost resolve")
        let shared = cell(.shared)
        weak var object: Item? = try shared.resolve { Item(1) }
        XCTAssertNil(object, "nobody holds it")
        XCTAssertNil(shared.existingInstance(Item.self))
        XCTAssertTrue(shared.isVacant)
        object = nil
    }

    func testM1_WhatTheCellAndTheGraphHoldGoesWithThem() throws {
        let before = Counted.alive
        do {
            let kept = cell(.singleton)
            _ = try kept.resolve { Item() } as Item
            XCTAssertEqual(Counted.alive, before + 1)
        }
        XCTAssertEqual(Counted.alive, before)
        // The entry of the running graph leads to the memory of a cell that nobody else holds any more.
        let around = cell(.transient)
        for _ in 0..<100 {
            _ = try around.resolve(Int.self) {
                for number in 0..<20 {
                    let own = self.cell(
                        number % 2 == 0 ? .graph : .singleton, nil, number % 4 == 0 ? Item.self : [Int].self)
                    if number % 4 == 0 {
                        XCTAssertEqual(try own.resolve { Item(number) }.number, number)
                    } else {
                        XCTAssertEqual(try own.resolve { [number] }, [number])
                    }
                }
                return 0
            }
        }
        XCTAssertEqual(Counted.alive, before)
    }

    func testC4_AFactoryThatThrowsLeavesTheCellEmpty() throws {
        for lifetime in [Lifetime.transient, .graph, .singleton, .shared] {
            let cell = cell(lifetime, "it")
            let error = failure(.factoryFailed) { try cell.resolve { throw Mishap(3) } as Item }
            XCTAssertEqual(error?.underlying as? Mishap, Mishap(3))
            XCTAssertEqual(error?.path, ["Item named \"it\""])
            failure(.declined) { try cell.resolve { throw Declined() } as Item }
            XCTAssertTrue(cell.isVacant)
            XCTAssertEqual(try cell.resolve { Item(5) }.number, 5)
        }
    }

    func testC3_ACircleOfFactoriesIsAnErrorWithItsPath() throws {
        for lifetime in [Lifetime.transient, .graph, .singleton, .shared] {
            let (a, b) = (cell(lifetime, "a"), cell(lifetime, "b"))
            func makeA() throws -> Item { try a.resolve { try makeB() } }
            func makeB() throws -> Item { try b.resolve { try makeA() } }
            let error = failure(.cycle) { try makeA() }
            XCTAssertEqual(error?.path, ["a", "b", "a"].map { "Item named \"\($0)\"" }, "\(lifetime)")
            assertThreadIsIdle()
        }
    }

    func testC3_ARepeatableFactoryMayAskForAnotherInstance() throws {
        let cell = cell(.transient)
        @Sendable func make(_ depth: Int) throws -> Item {
            try cell.resolve(Item.self, options: .isRepeatable) {
                let item = Item(depth)
                if depth > 0 { item.other = try make(depth - 1) }
                return item
            }
        }
        XCTAssertEqual(try make(30).other?.other?.number, 28)
        failure(.tooDeep) { try onThread(stackSize: 1 << 18) { try make(.max) } }
    }

    func testLIFE8_AnInstanceIsGivenEarlyToCloseACircle() throws {
        for lifetime in [Lifetime.graph, .singleton, .shared] {
            let (parent, child) = (cell(lifetime, "parent"), cell(lifetime, "child"))
            func makeParent() throws -> Item {
                try parent.resolve(Item.self, completedBy: { $0.other = try makeChild() }) { Item(1) }
            }
            func makeChild() throws -> Item {
                try child.resolve(Item.self, completedBy: { $0.parent = try makeParent() }) { Item(2) }
            }
            let made = try makeParent()
            XCTAssert(made.other?.parent === made, "\(lifetime)")
            // From the other end: what is shared is there already.
            guard lifetime != .graph else { continue }
            let other = try makeChild()
            XCTAssert(other.parent === made, "\(lifetime)")
            withExtendedLifetime(made) {}
        }
    }

    /// A factory asks for what an injection needs it for: the injection runs when the factory has returned, or not at all.
    func testLIFE8_AnInjectionIsPutOffUnlessItsClosureEndsWithTheCall() throws {
        for endsWithCall in [false, true] {
            let (parent, child) = (cell(.singleton, "parent"), cell(.singleton, "child"))
            func makeParent() throws -> Item {
                try parent.resolve(Item.self) {
                    let item = Item(1)
                    item.other = try makeChild()
                    return item
                }
            }
            func makeChild() throws -> Item {
                try child.resolve(
                    Item.self, options: endsWithCall ? .endsWithCall : [], completedBy: { $0.parent = try makeParent() }
                ) { Item(2) }
            }
            if endsWithCall {
                failure(.cycle) { try makeParent() }
            } else {
                let made = try makeParent()
                XCTAssert(made.other?.parent === made)
                XCTAssert(try makeParent() === made)
            }
            assertThreadIsIdle()
        }
    }

    func testC3_CirclesAcrossThreadsEndWithAnErrorOrAnInstance() throws {
        for _ in 0..<StressScale.scaled(200) {
            let (a, b) = (cell(.singleton, "a"), cell(.singleton, "b"))
            @Sendable func makeA() throws -> Item {
                try a.resolve(Item.self, completedBy: { $0.parent = try makeB() }) { Item(1) }
            }
            @Sendable func makeB() throws -> Item {
                try b.resolve(Item.self, completedBy: { $0.parent = try makeA() }) { Item(2) }
            }
            let results = race(threads: 4) { try $0 % 2 == 0 ? makeA() : makeB() }.map { try? $0.get() }
            XCTAssert(results[0] === results[2] && results[1] === results[3] && results[0]?.parent === results[1])
        }
    }

    func testC8_AFactoryOfAContainerBeginsAGraphOfItsOwn() throws {
        let graph = cell(.graph)
        let container = try Container(
            Plan { plan in
                plan.transient(Int.self) { resolver in
                    XCTAssertNotNil(Container.current)
                    let first = try graph.resolve { Item(7) } as Item
                    XCTAssertEqual(
                        try graph.resolve { Item(8) }.number, 8, "each call of a container's factory is outermost")
                    return first.number
                }
            })
        let seen: Bool = try cell(.transient).resolve {
            let outer = try graph.resolve { Item(6) } as Item
            XCTAssertEqual(try container.resolve(Int.self), 7)
            return try outer === graph.resolve { Item(8) } as Item
        }
        XCTAssertTrue(seen)
        XCTAssertNil(Container.current)
    }

    func testS1_ACellThatHasAnInstanceFromTheBeginning() throws {
        let item = Item(9)
        let kept = StandaloneCell(holding: item, .singleton, shownAs: ServiceKey(Item.self))
        XCTAssert(try kept.resolve { Item() } === item)
        XCTAssert(kept.existingInstance(Item.self) === item)
        var held: Item? = Item(10)
        let shared = unsafe StandaloneCell(holding: held.unsafelyUnwrapped, .shared, shownAs: ServiceKey(Item.self))
        XCTAssertEqual(shared.existingInstance(Item.self)?.number, 10)
        held = nil
        XCTAssertNil(shared.existingInstance(Item.self))
        XCTAssertEqual(try shared.resolve { Item(11) }.number, 11)
    }

    func testE1_TheRunningPathHasTheKeysOutermostFirst() throws {
        let (a, b) = (cell(.transient, "a"), cell(.singleton, "b"))
        let names: [String] = try a.resolve {
            try b.resolve([String].self) {
                XCTAssertEqual(RunningPath.depth, 2)
                XCTAssert(RunningPath.innermostCell === b)
                return RunningPath.keyNames
            }
        }
        XCTAssertEqual(names, ["Item named \"a\"", "Item named \"b\""])
        XCTAssertNil(RunningPath.innermostCell)
    }
}
