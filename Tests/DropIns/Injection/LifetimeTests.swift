// factory, single and weak.

import ArmoryInjection
import ArmoryTestSupport
import XCTest

final class FactoryTests: InjectionTestCase {
    func testAFactoryMakesANewInstanceEachTime() {
        let module = Module { factory { Clock() } }
        XCTAssertFalse((module.resolve() as Clock) === (module.resolve() as Clock))
    }

    func testTheModuleIsCalledForWhatIsNeeded() {
        let module = Module {
            factory { MemoryStore(name: "needed") as any Store }
            factory { Service(store: $0()) }
            factory { (module: Module) in Pair(one: module.resolve(), other: module()) }
        }
        let pair: Pair = module.resolve()
        XCTAssertEqual(pair.one.store.name, "needed")
        XCTAssertFalse(pair.one === pair.other)
    }

    func testWhatAProtocolHidesIsFoundByTheProtocol() {
        let module = Module {
            factory { MemoryStore(name: "hidden") as any Store }
            factory { MemoryStore(name: "open") }
        }
        XCTAssertEqual((module.resolve() as any Store).name, "hidden")
        XCTAssertEqual((module.resolve() as MemoryStore).name, "open")
    }

    func testValuesOfAnyKindAreResolved() {
        let module = Module {
            factory { Euro(cents: 5) }
            factory { Euro(cents: 7) as any Price }
            factory { 42 }
            factory { "text" }
            factory { [1, 2, 3] }
            factory { ["a": 1.5] }
            factory { (1, "pair") as (Int, String) }
            factory { Clock.self as Clock.Type }
        }
        XCTAssertEqual(module.resolve() as Euro, Euro(cents: 5))
        XCTAssertEqual((module.resolve() as any Price).cents, 7)
        XCTAssertEqual(module.resolve() as Int, 42)
        XCTAssertEqual(module.resolve() as String, "text")
        XCTAssertEqual(module.resolve() as [Int], [1, 2, 3])
        XCTAssertEqual(module.resolve() as [String: Double], ["a": 1.5])
        XCTAssertEqual((module.resolve() as (Int, String)).1, "pair")
        XCTAssertTrue((module.resolve() as Clock.Type) == Clock.self)
    }

    func testAFunctionIsResolvedAndMayResolveLater() {
        let module = Module {
            factory { MemoryStore(name: "later") as any Store }
            factory { resolver in { Labelled(number: $0, store: resolver()) } }
        }
        let label: (Int) -> Labelled = module.resolve()
        XCTAssertEqual(label(3).number, 3)
        XCTAssertEqual(label(4).store.name, "later")
    }

    func testTheTypeThatTheContextNeedsDecides() {
        let module = Module {
            single { FileStore() as any Store }
            factory { Service(store: $0()) }
        }
        func name(_ service: Service) -> String { service.store.name }
        XCTAssertEqual(name(module()), "file")
        XCTAssertEqual(name(module.resolve()), "file")
        let services: [Service] = [module(), module()]
        XCTAssertEqual(services.count, 2)
    }

    private struct Pair {
        let one: Service
        let other: Service
    }

    private struct Labelled {
        let number: Int
        let store: any Store
    }
}

final class SingleTests: InjectionTestCase {
    func testASingleIsMadeOnceWhenItIsFirstAskedFor() {
        let maker = Maker()
        let module = Module { single { maker.make(Clock()) } }
        XCTAssertEqual(maker.made, 0)
        let first: Clock = module.resolve()
        XCTAssertTrue(first === (module.resolve() as Clock))
        XCTAssertEqual(maker.made, 1)
    }

    func testASingleValueIsMadeOnce() {
        let maker = Maker()
        let module = Module { single { maker.make(Euro(cents: 3)) as any Price } }
        XCTAssertEqual((module() as any Price).cents + (module() as any Price).cents, 6)
        XCTAssertEqual(maker.made, 1)
    }

    func testAReadyInstanceIsTheOneThatIsResolved() {
        let ready: any Store = MemoryStore(name: "ready")
        let module = Module { single { ready } }
        XCTAssertTrue((module.resolve() as any Store) === ready)
        XCTAssertTrue((module.resolve() as any Store) === ready)
    }

    func testASingleIsGivenWhatItNeeds() {
        let module = Module {
            single { MemoryStore(name: "below") as any Store }
            single { Service(store: $0()) }
        }
        XCTAssertTrue((module.resolve() as Service).store === (module.resolve() as any Store))
    }

    func testASingleGoesWithItsModule() {
        weak var store: (any Store)?
        do {
            let module = Module { single { MemoryStore() as any Store } }
            store = module.resolve()
            XCTAssertNotNil(store)
        }
        XCTAssertNil(store)
    }

    func testASingleThatFactoriesShareIsOne() {
        let maker = Maker()
        let module = Module {
            single { maker.make(MemoryStore()) as any Store }
            factory { Service(store: $0()) }
        }
        let (one, other): (Service, Service) = (module(), module())
        XCTAssertFalse(one === other)
        XCTAssertTrue(one.store === other.store)
        XCTAssertEqual(maker.made, 1)
    }
}

final class WeakTests: InjectionTestCase {
    func testAWeakInstanceIsSharedWhileSomebodyHoldsIt() {
        let maker = Maker()
        let module = Module { weak { maker.make(Clock()) } }
        var held: Clock? = module.resolve()
        XCTAssertTrue(held === (module.resolve() as Clock))
        XCTAssertEqual(maker.made, 1)
        held = nil
        held = module.resolve()
        XCTAssertNotNil(held)
        XCTAssertEqual(maker.made, 2)
    }

    func testTheModuleDoesNotKeepIt() {
        let module = Module { weak { Clock() } }
        weak let seen: Clock? = module.resolve()
        XCTAssertNil(seen)
    }

    func testItMayHideBehindAProtocolAndNeedOthers() {
        let module = Module {
            weak { MemoryStore(name: "weak") as any Store }
            weak { Service(store: $0()) }
        }
        let service: Service = module.resolve()
        XCTAssertTrue(service === (module.resolve() as Service))
        XCTAssertTrue(service.store === (module.resolve() as any Store))
    }

    func testTwoModulesHaveTwo() {
        let component = Component { weak { Clock() } }
        let one = Module { ArmoryInjection.component { component } }
        let other = Module { ArmoryInjection.component { component } }
        let (first, second): (Clock, Clock) = (one(), other())
        XCTAssertFalse(first === second)
    }

    func testAValueCannotBeWeak() throws {
        try assertEndsProcess("value", saying: "any Price", "a value of type Euro") {
            let module = Module { weak { Euro(cents: 1) as any Price } }
            _ = module.resolve() as any Price
        }
    }
}
