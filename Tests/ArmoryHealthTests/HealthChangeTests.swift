// Checks of containers that change.

import Armory
import ArmoryHealth
import ArmoryTestSupport
import XCTest

final class HealthChangeTests: LeakCheckedTestCase {
    func testINT7_AReplacedRegistrationBringsItsOwnCheck() async throws {
        let container = try Container {
            Singleton(value: Database()).health { _ in .down("old") }
        }
        let clock = StoppedClock()
        let before = await container.health(at: clock)
        XCTAssertEqual(before.checks.map(\.state), [.down("old")])
        try container.replace(Singleton(value: Database()).health { _ in .up })
        let after = await container.health(at: clock)
        XCTAssertEqual(after.checks.map(\.state), [.up], "the old answer does not count any more")
        try container.replace(Singleton(value: Database()))
        let none = await container.health(at: clock)
        XCTAssertEqual(none.words, [])
    }

    func testINT7_AnOverlayBringsItsOwnCheck() async throws {
        let container = try Container {
            Singleton(value: Database()).health { _ in .down("base") }
        }
        let clock = StoppedClock()
        let overlay = try container.overlay(Singleton(value: Database()).health { _ in .degraded("overlay") })
        let during = await container.health(at: clock)
        XCTAssertEqual(during.checks.map(\.state), [.degraded("overlay")])
        withExtendedLifetime(overlay) {}
    }

    func testINT7_AResetInstanceIsCheckedAnew() async throws {
        let container = try Container { Singleton { Database() }.health { try $0.ping() } }
        let clock = StoppedClock()
        try container.resolve(Database.self).state.withLock { $0 = .down("old") }
        let before = await container.health(at: clock)
        XCTAssertEqual(before.words, ["Database down"])
        try container.reset(Database.self)
        let between = await container.health(at: clock)
        XCTAssertEqual(between.words, ["Database not created"])
        _ = try container.resolve(Database.self)
        let after = await container.health(at: clock)
        XCTAssertEqual(after.words, ["Database up"], "the old instance's answer does not count for the new one")
    }

    /// Registrations change, instances are forgotten and made, containers end, while many ask.
    func testINT7_ChecksAndChangesAtTheSameTime() async throws {
        for _ in 0..<20 {
            let container = try Container {
                Singleton { Database() }.health(cachedFor: .zero) { _ in .up }
                Singleton(Session.init).health(cachedFor: .zero) { _ in .up }
            }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<20 {
                            for check in await container.health().checks {
                                XCTAssertTrue(["up", "not created"].contains(check.word), check.word)
                            }
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<20 {
                        _ = try? container.resolve(Session.self)
                        try? container.reset(Database.self)
                        try? container.replace(Singleton { Database() }.health { _ in .up })
                        await Task.yield()
                    }
                    container.close()
                }
            }
        }
    }
}
