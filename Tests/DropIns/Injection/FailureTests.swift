// What cannot be resolved ends the process, and the message says what and on which way.

import ArmoryInjection
import ArmoryTestSupport
import XCTest

private final class Left {
    init(right: Right) {}
}

private final class Right {
    init(left: Left) {}
}

private protocol Shopping: AnyObject {}

final class FailureTests: InjectionTestCase {
    func testWhatIsNotRegistered() throws {
        try assertEndsProcess("missing", saying: "any Store", "[missing]") {
            _ = Module { factory { Clock() } }.resolve() as any Store
        }
    }

    func testWhatIsNeededAndNotRegisteredWithTheWayToItAndWhereThatIs() throws {
        try assertEndsProcess(
            "needed", saying: "any Store", "Service → any Store", "ArmoryInjectionTests/FailureTests.swift:"
        ) {
            let module = Module {
                factory { Service(store: $0()) }
                single { (module: Module) in [module.resolve() as Service] }
            }
            _ = module.resolve() as [Service]
        }
    }

    private final class Shop: Shopping {
        @Inject var store: any Store
        @LazyInject(tag: "utc") var clock: Clock
    }

    func testTheHolderOfAPropertyIsNamed() throws {
        try assertEndsProcess(
            "no module", saying: "Shop ", "any Store", "[missing]\n", "Shop → any Store\n",
            "fix: no module is shared: call injectMe first"
        ) { _ = Shop() }
        try assertEndsProcess(
            "property", saying: "Shop ", "any Store", "[missing]\n", "Shop → any Store\n"
        ) {
            injectMe { factory { Clock() } }
            _ = Shop()
        }
        try assertEndsProcess("behind a protocol", saying: ": any Shopping → Shop → any Store\n") {
            _ = Module { factory { Shop() as any Shopping } }.resolve() as any Shopping
        }
        try assertEndsProcess("its own factory", saying: ": Shop → any Store\n") {
            _ = Module { factory { Shop() } }.resolve() as Shop
        }
        try assertEndsProcess(
            "lazy", saying: "Shop ", "Clock tagged \"utc\"", "[missing]\n", "near: Clock,"
        ) {
            injectMe {
                factory { Clock() }
                factory { MemoryStore() as any Store }
            }
            _ = Shop().clock
        }
    }

    func testMessagesHaveTheWordsOfTheAPI() throws {
        try assertEndsProcess(
            "missing", saying: "fix: register Clock with factory, single or weak, or resolve an optional.\n",
            notSaying: Self.nativeWords + ["named"]
        ) { _ = Module { factory(tag: "utc") { Clock() } }.resolve() as Clock }
        try assertEndsProcess(
            "cycle", saying: "fix: resolve one of them later, for example with @LazyInject, and not in its closure.\n",
            notSaying: Self.nativeWords
        ) {
            let module = Module {
                single { Left(right: $0()) }
                single { Right(left: $0()) }
            }
            _ = module.resolve() as Left
        }
        try assertEndsProcess(
            "value", saying: "any Price cannot be weak: its factory returned a value of type Euro, not an object.",
            "fix: register a class, or use factory or single.\n", notSaying: Self.nativeWords
        ) { _ = Module { weak { Euro(cents: 1) as any Price } }.resolve() as any Price }
        try assertEndsProcess(
            "no instance", saying: "[noInstance]\n", "FailureTests.swift:",
            "fix: write return before the instance, or name its type.\n", notSaying: Self.nativeWords
        ) { _ = Module { single { _ = Clock() } } }
        try assertEndsProcess(
            "nil", saying: "Clock ", "[declined]\n", "its closure returned nil",
            "fix: resolve an optional.\n", notSaying: Self.nativeWords
        ) { _ = Module { factory { nil as Clock? } }.resolve() as Clock }
    }

    func testWhatIsRegisteredUnderATagAlone() throws {
        try assertEndsProcess("tag", saying: "Clock", "\"utc\"", "FailureTests.swift:") {
            _ = Module { factory(tag: "utc") { Clock() } }.resolve() as Clock
        }
        try assertEndsProcess("other tag", saying: "Clock tagged \"cet\"", "[missing]") {
            _ = Module { factory(tag: "utc") { Clock() } }.resolve(tag: "cet") as Clock
        }
    }

    func testAListIsNotMadeUpFromWhatItIsOf() throws {
        let module = Module { factory { Clock() } }
        XCTAssertNil(module() as [Clock]?)
        try assertEndsProcess("list", saying: "[Clock]", "[missing]") {
            _ = module.resolve() as [Clock]
        }
    }

    func testFactoriesThatNeedOneAnother() throws {
        try assertEndsProcess("factories", saying: "Left → Right → Left") {
            let module = Module {
                factory { Left(right: $0()) }
                factory { Right(left: $0()) }
            }
            _ = module.resolve() as Left
        }
    }

    func testSinglesThatNeedOneAnother() throws {
        try assertEndsProcess("singles", saying: "Left → Right → Left") {
            let module = Module {
                single { Left(right: $0()) }
                single { Right(left: $0()) }
            }
            _ = module.resolve() as Left
        }
    }

    func testAWeakOneThatNeedsItself() throws {
        try assertEndsProcess("weak", saying: "Left → Left") {
            let module = Module {
                weak { (module: Module) -> Left in module() }
            }
            _ = module.resolve() as Left
        }
    }

    func testACycleOverAParentAndItsChild() throws {
        try assertEndsProcess("modules", saying: "Left → Right → Left") {
            let parent = Module { factory { Left(right: $0()) } }
            let child = Module(parent: parent) { factory { Right(left: $0()) } }
            _ = child.resolve() as Left
        }
    }

    func testAParentsSingleDoesNotSeeTheChild() throws {
        try assertEndsProcess("view", saying: "any Store", "Service → any Store") {
            let parent = Module { single { Service(store: $0()) } }
            let child = Module(parent: parent) { factory { FileStore() as any Store } }
            _ = child.resolve() as Service
        }
    }

    func testASharedResolveInAFactoryIsOnTheSameWay() throws {
        try assertEndsProcess("shared", saying: "Service → any Store") {
            injectMe { factory { Clock() } }
            let module = Module { factory { Service(store: resolve()) } }
            _ = module.resolve() as Service
        }
    }

    func testTheSharedModuleAfterAResetInAFactory() throws {
        try assertEndsProcess("reset", saying: "Service → any Store", "no module is shared") {
            injectMe { factory { MemoryStore() as any Store } }
            let module = Module { factory { Service(store: resolve()) } }
            _ = module.resolve() as Service
            Injection.reset()
            _ = module.resolve() as Service
        }
    }

    func testSinglesThatTwoThreadsNeedCrosswise() throws {
        try assertEndsProcess("crosswise", saying: "Left", "Right") {
            let begun = [Latch(), Latch()]
            @Sendable func begin(_ side: Int) {
                begun[side].open()
                begun[1 - side].wait()
            }
            let module = Module {
                single { (module: Module) in
                    begin(0)
                    return Left(right: module())
                }
                single { (module: Module) in
                    begin(1)
                    return Right(left: module())
                }
            }
            _ = race(threads: 2) { thread in
                if thread == 0 { _ = module.resolve() as Left } else { _ = module.resolve() as Right }
            }
        }
    }
}
