// The module that a program shares.

import ArmoryInjection
import ArmoryTestSupport
import XCTest

final class SharedModuleTests: InjectionTestCase {
    func testWhatIsInjectedIsResolvedAnywhere() {
        let navigator = Clock(zone: "navigator")
        let stores = Component { factory { MemoryStore(name: "shared") as any Store } }
        injectMe {
            component { stores }
            single { navigator }
            factory(tag: "tagged") { Clock(zone: "tagged") }
        }
        XCTAssertTrue(resolve() as Clock === navigator)
        XCTAssertEqual((resolve() as any Store).name, "shared")
        XCTAssertEqual((resolve(tag: "tagged") as Clock).zone, "tagged")
        XCTAssertNil(resolve() as Service?)
    }

    func testAModuleThatIsThereIsShared() {
        let module = Module { single { Clock() } }
        injectMe(module)
        XCTAssertTrue(Injection.module === module)
        XCTAssertTrue(resolve() as Clock === module() as Clock)
    }

    func testALoneRegistrationIsEnough() {
        injectMe { factory { Clock(zone: "alone") } }
        XCTAssertEqual((resolve() as Clock).zone, "alone")
    }

    func testAFunctionThatReturnsARegistrationIsShared() {
        func makeClock() -> any Registration { single { Clock(zone: "function") } }
        injectMe(makeClock)
        XCTAssertEqual((resolve() as Clock).zone, "function")
        XCTAssertTrue(resolve() as Clock === resolve() as Clock)
    }

    func testItIsGoneAfterAResetAndAnotherTakesItsPlace() {
        weak var module: Module?
        injectMe { single { MemoryStore(name: "first") as any Store } }
        module = Injection.module
        XCTAssertEqual((resolve() as any Store).name, "first")
        Injection.reset()
        XCTAssertNil(module)
        Injection.reset()
        injectMe { single { FileStore() as any Store } }
        XCTAssertEqual((resolve() as any Store).name, "file")
    }

    func testWhoHoldsTheModuleGoesOnWithIt() {
        injectMe { single { Clock(zone: "held") } }
        let module = Injection.module
        Injection.reset()
        XCTAssertEqual((module() as Clock).zone, "held")
    }

    func testASecondOneEndsTheProcess() throws {
        try assertEndsProcess("twice", saying: "A module is already shared", "Injection.reset()") {
            injectMe { factory { Clock() } }
            injectMe { factory { Clock() } }
        }
    }

    func testResolvingWithoutOneEndsTheProcess() throws {
        try assertEndsProcess("none", saying: "Store", "no module is shared", "injectMe") {
            _ = resolve() as any Store
        }
    }

    func testTheNamesOfTheOriginalsModuleAreThere() {
        let module: Injection.Module = Injection.Module {
            component { Injection.Component { factory { Clock(zone: "named") } } }
        }
        Injection.initialize(with: module)
        XCTAssertEqual((Injection.module() as Clock).zone, "named")
        final class ClockBuilder: Injection.ModuleBuilder<Clock> {
            override func component() -> Component? {
                let stores = Component { factory { FileStore() as any Store } }
                return Component { Injection.component { stores } }
            }
            override func build() -> Clock {
                XCTAssertEqual((module() as any Store).name, "file")
                return Injection.resolve()
            }
        }
        XCTAssertEqual(ClockBuilder().build().zone, "named")
    }

    @MainActor
    func testWhatBelongsToTheMainActorIsInjectedThere() {
        let delegate = Delegate()
        delegate.start()
        XCTAssertTrue(resolve() as Delegate.Navigator === delegate.navigator)
        XCTAssertEqual((resolve() as Delegate.Screen).navigator.shown, ["list"])
    }

    /// The part of an app that starts it.
    @MainActor
    private final class Delegate {
        let navigator = Navigator()

        func start() {
            let navigator = navigator
            injectMe {
                single { navigator }
                factory { Screen(navigator: $0()) }
            }
            navigator.shown.append("list")
        }

        final class Navigator {
            var shown: [String] = []
        }

        struct Screen {
            let navigator: Navigator
        }
    }
}
