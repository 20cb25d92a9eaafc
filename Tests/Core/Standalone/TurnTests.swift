// Turns: one thread at a time, recursively, and never a hang.

import ArmoryCore
import ArmoryTestSupport
import XCTest

final class TurnTests: WatchedTestCase {
    private func cell(_ name: RegistrationName) -> StandaloneCell {
        StandaloneCell(Int.self, .singleton, shownAs: ServiceKey(Int.self, qualifier: Qualifier(name)))
    }

    func testC2_OneThreadAtATimeHasIt() throws {
        let reentrantLock = ReentrantLock()
        let rounds = StressScale.scaled(2_000)
        nonisolated(unsafe) var list: [Int] = []
        let results = race(threads: 8) { number in
            for round in 0..<rounds {
                reentrantLock.withLockOrWithout {
                    reentrantLock.withLockOrWithout { unsafe list.append(number &* rounds &+ round) }
                    XCTAssertTrue(reentrantLock.isHeldByCurrentThread)
                }
            }
            XCTAssertFalse(reentrantLock.isHeldByCurrentThread)
        }
        for result in results { try result.get() }
        unsafe XCTAssertEqual(list.count, 8 * rounds)
        unsafe XCTAssertEqual(Set(list).count, 8 * rounds)
    }

    func testC2_ItIsGivenBackAfterAThrow() {
        let reentrantLock = ReentrantLock()
        XCTAssertThrowsError(try reentrantLock.withLockOrWithout { throw Mishap() })
        XCTAssertNoThrow(try race(threads: 1) { _ in reentrantLock.withLockOrWithout {} }[0].get())
    }

    /// Two threads with a turn each, and each asks for the other's.
    func testC3_ThreadsThatWaitForEachOthersTurnsGoOn() throws {
        for _ in 0..<StressScale.scaled(200) {
            let turns = [ReentrantLock(), ReentrantLock()]
            let door = [Latch(), Latch()]
            let results = race(threads: 2) { number in
                turns[number].withLockOrWithout {
                    door[number].open()
                    door[1 - number].wait(seconds: 60)
                    return turns[1 - number].withLockOrWithout { number }
                }
            }
            XCTAssertEqual(try results.map { try $0.get() }, [0, 1])
            XCTAssertFalse(turns.contains(where: \.isHeldByCurrentThread))
        }
    }

    /// A thread makes a cell and asks for the turn; the one that has the turn asks for the cell.
    func testC3_AThreadThatIsWaitedForGoesOnWithoutTheTurn() throws {
        for _ in 0..<StressScale.scaled(200) {
            let (reentrantLock, cell) = (ReentrantLock(), cell("it"))
            let (hasTurn, makes) = (Latch(), Latch())
            let results = race(threads: 2) { number in
                if number == 0 {
                    return try reentrantLock.withLockOrWithout {
                        hasTurn.open()
                        makes.wait(seconds: 60)
                        return try cell.resolve { 0 } as Int
                    }
                }
                return try cell.resolve {
                    hasTurn.wait(seconds: 60)
                    makes.open()
                    return reentrantLock.withLockOrWithout { 1 }
                } as Int
            }
            XCTAssertEqual(try results.map { try $0.get() }, [1, 1])
        }
    }

    /// What a thread has made is complete when another one's injection is, which waits for the turn that the thread has.
    func testC3_AThreadThatWaitsForAllItHoldsIsNotWaitedForWithItsTurn() throws {
        for _ in 0..<StressScale.scaled(50) {
            let reentrantLock = ReentrantLock()
            let (root, single, late) = (partCell("root", .graph), partCell("single"), partCell("late"))
            let (isInjecting, isMaking) = (Latch(), Latch())
            @Sendable func makeLate() throws -> Part {
                try late.resolve(
                    Part.self,
                    completedBy: {
                        isInjecting.open()
                        isMaking.wait(seconds: 60)
                        $0.other = try reentrantLock.withLockOrWithout { try single.resolve(Part.self) { Part() } }
                    }
                ) { Part() }
            }
            let results = race(threads: 2) { number in
                guard number == 0 else { return try makeLate() }
                isInjecting.wait(seconds: 60)
                let made = try reentrantLock.withLockOrWithout {
                    try root.resolve(
                        Part.self,
                        completedBy: {
                            $0.other = try single.resolve(Part.self) {
                                isMaking.open()
                                Waits.come(to: "waits for Part named \"late\"")
                                return Part(try makeLate())
                            }
                        }
                    ) { Part() }
                }
                XCTAssertNotNil(made.other?.other?.other, "it is complete")
                return made
            }
            let parts = try results.map { try $0.get() }
            XCTAssert(parts[0].other?.other === parts[1])
            parts[1].other = nil
        }
    }

    private func partCell(_ name: RegistrationName, _ lifetime: Lifetime = .singleton) -> StandaloneCell {
        StandaloneCell(Part.self, lifetime, shownAs: ServiceKey(Part.self, qualifier: Qualifier(name)))
    }
}

private final class Part: @unchecked Sendable {  // The injected reference is set before it is shared.
    let life = Counted()
    var other: Part?
    init(_ other: Part? = nil) { self.other = other }
}
