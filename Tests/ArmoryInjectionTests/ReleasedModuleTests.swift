import class Armory.Container
import ArmoryInjection
import ArmoryTestSupport
import XCTest

private final class Attic: Sendable {}

private final class Finder: Sendable {
    let container: Container?
    init() { container = Container.current }
}

// What the engine's own means come to when nobody has the module any more.
final class ReleasedModuleTests: LeakCheckedTestCase {
    func testAFactoryThatIsRunWithoutItsModuleEndsTheProcess() throws {
        var module: Module? = Module {
            factory { Finder() }
            single { module in Attic() }
        }
        let holder: Finder? = module?()
        let container = try XCTUnwrap(holder?.container)
        module = nil
        try assertEndsProcess(
            "released module", saying: "whose module was released: hold the module as long as it is used"
        ) {
            _ = try container.resolve(Attic.self)
        }
    }
}
