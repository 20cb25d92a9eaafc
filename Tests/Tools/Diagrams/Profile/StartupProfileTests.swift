// What a profile hears of a container.

import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import Foundation
import XCTest

private final class Disk: Sendable {}
private final class Mail: Sendable {}

private final class Shop: Sendable {
    init(_ disk: Disk, _ mail: Mail) {}
}

private struct Mishap: Error {}

/// A qualifier that looks at the profile whenever it is hashed, compared or put into words.
private struct Curious: Hashable, Sendable, CustomStringConvertible {
    weak let profile: StartupProfile?

    static func == (left: Curious, right: Curious) -> Bool { left.profile?.record.dropped == 0 }
    func hash(into hasher: inout Hasher) { hasher.combine(profile?.record.dropped) }
    var description: String { "curious\(profile?.record.dropped ?? -1)" }
}

final class StartupProfileTests: LeakCheckedTestCase {
    /// Returns when the clock of the profile has moved, with its times.
    @discardableResult
    private static func letTimePass() -> (start: UInt64, end: UInt64) {
        let start = EventClock.now
        while true {
            let end = EventClock.now
            if end > start { return (start, end) }
        }
    }

    func testSEE4_TheProfileKnowsWhoAskedForWhomAndHowLongItTook() async throws {
        let profile = StartupProfile()
        let seen = Locked<(start: UInt64, end: UInt64)>((0, 0))
        let container = try Container(configuration: .init(subscribers: [profile])) {
            Singleton { _ -> Disk in
                let time = Self.letTimePass()
                seen.withLock { $0 = time }
                return Disk()
            }
            Singleton { _ in Mail() }
            Singleton { Shop(try $0.resolve(), try $0.resolve()) }.eager()
        }
        try await container.start()
        profile.markStarted()
        let record = profile.record
        XCTAssertEqual(record.runs.map { record.factories[$0.factory].key }, ["Disk", "Mail", "Shop"])
        XCTAssertEqual(record.runs.map { $0.asker.map { record.factories[$0].key } }, ["Shop", "Shop", nil])
        XCTAssertTrue(record.factories[0].place.contains("StartupProfileTests.swift:"), record.factories[0].place)
        let disk = record.runs[0].span
        XCTAssertLessThanOrEqual(disk.start, seen.withLock { $0.start })
        XCTAssertGreaterThanOrEqual(disk.end, seen.withLock { $0.end })
        XCTAssertGreaterThanOrEqual(try XCTUnwrap(record.started), record.runs[2].span.end)
        XCTAssertEqual(record.warnings(slowerThan: .zero), [], "it was made before the start was over")
        try await container.shutdown()
    }

    func testSEE4_WhatIsMadeAfterTheStartOrInAScopeIsWarnedOf() throws {
        let profile = StartupProfile()
        let container = try Container(configuration: .init(subscribers: [profile])) {
            Singleton { _ -> Disk in
                Self.letTimePass()
                return Disk()
            }
            Scoped { _ -> Mail in
                Self.letTimePass()
                return Mail()
            }
        }
        func withScope(_ body: (Container) throws -> Void) throws { try container.withScope(.request, body) }
        try withScope { _ = try $0.resolve(Mail.self) }
        profile.markStarted()
        _ = try container.resolve(Disk.self)
        // The slowest is first, and a busy machine says which that is.
        let warnings = profile.record.warnings(slowerThan: .zero).sorted { $0.factory.key < $1.factory.key }
        XCTAssertEqual(warnings.map(\.factory.key), ["Disk", "Mail"])
        XCTAssertEqual(warnings.map(\.scope), [nil, "request"])
    }

    func testSEE4_AWaitIsKeptWithWhoMadeIt() throws {
        let profile = StartupProfile()
        let isMaking = DispatchSemaphore(value: 0)
        let container = try Container(configuration: .init(subscribers: [profile])) {
            Singleton { _ -> Disk in
                isMaking.signal()
                XCTAssertTrue(Waits.come(to: "waits for Disk"))
                return Disk()
            }
        }
        let maker = Thread { _ = try? container.resolve(Disk.self) }
        maker.start()
        isMaking.wait()
        _ = try container.resolve(Disk.self)
        // The maker tells of what it made before anybody has it.
        let record = profile.record
        XCTAssertEqual(record.runs.count, 1)
        XCTAssertEqual(record.waits.map { $0.factory.map { record.factories[$0].key } }, ["Disk"])
        XCTAssertEqual(record.waits.first?.maker, record.runs.first?.thread)
        XCTAssertNotEqual(record.waits.first?.thread, record.runs.first?.thread)
        XCTAssertTrue(record.chromeTrace().contains("\"ph\":\"s\""), "the flow is drawn")
        while !maker.isFinished { usleep(100) }
    }

    func testSEE4_FailuresAreKeptAndTheLimitIsKept() throws {
        let profile = StartupProfile(limit: 3)
        let container = try Container(configuration: .init(subscribers: [profile])) {
            Transient { _ -> Disk in throw Mishap() }
            Transient { _ in Mail() }
        }
        XCTAssertThrowsError(try container.resolve(Disk.self))
        for _ in 0..<6 { _ = try container.resolve(Mail.self) }
        let record = profile.record
        XCTAssertEqual(record.runs.map(\.failed), [true, false, false])
        XCTAssertEqual(record.dropped, 4)
        XCTAssertTrue(record.table().contains("\n4 more are not kept\n"), record.table())
    }

    /// A lock that was held over them would end in a thread that waits for itself.
    func testSEE4_QualifiersMayUseTheProfile() throws {
        let profile = StartupProfile()
        // Of two containers, so that the keys are compared, and are not the same by being one object.
        for _ in 0..<2 {
            let container = try Container(configuration: .init(subscribers: [profile])) {
                Transient { _ in Mail() }.named(RegistrationName(Curious(profile: profile)))
            }
            _ = try container.resolve(Mail.self, named: RegistrationName(Curious(profile: profile)))
        }
        let record = profile.record
        XCTAssertEqual(record.runs.map(\.factory), [0, 0])
        XCTAssertTrue(record.factories.first?.key.contains("curious0") ?? false, "\(record.factories)")
    }

    func testSEE4_AProfileHoldsNoRegistration() throws {
        let profile = StartupProfile()
        weak var captured: Disk?
        func live() throws {
            let disk = Disk()
            captured = disk
            let container = try Container(configuration: .init(subscribers: [profile])) {
                Transient { _ in Shop(disk, Mail()) }
            }
            _ = try container.resolve(Shop.self)
        }
        try live()
        XCTAssertNil(captured, "what a factory captured outlives its container")
        XCTAssertEqual(profile.record.factories.map(\.key), ["Shop"])
    }

    func testSEE4_AFactoryHasOneNumberUnderManyThreads() throws {
        let (rounds, threads, keys) = (20, 8, 40)
        for round in 0..<rounds {
            let profile = StartupProfile(limit: threads * keys)
            let container = try Container(configuration: .init(subscribers: [profile])) {
                for number in 0..<keys { Transient { _ in number }.named(RegistrationName("\(number)")) }
            }
            let results = race(threads: threads) { thread in
                for number in 0..<keys {
                    _ = try container.resolve(Int.self, named: RegistrationName("\((number + thread * 5) % keys)"))
                }
            }
            for result in results { try result.get() }
            let record = profile.record
            XCTAssertEqual(record.factories.count, keys, "round \(round)")
            XCTAssertEqual(Set(record.factories.map(\.key)).count, keys, "round \(round)")
            XCTAssertEqual(record.runs.count, threads * keys, "round \(round)")
            let runs = Dictionary(grouping: record.runs, by: \.factory).values.map(\.count)
            XCTAssertEqual(runs.filter { $0 != threads }, [], "round \(round)")
        }
        var stated = Stated("SEE4 profile, \(threads) threads")
        stated.add(rounds * threads * keys, "runs kept")
        stated.state(misses: testRun?.failureCount ?? 0)
    }
}
