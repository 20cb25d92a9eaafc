// What components and modules are made of.

import ArmoryInjection
import ArmoryTestSupport
import XCTest

private let shelf = Component {
    single { MemoryStore(name: "shelf") as any Store }
    factory { Service(store: $0()) }
}

final class ComponentTests: InjectionTestCase {
    func testAComponentIsClosuresAloneUntilAModuleIsAsked() {
        let maker = Maker()
        let component = Component {
            factory { maker.make(Clock()) }
            single { maker.make(MemoryStore()) as any Store }
        }
        let module = Module {
            ArmoryInjection.component { component }
        }
        XCTAssertEqual(maker.made, 0)
        _ = module.resolve() as Clock
        XCTAssertEqual(maker.made, 1)
    }

    func testAGlobalComponentServesAnyNumberOfModules() {
        let one = Module { component { shelf } }
        let other = Module { component { shelf } }
        let service: Service = one()
        XCTAssertTrue(service.store === (one() as any Store))
        XCTAssertFalse((one() as any Store) === (other() as any Store), "every module has singles of its own")
    }

    func testFunctionsAreBuilders() {
        func makeClock() -> any Registration { factory { Clock(zone: "function") } }
        func makeStores() -> Component { shelf }
        func makeBoth() -> [Entry] { makeClock().entries() + makeStores().entries() }
        XCTAssertEqual(Component(builder: makeClock).entries().count, 1)
        XCTAssertEqual((Module(builder: makeClock).resolve() as Clock).zone, "function")
        let parent = Module(builder: makeStores)
        let child = Module(parent: parent, builder: makeClock)
        XCTAssertEqual((child() as any Store).name, "shelf")
        XCTAssertEqual((child() as Clock).zone, "function")
        XCTAssertEqual(Component(builder: makeStores).entries(), shelf.entries())
        XCTAssertEqual(Component(builder: makeBoth).entries().count, 3)
    }

    func testAWeakRegistrationHasALabelledBuilder() {
        func makeService(_ module: Module) -> Service { Service(store: module()) }
        let module = Module {
            component { shelf }
            weak(tag: "one", builder: { module in Service(store: module()) })
            weak(tag: "other", builder: makeService)
        }
        for tag in ["one", "other"] {
            let service: Service = module.resolve(tag: tag)
            XCTAssertTrue(module.resolve(tag: tag) as Service === service)
            XCTAssertTrue(service.store === (module() as any Store))
        }
    }

    func testOfTwoOfOneTypeTheLaterCounts() {
        let module = Module {
            factory { Clock(zone: "first") }
            factory { Clock(zone: "second") }
        }
        XCTAssertEqual((module.resolve() as Clock).zone, "second")
    }

    func testALaterComponentOverridesAnEarlierOneOfAnotherLifetime() {
        let fakes = Component {
            single { FileStore() as any Store }
        }
        let module = Module {
            component { shelf }
            component { fakes }
        }
        let service: Service = module.resolve()
        XCTAssertEqual(service.store.name, "file")
        XCTAssertTrue(service.store === (module.resolve() as any Store))
    }

    func testALoneEntryAndNoneAreComponentsToo() {
        let one = Component { factory { Clock(zone: "one") } }
        XCTAssertEqual(one.entries().count, 1)
        let none = Component {}
        XCTAssertEqual(none.entries().count, 0)
        let module = Module {
            component { none }
            component { one }
        }
        XCTAssertEqual((module() as Clock).zone, "one")
    }

    func testComponentsNest() {
        let outer = Component {
            component { shelf }
            factory { Clock(zone: "outer") }
        }
        let module = Module { component { outer } }
        XCTAssertEqual((module() as Service).store.name, "shelf")
        XCTAssertEqual((module() as Clock).zone, "outer")
    }

    func testEntriesComeInOrderAndAreEqualByTypeAndTag() {
        let component = Component {
            factory { Clock() }
            single(tag: "b") { Clock() }
            single { Clock() }
            factory { Clock() as Clock? }
        }
        let entries = component.entries()
        XCTAssertEqual(entries.count, 4)
        XCTAssertEqual(entries[0], entries[2], "the lifetime does not count")
        XCTAssertEqual(entries[0], entries[3], "an optional is a name for its type")
        XCTAssertNotEqual(entries[0], entries[1])
        XCTAssertEqual(entries[1].entries(), [entries[1]])
    }

    func testARegistrationOfTheUsersOwnHandsOnEntries() {
        struct Both: Registration {
            let parts: [Component]
            func entries() -> [Entry] { parts.flatMap { $0.entries() } }
        }
        let clocks = Component { factory { Clock(zone: "own") } }
        let module = Module { Both(parts: [shelf, clocks]) }
        XCTAssertEqual((module() as Service).store.name, "shelf")
        XCTAssertEqual((module() as Clock).zone, "own")
    }

    func testAModuleThatIsMadeByAFunctionIsFreshEachTime() {
        let fresh = { Module { component { shelf } } }
        XCTAssertFalse((fresh().resolve() as any Store) === (fresh().resolve() as any Store))
    }
}
