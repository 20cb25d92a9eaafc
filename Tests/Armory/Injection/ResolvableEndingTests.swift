// REG14: what cannot throw ends the process, and says why.

import Armory
import ArmoryTestSupport
import XCTest

private class Model: Resolvable {
    required init(resolver: Resolver, arguments: Void) {}
}

private final class ModelDouble: Model {}
private final class OtherDouble: Model {}

private final class Hen: Resolvable {
    let egg: Egg
    init(resolver: Resolver, arguments: Void) { egg = resolver.resolve() }
}

private final class Egg: Resolvable {
    let hen: Hen
    init(resolver: Resolver, arguments: Void) { hen = resolver.resolve() }
}

final class ResolvableEndingTests: LeakCheckedTestCase {
    func testREG14_WhatCannotFailEndsTheProcessInAClosedContainer() throws {
        let container = try Container {}
        container.close()
        try assertEndsProcess("closed", saying: "Model ", "[closed]") {
            _ = container.resolve(Model.self)
        }
    }

    func testREG14_WhatCannotFailEndsTheProcessWhereItIsForbidden() throws {
        let container = try Container(configuration: .init(justInTime: false)) {}
        try assertEndsProcess(
            "forbidden", saying: "Model ", "[justInTimeForbidden]", "justInTime:"
        ) {
            _ = container.resolve(Model.self)
        }
    }

    func testREG14_ACircleOfInitializersEndsTheProcessWithItsPath() throws {
        try assertEndsProcess("circle", saying: "[cycle]", "Hen → Egg → Hen") {
            _ = try Container {}.resolve(Hen.self)
        }
    }

    func testREG14_ARegistrationThatThrowsInItsPlaceEndsTheProcess() throws {
        let container = try Container { Transient(Model.self) { throw Mishap(7) } }
        try assertEndsProcess("thrown", saying: "Model ", "[factoryFailed]", "mishap 7") {
            _ = container.resolve(Model.self)
        }
    }

    func testREG14_OnlyASubclassIsASubstitute() throws {
        let says = "ModelDouble is no OtherDouble: only a subclass can stand for it."
        try assertEndsProcess("substitution", saying: says) {
            _ = Substitution(OtherDouble.self as Model.Type, with: ModelDouble.self)
        }
    }
}
