// Many children of one parent, all at once.

import Armory
import ArmoryTestSupport
import Synchronization
import XCTest

/// O2: what is made for one child, and what for all.
final class ParentStressTests: LeakCheckedTestCase {
    func testO2_NothingCrossesBetweenManyChildrenOfOneParent_D7() {
        let label = "O2 children of one parent"
        let rounds = StressScale.scaled(6_000, underThreadSanitizer: 1_000)
        let report = Barrage(label, threads: Family.threads, rounds: rounds, isJostled: true).run(
            prepare: { try Family(round: $0) },
            body: { try $0.visit(thread: $1) },
            check: { try $0.check($1) })
        XCTAssertNil(report.miss)
        var stated = Stated(label)
        stated.add(report.rounds, "parents")
        stated.add(report.rounds * Family.children, "children")
        stated.add(report.rounds * Family.threads * Visit.resolves, "resolves")
        stated.state(misses: report.misses)
    }

    func testO3_AChangeOfTheParentIsSeenByEveryChildThatAsksAfterwards() throws {
        let label = "O3 changes of a parent"
        let watchdog = Watchdog(label)
        let rounds = StressScale.scaled(2_000, underThreadSanitizer: 400)
        let change = ChangingParent(rounds: rounds) { watchdog.tick() }
        let results = race(threads: ChangingParent.threads) { try change.run(thread: $0) }
        watchdog.disarm()
        let misses = results.compactMap { result -> String? in
            do { try result.get() } catch { return "\(error)" }
            return nil
        }
        XCTAssertEqual(misses, [])
        XCTAssertGreaterThan(change.looks.load(ordering: .relaxed), 0)
        var stated = Stated(label)
        stated.add(change.changes.load(ordering: .relaxed), "changes")
        stated.add(change.looks.load(ordering: .relaxed), "resolves through children")
        stated.add(change.children.load(ordering: .relaxed), "children")
        stated.state(misses: misses.count)
    }
}

// MARK: Nothing crosses

/// Whose it is: a child's number, or -1 for the parent.
private struct Owner: Sendable {
    let number: Int
}

private class Part: @unchecked Sendable {  // `completed` is set in `inject` alone.
    let life = Counted()
    let owner: Int
    var completed = 0
    init(_ owner: Owner) { self.owner = owner.number }
}

/// Made once for all.
private final class Single: Part, @unchecked Sendable {
    let common: Common
    init(_ owner: Owner, _ common: Common) {
        self.common = common
        super.init(owner)
    }
}

/// One for each resolve and view.
private final class Common: Part, @unchecked Sendable {}

/// One for each child.
private final class Work: Part, @unchecked Sendable {
    let single: Single
    weak var page: Page?
    init(_ owner: Owner, _ single: Single) {
        self.single = single
        super.init(owner)
    }
}

/// Always another.
private final class Page: Part, @unchecked Sendable {
    let work: Work
    let common: Common
    init(_ owner: Owner, _ work: Work, _ common: Common) {
        self.work = work
        self.common = common
        super.init(owner)
    }
}

/// What a thread was given.
private struct Visit: Sendable {
    static let resolves = 4
    let page: Page
    let common: Common
    let work: Work
    let single: Single
}

/// A parent and its children; two threads for each child.
private final class Family: Sendable {
    static let children = 8
    static let threads = 16

    private let round: Int
    private let parent: Container
    private let scopes: [Container]
    private let singles = Counter()
    private let works = Counter()

    init(round: Int) throws {
        self.round = round
        parent = try Container { [singles, works] in
            Singleton(value: Owner(number: -1))
            Graph { Common(try $0()) }
            Singleton {
                singles.increment()
                return Single(try $0(), try $0())
            }.inject { single, _ in single.completed += 1 }
            // In every other round it closes a cycle with what it is part of.
            Scoped {
                works.increment()
                return Work(try $0(), try $0())
            }.inject { work, resolver in
                if round % 2 == 0 { work.page = try resolver(Page.self) }
                work.completed += 1
            }
            Transient { Page(try $0(), try $0(), try $0()) }
        }
        scopes = try (0..<Self.children).map { [parent] number in
            let scope = try Container(parents: [parent], scope: .request) { Singleton(value: Owner(number: number)) }
            // Some are asked through a child of the scope.
            return number % 4 == 3 ? Container(parents: [scope]) : scope
        }
    }

    func visit(thread: Int) throws -> Visit {
        let container = scopes[thread % Self.children]
        // Each of the four kinds comes first in turn.
        var (page, common, work, single): (Page?, Common?, Work?, Single?)
        for step in 0..<Visit.resolves {
            switch (round + thread + step) % Visit.resolves {
            case 0: page = try container.resolve()
            case 1: common = try container.resolve()
            case 2: work = try container.resolve()
            default: single = try container.resolve()
            }
        }
        guard let page, let common, let work, let single else { throw Miss("something was not resolved") }
        return Visit(page: page, common: common, work: work, single: single)
    }

    func check(_ results: [Result<Visit, any Error>]) throws {
        let visits = try results.map { try $0.get() }
        for (thread, visit) in visits.enumerated() {
            let child = thread % Self.children
            let first = visits[child]
            try expect(visit.single === visits[0].single, "two singletons")
            try expect(visit.single.owner == -1, "the parent's singleton holds \(visit.single.owner)'s")
            try expect(visit.single.common.owner == -1, "the parent's singleton holds a graph's object of a child")
            try expect(visit.work === first.work, "two scoped instances of \(child)")
            try expect(visit.work.completed == 1 && visit.single.completed == 1, "seen incomplete")
            for part in [visit.work, visit.page, visit.common, visit.page.common] as [Part] {
                try expect(part.owner == child, "\(child) was given \(type(of: part)) of \(part.owner)")
            }
            try expect(visit.page.work === visit.work, "a page of \(child) holds another's work")
            try expect(visit.work.single === visit.single, "another singleton in the work")
            try expect(visit.page.common !== visit.common, "a graph's object in two resolves")
        }
        try expect(singles.value == 1, "\(singles.value) singletons were made")
        try expect(works.value == Self.children, "\(works.value) scoped instances were made")
    }
}

// MARK: Changes

/// A parent whose registrations one thread replaces by ones of the next generation, while the others ask through children.
private final class ChangingParent: Sendable {
    static let threads = 6

    private let rounds: Int
    private let tick: @Sendable () -> Void
    private let parent: Container
    /// The generation that every resolve which begins now sees.
    private let published = Atomic<Int>(0)
    private let isOver = Atomic<Bool>(false)
    let changes = Atomic<Int>(0)
    let looks = Atomic<Int>(0)
    let children = Atomic<Int>(0)

    private final class Stamp: Sendable {
        let life = Counted()
        let generation: Int
        init(_ generation: Int) { self.generation = generation }
    }

    private static let names: [Name] = ["transient", "graph", "scoped", "singleton"]

    /// `tick` says that something moves.
    init(rounds: Int, tick: @escaping @Sendable () -> Void) {
        self.rounds = rounds
        self.tick = tick
        parent = Container()
    }

    private func registrations(_ generation: Int) -> [any Registration] {
        [
            Transient { Stamp(generation) }.named(Self.names[0]),
            Graph { Stamp(generation) }.named(Self.names[1]),
            Scoped { Stamp(generation) }.named(Self.names[2]),
            Singleton { Stamp(generation) }.named(Self.names[3]),
        ]
    }

    func run(thread: Int) throws {
        if thread == 0 { try change() } else { try ask(thread) }
    }

    private func change() throws {
        defer { isOver.store(true, ordering: .releasing) }
        for registration in registrations(0) { try parent.register(registration) }
        published.store(1, ordering: .releasing)
        for generation in 1...rounds {
            let through = Container(parents: [parent])
            for registration in registrations(generation) {
                // Every other change is made through a child.
                try (generation % 2 == 0 ? parent : through).replace(registration)
                changes.add(1, ordering: .relaxed)
                tick()
            }
            published.store(generation + 1, ordering: .releasing)
        }
    }

    private func ask(_ thread: Int) throws {
        while published.load(ordering: .acquiring) == 0 { sched_yield() }
        var round = 0
        repeat {
            let child = Container(parents: [parent], scope: .request)
            children.add(1, ordering: .relaxed)
            for _ in 0..<20 {
                let name = Self.names[(round + thread) % Self.names.count]
                let least = published.load(ordering: .acquiring) - 1
                let stamp = try child.resolve(Stamp.self, named: name)
                let most = published.load(ordering: .acquiring)
                try expect(
                    (least...most).contains(stamp.generation),
                    "\(name): generation \(stamp.generation), and not from \(least) to \(most)")
                looks.add(1, ordering: .relaxed)
                round += 1
            }
        } while !isOver.load(ordering: .acquiring)
    }
}
