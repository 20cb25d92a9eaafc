import Armory
import ArmoryTestSupport
import Synchronization
import XCTest

/// What cannot be copied is lent.
final class LendingTests: LeakCheckedTestCase {
    struct Journal: ~Copyable, Sendable {
        private let life = Counted()
        private let ended: Counter
        private let entries = Atomic(0)
        let number: Int

        init(_ ended: Counter, number: Int = 0) {
            self.ended = ended
            self.number = number
        }

        borrowing func write() -> Int { entries.add(1, ordering: .relaxed).newValue }

        deinit { ended.increment() }
    }

    final class Clerk: Sendable {
        let journal: Lender<Journal>
        init(journal: Lender<Journal>) { self.journal = journal }
    }

    private let ended = Counter()

    func testC1_WhatIsLentIsMadeOnceBy8ThreadsAndEndsWithTheContainer() throws {
        let made = Counter()
        do {
            let container = try Container {
                Singleton(lending: Journal.self) { [ended] in Journal(ended, number: made.increment()) }
            }
            let outcomes = race(threads: 8) { _ in
                var last = 0
                for _ in 0..<1000 {
                    last = try container.with(Journal.self) { journal in
                        XCTAssertEqual(journal.number, 1)
                        return journal.write()
                    }
                }
                return last
            }
            XCTAssertEqual(try outcomes.map { try $0.get() }.max(), 8000, "all threads wrote into one")
            XCTAssertEqual(made.value, 1)
            XCTAssertEqual(ended.value, 0)
            container.close()
            failure(.closed) { try container.with(Journal.self) { $0.number } }
        }
        // A thread of the race may still be letting go of its closure.
        let limit = ContinuousClock.now + .seconds(60)
        while ended.value == 0, ContinuousClock.now < limit { sched_yield() }
        XCTAssertEqual(ended.value, 1)
        assertThreadIsIdle()
    }

    func testItEndsWhereTheContainerIsReleased() throws {
        do {
            let container = try Container { Singleton(lending: Journal.self) { [ended] _ in Journal(ended) } }
            XCTAssertEqual(try container.with(Journal.self) { $0.write() }, 1)
        }
        XCTAssertEqual(ended.value, 1)
    }

    func testAFailureIsNotKeptAndTheErrorOfTheBodyIsTheCallers() throws {
        let calls = Counter()
        let container = try Container {
            Singleton(lending: Journal.self) { [ended] in
                if calls.increment() == 1 { throw Mishap(4) }
                return Journal(ended)
            }
        }
        failure(.factoryFailed) { try container.with(Journal.self) { $0.write() } }
        XCTAssertThrowsError(try container.with(Journal.self) { _ in throw Mishap(5) }) {
            XCTAssertEqual(($0 as? Mishap)?.number, 5)
        }
        XCTAssertEqual(try container.with(Journal.self) { $0.write() }, 1)
        XCTAssertEqual(calls.value, 2)
        assertThreadIsIdle()
    }

    func testEachScopeLendsItsOwn() throws {
        let made = Counter()
        let container = try Container {
            Scoped(lending: Journal.self) { [ended] in Journal(ended, number: made.increment()) }
        }
        for number in 1...2 {
            try container.withScope { scope in
                XCTAssertEqual(try scope.with(Journal.self) { $0.number }, number)
                XCTAssertEqual(try scope.with(Journal.self) { $0.number }, number)
            }
            XCTAssertEqual(ended.value, number)
        }
        failure(.outsideScope) { try container.with(Journal.self) { $0.number } }
    }

    func testHooksAndOtherInstancesUseItInPlace() throws {
        let log = Log<Int>()
        do {
            let container = try Container {
                Singleton(lending: Journal.self) { [ended] in Journal(ended, number: 3) }
                    .onShutdown { log.add($0.value.number) }
                Singleton(Clerk.init)
            }
            let isLongEnough = try container.with(Journal.self) { journal in
                let clerk = try container.resolve(Clerk.self)
                return clerk.journal.value.write() + 1 == journal.write()
            }
            XCTAssertTrue(isLongEnough)
            container.close()
            XCTAssertEqual(log.all, [3])
        }
        XCTAssertEqual(ended.value, 1)
    }

    func testWhatCanBeCopiedIsStillLentAsItself() throws {
        let container = try Container { Singleton(value: 7) }
        XCTAssertEqual(try container.with(Int.self) { $0 }, 7)
    }
}
