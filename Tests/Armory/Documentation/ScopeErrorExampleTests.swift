import Armory
import ArmoryTestSupport
import XCTest

/// The errors of scopes, and of what ends with them.
final class ScopeErrorExampleTests: LeakCheckedTestCase {
    struct Settings: Sendable {}
    struct CardOrders: Orders {}
    enum ReadError: Error { case noSuchFile }
    protocol Orders: Sendable {}

    private func scopedOrders() -> Scoped<any Orders> {
        Scoped((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) { CardOrders() }
    }

    private func seeded() -> Seeded<Settings> { Seeded(fileID: "Shop/Wiring.swift", line: 12) }

    func testOutsideScope() throws {
        let container = try Container {
            Scoped((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) { CardOrders() }
        }
        assertErrorText(.outsideScope, "outsideScope") { _ = try container.resolve((any Orders).self) }
    }

    func testOpenedOutsideOfAScope() throws {
        let tag = ScopeTag("request", inside: ScopeTag("session"))
        assertErrorText(.outsideScope, "outsideScope: opened") { _ = try Container {}.openScope(tag) }
    }

    func testNotEnded() throws {
        let ends = Log<any Error>()
        let container = try Container {
            Scoped { Settings() }.onShutdown { if case .failed(let error) = $1 { ends.add(error) } }
        }
        _ = try container.openScope().resolve(Settings.self)
        assertErrorText(.notEnded, "notEnded") { throw try XCTUnwrap(ends.all.first) }
    }

    func testSeeds() throws {
        struct Audit: Sendable { init(settings: Settings) {} }
        let container = try Container {
            seeded().named("primary")
            seeded()
            Scoped(Audit.init, fileID: "Shop/Wiring.swift", line: 15)
        }
        assertErrorText(.notSeeded, "notSeeded") { try container.withScope { _ = try $0.resolve(Audit.self) } }
        assertErrorText(.seededTwice, "seededTwice") {
            try container.withScope(seeds: [ScopeSeed(Settings()), ScopeSeed(Settings())]) { _ in }
        }
        let other = try Container { seeded().named("primary") }
        assertErrorText(.seedNotDeclared, "seedNotDeclared") {
            try other.withScope(seeds: [ScopeSeed(Settings())]) { _ in }
        }
    }

    func testShutdownFailed() throws {
        let container = try Container {
            scopedOrders().onShutdown(fileID: "Shop/Wiring.swift", line: 13) { _ in throw ReadError.noSuchFile }
            Scoped(fileID: "Shop/Wiring.swift", line: 15) { Settings() }
                .onShutdown(fileID: "Shop/Wiring.swift", line: 16) { _ in throw ReadError.noSuchFile }
        }
        assertErrorText(.shutdownFailed, "shutdownFailed") {
            try container.withScope { scope in
                _ = try scope.resolve((any Orders).self)
                _ = try scope.resolve(Settings.self)
            }
        }
    }

    func testHookTimedOut() async throws {
        let container = try Container {
            Singleton(fileID: "Shop/Wiring.swift", line: 12) { Settings() }
                .onShutdown(within: .milliseconds(10), fileID: "Shop/Wiring.swift", line: 13) { _ in
                    try await Task.sleep(for: .seconds(600))
                }
        }
        _ = try container.resolve(Settings.self)
        do {
            try await container.shutdown()
            XCTFail("the hook takes too long")
        } catch {
            assertErrorText(.timedOut, "timedOut: a hook") { throw try XCTUnwrap(error.faults.first) }
        }
    }
}
