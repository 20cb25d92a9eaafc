// MOD3: what code that was handed no container sees inside of a module that hides something.

import Armory
import ArmoryTestSupport
import XCTest

private final class Secret: Sendable {
    private let life = Counted()
}

/// It makes what it looks up later by itself.
private final class Vault: Sendable {
    private let life = Counted()
    let secret = Lazy<Secret>()
    let named = Lazy<Secret>(named: "spare")
}

/// The same, in no module.
private final class Thief: Sendable {
    private let life = Counted()
    let secret = Lazy<Secret>()
}

final class CurrentViewTests: LeakCheckedTestCase {
    func testMOD3_WhatAModulesInstanceMakesForLaterSeesWhatTheModuleHides() throws {
        let container = try Container {
            Module("bank") {
                Singleton { Secret() }.private()
                Singleton { Secret() }.named("spare").private()
                Singleton { Vault() }
            }
            Singleton { Thief() }
        }
        let vault = try container.resolve(Vault.self)
        XCTAssertFalse(try vault.secret() === vault.named())
        failure(.missing) { try container.resolve(Thief.self).secret() }
        failure(.missing) { try container.resolve(Secret.self) }
    }

    func testMOD3_WhatIsCurrentIsTheContainerItself() throws {
        let current = Locked<Container?>(nil)
        let container = try Container {
            Module("bank") {
                Singleton { Secret() }.private()
                Transient { () -> Vault in
                    current.withLock { $0 = Container.current }
                    return Vault()
                }
            }
        }
        _ = try container.resolve(Vault.self)
        XCTAssertTrue(current.withLock { $0 } === container, "one that can be changed, and be a parent")
        current.withLock { $0 = nil }
    }
}
