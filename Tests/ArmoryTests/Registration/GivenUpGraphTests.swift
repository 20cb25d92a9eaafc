import Armory
import ArmoryTestSupport
import XCTest

/// A failure in a graph takes with it what holds what failed, and nothing else.
final class GivenUpGraphTests: XCTestCase {
    private struct Unlucky: Error {}

    private final class Faulty { var item: Item? }
    private final class Item {}
    private final class Holder: @unchecked Sendable {  // Immutable.
        let item: Item
        init(item: Item) { self.item = item }
    }

    func testC4_WhatAFailureDoesNotHoldStaysTheGraphs() throws {
        let container = try Container {
            Graph { Faulty() }.inject { _, resolver in
                _ = try resolver.resolve(Holder.self)
                throw Unlucky()
            }
            Graph { Item() }
            Singleton { Holder(item: try $0()) }
            Transient { resolver -> [Item] in
                XCTAssertThrowsError(try resolver.resolve(Faulty.self))
                XCTAssertThrowsError(try resolver.resolve(Faulty.self), "what failed is made anew")
                return [try resolver.resolve(Item.self), try resolver.resolve(Holder.self).item]
            }
        }
        let items = try container.resolve([Item].self)
        XCTAssertTrue(items[0] === items[1], "two items in one graph")
    }

    func testC4_WhatHoldsAFailureIsMadeAnew() throws {
        final class Root { var part: Part? }
        final class Part { var root: Root? }
        let attempts = Counter()
        let container = try Container {
            Graph { Root() }.inject { root, resolver in
                root.part = try resolver.resolve(Part.self)
                if attempts.increment() == 1 { throw Unlucky() }
            }
            Graph { Part() }.inject { $0.root = try $1.resolve(Root.self) }
            Transient { resolver -> Root in
                XCTAssertThrowsError(try resolver.resolve(Root.self))
                let part = try resolver.resolve(Part.self)
                XCTAssertTrue(part.root?.part === part, "half of what failed is left")
                return try resolver.resolve(Root.self)
            }
            .named("outer")
        }
        let root = try container.resolve(Root.self, named: "outer")
        XCTAssertTrue(root.part?.root === root)
        root.part = nil
    }

    // One thread makes Faulty, in a container that builds one at a time, > Kept > Piece > Far; the other one Far > Tool,
    // whose turn does not come before Faulty has failed. Kept is not part of that failure.
    func testC1_AFailureDoesNotGiveUpWhatWaitsForAnotherThread() throws {
        final class Tool {}
        final class Far: @unchecked Sendable { var isComplete = false }  // Written before it is published.
        final class Piece: @unchecked Sendable { var far: Far? }  // As `Far`.
        final class Kept: @unchecked Sendable { var piece: Piece? }  // As `Far`.
        let isPieceInjecting = Latch()
        let made = Counter()
        let oneAtATime = Container(configuration: .init(building: .oneAtATime))
        let container = Container()
        try oneAtATime.register(Transient { Tool() })
        try oneAtATime.register(
            Graph { () -> Faulty in
                _ = try container.resolve(Kept.self)
                return Faulty()
            }
            .inject { _, _ in throw Unlucky() })
        try container.register(
            Singleton { () -> Kept in
                made.increment()
                return Kept()
            }
            .inject { $0.piece = try $1.resolve(Piece.self) })
        try container.register(
            Graph { Piece() }.inject { piece, resolver in
                isPieceInjecting.open()
                for _ in 0..<20_000 where !WaitForGraph.shared.description.contains("waits for its turn") {
                    usleep(1_000)
                }
                piece.far = try resolver.resolve(Far.self)
            })
        try container.register(
            Singleton { Far() }.inject { [unowned oneAtATime] far, _ in
                _ = try oneAtATime.resolve(Tool.self)
                far.isComplete = true
            })
        let results = race(threads: 2) { thread in
            if thread == 0 { return XCTAssertThrowsError(try oneAtATime.resolve(Faulty.self)) }
            isPieceInjecting.wait()
            XCTAssertTrue(try container.resolve(Far.self).isComplete)
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        XCTAssertTrue(try container.resolve(Kept.self).piece?.far?.isComplete == true)
        XCTAssertEqual(made.value, 1)
    }
}
