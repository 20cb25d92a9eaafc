import Armory
import ArmoryTestSupport
import XCTest

private final class Made: Resolvable {
    let text: String
    let life = Counted()
    init(resolver: Resolver, arguments: Void) { text = "just in time" }
    init(_ text: String) { self.text = text }
}

private final class PerLabel: SharedResolvable {
    static let lifetime = SharedLifetime<String>.singletonPerArgument
    let label: String
    let life = Counted()
    init(resolver: Resolver, arguments label: String) { self.label = label }
}

private class Provider: SharedResolvable, @unchecked Sendable {  // Its subclass is the test's own.
    let life = Counted()
    required init(resolver: Resolver, arguments: Void) {}
}

private final class ProviderDouble: Provider, @unchecked Sendable {}  // As above.

/// REG12 and REG13: what lies around a registration is there whichever way it came and is asked for.
final class LayeredEverywhereTests: LeakCheckedTestCase {
    // MARK: Injecting in place

    func testREG12_InjectIntoRunsTheBodiesOfWhatIsDecoratedOrIntercepted() throws {
        for (decorated, intercepted) in [(false, false), (true, false), (false, true), (true, true)] {
            for kind in [KeptKind.singleton, .transient, .graph, .custom] {
                let text = "\(kind), decorated: \(decorated), intercepted: \(intercepted)"
                let log = Log<String>()
                let inject: @Sendable (inout Core, Resolver) throws -> Void = { core, resolver in
                    core.guests.append(try resolver())
                }
                let registrations = Module {
                    switch kind {
                    case .transient: Transient { Core("made") }.inject(inject)
                    case .graph: Graph { Core("made") }.inject(inject)
                    case .custom: Kept { Core("made") }.inject(inject)
                    default: Singleton { Core("made") }.inject(inject)
                    }
                    Transient((any Parcel).self) { Core("guest") }
                }
                var elements: [any ModuleElement] = [registrations]
                if decorated {
                    elements.append(
                        Decorator(Core.self) { core in
                            log.add("decorated")
                            return core
                        })
                }
                if intercepted {
                    elements.append(Intercepted(Core.self, by: InterceptionTests.Writing(label: "i", log: log)))
                }
                let container = try Container.of(elements)
                let core = Core("mine")
                try container.inject(into: core)
                XCTAssertEqual(core.guests.map(\.layers), [["guest"]], text)
                XCTAssertEqual(log.all, [], "\(text): the object is there already")
                let child = Container(parents: [container])
                try child.inject(into: core)
                XCTAssertEqual(core.guests.count, 2, text)
                assertThreadIsIdle()
            }
        }
    }

    // MARK: Just in time

    func testREG13_WhatATypeSaysItselfIsInterceptedAndDecorated() throws {
        let log = Log<String>()
        let container = try Container {
            Intercepted(by: InterceptionTests.Writing(label: "i", log: log))
            Decorator(all: Made.self) { Made($0.text + "!") }
            Decorator(all: PerLabel.self) { label in
                log.add("decorated \(label.label)")
                return label
            }
        }
        XCTAssertEqual(container.resolve(Made.self).text, "just in time!")
        XCTAssertEqual(log.all, ["i before Made", "i after Made"])
        let one = container.resolve(PerLabel.self, with: "one")
        XCTAssertTrue(container.resolve(PerLabel.self, with: "one") === one)
        XCTAssertEqual(container.resolve(PerLabel.self, with: "two").label, "two")
        XCTAssertEqual(log.all.filter { $0.hasPrefix("decorated") }, ["decorated one", "decorated two"])
        XCTAssertEqual(log.all.count, 10)
    }

    func testREG13_ASubstituteIsInterceptedToo() throws {
        let log = Log<String>()
        let container = try Container { Intercepted(by: InterceptionTests.Writing(label: "i", log: log)) }
        try container.replace(Provider.self, with: ProviderDouble.self)
        XCTAssertTrue(container.resolve(Provider.self) is ProviderDouble)
        XCTAssertEqual(log.all, ["i before Provider", "i after Provider"])
        try container.replace(Provider.self, with: ProviderDouble.self)
        XCTAssertTrue(container.resolve(Provider.self) === container.resolve(Provider.self))
        XCTAssertEqual(log.all.count, 6)
    }

    // MARK: Overriding

    func testREG13_AnInterceptedInstanceOfAScopeSeesTheOverridesBelowIt() throws {
        for intercepted in [false, true] {
            let container = try Container.of(
                [
                    Scoped((any Parcel).self) { Core(try $0(Stamp.self).text) }, Singleton { Stamp("base") },
                    Scoped { Core("apart") }.dependsOn(),
                ] + (intercepted ? [Intercepted(by: Untouched())] : []))
            let scope = Container(parents: [container], scope: .request)
            let base = try scope.resolve((any Parcel).self)
            let derived = try scope.overriding { Singleton { Stamp("override") } }
            let parcel = try derived.resolve((any Parcel).self)
            XCTAssertEqual(parcel.layers, ["override"], "intercepted: \(intercepted)")
            XCTAssertTrue(try derived.resolve((any Parcel).self) === parcel, "intercepted: \(intercepted)")
            XCTAssertTrue(try scope.resolve((any Parcel).self) === base)
            XCTAssertTrue(try derived.resolve(Core.self) === (try scope.resolve(Core.self)), "it is shared")
            assertThreadIsIdle()
            derived.close()
            scope.close()
        }
    }

    func testREG13_AResetForgetsTheInterceptedInstanceOfADerivedContainer() throws {
        for kind in KeptKind.allCases where kind.isOne {
            let container = try Container.of([
                kind.registration(), Intercepted(by: Untouched()), Decorator((any Parcel).self, Wrapping.stamped),
                Singleton { Stamp("base") },
            ])
            let scope = Container(parents: [container], scope: .request)
            let base = try scope.resolve((any Parcel).self)
            let derived = try scope.overriding { Singleton { Stamp("override") } }
            let first = try derived.resolve((any Parcel).self)
            XCTAssertEqual(first.layers, ["core", "override"], kind.rawValue)
            try derived.reset((any Parcel).self)
            let second = try derived.resolve((any Parcel).self)
            XCTAssertEqual(second.layers, ["core", "override"], kind.rawValue)
            XCTAssertFalse(first === second, kind.rawValue)
            XCTAssertTrue(try scope.resolve((any Parcel).self) === base, kind.rawValue)
            derived.close()
            scope.close()
        }
    }

    func testREG13_AnInterceptedInstanceThatIsSharedWithTheBaseIsNotReset() throws {
        let container = try Container {
            Singleton((any Parcel).self) { Core() }.dependsOn()
            Singleton { Stamp("base") }
            Intercepted(by: Untouched())
        }
        let derived = try container.overriding { Singleton { Stamp("override") } }
        let first = try derived.resolve((any Parcel).self)
        XCTAssertTrue(try container.resolve((any Parcel).self) === first)
        failure(.inherited) { try derived.reset((any Parcel).self) }
        XCTAssertTrue(try derived.resolve((any Parcel).self) === first)
    }

    // MARK: Declining

    func testREG12_AListOfWhatIsAdaptedGoesWithoutASourceThatDeclines() throws {
        let container = try Container {
            Singleton((any Parcel).self) { () throws -> any Parcel in throw Declined("not today") }.contributed()
            Singleton((any Parcel).self) { Core("there") }.contributed()
            Adapter(from: (any Parcel).self, to: Stamp.self) { Stamp($0.layers[0]) }
        }
        XCTAssertEqual(try container.resolveAll((any Parcel).self).map(\.layers), [["there"]])
        XCTAssertEqual(try container.resolveAll(Stamp.self).map(\.text), ["there"])
    }

    func testREG12_AFurtherTypeOfWhatDeclinesIsLeftOutAlsoWhereItIsDecoratedOrIntercepted() throws {
        let layers: [[any ModuleElement]] = [
            [], [Decorator.wrapping("a")], [Intercepted((any Parcel).self, by: Untouched())],
            [Decorator.wrapping("a"), Intercepted(by: Untouched())],
        ]
        for (index, layers) in layers.enumerated() {
            let container = try Container.of(
                [
                    Singleton { () throws -> Core in throw Declined("not today") }.as { $0 as any Parcel },
                    Singleton((any Parcel).self) { Core("there") }.contributed(),
                ] + layers)
            XCTAssertEqual(try container.resolveAll((any Parcel).self).map(\.layers[0]), ["there"], "layers \(index)")
            XCTAssertNil(try container.resolveOptional((any Parcel).self), "layers \(index)")
        }
    }

    // MARK: Several threads

    func testC3_AnAdapterComesWhileDecoratorsDo() throws {
        var stated = Stated("C3 races of adapters with decorators that are registered")
        defer { stated.state(misses: testRun?.failureCount ?? 0) }
        for round in 0..<300 {
            let container = Container()
            try container.register(Singleton((any Parcel).self) { Core() })
            let results = race(threads: 2) { thread in
                if thread == 0 {
                    try container.register(Decorator(Stamp.self) { Stamp($0.text + "!") })
                } else {
                    try container.register(Adapter(from: (any Parcel).self, to: Stamp.self) { Stamp($0.layers[0]) })
                }
            }
            for result in results { try result.get() }
            XCTAssertEqual(try container.resolve(Stamp.self).text, "core!", "round \(round)")
        }
        stated.add(300, "races of 2 threads")
    }

    func testC3_AnAdapterComesWhileWhatItAdaptsDoes() throws {
        var stated = Stated("C3 races of adapters with what they adapt")
        defer { stated.state(misses: testRun?.failureCount ?? 0) }
        for round in 0..<300 {
            let container = Container()
            let results = race(threads: 2) { thread in
                if thread == 0 {
                    try container.register(Singleton((any Parcel).self) { Core() })
                } else {
                    try container.register(Adapter(from: (any Parcel).self, to: Stamp.self) { Stamp($0.layers[0]) })
                }
            }
            for result in results { try result.get() }
            XCTAssertEqual(try container.resolve(Stamp.self).text, "core", "round \(round)")
        }
        stated.add(300, "races of 2 threads")
    }
}
