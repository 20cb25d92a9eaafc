// Builders: what they add, what they find, and that they go.

import ArmoryInjection
import ArmoryTestSupport
import XCTest

private final class Screen {
    let title: String
    let service: Service
    private let life = Counted()

    init(title: String, service: Service) {
        self.title = title
        self.service = service
    }
}

/// A builder with a run-time parameter that its closures capture.
private final class ScreenBuilder: ModuleBuilder<Screen> {
    private let title: String
    private let life = Counted()

    init(title: String) {
        self.title = title
    }

    override func component() -> Component? {
        Component {
            factory { Screen(title: self.title, service: $0()) }
        }
    }

    override func build() -> Screen { module.resolve() }
}

private final class PlainBuilder: ModuleBuilder<Service> {
    override func build() -> Service { Service(store: module.resolve()) }
}

/// A builder that is told what it adds and what it does.
private final class FreeBuilder<T>: ModuleBuilder<T> {
    private let added: (FreeBuilder) -> Component?
    private let body: (FreeBuilder) -> T
    private let life = Counted()
    private(set) var asked = 0

    init(_ added: @escaping (FreeBuilder) -> Component?, _ body: @escaping (FreeBuilder) -> T) {
        self.added = added
        self.body = body
    }

    override func component() -> Component? {
        asked += 1
        return added(self)
    }

    override func build() -> T { body(self) }
}

final class ModuleBuilderTests: InjectionTestCase {
    private func share() {
        injectMe {
            single { MemoryStore(name: "shared") as any Store }
            factory { Service(store: $0()) }
            factory { Clock(zone: "shared") }
        }
    }

    func testWithoutAComponentItsModuleIsTheSharedOne() {
        share()
        let builder = PlainBuilder()
        XCTAssertTrue(builder.module === Injection.module)
        XCTAssertTrue(builder.build().store === resolve() as any Store)
    }

    func testRunTimeParametersComeByTheInitializer() {
        share()
        XCTAssertEqual(ScreenBuilder(title: "one").build().title, "one")
        let screen = ScreenBuilder(title: "two").build()
        XCTAssertEqual(screen.title, "two")
        XCTAssertTrue(screen.service.store === resolve() as any Store)
    }

    func testItsComponentGoesBeforeTheSharedModuleAlsoForSharedFactories() {
        share()
        let builder = FreeBuilder<Service>({ _ in Component { factory { FileStore() as any Store } } }) { $0.module() }
        XCTAssertEqual(builder.build().store.name, "file")
        XCTAssertEqual((resolve() as Service).store.name, "shared", "the shared module is as it was")
    }

    func testTheSharedSinglesAreTheSharedModulesOwn() {
        injectMe {
            factory { MemoryStore(name: "shared") as any Store }
            single { Service(store: $0()) }
        }
        let builder = FreeBuilder<Service>({ _ in Component { factory { FileStore() as any Store } } }) { $0.module() }
        XCTAssertEqual(builder.build().store.name, "shared")
        XCTAssertTrue(builder.build() === resolve() as Service)
    }

    func testBuilderAndModuleAreGoneAfterBuildThoughClosuresCaptureTheBuilder() {
        share()
        weak var builder: ScreenBuilder?
        let screen: Screen
        do {
            let made = ScreenBuilder(title: "gone")
            builder = made
            screen = made.build()
            XCTAssertNotNil(builder)
        }
        XCTAssertNil(builder)
        XCTAssertEqual(screen.title, "gone")
    }

    func testTheModuleIsNotHeldByItsBuilder() {
        share()
        let builder = ScreenBuilder(title: "held")
        weak var module: Module?
        do {
            module = builder.module
            _ = builder.build()
        }
        XCTAssertNil(module)
        XCTAssertEqual(builder.build().title, "held")
    }

    func testASingleOfTheComponentIsOneForAllOfTheBuilder() {
        share()
        let maker = Maker()
        let builder = FreeBuilder<[Clock]>(
            { _ in Component { single { maker.make(Clock(zone: "own")) } } },
            { builder in
                let first: Clock = builder.module.resolve()
                return [first, builder.module(), builder.module()]
            })
        let clocks = builder.build() + builder.build()
        XCTAssertTrue(clocks.allSatisfy { $0 === clocks[0] })
        XCTAssertEqual(maker.made, 1)
        XCTAssertEqual((resolve() as Clock).zone, "shared")
    }

    func testTwoBuildersHaveSinglesOfTheirOwn() {
        share()
        func make() -> Clock {
            FreeBuilder<Clock>({ _ in Component { single { Clock(zone: "own") } } }) { $0.module() }.build()
        }
        XCTAssertFalse(make() === make())
    }

    func testTheComponentIsAskedOnceForAModuleThatIsHeld() {
        share()
        let builder = FreeBuilder<Int>({ _ in Component { factory { Clock() } } }) { builder in
            let module = builder.module
            _ = (module() as Clock, builder.module() as Clock, module() as Service)
            return builder.asked
        }
        XCTAssertEqual(builder.build(), 1)
    }

    func testWhatAnInstanceKeepsOfTheModuleWorksAfterTheBuilderAndGoesWithIt() {
        share()
        weak var builder: AnyObject?
        var makeService: (() -> Service)?
        do {
            let made = FreeBuilder<() -> Service>(
                { builder in
                    Component {
                        factory { FileStore() as any Store }
                        factory { (module: Module) -> () -> Service in
                            { withExtendedLifetime(builder) { module.resolve() } }
                        }
                    }
                },
                { $0.module.resolve() })
            builder = made
            makeService = made.build()
        }
        XCTAssertEqual(makeService?().store.name, "file")
        XCTAssertNotNil(builder)
        makeService = nil
        XCTAssertNil(builder)
    }

    func testAComponentMayHoldOptionalsAndTags() {
        share()
        let builder = FreeBuilder<String>(
            { builder in
                Component {
                    factory(tag: "t") { Clock(zone: "tagged \(builder.asked)") as Clock? }
                    weak { FileStore() as any Store }
                }
            },
            { ($0.module(tag: "t") as Clock).zone + " " + ($0.module() as Service).store.name })
        XCTAssertEqual(builder.build().suffix(5), " file")
    }

    func testABuilderBuildsByAnother() {
        share()
        let outer = FreeBuilder<Screen>({ _ in Component { factory { Clock(zone: "outer") } } }) { builder in
            let inner = ScreenBuilder(title: (builder.module() as Clock).zone)
            return inner.build()
        }
        XCTAssertEqual(outer.build().title, "outer")
    }

    func testABuilderOfABuilderOverridesFurther() {
        class Base: ModuleBuilder<String> {
            override func component() -> Component? { Component { factory { Clock(zone: "base") } } }
            override func build() -> String { (module() as Clock).zone }
        }
        final class Derived: Base {
            override func component() -> Component? {
                let base = super.component()
                return Component {
                    ArmoryInjection.component { base! }
                    factory { Clock(zone: "derived") }
                }
            }
        }
        share()
        XCTAssertEqual(Base().build(), "base")
        XCTAssertEqual(Derived().build(), "derived")
    }

    func testAModuleThatIsPutInItsPlaceIsUsed() {
        let builder = PlainBuilder()
        builder.module = Module { factory { FileStore() as any Store } }
        XCTAssertEqual(builder.build().store.name, "file")
    }

    func testItGoesOnWithItsModuleAfterAReset() {
        share()
        let builder = ScreenBuilder(title: "before")
        let first = builder.build()
        Injection.reset()
        XCTAssertTrue(builder.build().service.store === first.service.store)
    }

    func testAComponentThatUsesItsOwnModuleEndsTheProcess() throws {
        let builder = FreeBuilder<Clock>(
            { builder in
                let clock: Clock = builder.module()
                return Component { single { clock } }
            },
            { $0.module() })
        try assertEndsProcess("recursion", saying: "FreeBuilder<Clock>.component() uses the module") {
            share()
            _ = builder.build()
        }
    }

    func testBuildHasToBeOverridden() throws {
        final class Nothing: ModuleBuilder<Clock> {}
        try assertEndsProcess("build", saying: "Nothing does not override build()") { _ = Nothing().build() }
    }

    func testABuilderWithoutASharedModuleEndsTheProcess() throws {
        try assertEndsProcess("unshared", saying: "PlainBuilder", "no module is shared", "injectMe") {
            _ = PlainBuilder().build()
        }
    }

    func testAComponentThatForgetsWhatItSaidEndsTheProcess() throws {
        let builder = FreeBuilder<String>(
            { $0.asked == 1 ? Component { factory { Clock() } } : Component { factory { FileStore() as any Store } } },
            { ($0.module() as Clock).zone })
        try assertEndsProcess("forgets", saying: "Clock", "component()") {
            injectMe { factory { Service(store: $0()) } }
            _ = builder.module
            _ = builder.build()
        }
    }
}
