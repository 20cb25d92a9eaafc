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
        let request = Container(parents: [derived], scope: .request)
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

    func testO4_ReplacingInTheBaseMeanwhile() throws {
        let rounds = 300
        let base = try base(Counter())
        let done = Latch()
        let results = race(threads: 3) { thread in
            if thread == 0 {
                for number in 0..<rounds { try base.replace(Singleton { Clock(-1 - number) }) }
                done.open()
                return
            }
            while !done.wait(seconds: 0) {
                let derived = try base.overriding { Singleton { Clock(thread) } }
                let orders = try derived.resolve(Orders.self)
                guard orders.journal.clock.number == thread else { throw Mishap(orders.journal.clock.number) }
            }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        state(rounds, "changes of a base under derived containers")
    }

    func testO4_AHundredThousandDoNotGrowTheProcess() throws {
        // A build that counts what is alive is slower, and sees one container that is left over.
        let full = StressScale.isThreadSanitized || Census.alive(.container) != nil ? 10_000 : 100_000
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
        XCTAssertEqual(base.ownSlotCount, 0)
        XCTAssertLessThan(growth, count / 5 * 16, "one small object for each container is more")
        state(count, "derived containers in turn")
    }

    private func state(_ count: Int, _ what: String) {
        var stated = Stated("O4 overriding")
        stated.add(count, what)
        stated.state(misses: 0)
    }

    /// Deriving does not look at what the base has: the work is the same for ten registrations as for five thousand.
    func testO4_DerivingCostsTheSameHoweverLargeTheBase() throws {
        func growth(_ size: Int) throws -> Int {
            let base = Container()
            for type in ManyTypes.tenThousand.prefix(size) {
                func register<T: Makeable>(_: T.Type) throws { try base.register(Singleton { T() }) }
                try register(type)
            }
            try base.register(Singleton { Clock(-1) })
            base.freeze()
            // The first ones fill the caches of the allocator.
            for number in 0..<20 { _ = try base.overriding { Singleton { Clock(number) } } }
            var containers: [Container] = []
            containers.reserveCapacity(9)
            return try Heap.growth(rounds: 9) { number in
                containers.append(try base.overriding { Singleton { Clock(number) } })
            }
        }
        let (small, large) = (try growth(10), try growth(5_000))
        XCTAssertGreaterThan(small, 64, "the measure works")
        // Which blocks the allocator takes from its caches makes some difference, but less than a bit for each registration.
        XCTAssertLessThan(large, small + 5_000 / 8)
    }
}
