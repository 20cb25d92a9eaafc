// Many children of one parent, all at once.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

/// O2: what is made for one child, and what for all.
final class ParentStressTests: LeakCheckedTestCase {
    func testO2_NothingCrossesBetweenManyChildrenOfOneParent_D7() {
        let label = "O2 children of one parent of the core"
        let rounds = StressScale.scaled(6_000, underThreadSanitizer: 1_000)
        let report = Barrage(
            label, threads: Family.threads, rounds: rounds, isJostled: true, describe: Waits.described
        ).run(
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
}

/// Whose it is: a child's number, or -1 for the parent.
private struct Owner: Sendable {
    let number: Int
}

private class Part: @unchecked Sendable {  // `completed` is set in an injection alone.
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
    private let kin: [Container]
    private let singles = Counter()
    private let works = Counter()

    init(round: Int) throws {
        self.round = round
        parent = try Container(
            Plan { [singles] plan in
                plan.singleton { _ in Owner(number: -1) }
                plan.injected(
                    .graph, Common.self, { Common(try $0.resolve()) }, inject: { common, _ in common.completed += 1 })
                plan.injected(.singleton, Single.self) { resolver in
                    singles.increment()
                    return Single(try resolver.resolve(), try resolver.resolve())
                } inject: { single, _ in
                    single.completed += 1
                }
                // Its work is its child's: the parent has none.
                plan.transient { Page(try $0.resolve(), try $0.resolve(), try $0.resolve()) }
            })
        kin = try (0..<Self.children).map { [parent, works] number in
            let child = try Container(
                Plan { plan in
                    plan.singleton { _ in Owner(number: number) }
                    plan.injected(.singleton, Work.self) { resolver in
                        works.increment()
                        return Work(try resolver.resolve(), try resolver.resolve())
                    } inject: { work, resolver in
                        // In every other round it is one more way to the parent's registrations.
                        if round % 2 == 0 {
                            try expect(try resolver.resolve(Common.self).owner == number, "another's common")
                        }
                        work.completed += 1
                    }
                }, parents: [parent])
            // Some are asked through a child of the child.
            return number % 4 == 3 ? try Container(Plan { _ in }, parents: [child]) : child
        }
    }

    func visit(thread: Int) throws -> Visit {
        let container = kin[thread % Self.children]
        // Each of the four kinds comes first in turn.
        var (page, common, work, single): (Page?, Common?, Work?, Single?)
        for step in 0..<Visit.resolves {
            switch (round + thread + step) % Visit.resolves {
            case 0: page = try container.resolve(Page.self)
            case 1: common = try container.resolve(Common.self)
            case 2: work = try container.resolve(Work.self)
            default: single = try container.resolve(Single.self)
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
            try expect(visit.work === first.work, "two instances of \(child)")
            try expect(visit.work.completed == 1 && visit.single.completed == 1, "seen incomplete")
            try expect(visit.common.completed == 1 && visit.page.common.completed == 1, "seen incomplete")
            for part in [visit.work, visit.page, visit.common, visit.page.common] as [Part] {
                try expect(part.owner == child, "\(child) was given \(type(of: part)) of \(part.owner)")
            }
            try expect(visit.page.work === visit.work, "a page of \(child) holds another's work")
            try expect(visit.work.single === visit.single, "another singleton in the work")
            try expect(visit.page.common !== visit.common, "a graph's object in two resolves")
        }
        try expect(singles.value == 1, "\(singles.value) singletons were made")
        try expect(works.value == Self.children, "\(works.value) instances of children were made")
    }
}
