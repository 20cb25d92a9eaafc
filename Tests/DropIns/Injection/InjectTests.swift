// @Inject, @LazyInject and the logger.

import ArmoryInjection
import ArmoryTestSupport
import XCTest

private final class Eager {
    @Inject var store: any Store
    @Inject(tag: "t") var clock: Clock
    @Inject var missing: (any Price)?
}

private struct EagerValue {
    @Inject var store: any Store
}

private final class Late {
    @LazyInject var store: any Store
    @LazyInject(tag: "t") var clock: Clock
    @LazyInject(tag: nil) var price: any Price
}

private struct LateValue {
    @LazyInject var clock: Clock
}

final class InjectTests: InjectionTestCase {
    func testItIsResolvedFromTheSharedModuleWhenItsHolderIsMade() {
        let maker = Maker()
        injectMe {
            single { MemoryStore(name: "shared") as any Store }
            factory(tag: "t") { maker.make(Clock(zone: "tagged")) }
        }
        let eager = Eager()
        XCTAssertEqual(maker.made, 1)
        XCTAssertTrue(eager.store === resolve() as any Store)
        XCTAssertTrue(eager.clock === eager.clock)
        XCTAssertEqual(eager.clock.zone, "tagged")
        XCTAssertNil(eager.missing)
        XCTAssertTrue(EagerValue().store === eager.store)
    }

    func testInAFactoryItIsOfThatFactorysModule() {
        let module = Module {
            single { MemoryStore(name: "module") as any Store }
            single(tag: "t") { Clock(zone: "module") }
            factory { Eager() }
            factory { EagerValue() }
        }
        XCTAssertTrue((module() as Eager).store === module() as any Store)
        XCTAssertTrue((module() as EagerValue).store === module() as any Store)
        let child = Module(parent: module) { factory { FileStore() as any Store } }
        XCTAssertEqual((child() as EagerValue).store.name, "file")
    }

    func testWhatThatModuleDoesNotHaveIsOfTheSharedOne() {
        injectMe { single(tag: "t") { Clock(zone: "shared") } }
        let module = Module {
            single { MemoryStore(name: "module") as any Store }
            factory { Eager() }
        }
        let eager: Eager = module()
        XCTAssertEqual(eager.store.name, "module")
        XCTAssertEqual(eager.clock.zone, "shared")
    }

    func testABuilderMayHaveSome() {
        final class Builder: ModuleBuilder<String> {
            @Inject var store: any Store
            @LazyInject var clock: Clock
            override func build() -> String { "\(store.name) \(clock.zone)" }
        }
        injectMe {
            factory { FileStore() as any Store }
            factory { Clock(zone: "late") }
        }
        XCTAssertEqual(Builder().build(), "file late")
    }

    func testAMissingOneEndsTheProcessWhenTheHolderIsMade() throws {
        try assertEndsProcess("inject", saying: "Store") {
            injectMe { factory { Clock() } }
            _ = EagerValue()
        }
        try assertEndsProcess("inject, path", saying: "Service", "EagerValue", "Store") {
            let module = Module {
                factory { EagerValue() }
                factory { (module: Module) in Service(store: (module() as EagerValue).store) }
            }
            injectMe(module)
            _ = resolve() as Service
        }
    }
}

final class LazyInjectTests: InjectionTestCase {
    func testItIsResolvedWhenItIsFirstReadAndKept() {
        let maker = Maker()
        let late = Late()
        injectMe {
            factory { maker.make(MemoryStore(name: "late")) as any Store }
            factory(tag: "t") { Clock(zone: "tagged") }
            factory { Euro(cents: 8) as any Price }
        }
        XCTAssertEqual(maker.made, 0)
        XCTAssertTrue(late.store === late.store)
        XCTAssertEqual(maker.made, 1)
        XCTAssertEqual(late.clock.zone, "tagged")
        XCTAssertEqual(late.price.cents, 8)
    }

    func testAHolderThatIsAValueNeedNotBeAVariable() {
        injectMe { factory { Clock(zone: "value") } }
        let value = LateValue()
        XCTAssertTrue(value.clock === value.clock)
    }

    func testAMissingOneEndsTheProcessWhenItIsRead() throws {
        try assertEndsProcess("lazy", saying: "it is made", "Clock", "tagged", "[missing]") {
            injectMe { factory(tag: "other") { Clock() } }
            final class Holder {
                @LazyInject(tag: "tagged") var clock: Clock
            }
            let holder = Holder()
            FileHandle.standardOutput.write(Data("it is made\n".utf8))
            _ = holder.clock
        }
    }
}

final class LoggerTests: InjectionTestCase {
    func testItWritesWhatIsResolvedIfItIsTold() throws {
        let module = Module {
            single { MemoryStore() as any Store }
            factory(tag: "t") { Service(store: $0()) }
        }
        let child = Module(parent: module) { factory { Clock() } }
        inject(logger: .debug)
        defer { inject(logger: .error) }
        let written = try Output.captured {
            _ = child(tag: "t") as Service
            _ = child() as Clock
            _ = child() as any Store
        }
        let lines = written.out.split(separator: "\n").map(String.init)
        XCTAssertEqual(lines.filter { $0.contains("Service tagged \"t\"") }.count, 1, written.out)
        XCTAssertEqual(lines.filter { $0.contains("any Store") }.count, 2, "a ready one too: \(written.out)")
        XCTAssertEqual(lines.filter { $0.contains("Clock") }.count, 1, written.out)
        XCTAssertEqual(lines.filter { $0.contains("parent") }.count, 3, written.out)
    }

    func testItIsSilentElsewise() throws {
        let module = Module { factory { Clock() } }
        inject(logger: .error)
        XCTAssertEqual(try Output.captured { _ = module() as Clock }.out, "")
    }

    func testLevelsAreInOrder() {
        XCTAssertLessThan(Logger.Level.debug, .error)
    }
}
