import Armory
import ArmoryTestSupport
import XCTest

private final class Cup: Sendable { let life = Counted() }

// M2: a graph that runs outlives containers that were asked in it. Their slots' addresses come to be other slots'.
final class DroppedContainerTests: LeakCheckedTestCase {
    private static let rounds = 200

    /// The number of different cups that the rounds give, all of them held, in one outermost resolve.
    private func cups(_ round: @escaping @Sendable () throws -> Cup) throws -> Int {
        let outer = try Container {
            Transient { _ -> Int in
                var held: [ObjectIdentifier: Cup] = [:]
                for _ in 0..<Self.rounds {
                    let cup = try round()
                    held[ObjectIdentifier(cup)] = cup
                }
                return held.count
            }
        }
        defer { assertThreadIsIdle() }
        return try outer.resolve(Int.self)
    }

    func testM2_AContainerThatAFactoryDropsLeavesNothingInTheGraph() throws {
        let count = try cups {
            let container = try Container { Graph { Cup() } }
            return try container.resolve(Cup.self)
        }
        XCTAssertEqual(count, Self.rounds)
    }

    func testM2_AContainerThatAnotherThreadDropsLeavesNothingInTheGraph() throws {
        let shelf = Shelf<Container?>(nil)
        let count = try cups {
            try onThread(stackSize: 1 << 19) {
                shelf.value = nil
                shelf.value = try Container { Graph { Cup() } }
            }
            return try XCTUnwrap(shelf.value).resolve(Cup.self)
        }
        XCTAssertEqual(count, Self.rounds)
        shelf.value = nil
    }
}
