import Armory
import ArmoryTestSupport
import XCTest

/// REG12 with changes: replace, overlay, reset, remove, load and unload of what is decorated; children; private registrations.
final class DecorationChangeTests: LeakCheckedTestCase {
    private func layers(_ container: Container, named name: Name? = nil) throws -> [String] {
        try name.map { try container.resolve((any Parcel).self, named: $0) }?.layers
            ?? container.resolve((any Parcel).self).layers
    }

    func testREG12_WhatIsReplacedOrOverlaidIsDecoratedAgain() throws {
        for kind in KeptKind.allCases {
            let container = try Container.of([kind.registration(), Decorator.wrapping("a")])
            let asker = kind.asker(container)
            XCTAssertEqual(try layers(asker), ["core", "a"])
            try container.replace(Singleton((any Parcel).self) { Core("new") })
            XCTAssertEqual(try layers(asker), ["new", "a"], kind.rawValue)
            let overlay = try asker.overlay(Transient((any Parcel).self) { Core("over") }.inject { _, _ in })
            XCTAssertEqual(try layers(asker), ["over", "a"], "the parent's decorators, by way of the child")
            overlay.remove()
            XCTAssertEqual(try layers(asker), ["new", "a"])
            try container.remove((any Parcel).self)
            failure(.removed) { try container.resolve((any Parcel).self) }
            asker.close()
        }
    }

    func testREG12_AResetMakesTheDecoratedInstanceAnew() throws {
        for injected in [false, true] {
            let made = Counter()
            let container = try Container {
                if injected {
                    Singleton((any Parcel).self) { Core("\(made.increment())") }.inject { _, _ in }
                } else {
                    Singleton((any Parcel).self) { Core("\(made.increment())") }
                }
                Decorator.wrapping("a")
            }
            XCTAssertEqual(try layers(container), ["1", "a"])
            try container.reset((any Parcel).self)
            XCTAssertEqual(try layers(container), ["2", "a"])
            try container.reset()
            XCTAssertEqual(try layers(container), ["3", "a"])
            XCTAssertEqual(try layers(container), ["3", "a"])
        }
    }

    func testREG12_ADecoratorThatIsRegisteredLaterDecoratesWhatIsThere() throws {
        let container = Container()
        try container.register(Singleton((any Parcel).self) { Core() })
        XCTAssertEqual(try layers(container), ["core"])
        try container.register(Decorator.wrapping("a"))
        XCTAssertEqual(try layers(container), ["core", "a"])
        try container.register(Singleton((any Parcel).self) { Core("two") }.named("two"))
        XCTAssertEqual(try layers(container, named: "two"), ["two", "a"])
        let log = Log<String>()
        try container.register(Intercepted(by: InterceptionTests.Writing(label: "i", log: log)))
        XCTAssertEqual(try layers(container), ["core", "a"])
        XCTAssertEqual(log.all.count, 2)
        try container.register(Adapter(from: (any Parcel).self, to: Stamp.self) { Stamp($0.layers.joined()) })
        XCTAssertEqual(try container.resolve(Stamp.self).text, "corea")
        XCTAssertEqual(try container.resolve(Stamp.self, named: "two").text, "twoa")
        container.freeze()
        failure(.frozen) { try container.register(Decorator.wrapping("b")) }
        XCTAssertEqual(try layers(container), ["core", "a"])
        container.close()
        failure(.closed) { try container.register(Decorator.wrapping("b")) }
    }

    func testREG12_AModuleThatComesAndGoesTakesItsDecoratorsAlong() throws {
        let extra = Module("extra") {
            Decorator.wrapping("extra")
            Singleton((any Parcel).self) { Core("its own") }.named("own")
            Intercepted((any Parcel).self, by: Untouched())
            Adapter(from: (any Parcel).self, to: Stamp.self) { Stamp($0.layers.joined()) }
        }
        let container = try Container {
            Singleton((any Parcel).self) { Core() }
            Decorator.wrapping("a")
        }
        let first = try container.resolve((any Parcel).self)
        for _ in 0..<3 {
            try container.load(extra)
            XCTAssertEqual(try layers(container), ["core", "a", "extra"])
            XCTAssertEqual(try layers(container, named: "own"), ["its own", "a", "extra"])
            XCTAssertEqual(try container.resolveAll(Stamp.self).map(\.text), ["its ownaextra", "coreaextra"])
            try container.unload(extra)
            XCTAssertEqual(try layers(container), ["core", "a"])
            failure(.removed) { try container.resolve((any Parcel).self, named: "own") }
            XCTAssertEqual(try container.resolveAll(Stamp.self).count, 0)
        }
        XCTAssertEqual(first.layers, ["core", "a"], "what was made stays")
    }

    func testREG12_WhatWasDisplacedIsDecoratedByTheDecoratorsThatAreThere() throws {
        let plugin = Module("plugin") { Singleton((any Parcel).self) { Core("plugin") } }
        let decorating = Module("decorating") { Decorator.wrapping("d") }
        let container = try Container {
            Singleton((any Parcel).self) { Core("fallback") }.priority(.fallback)
        }
        try container.load(plugin)
        try container.load(decorating)
        XCTAssertEqual(try layers(container), ["plugin", "d"])
        try container.unload(plugin)
        XCTAssertEqual(try layers(container), ["fallback", "d"])
        try container.unload(decorating)
        XCTAssertEqual(try layers(container), ["fallback"])
    }

    func testREG12_AnOverlayAndWhatLiesBelowAreDecoratedByAModuleThatIsLoaded() throws {
        let container = try Container { Singleton((any Parcel).self) { Core("below") } }
        let overlay = try container.overlay(Singleton((any Parcel).self) { Core("over") })
        let module = Module { Decorator.wrapping("d") }
        try container.load(module)
        XCTAssertEqual(try layers(container), ["over", "d"])
        overlay.remove()
        XCTAssertEqual(try layers(container), ["below", "d"])
        try container.unload(module)
        XCTAssertEqual(try layers(container), ["below"])
    }

    func testREG12_AModuleThatCannotBeLoadedLeavesNoDecorator() throws {
        let container = try Container { Singleton((any Parcel).self) { Core() } }
        let broken = Module("broken") {
            Decorator((any Parcel).self, Wrapping.stamped)
        }
        let error = failure(.invalid) { try container.load(broken) }
        XCTAssertEqual(error?.faults.map(\.code), [.missing])
        XCTAssertEqual(error?.faults.first?.path, ["any Parcel", "Stamp"])
        XCTAssertEqual(try layers(container), ["core"])
        let idle = Module("idle") { Decorator.wrapping("x").named("nobody") }
        XCTAssertEqual(failure(.invalid) { try container.load(idle) }?.faults.map(\.code), [.decoratesNothing])
        let eager = Module("eager") {
            Decorator.wrapping("x")
            Singleton { () throws -> Stamp in throw Mishap() }.eager()
        }
        failure(.factoryFailed) { try container.load(eager) }
        XCTAssertEqual(try layers(container), ["core"])
    }

    func testREG12_AChildsOwnRegistrationIsNotDecoratedByTheParents() throws {
        let parent = try Container.of([KeptKind.transient.registration(), Decorator.wrapping("p")])
        let child = try Container(parents: [parent]) {
            Singleton((any Parcel).self) { Core("child") }.named("own")
            Decorator.wrapping("c")
        }
        XCTAssertEqual(try layers(child), ["core", "p"])
        XCTAssertEqual(try layers(child, named: "own"), ["child", "c"])
        XCTAssertEqual(try child.resolveAll((any Parcel).self).map(\.layers), [["core", "p"], ["child", "c"]])
    }

    func testREG12_ATransientIsDecoratedInTheViewOfWhoeverAsks() throws {
        let parent = try Container {
            Transient((any Parcel).self) { Core() }
            Singleton((any Parcel).self) { Core("kept") }.named("kept")
            Decorator((any Parcel).self, Wrapping.stamped)
            Singleton { Stamp("parent") }
        }
        let child = try Container(parents: [parent]) { Singleton { Stamp("child") } }
        XCTAssertEqual(try layers(child), ["core", "child"])
        XCTAssertEqual(try layers(child, named: "kept"), ["kept", "parent"])
        XCTAssertEqual(try layers(parent), ["core", "parent"])
    }

    func testREG12_PrivateRegistrationsAreDecoratedByTheirOwnModule() throws {
        let inside = Module("inside") {
            Singleton((any Parcel).self) { Core("private") }.private()
            Singleton { Stamp("of the module") }.private()
            Decorator((any Parcel).self, Wrapping.stamped)
            Transient { Partner(try $0()) }
        }
        let holder = Log<[String]>()
        let container = try Container {
            inside
            Singleton { Stamp("of all") }
            Singleton((any Parcel).self) { Core("public") }
            Decorator.wrapping("outside")
            Decorator(Partner.self) { partner in
                holder.add(partner.parcel?.layers ?? [])
                return partner
            }
        }
        _ = try container.resolve(Partner.self)
        XCTAssertEqual(holder.all, [["private", "of the module"]])
        XCTAssertEqual(try layers(container), ["public", "of the module", "outside"])
    }

    func testREG12_AnEagerDecoratedInstanceIsMadeWhenTheContainerIsBuilt() throws {
        let log = Log<String>()
        let container = try Container {
            Singleton((any Parcel).self) { Core() }.eager()
            Decorator((any Parcel).self) { parcel in
                log.add("decorated")
                return Wrapping(parcel, "a")
            }
        }
        XCTAssertEqual(log.all, ["decorated"])
        XCTAssertEqual(try layers(container), ["core", "a"])
        XCTAssertEqual(log.all, ["decorated"])
    }

    func testC3_DecoratorsComeAndGoWhileThreadsResolve() throws {
        let container = try Container {
            Singleton((any Parcel).self) { Core() }
            Decorator.wrapping("a")
        }
        let module = Module {
            Decorator.wrapping("d"); Intercepted(by: Untouched())
        }
        var stated = Stated("C3 resolves while decorators come and go")
        defer { stated.state(misses: testRun?.failureCount ?? 0) }
        let results = race(threads: 8) { thread -> Int in
            for _ in 0..<200 {
                if thread == 0 {
                    try container.load(module)
                    try container.unload(module)
                } else {
                    let layers = try container.resolve((any Parcel).self).layers
                    guard layers == ["core", "a"] || layers == ["core", "a", "d"] else { throw Mishap(thread) }
                }
            }
            return 200
        }
        for result in results { stated.add(try result.get(), "turns") }
        XCTAssertEqual(try layers(container), ["core", "a"])
    }
}
