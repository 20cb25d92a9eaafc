// What tells registrations apart: the type itself, and the tag. An optional is no type of its own.

import ArmoryInjection
import ArmoryTestSupport
import XCTest

private enum Checkout {
    struct Options { let text = "of the checkout" }
}

private enum Search {
    struct Options { let text = "of the search" }
}

private struct Box<T> {
    let value: T
}

final class KeyTests: InjectionTestCase {
    func testTypesOfOneNameAreTwo() {
        let module = Module {
            factory { Checkout.Options() }
            factory { Search.Options() }
        }
        XCTAssertEqual("\(Checkout.Options.self)", "\(Search.Options.self)")
        XCTAssertEqual((module() as Checkout.Options).text, "of the checkout")
        XCTAssertEqual((module() as Search.Options).text, "of the search")
    }

    func testATypeWhoseNameReadsLikeAnOptionalIsNone() {
        let module = Module {
            factory { Optional<Int>.Type.self as Optional<Int>.Type.Type }
            factory { Box(value: "boxed") }
            factory { Box(value: 1 as Int?) }
        }
        XCTAssertEqual((module() as Box<String>).value, "boxed")
        XCTAssertEqual((module() as Box<Int?>).value, 1)
    }

    func testAProtocolAndItsConformingTypesAreApart() {
        let module = Module {
            factory { MemoryStore(name: "protocol") as any Store }
            factory { MemoryStore(name: "any object") as AnyObject }
        }
        XCTAssertEqual((module() as any Store).name, "protocol")
        XCTAssertEqual(((module() as AnyObject) as? MemoryStore)?.name, "any object")
        XCTAssertNil(module() as MemoryStore?)
    }

    func testTagsTellApartAndNoTagIsOneOfItsOwn() {
        let module = Module {
            factory { Clock(zone: "plain") }
            factory(tag: "a") { Clock(zone: "a") }
            factory(tag: "") { Clock(zone: "empty") }
            single(tag: "single") { Clock(zone: "single") }
        }
        XCTAssertEqual((module.resolve() as Clock).zone, "plain")
        XCTAssertEqual((module.resolve(tag: nil) as Clock).zone, "plain")
        XCTAssertEqual((module.resolve(tag: "a") as Clock).zone, "a")
        XCTAssertEqual((module.resolve(tag: "") as Clock).zone, "empty")
        XCTAssertTrue((module(tag: "single") as Clock) === (module(tag: "single") as Clock))
        XCTAssertNil(module(tag: "b") as Clock?)
    }

    func testOneTagServesManyTypes() {
        let module = Module {
            single(tag: "main") { MemoryStore(name: "main") as any Store }
            factory(tag: "main") { Service(store: $0(tag: "main")) }
        }
        XCTAssertTrue((module(tag: "main") as Service).store === (module(tag: "main") as any Store))
    }

    func testALaterRegistrationOfATagOverridesThatTagAlone() {
        let module = Module {
            factory { Clock(zone: "plain") }
            factory(tag: "a") { Clock(zone: "a") }
            factory(tag: "a") { Clock(zone: "again") }
        }
        XCTAssertEqual((module(tag: "a") as Clock).zone, "again")
        XCTAssertEqual((module() as Clock).zone, "plain")
    }

    func testATagThatIsComputedEqualsALiteral() {
        let module = Module { factory(tag: "number-7") { Clock(zone: "seven") } }
        XCTAssertEqual((module(tag: "number-\(3 + 4)") as Clock).zone, "seven")
    }
}

final class OptionalTests: InjectionTestCase {
    func testAnOptionalIsTheInstanceOfItsTypeOrNil() {
        let module = Module { single { Clock() } }
        let optional: Clock? = module.resolve()
        XCTAssertTrue(optional === (module.resolve() as Clock))
        XCTAssertNil(module.resolve() as Service?)
        XCTAssertNil(module() as (any Price)?)
    }

    func testWhatIsRegisteredAsAnOptionalIsFoundByItsType() {
        let module = Module {
            single { MemoryStore(name: "maybe") as (any Store)? }
            factory(tag: "t") { Euro(cents: 2) as Euro? }
        }
        let store: any Store = module.resolve()
        XCTAssertTrue(store === (module.resolve() as (any Store)?))
        XCTAssertEqual(module(tag: "t") as Euro, Euro(cents: 2))
        XCTAssertEqual(module(tag: "t") as Euro?, Euro(cents: 2))
    }

    func testTheLaterOfATypeAndItsOptionalCounts() {
        let first = Module {
            factory { Clock(zone: "plain") }
            factory { Clock(zone: "optional") as Clock? }
        }
        XCTAssertEqual((first() as Clock).zone, "optional")
        let second = Module {
            factory { Clock(zone: "optional") as Clock? }
            factory { Clock(zone: "plain") }
        }
        XCTAssertEqual((second() as Clock?)?.zone, "plain")
    }

    func testAClosureThatReturnsNilHasNoInstance() throws {
        let maker = Maker()
        let module = Module {
            single { maker.make(nil as Clock?) }
            factory { (module: Module) in MaybeTimed(clock: module()) }
        }
        XCTAssertNil(module() as Clock?)
        XCTAssertNil((module() as MaybeTimed).clock)
        XCTAssertEqual(maker.made, 2, "nothing is kept")
        try assertEndsProcess("declined", saying: "Clock", "returned nil", "KeyTests.swift") {
            _ = module() as Clock
        }
    }

    func testAParameterMayBeOptionalAndImplicitlyUnwrapped() {
        let module = Module {
            factory { Clock(zone: "given") }
            factory { (module: Module) in MaybeTimed(clock: module()) }
        }
        XCTAssertEqual((module() as MaybeTimed).clock?.zone, "given")
        var unwrapped: Clock!
        unwrapped = module()
        XCTAssertEqual(unwrapped.zone, "given")
    }

    func testAnOptionalIsLookedForInTheParents() {
        let parent = Module { single { Clock(zone: "parent") } }
        let child = Module(parent: parent) { factory { Euro(cents: 1) } }
        XCTAssertEqual((child() as Clock?)?.zone, "parent")
        XCTAssertNil(child() as Service?)
    }

    func testAnOptionalOfAnOptionalIsTheSameToo() {
        let module = Module { factory { Euro(cents: 9) as Euro?? } }
        XCTAssertEqual(module() as Euro, Euro(cents: 9))
        XCTAssertEqual(module() as Euro??, Euro(cents: 9))
        XCTAssertNil((module() as Clock??) ?? nil)
    }

    func testGenericCodeAsksForOptionalsAlike() {
        func ask<T>(_ module: Module, for type: T.Type) -> T { module.resolve() }
        let module = Module { factory { Euro(cents: 4) as any Price } }
        XCTAssertEqual(ask(module, for: (any Price).self).cents, 4)
        XCTAssertEqual(ask(module, for: (any Price)?.self)?.cents, 4)
        XCTAssertNil(ask(module, for: Clock?.self))
    }

    private struct MaybeTimed {
        let clock: Clock?
    }
}
