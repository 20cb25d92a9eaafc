import Armory
import ArmoryTestSupport
import XCTest

final class EventLifetimeTests: LeakCheckedTestCase {
    private final class Settings: Sendable {}

    func testSEE3_EveryLifetimeTellsOfWhatIsMade() async throws {
        for kinds in [ContainerEvent.Kinds.made, .all] {
            let log = EventLog(kinds)
            let container = try Container(configuration: .init(subscribers: [log])) {
                Transient { _ in Settings() }.named("transient")
                Graph { _ in Settings() }.named("graph")
                Shared { _ in Settings() }.named("shared")
                Singleton { _ in Settings() }.named("singleton")
                Kept { _ in Settings() }.lifetime(PerThread()).named("kept")
                Transient(arguments: Int.self) { _, _ in Settings() }.named("argument")
                Singleton { _ async in Settings() }.named("awaiting")
                Transient { _ async in Settings() }.named("awaiting transient")
            }
            let names: [RegistrationName] = ["transient", "graph", "shared", "singleton", "kept"]
            for name in names {
                let kept = try container.resolve(Settings.self, named: name)
                let again = try container.resolve(Settings.self, named: name)
                XCTAssertEqual(kept === again, ["shared", "singleton", "kept"].contains(name), "\(name)")
            }
            _ = try container.resolve(Settings.self, named: "argument", arguments: 1)
            _ = try await container.resolveAsync(Settings.self, named: "awaiting")
            _ = try await container.resolveAsync(Settings.self, named: "awaiting")
            _ = try await container.resolveAsync(Settings.self, named: "awaiting transient")
            var counts: [String: Int] = [:]
            for case .made(let making) in log.all { counts[making.registration.key, default: 0] += 1 }
            XCTAssertEqual(
                counts.values.sorted(), [1, 1, 1, 1, 1, 1, 2, 2], "\(counts)")
            var resolves = 0
            for event in log.all where event.kind == .resolved { resolves += 1 }
            XCTAssertEqual(resolves, kinds == .all ? 14 : 0)
        }
    }

    func testSEE3_LookingAtAContainerTellsNothing() throws {
        let log = EventLog()
        let container = try Container(configuration: .init(subscribers: [log])) { Singleton { _ in Settings() } }
        let count = log.all.count
        try container.validate()
        try container.validate(dryRun: true)
        _ = container.graph
        XCTAssertEqual(log.all.count, count)
    }
}
