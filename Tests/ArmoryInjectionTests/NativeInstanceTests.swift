// During a move, code for the other library gets instances of a native container.

import Armory
import ArmoryInjection
import ArmoryTestSupport
import XCTest

// swift-format-ignore: NeverUseForceTry, NeverUseImplicitlyUnwrappedOptionals
final class NativeInstanceTests: InjectionTestCase {
    func testAFactoryResolvesInANativeContainer() throws {
        let cache = Armory.Module("cache") { Singleton { Cache() } }
        let container = try Container { cache }
        injectMe {
            factory { try! container.resolve(Cache.self) }
        }
        let first: Cache = resolve()
        XCTAssertTrue(try first === container.resolve(Cache.self))
    }
}
