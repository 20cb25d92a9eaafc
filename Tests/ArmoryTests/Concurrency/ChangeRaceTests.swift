// Two threads at the same point of a change: each test makes one order of steps happen, by chance, but in nearly every run.

import Armory
import ArmoryTestSupport
import Synchronization
import XCTest

private final class Cup: Sendable { let life = Counted() }

private struct Filler {}

private final class Late: Sendable {
    let life = Counted()
    let cup: Cup
    init(_ cup: Cup) { self.cup = cup }
}

private final class Table: Sendable {
    let life = Counted()
    let cup: Cup
    let late: Provider<Late>
    init(cup: Cup, late: Provider<Late>) {
        self.cup = cup
        self.late = late
    }
}

private enum Place {}

final class ChangeRaceTests: LeakCheckedTestCase {
    /// A child makes slots for its parent's registrations, and its table is rebuilt without the slots of removed ones,
    /// while another thread puts a registration into such a slot.
    func testC7_ARegistrationIsNotLostWhenTheTableIsRebuiltMeanwhile() throws {
        let parent = try Container {
            Transient { 0 }
            for number in 0..<500 { Transient { Filler() }.qualified(by: number) }
        }
        let child = Container(parents: [parent])
        // So that rebuilding the table takes a while.
        for number in 0..<500 { _ = try child.resolve(Filler.self, qualifier: number) }
        let rounds = StressScale.scaled(40_000, atLeast: 5_000)
        let isOver = Atomic<Bool>(false)
        let jostle = Jostle()
        let results = race(threads: 2) { thread -> Int in
            defer { isOver.store(true, ordering: .relaxed) }
            var changes = 0
            if thread == 0 {
                // Interrupted while it changes the table, which is rebuilt once in some 500 rounds.
                try jostle.during {
                    repeat {
                        changes += 1
                        let number = changes
                        try parent.replace(Transient { number })
                        try expect(child.resolve(Int.self) == number, "another number")
                    } while changes < rounds && !isOver.load(ordering: .relaxed)
                }
            } else {
                repeat {
                    changes += 1
                    try child.register(Singleton(value: "\(changes)"))
                    try expect(child.resolve(String.self) == "\(changes)", "another string")
                    try child.remove(String.self)
                } while !isOver.load(ordering: .relaxed)
            }
            return changes
        }
        jostle.stop()
        for result in results { XCTAssertGreaterThan(try result.get(), 0) }
    }

    /// A container ends on another thread while its instance is moved from a resolve's graph to the lasting graph.
    ///
    /// The next container's slot may have the address of its slot.
    func testM2_ALastingGraphDoesNotTakeTheSlotOfAContainerThatEndsMeanwhile() throws {
        let fillers = 300
        let report = Barrage(
            "M2 a container ends while a graph is kept", threads: 2, rounds: StressScale.scaled(200, atLeast: 50)
        ).run { _ in
            try GraphOfTwo(fillers: fillers)
        } body: { stage, thread in
            if thread == 0 { try stage.makeTable() } else { try stage.exchangeContainers() }
        } check: { stage, results in
            for result in results { try result.get() }
            let table = try XCTUnwrap(stage.table.value)
            try expect(table.late().cup !== table.cup, "the cup of a container that has ended")
        }
        XCTAssertNil(report.miss)
    }

    /// A site's instance is finished by another thread while this one looks for it.
    func testC9_AnInstanceThatIsBegunIsPresentWhileItIsFinished() throws {
        let key = SiteKey(Place.self, "cup")
        let report = Barrage(
            "C9 a site's instance is finished", threads: 2, rounds: StressScale.scaled(2_000, atLeast: 1_000),
            isJostled: true
        ).run { _ in
            (container: Container(), isBegun: Signal())
        } body: { stage, thread throws -> Cup in
            if thread == 0 {
                return try stage.container.take(
                    at: key, .singleton, as: Cup.self,
                    CallerFactory(isRepeatable: true, injection: nil) {
                        stage.isBegun.send()
                        return Cup()
                    })
            }
            stage.isBegun.wait()
            stage.isBegun.lookAgain(Int.random(in: 0..<100))
            return try stage.container.present(at: key, as: Cup.self)
        } check: { _, results in
            try expect(results[0].get() === results[1].get(), "two instances")
        }
        XCTAssertNil(report.miss)
    }
}

/// A graph with an instance of a container that another thread releases.
private final class GraphOfTwo: Sendable {
    let table = Shelf<Table?>(nil)
    private let other: Shelf<Container?>
    private let main: Container
    private let isMade = Signal()

    init(fillers: Int) throws {
        let other = Shelf<Container?>(try Container { Graph { Cup() } })
        let isMade = isMade
        self.other = other
        main = try Container {
            Transient { Late(try XCTUnwrap(other.value).resolve(Cup.self)) }
            for number in 0..<fillers { Graph { Filler() }.qualified(by: number) }
            Transient { (resolver: Resolver) -> Table in
                let cup = try XCTUnwrap(other.value).resolve(Cup.self)
                for number in 0..<fillers { _ = try resolver.resolve(Filler.self, qualifier: number) }
                let table = Table(cup: cup, late: try resolver.resolve(Provider<Late>.self))
                isMade.send()
                return table
            }
        }
    }

    func makeTable() throws { table.value = try main.resolve(Table.self) }

    /// Releases the other container, while the graph is kept, and puts another in its place.
    func exchangeContainers() throws {
        isMade.wait()
        isMade.lookAgain(Int.random(in: 0..<30_000))
        other.value = nil
        other.value = try Container { Graph { Cup() } }
    }
}

/// A flag that a thread polls until it is set.
private final class Signal: Sendable {
    private let isSent = Atomic<Bool>(false)

    func send() { isSent.store(true, ordering: .releasing) }

    func wait() {
        while !isSent.load(ordering: .acquiring) { sched_yield() }
    }

    /// Spends some nanoseconds for each of `times`.
    func lookAgain(_ times: Int) {
        for _ in 0..<times { _ = isSent.load(ordering: .acquiring) }
    }
}
