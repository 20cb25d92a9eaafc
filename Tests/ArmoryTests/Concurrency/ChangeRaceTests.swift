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

    /// A scope is marked as closed while another thread makes its table longer, and then publishes that one.
    func testLIFE3_AScopeStaysClosedThoughItsTableGrowsMeanwhile() throws {
        let report = Barrage(
            "LIFE3 a scope ends while its table grows", threads: 2, rounds: StressScale.scaled(1_000, atLeast: 300)
        ).run { _ in
            try GrowingScope()
        } body: { stage, thread in
            if thread == 0 { stage.fill() } else { stage.end() }
        } check: { stage, results in
            for result in results { try result.get() }
            try expect(stage.isClosed, "the scope is open again")
        }
        XCTAssertNil(report.miss)
    }

    /// A writer looks at the graph of another thread while that thread's index becomes longer.
    func testM3_TheInstancesOfAGraphAreHazardsWhileItsIndexGrows() throws {
        let report = Barrage("M3 an index grows", threads: 2, rounds: StressScale.scaled(50, atLeast: 20)).run { _ in
            try GrowingGraph()
        } body: { stage, thread in
            if thread == 0 { try stage.grow() } else { try stage.look() }
        } check: { _, results in
            for result in results { try result.get() }
        }
        XCTAssertNil(report.miss)
    }

    /// A writer looks at the loans of another thread while that thread's list of them becomes longer.
    func testM3_LoansAreHazardsWhileTheirListGrows() throws {
        let (isBegun, isSeen, isOver) = (Signal(), Signal(), Signal())
        let first: UInt = 4096
        let results = race(threads: 2) { thread in
            if thread == 1 {
                isBegun.wait()
                while !isOver.isSent {
                    let hazards = ThreadRegistry.shared.hazards()
                    isSeen.send()
                    try expect(hazards.contains(first) || isOver.isSent, "the first loan is no hazard")
                    // The other thread needs the registry's lock.
                    usleep(20)
                }
                return
            }
            let context = unsafe ThreadContext.current
            // So many because a list that has grown stays long: it does so some ten times.
            let count: UInt = 1 << 17
            unsafe context.pushBorrow(first)
            isBegun.send()
            isSeen.wait()
            for number in 1..<count { unsafe context.pushBorrow(first + 16 * number) }
            isOver.send()
            for _ in 0..<count { unsafe context.popBorrow() }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
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

/// A scope whose table becomes longer when one more registration is resolved.
private final class GrowingScope: Sendable {
    /// Each of them has two entries, of at most 32 before the table grows.
    private static let most = 16

    private let container: Container
    private let scope: Container
    private let isFull = Signal()
    private let isEnding = Signal()

    init() throws {
        container = try Container {
            for number in 0...Self.most { Scoped { number }.qualified(by: number) }
        }
        scope = try container.openScope()
    }

    func fill() {
        for number in 0...Self.most {
            if number == Self.most {
                isFull.send()
                isEnding.wait()
            }
            _ = try? scope.resolve(Int.self, qualifier: number)
        }
    }

    func end() {
        isFull.wait()
        isEnding.send()
        isFull.lookAgain(Int.random(in: 0..<2_000))
        _ = scope.endWithoutHooks()
    }

    /// Whether a resolve in the scope throws the error that says so.
    var isClosed: Bool {
        do throws(ResolutionError) {
            _ = try scope.resolve(Int.self, qualifier: 0)
            return false
        } catch {
            return error.code == .closed
        }
    }
}

/// A lasting graph, whose index begins short, and grows while an object is made in it.
private final class GrowingGraph: Sendable {
    private final class Large: Sendable {}

    private final class Root: Sendable {
        let large: Provider<Large>
        init(large: Provider<Large>) { self.large = large }
    }

    /// What stands for the address of a slot.
    private static let first: UInt = 4096

    private let container: Container
    private let root: Root
    private let isBegun = Signal()
    private let isSeen = Signal()
    private let isOver = Signal()

    init() throws {
        let (isBegun, isSeen, isOver) = (isBegun, isSeen, isOver)
        container = try Container {
            Transient { () -> Large in
                let context = unsafe ThreadContext.current
                unsafe context.pointee.graph.insert(Self.first, 0)
                isBegun.send()
                isSeen.wait()
                for number in 1..<10_000 {
                    unsafe context.pointee.graph.insert(Self.first + 16 * UInt(number), number)
                }
                isOver.send()
                return Large()
            }
            Transient(Root.init)
        }
        root = try container.resolve(Root.self)
    }

    func grow() throws {
        // Also if it throws.
        defer {
            isBegun.send()
            isOver.send()
        }
        _ = try root.large()
    }

    func look() throws {
        isBegun.wait()
        while !isOver.isSent {
            let hazards = ThreadRegistry.shared.hazards()
            isSeen.send()
            try expect(hazards.contains(Self.first) || isOver.isSent, "the first instance's slot is no hazard")
            // The other thread needs the registry's lock.
            usleep(20)
        }
    }
}

/// A flag that a thread polls until it is set.
private final class Signal: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSent: Bool { flag.load(ordering: .acquiring) }

    func send() { flag.store(true, ordering: .releasing) }

    func wait() {
        while !isSent { sched_yield() }
    }

    /// Spends some nanoseconds for each of `times`.
    func lookAgain(_ times: Int) {
        for _ in 0..<times { _ = isSent }
    }
}
