import Armory
import ArmoryTestSupport
import XCTest

/// A failure in a graph takes with it what holds what failed, and nothing else.
final class GivenUpGraphTests: LeakCheckedTestCase {
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

    // One thread makes Outer > Faulty > Kept > Piece > Far; the other one Far > Outer, which does without Faulty. So Kept
    // and Piece wait for the other thread when Faulty fails, and are not part of that.
    func testC1_AFailureDoesNotGiveUpWhatWaitsForAnotherThread() throws {
        final class Outer: Sendable {}
        final class Far: @unchecked Sendable { var outer: Outer? }  // Written before it is published.
        final class Piece: @unchecked Sendable { var far: Far? }  // As `Far`.
        final class Kept: @unchecked Sendable { var piece: Piece? }  // As `Far`.
        let isPieceInjecting = Latch()
        let made = Counter()
        let container = try Container {
            Singleton { Outer() }.inject { _, resolver in
                XCTAssertThrowsError(try resolver.resolve(Faulty.self))
            }
            Graph { resolver -> Faulty in
                _ = try resolver.resolve(Kept.self)
                return Faulty()
            }
            .inject { _, _ in throw Unlucky() }
            Singleton { () -> Kept in
                made.increment()
                return Kept()
            }
            .inject { $0.piece = try $1.resolve(Piece.self) }
            Graph { Piece() }.inject { piece, resolver in
                isPieceInjecting.open()
                if made.value == 1 { XCTAssertTrue(Waits.come(to: "waits for Outer")) }
                piece.far = try resolver.resolve(Far.self)
            }
            Singleton { Far() }.inject { $0.outer = try $1.resolve(Outer.self) }
        }
        let results = race(threads: 2) { thread in
            if thread == 0 {
                _ = try container.resolve(Outer.self)
            } else {
                isPieceInjecting.wait()
                _ = try container.resolve(Far.self)
            }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        XCTAssertNotNil(try container.resolve(Kept.self).piece?.far?.outer)
        XCTAssertEqual(made.value, 1)
    }

    // One thread makes Keeper > Piece > Near > Far and Piece again; the other one Far > Near. So Near has Far early, waits for
    // Piece, and Keeper has Piece early. Then Far fails: Keeper's factory has run to success, but what it made holds a piece
    // that will never be whole, so it is made again, without one.
    func testC4_WhatTriedWhatAnotherThreadGaveUpIsMadeAgainWithoutIt() throws {
        final class Keeper: @unchecked Sendable {  // Immutable.
            let piece: Piece?
            init(piece: Piece?) { self.piece = piece }
        }
        final class Piece: @unchecked Sendable {  // Immutable.
            let near: Near
            init(near: Near) { self.near = near }
        }
        final class Near: Sendable {}
        final class Far: Sendable {}
        let isNearInjecting = Latch()
        let (made, nearAttempts, farAttempts) = (Counter(), Counter(), Counter())
        let container = try Container {
            Singleton { resolver -> Keeper in
                let piece = try? resolver.resolve(Piece.self)
                made.increment()
                return Keeper(piece: piece)
            }
            Graph { Piece(near: try $0()) }
            Singleton { Near() }.inject { _, resolver in
                if nearAttempts.increment() == 1 {
                    isNearInjecting.open()
                    XCTAssertTrue(Waits.come(to: "waits for Near"))
                }
                _ = try resolver.resolve(Far.self)
                _ = try resolver.resolve(Piece.self)
            }
            Singleton { Far() }.inject { _, resolver in
                _ = try resolver.resolve(Near.self)
                if farAttempts.increment() == 1 { XCTAssertTrue(Waits.come(to: "waits for Keeper")) }
                throw Unlucky()
            }
        }
        let results = race(threads: 2) { thread -> Keeper? in
            if thread == 0 { return try container.resolve(Keeper.self) }
            isNearInjecting.wait()
            XCTAssertThrowsError(try container.resolve(Far.self))
            return nil
        }
        XCTAssertNoThrow(try results[1].get())
        let keeper = try results[0].get()
        XCTAssertNil(keeper?.piece, "what was given up is held")
        XCTAssertTrue(try container.resolve(Keeper.self) === keeper)
        XCTAssertEqual(made.value, 2, "given up once, and kept then")
    }
}
