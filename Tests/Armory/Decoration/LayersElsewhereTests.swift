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

/// A parcel that is autowired.
private final class LabelledCore: Parcel, Sendable {
    let label: String
    init(_ label: String) { self.label = label }
    var layers: [String] { [label] }
    var core: Core { Core(label) }
}

/// REG12 and REG13: what lies around a registration is there whichever way it came and is asked for.
final class LayersElsewhereTests: LeakCheckedTestCase {
    // MARK: Injecting in place

    func testREG12_InjectIntoRunsTheBodiesOfWhatIsDecoratedOrIntercepted() throws {
        for (decorated, intercepted) in [(false, false), (true, false), (false, true), (true, true)] {
            for kind in [KeptKind.singleton, .transient, .graph] {
                let text = "\(kind), decorated: \(decorated), intercepted: \(intercepted)"
                let log = Log<String>()
                let inject: @Sendable (inout Core, Resolver) throws -> Void = { core, resolver in
                    core.guests.append(try resolver.resolve())
                }
                let registrations = Module {
                    switch kind {
                    case .transient: Transient { Core("made") }.inject(inject)
                    case .graph: Graph { Core("made") }.inject(inject)
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
                    elements.append(Intercepted(Core.self, by: Writing(label: "i", log: log)))
                }
                let container = try Container.of(elements)
                let core = Core("mine")
                try container.inject(into: core)
                XCTAssertEqual(core.guests.map(\.layers), [["guest"]], text)
                XCTAssertEqual(log.all, [], "\(text): the object is there already")
                let child = try Container(parents: [container]) {}
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
            Intercepted(by: Writing(label: "i", log: log))
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
        XCTAssertEqual(log.all.count, 8, "each is made once")
    }

    func testREG13_ASubstituteIsInterceptedToo() throws {
        let log = Log<String>()
        let container = try Container {
            Intercepted(by: Writing(label: "i", log: log))
            Substitution(Provider.self, with: ProviderDouble.self)
        }
        XCTAssertTrue(container.resolve(Provider.self) is ProviderDouble)
        XCTAssertEqual(log.all, ["i before Provider", "i after Provider"])
        XCTAssertTrue(container.resolve(Provider.self) === container.resolve(Provider.self))
        XCTAssertEqual(log.all.count, 2)
    }

    // MARK: Overriding

    func testO4_ADecoratedInstanceIsSharedUnlessAnOverrideIsAmongWhatItNeeds() throws {
        let container = try Container {
            Singleton((any Parcel).self) { Core() }.dependsOn()
            Singleton((any Parcel).self, LabelledCore.init).named("autowired")
            Decorator((any Parcel).self, Wrapping.stamped)
            Intercepted(by: Writing(label: "i", log: Log()))
            Singleton { Stamp("base") }
            Singleton { "label" }
            Singleton { 7 }
        }
        let shared = try container.overriding { Singleton { 8 } }
        let derived = try container.overriding { Singleton { Stamp("override") } }
        let base = try container.resolve((any Parcel).self, named: "autowired")
        XCTAssertEqual(base.layers, ["label", "base"])
        XCTAssertTrue(try shared.resolve((any Parcel).self, named: "autowired") === base)
        let other = try derived.resolve((any Parcel).self, named: "autowired")
        XCTAssertEqual(other.layers, ["label", "override"])
        XCTAssertTrue(try derived.resolve((any Parcel).self, named: "autowired") === other)
        XCTAssertTrue(try container.resolve((any Parcel).self, named: "autowired") === base)
        let replaced = try container.overriding {
            Singleton((any Parcel).self) { Core("replaced") }.named("autowired")
        }
        XCTAssertEqual(try replaced.resolve((any Parcel).self, named: "autowired").layers, ["replaced"])
        assertThreadIsIdle()
    }

    func testREG13_AnInterceptedInstanceOfAScopeSeesTheOverridesBelowIt() throws {
        for intercepted in [false, true] {
            let container = try Container.of(
                [
                    Scoped((any Parcel).self) { Core(try $0.resolve(Stamp.self).text) }, Singleton { Stamp("base") },
                ] + (intercepted ? [Intercepted(by: Writing(label: "i", log: Log()))] : []))
            let derived = try container.overriding { Singleton { Stamp("override") } }
            let (scope, inner) = (try container.openScope(.request), try derived.openScope(.request))
            let base = try scope.resolve((any Parcel).self)
            let parcel = try inner.resolve((any Parcel).self)
            XCTAssertEqual(parcel.layers, ["override"], "intercepted: \(intercepted)")
            XCTAssertTrue(try inner.resolve((any Parcel).self) === parcel, "intercepted: \(intercepted)")
            XCTAssertTrue(try scope.resolve((any Parcel).self) === base)
            assertThreadIsIdle()
            inner.close()
            scope.close()
        }
    }

    // MARK: Declining

    func testREG12_AListOfWhatIsAdaptedGoesWithoutASourceThatDeclines() throws {
        let container = try Container {
            Singleton((any Parcel).self) { () throws -> any Parcel in throw Declined("not today") }.contributed()
            Singleton((any Parcel).self) { Core("there") }.contributed()
            Adapter(from: (any Parcel).self, to: Stamp.self) { Stamp($0.layers[0]) }
        }
        XCTAssertEqual(try container.resolve([any Parcel].self).map(\.layers), [["there"]])
        XCTAssertEqual(try container.resolve([Stamp].self).map(\.text), ["there"])
    }

    func testREG12_AFurtherTypeOfWhatDeclinesIsLeftOutAlsoWhereItIsDecoratedOrIntercepted() throws {
        let layers: [[any ModuleElement]] = [
            [], [Decorator.wrapping("a")], [Decorator.wrapping("a"), Intercepted(by: Writing(label: "i", log: Log()))],
        ]
        for (index, layers) in layers.enumerated() {
            let container = try Container.of(
                [
                    Singleton { () throws -> Core in throw Declined("not today") }.as { $0 as any Parcel },
                    Singleton((any Parcel).self) { Core("there") }.contributed(),
                ] + layers)
            XCTAssertEqual(try container.resolve([any Parcel].self).map(\.layers[0]), ["there"], "layers \(index)")
            XCTAssertNil(try container.resolve((any Parcel)?.self), "layers \(index)")
        }
    }
}
