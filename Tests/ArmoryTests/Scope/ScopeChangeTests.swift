import Armory
import ArmoryTestSupport
import XCTest

private final class Work: Tracked, @unchecked Sendable {}  // As `Tracked`.

private struct Rate: Sendable, Equatable {
    let number: Int
}

private final class Holder: Sendable {
    let rate: Rate

    init(rate: Rate) {
        self.rate = rate
    }
}

// What is changed around scopes that are open, and what the next scopes have of it.
final class ScopeChangeTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    @discardableResult
    private func withScope<R>(_ container: Container, _ body: (Container) throws -> R) throws -> R {
        try container.withScope(.request, body)
    }

    func testO3_AnOpenScopeSeesWhatIsReplacedAndRemoved() throws {
        let container = try Container {
            Scoped { Rate(number: 1) }
            Transient(Holder.init)
        }
        for _ in 0..<3 {
            try withScope(container) { scope in
                XCTAssertEqual(try scope.resolve(Rate.self).number, 1)
                XCTAssertEqual(try scope.resolve(Holder.self).rate.number, 1)
            }
        }
        try withScope(container) { scope in
            XCTAssertEqual(try scope.resolve(Holder.self).rate.number, 1)
            try container.replace(Scoped { Rate(number: 2) })
            XCTAssertEqual(try scope.resolve(Rate.self).number, 2)
            XCTAssertEqual(try scope.resolve(Holder.self).rate.number, 2)
            try container.remove(Rate.self)
            failure(.removed) { try scope.resolve(Rate.self) }
            failure(.removed) { try scope.resolve(Holder.self) }
        }
        try withScope(container) { scope in _ = failure(.missing) { try scope.resolve(Rate.self) } }
        try container.load(Module { Scoped { Rate(number: 3) } })
        for _ in 0..<3 {
            try withScope(container) { scope in XCTAssertEqual(try scope.resolve(Holder.self).rate.number, 3) }
        }
    }

    func testO3_AChangeFarAboveReachesANestedScope() throws {
        let session = ScopeTag("session")
        let far = try Container { Transient { Rate(number: 1) } }
        let near = try Container(parents: [far]) { Transient(Holder.init) }
        try near.withScope(session) { outer in
            for _ in 0..<2 {
                try outer.withScope(.request) { XCTAssertEqual(try $0.resolve(Holder.self).rate.number, 1) }
            }
            try outer.withScope(.request) { inner in
                XCTAssertEqual(try inner.resolve(Rate.self).number, 1)
                XCTAssertEqual(try outer.resolve(Rate.self).number, 1)
                try far.replace(Transient { Rate(number: 2) })
                XCTAssertEqual(try inner.resolve(Rate.self).number, 2)
                XCTAssertEqual(try outer.resolve(Rate.self).number, 2)
                XCTAssertEqual(try inner.resolve(Holder.self).rate.number, 2)
                try near.load(Module { Transient { Rate(number: 3) } })
                XCTAssertEqual(try inner.resolve(Rate.self).number, 3)
                XCTAssertEqual(try outer.resolve(Holder.self).rate.number, 3)
            }
            try outer.withScope(.request) { XCTAssertEqual(try $0.resolve(Rate.self).number, 3) }
        }
    }

    func testO3_AnOverlayComesAndGoesInAnOpenScope() throws {
        let container = try Container { Scoped { Rate(number: 1) } }
        try withScope(container) { scope in
            XCTAssertEqual(try scope.resolve(Rate.self).number, 1)
            let overlay = try container.overlay(Scoped { Rate(number: 2) })
            XCTAssertEqual(try scope.resolve(Rate.self).number, 2)
            overlay.remove()
            XCTAssertEqual(try scope.resolve(Rate.self).number, 1)
        }
    }

    func testO3_ResetReachesTheScopesOwnInstanceAtEachLook() throws {
        let container = try Container { Scoped { [tracker] in Work(tracker) } }
        for round in 0..<3 {
            try withScope(container) { scope in
                XCTAssertEqual(try scope.resolve(Work.self).serial, round * 3 + 1)
                try scope.reset(Work.self)
                XCTAssertEqual(try scope.resolve(Work.self).serial, round * 3 + 2)
                try scope.reset()
                XCTAssertEqual(try scope.resolve(Work.self).serial, round * 3 + 3)
            }
            XCTAssertEqual(tracker.alive, 0)
        }
    }

    func testO1_WhatAScopeIsGivenItselfIsNotTheNextOnes() throws {
        let container = try Container { Transient { Rate(number: 1) } }
        for _ in 0..<3 {
            try withScope(container) { scope in
                XCTAssertEqual(try scope.resolve(Rate.self).number, 1)
                try scope.load(Module { Transient { Rate(number: 2) } })
                XCTAssertEqual(try scope.resolve(Rate.self).number, 2)
            }
        }
    }

    func testO3_WhatAScopeIsToldReachesTheOwner() throws {
        let container = try Container {
            Singleton { [tracker] in Work(tracker) }
            Transient { Rate(number: 1) }
        }
        try withScope(container) { scope in
            XCTAssertEqual(try scope.resolve(Rate.self).number, 1)
            try scope.replace(Transient { Rate(number: 2) })
            XCTAssertEqual(try scope.resolve(Rate.self).number, 2)
            let work = try scope.resolve(Work.self)
            try scope.reset(Work.self)
            XCTAssertFalse(try container.resolve(Work.self) === work)
            try scope.remove(Rate.self)
        }
        failure(.removed) { try container.resolve(Rate.self) }
    }

    func testC1_AScopeThatSomebodyKeepsLeavesNothingToTheNext() throws {
        let container = try Container { Scoped { [tracker] in Work(tracker) } }
        var kept: [Container] = []
        for round in 1...20 {
            let work = try withScope(container) { scope in
                if round % 3 == 0 { kept.append(scope) }
                return try scope.resolve(Work.self).serial
            }
            XCTAssertEqual(work, round)
            XCTAssertEqual(tracker.alive, 0)
        }
        for scope in kept { failure(.closed) { try scope.resolve(Work.self) } }
    }

    func testSEE_ValuesAndProtocolsAndNamesAreEmptiedToo() throws {
        let container = try Container {
            Scoped { [tracker] in [Work(tracker)] }
            Scoped((any Sendable).self) { [tracker] in Work(tracker) }
            Scoped { Rate(number: 1) }.named("rate")
            Scoped { [tracker] in Work(tracker) }.named("work")
        }
        for round in 0..<5 {
            try withScope(container) { scope in
                let works = try scope.resolve([Work].self)
                XCTAssertEqual(works.count, 1)
                _ = try scope.resolve((any Sendable).self)
                XCTAssertEqual(try scope.resolve(Rate.self, named: "rate").number, 1)
                if round % 2 == 0 { XCTAssertNotNil(try scope.resolve(Work.self, named: "work")) }
                XCTAssertTrue(try scope.resolve([Work].self)[0] === works[0])
            }
            XCTAssertEqual(tracker.alive, 0, "round \(round)")
        }
        XCTAssertEqual(tracker.made, 5 * 2 + 3)
    }
}

private final class Node: Sendable {
    let work: Work

    init(work: Work) {
        self.work = work
    }
}

// What outlives a scope on its way: a running graph.
final class ScopeGraphTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    /// Two scopes that one factory opens: its graph goes on through both, and must not take the first one's node for the second's.
    func testO2_AGraphThatRunsHasNothingOfTheScopeBefore() throws {
        let container = try Container {
            Scoped { [tracker] in Work(tracker) }
            Graph { Node(work: try $0()) }
            Transient([Int].self) {
                let current = try XCTUnwrap(Container.current)
                return try (0..<5).map { _ in
                    try current.withScope(.request) { scope in
                        let node = try scope.resolve(Node.self)
                        XCTAssertTrue(try scope.resolve(Node.self) === node)
                        XCTAssertTrue(try scope.resolve(Work.self) === node.work)
                        return node.work.serial
                    }
                }
            }
        }
        XCTAssertEqual(try container.resolve([Int].self), [1, 2, 3, 4, 5])
        XCTAssertEqual(tracker.alive, 0)
    }
}

// What is checked before the first scope is opened.
final class SeedValidationTests: LeakCheckedTestCase {
    func testSEE1_ADryRunTakesASeedForGiven() throws {
        let container = try Container {
            Seeded(Rate.self)
            Scoped { Holder(rate: try $0()) }
            Scoped(Holder.init).named("wired")
        }
        XCTAssertNoThrow(try container.dryRun())
        XCTAssertNoThrow(try container.validate())
    }

    func testE2_ASingletonThatNeedsASeedIsRefused() throws {
        let error = failure(.invalid) {
            try Container {
                Seeded(Rate.self)
                Singleton(Holder.init)
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.captive])
    }
}
