import Armory
import ArmoryTestSupport
import XCTest

/// Many derived containers at the same time.
final class ParallelDerivedTests: LeakCheckedTestCase {
    final class Clock: Sendable {
        private let life = Counted()
        let number: Int
        init(_ number: Int) { self.number = number }
    }
    final class Journal: Sendable {
        private let life = Counted()
        let clock: Clock
        init(clock: Clock) { self.clock = clock }
    }
    final class Orders: Sendable {
        private let life = Counted()
        let (journal, prices): (Journal, Prices)
        init(journal: Journal, prices: Prices) { (self.journal, self.prices) = (journal, prices) }
    }
    final class Prices: Sendable {
        private let life = Counted()
    }

    private func base(_ prices: Counter) throws -> Container {
        try Container {
            Singleton { Clock(-1) }
            Singleton(Journal.init)
            Singleton(Orders.init)
            Singleton { () -> Prices in
                prices.increment()
                return Prices()
            }
        }
    }

    /// What is wrong with a container that overrides the clock, its scope, and what they share with the base.
    private static func faults(in base: Container, _ number: Int) throws -> [String] {
        let derived = try base.overriding { Singleton { Clock(number) } }
        defer { derived.close() }
        let orders = try derived.resolve(Orders.self)
        var faults: [String] = []
        if orders.journal.clock.number != number {
            faults.append("\(number): the clock of \(orders.journal.clock.number)")
        }
        if try derived.resolve(Journal.self) !== orders.journal { faults.append("\(number): another's journal") }
        if try base.resolve(Prices.self) !== orders.prices { faults.append("\(number): other prices") }
        if try base.resolve(Orders.self).journal.clock.number != -1 { faults.append("\(number): seen in the base") }
        let request = try derived.openScope()
        if try request.resolve(Orders.self) !== orders { faults.append("\(number): another's orders in a scope") }
        return faults
    }

    func testO4_AThousandInParallelDoNotSeeOneAnother() throws {
        let (made, count, threads) = (Counter(), 1_000, 8)
        let base = try base(made)
        let results = race(threads: threads) { thread in
            try (0..<count / threads).flatMap { try Self.faults(in: base, thread * 1_000 + $0) }
        }
        for result in results { XCTAssertEqual(try result.get(), []) }
        XCTAssertEqual(made.value, 1, "what does not depend on the clock was made once")
        state(count, "derived containers on 8 threads")
    }

    func testO4_AThousandTasksHaveAContainerEach() async throws {
        let base = try base(Counter())
        let faults = try await withThrowingTaskGroup(of: [String].self) { group in
            for number in 0..<1_000 { group.addTask { try Self.faults(in: base, number) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        XCTAssertEqual(faults, [])
    }

    func testO4_ThreadsThatShareADerivedContainerMakeEachInstanceOnce() throws {
        let rounds = 200
        for round in 0..<rounds {
            let journals = Counter()
            let base = try Container {
                Singleton { Clock(-1) }
                Singleton { (clock: Clock) -> Journal in
                    journals.increment()
                    return Journal(clock: clock)
                }
            }
            let derived = try base.overriding { Singleton { Clock(round) } }
            let results = race(threads: 4) { _ in try derived.resolve(Journal.self) }
            let first = try results[0].get()
            for result in results { XCTAssertTrue(try result.get() === first) }
            XCTAssertEqual(journals.value, 1)
        }
        state(rounds, "races for an instance of a derived container")
    }

    func testO4_AHundredThousandDoNotGrowTheProcess() throws {
        let full = StressScale.isThreadSanitized ? 10_000 : 100_000
        let count = StressScale.scaled(full, atLeast: 3_000)
        let base = try base(Counter())
        func derive(_ number: Int) throws {
            let derived = try base.overriding { Singleton { Clock(number) } }
            XCTAssertEqual(try derived.resolve(Orders.self).journal.clock.number, number)
        }
        for number in 0..<100 { try derive(number) }
        let check = LeakCheck()
        let growth = try Heap.growth { round in
            for number in (round * count / 5)..<((round + 1) * count / 5) { try derive(number) }
        }
        XCTAssertEqual(check.growth(within: 60), [])
        XCTAssertLessThan(growth, count / 5 * 16, "one small object for each container is more")
        state(count, "derived containers in turn")
    }

    private func state(_ count: Int, _ what: String) {
        var stated = Stated("O4 overriding")
        stated.add(count, what)
        stated.state(misses: 0)
    }
}
