#if Configuration
import Armory
import ArmoryConfiguration
import ArmoryTestSupport
import Configuration
import XCTest

extension ScopeTag {
    fileprivate static let session = ScopeTag("session")
}

// Reloadable settings with names, other kinds of scopes, overriding containers and child containers.
final class LiveContainerTests: LeakCheckedTestCase {
    private let values = Values(["pool.size": 1])
    private let log = PoolLog()

    func testAnOverridingContainerMayAddSettings() async throws {
        struct Other: Equatable, Sendable {
            let size: Int
            init(size: Int) { self.size = size }
        }
        let values = Values(["pool.size": 1, "other.size": 1, "fixed.size": 1])
        let base = try Container { [log] in
            values.registration
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings) in Pool(settings, log) }
        }
        let container = try base.overriding {
        } adding: {
            Settings(Other.init, at: "other", .key("size", in: 1...10)).reloadable()
            Settings(Other.init, at: "fixed", .key("size")).named("fixed")
        }
        let live = try container.resolve(Live<Other>.self)
        let scope = try container.openScope()
        XCTAssertEqual(try scope.resolve(Other.self).size, 1)
        XCTAssertEqual(try container.resolve(Other.self, named: "fixed").size, 1)
        values["other.size"] = 2
        try await container.reloadConfiguration()
        XCTAssertEqual(live.value.size, 2)
        XCTAssertEqual(try scope.resolve(Other.self).size, 1)
        values["other.size"] = 11
        values["pool.size"] = 0
        let error = await failure { try await container.reloadConfiguration() }
        XCTAssertEqual(Set(faults(try XCTUnwrap(error)).map(\.key)), ["pool.size", "other.size"])
        try await scope.shutdown()
    }

    func testAChildReadsItsOwnSettingsOnly() async throws {
        struct Other: Equatable, Sendable {
            let size: Int
            init(size: Int) { self.size = size }
        }
        let container = try Container { [values] in
            values.registration
            Settings.pool.reloadable()
        }
        let other = Values(["other.size": 1])
        let child = try Container(parents: [container]) {
            other.registration
            Settings(Other.init, at: "other", .key("size")).reloadable()
        }
        XCTAssertEqual(try child.resolve(Live<Other>.self).value.size, 1)
        XCTAssertEqual(try child.resolve(Live<PoolSettings>.self).value.size, 1)
        let scope = try child.openScope()
        XCTAssertEqual(try scope.resolve(PoolSettings.self).size, 1, "those of the parent, from its own provider")
        XCTAssertEqual(try scope.resolve(Other.self).size, 1)
        try await scope.shutdown()
        values["pool.size"] = 2
        other["other.size"] = 2
        try await child.reloadConfiguration()
        XCTAssertEqual(try child.resolve(Live<Other>.self).value.size, 2)
        XCTAssertEqual(try child.resolve(Live<PoolSettings>.self).value.size, 1)
        // A reload may reload another container.
        try container.resolve(Live<PoolSettings>.self).onChange { [weak child] _, _ in
            other["other.size"] = 3
            let error = await failure { try await child?.reloadConfiguration() }
            XCTAssertNil(error)
        }
        try await container.reloadConfiguration()
        XCTAssertEqual(try child.resolve(Live<PoolSettings>.self).value.size, 2)
        XCTAssertEqual(try child.resolve(Live<Other>.self).value.size, 3)
        try await child.shutdown()
    }

    func testAChildMayHaveTheSameSettingsAsItsParent() async throws {
        let module = Module { Settings.pool.reloadable() }
        let container = try Container { [values] in
            values.registration
            module
        }
        let other = Values(["pool.size": 7])
        let child = try Container(parents: [container]) {
            other.registration
            module
        }
        let grandchild = try Container(parents: [child, container]) {
            other.registration
            module
        }
        XCTAssertEqual(try container.resolve(Live<PoolSettings>.self).value.size, 1)
        XCTAssertEqual(try child.resolve(Live<PoolSettings>.self).value.size, 7)
        other["pool.size"] = 8
        try await grandchild.reloadConfiguration()
        XCTAssertEqual(try grandchild.resolve(Live<PoolSettings>.self).value.size, 8)
        XCTAssertEqual(try child.resolve(Live<PoolSettings>.self).value.size, 7)
        let scope = try child.openScope()
        XCTAssertEqual(try scope.resolve(PoolSettings.self).size, 7)
        try await scope.shutdown()
    }

    func testAFactoryWithAContainerGetsTheOneThatOverrides() async throws {
        let container = try Container { [values, log] in
            values.registration
            Singleton(value: "base")
            Settings.pool.reloadable()
            Reloadable { (settings: PoolSettings, container: Container) in
                log.note("\(settings.size) in \(try container.resolve(String.self))")
                return Pool(settings, log)
            }
        }
        let pool = try container.resolve(Live<Pool>.self)
        var derived: Container? = try container.overriding { Singleton(value: "override") }
        XCTAssertFalse(try derived?.resolve(Live<Pool>.self) === pool)
        values["pool.size"] = 2
        try await container.reloadConfiguration()
        XCTAssertEqual(
            log.all.filter { $0.contains("in") }, ["1 in base", "1 in override", "2 in base", "2 in override"])
        derived = nil
        values["pool.size"] = 3
        try await container.reloadConfiguration()
        XCTAssertEqual(log.all.last { $0.contains("in") }, "3 in base", "the one that overrides is gone")
    }

    func testAnotherKindOfScopeAndANamedSource() async throws {
        let container = try Container { [values, log] in
            values.registration
            Settings.pool.reloadable(in: .session).named("main")
            Reloadable(from: "main") { (settings: PoolSettings) in Pool(settings, log) }.in(.session).named("main")
        }
        try await container.withScope(.session) { session in
            XCTAssertEqual(try session.resolve(PoolSettings.self, named: "main").size, 1)
            XCTAssertEqual(try session.resolve(Pool.self, named: "main").settings.size, 1)
        }
        values["pool.size"] = 2
        try await container.reloadConfiguration()
        XCTAssertEqual(log.all, ["open 1", "open 2"])
    }
}
#endif
