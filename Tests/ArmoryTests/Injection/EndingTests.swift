// RES5, RES6, REG14: what cannot throw ends the process, and says why.

import Armory
import ArmoryTestSupport
import XCTest

private final class Thing: Sendable {
    private let life = Counted()
}

private final class Needy: Sendable {
    let thing: Thing
    init(thing: Thing) { self.thing = thing }
}

private struct Holder {
    @Injected var thing: Thing
}

private class Model: Resolvable {
    required init(resolver: Resolver, arguments: Void) {}
}

private final class ModelDouble: Model {}
private final class OtherDouble: Model {}

private final class Hen: Resolvable {
    let egg: Egg
    init(resolver: Resolver, arguments: Void) { egg = resolver() }
}

private final class Egg: Resolvable {
    let hen: Hen
    init(resolver: Resolver, arguments: Void) { hen = resolver() }
}

/// Reads a dependency at its end that it never read before.
private final class LateReader {
    @LazyInjected var thing: Thing
    deinit { _ = thing }
}

final class EndingTests: LeakCheckedTestCase {
    private let noCurrent = "[noCurrent]"
    private let ways = (default: "Container.setDefault(_:)", current: "container.asCurrent {")

    func testRES6_WithoutACurrentContainerEachSaysBothWaysToSetOne() throws {
        XCTAssertNil(Container.current)
        let place = "ArmoryTests/EndingTests.swift:"
        try assertEndsProcess("injected", saying: "Thing ", noCurrent, ways.default, ways.current, place) {
            _ = Injected<Thing>()
        }
        try assertEndsProcess("holder", saying: "Thing ", noCurrent, ways.default, ways.current, place) { _ = Holder() }
        try assertEndsProcess("lazy", saying: "Thing ", noCurrent, ways.default, ways.current, place) {
            _ = LazyInjected<Thing>().wrappedValue
        }
        try assertEndsProcess("weak", saying: "Thing ", noCurrent, ways.default, ways.current, place) {
            _ = WeakInjected<Thing>().wrappedValue
        }
        try assertEndsProcess("dynamic", saying: "Thing named \"a\"", noCurrent, ways.default, ways.current, place) {
            _ = DynamicInjected<Thing>(named: "a").wrappedValue
        }
        try assertEndsProcess("optional", saying: noCurrent, ways.default, ways.current, place) {
            _ = OptionalInjected<Thing>()
        }
    }

    func testRES5_AMissingDependencyEndsTheProcess() throws {
        let container = try Container(configuration: .init(validates: false)) { Transient(Needy.init) }
        let place = "ArmoryTests/EndingTests.swift:"
        try assertEndsProcess("eager", saying: "Fatal error: Thing ", "[missing]", place) {
            _ = container.asCurrent { Holder() }
        }
        try assertEndsProcess("lazy", saying: "Fatal error: Thing ", "[missing]", place) {
            _ = LazyInjected<Thing>(container: container).wrappedValue
        }
        try assertEndsProcess("deep", saying: "Needy → Thing") {
            _ = OptionalInjected<Needy>(container: container)
        }
    }

    // MARK: Types that say themselves how they are made

    func testREG14_WhatCannotFailEndsTheProcessInAClosedContainer() throws {
        let container = Container()
        container.close()
        try assertEndsProcess("closed", saying: "Model ", "[closed]") {
            _ = container.resolve(Model.self)
        }
    }

    func testREG14_WhatCannotFailEndsTheProcessWhereItIsForbidden() throws {
        let container = Container(configuration: .init(justInTime: false))
        try assertEndsProcess(
            "forbidden", saying: "Model ", "[justInTimeForbidden]", "justInTime:"
        ) {
            _ = container.resolve(Model.self)
        }
    }

    func testREG14_ACircleOfInitializersEndsTheProcessWithItsPath() throws {
        try assertEndsProcess("circle", saying: "[cycle]", "Hen → Egg → Hen") {
            _ = Container().resolve(Hen.self)
        }
    }

    func testREG14_ARegistrationThatThrowsInItsPlaceEndsTheProcess() throws {
        let container = Container()
        try container.register(Transient(Model.self) { throw Mishap(7) })
        try assertEndsProcess("thrown", saying: "Model ", "[factoryFailed]", "mishap 7") {
            _ = container.resolve(Model.self)
        }
    }

    func testREG14_OnlyASubclassIsASubstitute() throws {
        let container = Container()
        let says = "ModelDouble is no OtherDouble: only a subclass can stand for it."
        try assertEndsProcess("substitution", saying: says) {
            _ = Substitution(OtherDouble.self as Model.Type, with: ModelDouble.self)
        }
        try assertEndsProcess("replace", saying: says) {
            try container.replace(OtherDouble.self as Model.Type, with: ModelDouble.self)
        }
        XCTAssertFalse(container.resolve(Model.self) is ModelDouble)
    }

    // MARK: At the end of the holder

    func testRES5_AReadAtTheEndOfTheHolderAfterThatOfTheContainerEndsTheProcess() throws {
        try assertEndsProcess("deinit", saying: "Thing ", "[closed]") {
            var container: Container? = try Container { Singleton(Thing.init) }
            var reader: LateReader? = container?.asCurrent { LateReader() }
            container = nil
            withExtendedLifetime(reader) {}
            reader = nil
        }
    }
}
