// Checks of instances with code around their making.

import Armory
import ArmoryHealth
import ArmoryTestSupport
import XCTest

private struct Passing: Interceptor {
    func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T { try proceed() }
}

final class CheckedMakingTests: LeakCheckedTestCase {
    func testINT7_AnInterceptedRegistrationHasItsChecks() async throws {
        let container = try Container {
            Singleton { Database() }.health { _ in .degraded("it") }
            Intercepted(by: Passing())
        }
        let before = await container.health()
        XCTAssertEqual(before.words, ["Database not created"])
        _ = try container.resolve(Database.self)
        let after = await container.health()
        XCTAssertEqual(after.words, ["Database degraded"])
    }
}
