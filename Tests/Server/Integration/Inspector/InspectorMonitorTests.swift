// SEE5: what the inspector remembers of a container.

#if Inspector
import Armory
import ArmoryInspector
import ArmoryTestSupport
import Foundation
import XCTest

private final class Store: Sendable {}

private final class Work: Sendable {
    init(store: Store) {}
}

private struct Refused: Error, CustomStringConvertible {
    var description: String { String(repeating: "no ", count: 1000) }
}

final class InspectorMonitorTests: LeakCheckedTestCase {
    private func shop(_ inspector: Inspector) throws -> Container {
        try Container(configuration: .init(subscribers: [inspector])) {
            Module("shop") {
                Singleton(Store.init)
                Scoped(Work.init)
                Transient(String.self) { throw Refused() }
                Transient(Int.self) { 7 }
            }
        }
    }

    func testSEE5_SlotsTellWhatWasMadeAndWhatLives() async throws {
        let inspector = Inspector()
        let container = try shop(inspector)
        for count in 1...3 {
            let scope = try container.openScope()
            _ = try scope.resolve(Work.self)
            if count < 3 { try await scope.shutdown() } else { try await check(inspector, container, scope) }
        }
    }

    private func check(_ inspector: Inspector, _ container: Container, _ scope: Container) async throws {
        XCTAssertThrowsError(try container.resolve(String.self))
        _ = try container.resolve(Int.self)
        let slots = inspector.slots(of: container).slots
        func slot(_ word: String) throws -> Inspector.Slot {
            try XCTUnwrap(slots.first { $0.key.contains(word) }, word)
        }
        XCTAssertEqual(slots.count, 4)
        XCTAssertEqual(try slot("Store").made, 1)
        XCTAssertEqual(try slot("Store").live, 1)
        XCTAssertEqual(try slot("Store").state, .ready)
        XCTAssertEqual(try slot("Store").lifetime, .singleton)
        XCTAssertEqual(try slot("Store").module, "shop")
        XCTAssertEqual(try slot("Work").made, 3)
        XCTAssertEqual(try slot("Work").live, 1, "two of three scopes have ended")
        XCTAssertGreaterThan(try slot("Work").longestNanoseconds, 0)
        XCTAssertLessThanOrEqual(try slot("Work").longestNanoseconds, try slot("Work").makingNanoseconds)
        XCTAssertEqual(try slot("String").failed, 1)
        XCTAssertNil(try slot("Int").live, "nobody is told when a transient ends")
        XCTAssertTrue(try slot("Store").place?.contains("InspectorMonitorTests.swift:") == true)

        let summary = inspector.summary(of: container)
        XCTAssertEqual(summary.container, container.id)
        XCTAssertEqual(summary.registrations, 4)
        XCTAssertEqual([summary.made, summary.failed, summary.closed, summary.openScopes], [5, 1, 2, 1])

        let scopes = inspector.openScopes
        XCTAssertEqual(scopes.scopes.map(\.container), [scope.id])
        XCTAssertEqual(scopes.scopes.map(\.parent), [container.id])
        XCTAssertEqual(scopes.scopes.map(\.instances), [1])
        XCTAssertEqual(scopes.tags.map(\.ended), [2])
        XCTAssertEqual(scopes.tags.map(\.open), [1])
        XCTAssertGreaterThanOrEqual(scopes.now, scopes.scopes[0].start)
        try await scope.shutdown()
        XCTAssertEqual(inspector.openScopes.count, 0)
        try await container.shutdown()
    }

    func testSEE5_EventsAreNumberedAndTheOldestAreDropped() throws {
        let inspector = Inspector(limits: .init(events: 10))
        let container = try shop(inspector)
        for _ in 0..<25 { _ = try container.resolve(Int.self) }
        let all = inspector.events()
        XCTAssertEqual(all.next, 4 + 25, "four registrations and what was made")
        XCTAssertEqual(all.missed, 19)
        XCTAssertEqual(all.capacity, 10)
        XCTAssertEqual(all.events.map(\.number), Array(19..<29))
        XCTAssertEqual(Set(all.events.map(\.kind)), ["made"])
        let some = inspector.events(after: 27)
        XCTAssertEqual(some.events.map(\.number), [27, 28])
        XCTAssertEqual(some.missed, 0)
        XCTAssertEqual(inspector.events(after: 29).events, [])
        XCTAssertEqual(inspector.events(after: .max).events, [])
        XCTAssertEqual(inspector.events(after: .min).missed, 19)
    }

    func testSEE5_WhatIsThrownIsKeptAsAShortText() throws {
        let inspector = Inspector()
        let container = try shop(inspector)
        XCTAssertThrowsError(try container.resolve(String.self))
        let failed = try XCTUnwrap(inspector.events().events.last { $0.kind == "failed" })
        XCTAssertEqual(failed.detail?.count, 1000)
        XCTAssertEqual(failed.key, "String")
    }

    func testSEE5_AScopeThatIsNotEndedStandsOut() async throws {
        // Where nothing is known of the tag, by its age alone.
        let inspector = Inspector(limits: .init(leakAge: .milliseconds(30)))
        let container = try shop(inspector)
        let old = try container.openScope()
        for _ in 0..<12_000 where inspector.openScopes.suspects == 0 { try await Task.sleep(for: .milliseconds(5)) }
        let new = try container.openScope()
        let scopes = inspector.openScopes
        XCTAssertEqual(scopes.scopes.map(\.container), [old.id, new.id], "the oldest first")
        XCTAssertTrue(scopes.scopes[0].isSuspect)
        XCTAssertEqual(scopes.tags[0].suspectAge, 30_000_000)
        try await new.shutdown()
        try await old.shutdown()
        // Where a hundred have ended soon, a second is much, however long the limit: or twice the time that they took.
        let patient = Inspector()
        let another = try shop(patient)
        XCTAssertEqual(patient.openScopes.tags, [])
        for _ in 0..<100 { try await another.openScope().shutdown() }
        let tag = patient.openScopes.tags[0]
        XCTAssertEqual(tag.ended, 100)
        XCTAssertEqual(tag.suspectAge, max(1_000_000_000, 2 * tag.percentile99))
        XCTAssertLessThanOrEqual(tag.median, tag.percentile99)
    }

    func testSEE5_AllThatIsKeptIsBounded() async throws {
        let limits = Inspector.Limits(events: 5, scopes: 3, registrations: 2, profile: 4)
        let inspector = Inspector(limits: limits)
        let container = try shop(inspector)
        let open = try (0..<8).map { _ in try container.openScope() }
        XCTAssertEqual(inspector.openScopes.count, 8)
        XCTAssertEqual(inspector.openScopes.scopes.count, 3)
        for _ in 0..<10 { _ = try container.resolve(Int.self) }
        XCTAssertEqual(inspector.start.makings.count, 4)
        XCTAssertEqual(inspector.start.dropped, 6)
        XCTAssertEqual(inspector.summary(of: container).made, 10)
        for scope in open { try await scope.shutdown() }
        XCTAssertEqual(inspector.openScopes.count, 0)
    }

    func testSEE5_TheStartHasWhatWasMadeOutsideOfScopes() throws {
        let inspector = Inspector()
        let container = try Container(configuration: .init(subscribers: [inspector])) {
            Singleton(Store.init)
            Singleton(Work.init)
            Scoped(Int.self) { 1 }
        }
        _ = try container.resolve(Work.self)
        _ = try container.openScope().resolve(Int.self)
        let makings = inspector.start.makings
        XCTAssertEqual(makings.count, 2)
        XCTAssertTrue(makings[0].key.hasSuffix("Store") && makings[1].key.hasSuffix("Work"), "\(makings.map(\.key))")
        XCTAssertEqual(makings[0].asker, makings[1].key)
        XCTAssertNil(makings[1].asker)
        XCTAssertGreaterThanOrEqual(makings[0].start, makings[1].start)
        XCTAssertLessThanOrEqual(makings[0].end, makings[1].end)
        XCTAssertEqual(makings[0].thread, makings[1].thread)
        XCTAssertEqual(makings[0].ownNanoseconds, makings[0].end - makings[0].start)
        XCTAssertEqual(
            makings[1].ownNanoseconds, makings[1].end - makings[1].start - makings[0].ownNanoseconds,
            "what it asked for is not its own")
    }

    func testSEE5_SlowFactoriesOnTheWayOfARequestAreWarnedOf() throws {
        let inspector = Inspector(limits: .init(slowFactory: .zero))
        let patient = Inspector(limits: .init(slowFactory: .seconds(3600)))
        let seen = Locked<UInt64>(0)
        let container = try Container(configuration: .init(subscribers: [inspector, patient])) {
            Singleton(String.self) { "early" }
            Singleton(Bool.self) {
                let start = EventClock.now
                while EventClock.now == start {}
                seen.withLock { $0 = EventClock.now - start }
                return true
            }
            Scoped(Int.self) { context in try context.resolve(Bool.self) ? 1 : 0 }
        }
        _ = try container.resolve(String.self)
        XCTAssertEqual(inspector.start.warnings, [], "nobody waits for an answer yet")
        _ = try container.openScope().resolve(Int.self)
        let slowest = inspector.start.warnings.map(\.ownNanoseconds)
        XCTAssertEqual(slowest, slowest.sorted(by: >), "the slowest first")
        // A busy machine decides which of the two is slower.
        let warnings = inspector.start.warnings.sorted { $0.key < $1.key }
        XCTAssertEqual(warnings.map(\.key), ["Bool", "Int"])
        XCTAssertEqual(warnings.map(\.scope), [nil, "request"])
        XCTAssertGreaterThanOrEqual(warnings[0].ownNanoseconds, seen.withLock { $0 })
        XCTAssertTrue(warnings[0].fix.contains("eager"), warnings[0].fix)
        XCTAssertEqual(patient.start.warnings, [])
    }

    func testSEE5_NoInstanceAndNoSeedIsHeld() async throws {
        let inspector = Inspector()
        let container = try Container(configuration: .init(subscribers: [inspector])) {
            Seeded(Store.self).in(.request)
            Scoped(Work.init)
        }
        weak var store: Store?
        weak var work: Work?
        do {
            let seed = Store()
            store = seed
            let scope = try container.openScope(seeds: [ScopeSeed(seed)])
            work = try scope.resolve(Work.self)
            try await scope.shutdown()
        }
        XCTAssertNil(store)
        XCTAssertNil(work)
        XCTAssertEqual(Set(inspector.events().events.map(\.kind)), ["registered", "opened", "made", "closed", "ended"])
    }

    /// A thousand scopes of eight tasks, while another one looks.
    func testSEE5_ManyTasksAreCountedExactly() async throws {
        let inspector = Inspector(limits: .init(events: 64))
        let container = try shop(inspector)
        let isOver = Locked(false)
        let looker = Task {
            var looks = 0
            repeat {
                looks += 1
                XCTAssertLessThanOrEqual(inspector.events().events.count, 64)
                XCTAssertLessThanOrEqual(inspector.openScopes.count, 8)
                await Task.yield()
            } while !isOver.withLock({ $0 })
            return looks
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<125 { try await container.withScope(.request) { _ = try $0.resolve(Work.self) } }
                }
            }
            try await group.waitForAll()
        }
        isOver.withLock { $0 = true }
        let looks = await looker.value
        XCTAssertGreaterThan(looks, 0)
        let summary = inspector.summary(of: container)
        XCTAssertEqual([summary.made, summary.closed, summary.openScopes], [1001, 1000, 0])
        // Four registrations, a store, and four events of each scope.
        XCTAssertEqual(summary.events, 4 + 1 + 1000 * 4 + summary.waits)
        XCTAssertEqual(inspector.openScopes.tags.map(\.ended), [1000])
        print("1,000 scopes by 8 tasks, \(looks) looks meanwhile")
    }

    func testSEE5_QuantilesAreAnEighthOffAtMost() {
        var durations = Durations()
        XCTAssertEqual(durations.quantile(0.5), 0)
        var random = SeededGenerator(seed: 5)
        let values = (0..<2000).map { _ in random.next() >> (random.next() % 64) }.sorted()
        for value in values { durations.add(value) }
        XCTAssertEqual(durations.count, 2000)
        XCTAssertEqual(durations.longest, values.last)
        for share in [0.001, 0.1, 0.5, 0.9, 0.99, 1] {
            let exact = values[Int((2000 * share).rounded(.up)) - 1], told = durations.quantile(share)
            XCTAssertGreaterThanOrEqual(told, exact, "\(share)")
            XCTAssertLessThanOrEqual(told - exact, exact / 8 + 1, "\(share)")
        }
    }
}
#endif
