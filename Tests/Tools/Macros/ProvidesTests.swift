// The effects of @Provides and @ProvidingModule expansions, compiled and run.

#if Macros
import ArmoryMacros
import XCTest

private struct Settings: Sendable { let path: String }

private final class Store: Sendable {
    let path: String
    init(_ path: String) { self.path = path }
}

private final class Index: Sendable {
    let store: Store
    init(_ store: Store) { self.store = store }
}

private protocol Clock: Sendable {}
private struct SystemClock: Clock {}

@ProvidingModule
private enum Storage {
    @Provides(.singleton)
    static let settings: Settings = Settings(path: "stored")

    @Provides(.singleton)
    static func store(settings: Settings, mode: String = "rw") throws -> Store { Store("\(settings.path):\(mode)") }

    @Provides(.singleton, named: "backup", parameters: ["path": .value("backup")])
    static func backup(_ path: String) -> Store { Store(path) }

    @Provides(.singleton)
    static func index(store: Store) async throws -> Index { Index(store) }

    @Provides(as: (any Clock).self)
    private static var clock: some Clock { SystemClock() }

    @Injectable(.scoped)
    final class Session: Sendable {
        let store: Store
        init(store: Store) { self.store = store }
    }

    #if os(Linux) || os(macOS)
    @Provides(named: "conditional")
    static func number(store: Store) -> Int { store.path.count }
    #else
    #error("no system")
    #endif

    #if NEVER
    @Provides(named: "never")
    static func number2(store: Unknown) -> Int { store.path.count }
    #endif

    @Provides(named: "escaped")
    static func `default`() -> Int { 3 }

    static func other() -> Int { 1 }
}

// The parameter has the same name as the function.
@Provides(.singleton, named: "global", in: "global")
private func globalStore(globalStore: Settings) -> Store { Store("global \(globalStore.path)") }

final class ProvidesTests: XCTestCase {
    func testModuleHasWhatItsMembersProvide() async throws {
        let container = try Container { Storage.module }
        XCTAssertEqual(try container.resolve(Store.self).path, "stored:rw")
        XCTAssertEqual(try container.resolve(Store.self, named: "backup").path, "backup")
        let index = try await container.resolveAsync(Index.self)
        XCTAssertTrue(try container.resolve(Store.self) === index.store)
        XCTAssertTrue(try container.resolve((any Clock).self) is SystemClock)
        try await container.withScope(.request) { scope in
            let session = try scope.resolve(Storage.Session.self)
            XCTAssertTrue(session.store === index.store)
        }
        XCTAssertEqual(try container.resolve(Int.self, named: "conditional"), 9)
        XCTAssertEqual(try container.resolve(Int.self, named: "escaped"), 3)
        XCTAssertEqual(Storage.module.name, "Storage")
        XCTAssertThrowsError(try container.resolve(Int.self))
    }

    func testModuleCountsOnce() throws {
        XCTAssertNoThrow(
            try Container {
                Storage.module
                Storage.module
            })
    }

    func testRegistrationsCanBeUsedOneByOne() throws {
        let closed = Log()
        let container = try Container {
            Storage.settingsRegistration
            Storage.storeRegistration.onShutdown { closed.add($0.path) }
            globalStoreRegistration
        }
        XCTAssertEqual(try container.resolve(Store.self).path, "stored:rw")
        XCTAssertEqual(try container.resolve(Store.self, named: "global").path, "global stored")
        container.close()
        XCTAssertEqual(closed.all, ["stored:rw"])
    }

    func testGlobalFunctionIsContributed() throws {
        let container = try Container {
            Storage.settingsRegistration
            Module.contributed(toGroup: "global")
        }
        XCTAssertEqual(try container.resolve(Store.self, named: "global").path, "global stored")
    }

    func testMissingDependencyNamesTheFunction() throws {
        XCTAssertThrowsError(try Container { Storage.storeRegistration }) { error in
            let fault = (error as? ResolutionError)?.faults.first
            XCTAssertEqual(fault?.code, .missing)
            XCTAssertEqual(fault?.path, ["Store", "Settings"])
            XCTAssertEqual(fault?.location?.description, "ArmoryMacrosTests/ProvidesTests.swift:28")
            XCTAssertTrue(fault?.description.contains("parameter 1") ?? false, "\(error)")
        }
    }
}
#endif
