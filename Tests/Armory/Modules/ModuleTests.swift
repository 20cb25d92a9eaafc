// MOD1, MOD2, MOD3: modules, what they include and what they hide.

import Armory
import ArmoryTestSupport
import XCTest

private final class Thing: Sendable {
    private let life = Counted()
    let text: String
    init(_ text: String) { self.text = text }
}

private struct Shown: Sendable {
    let thing: Thing
    init(thing: Thing) { self.thing = thing }
}

private final class Waiting: Sendable {
    private let life = Counted()
    let lazy: Lazy<Thing>
    let provider: Provider<Thing>
    let weak: WeakInjected<Thing>
    let owned: Provider<Owned<Thing>>
    init(lazy: Lazy<Thing>, provider: Provider<Thing>, weak: WeakInjected<Thing>, owned: Provider<Owned<Thing>>) {
        self.lazy = lazy
        self.provider = provider
        self.weak = weak
        self.owned = owned
    }
}

private enum Circle {
    static let a: Module = Module("a") {
        b
        Singleton(value: "a").named("a")
    }
    static let b: Module = Module("b") {
        a
        Singleton(value: "b").named("b")
        Circle.own
    }
    static let own: Module = Module("own") {
        Circle.own
        Singleton(value: "own").named("own")
    }
}

// MARK: Modules

final class ModuleTests: LeakCheckedTestCase {
    private enum Kind: CaseIterable { case one, two, three }

    private static func wiring() -> Module { Module { Singleton(value: 7) } }
    private static func wiring() {}

    func testMOD1_OfTwoResultsTheBuilderTakesTheModule() throws {
        XCTAssertEqual(try Container { Self.wiring() }.resolve(Int.self), 7)
    }

    private func module(count: Int, isLoud: Bool, kind: Kind) -> Module {
        Module("kinds") {
            if isLoud { Singleton(value: "loud") }
            if count > 1 { Singleton(value: count) } else { Singleton(value: -1) }
            for number in 0..<count {
                Module { Singleton(value: number).named(RegistrationName(number)) }
            }
            switch kind {
            case .one: Singleton(value: 1.0)
            case .two: [Singleton(value: 2.0)]
            case .three:
                Module { Module { Singleton(value: 3.0) } }
                [Module { Singleton(value: Float(3)) }, Module { Singleton(value: [3]) }]
            }
        }
    }

    func testMOD1_IfElseForSwitchNestingAndLists() throws {
        for (number, kind) in Kind.allCases.enumerated() {
            let container = try Container { module(count: number * 2, isLoud: number == 1, kind: kind) }
            XCTAssertEqual(try container.resolve(String?.self), number == 1 ? "loud" : nil)
            XCTAssertEqual(try container.resolve(Int.self), number == 0 ? -1 : number * 2)
            XCTAssertEqual(try container.resolve(Double.self), Double(number + 1))
            XCTAssertEqual(try container.resolve([Int: Int]?.self)?.count ?? 0, number * 2)
            XCTAssertEqual(try container.resolve(Float?.self), number == 2 ? 3 : nil)
        }
    }

    func testMOD1_AModuleCountsOnceInDiamondsAndCircles() throws {
        let base = Module { Singleton(value: 1) }
        let left = Module {
            base; Singleton(value: "left")
        }
        let right = Module {
            base; Singleton(value: 2.0)
        }
        let container = try Container {
            left; right; base; left
        }
        XCTAssertEqual(container.conditions.count, 3)
        for module in [Circle.a, Circle.b] {
            let circle = try Container { module }
            for name in ["a", "b", "own"] {
                XCTAssertEqual(try circle.resolve(String.self, named: RegistrationName(name)), name)
            }
            XCTAssertEqual(circle.conditions.count, 3)
        }
    }

    func testMOD1_AModuleIsAskedForItsContentsOnce() throws {
        let asked = Counter()
        let base = Module {
            _ = asked.increment(); Module { Singleton(value: 1) }
        }
        var module = base
        for number in 0..<20 { module = module.replacing { Singleton(value: number) } }
        let top = module
        let container = try Container {
            top; base; Module { base }
        }
        XCTAssertEqual(asked.value, 1)
        XCTAssertEqual(try container.resolve(Int.self), 19)
    }

    func testMOD1_TwoModulesWithOneNameAreTwo() throws {
        func make(_ number: Int) -> Module {
            Module("same") { Singleton(value: number).named(RegistrationName(number)) }
        }
        let container = try Container { for number in 0..<4 { make(number) } }
        XCTAssertEqual(try container.resolve([Int].self), [0, 1, 2, 3])
        failure(.invalid) {
            try Container {
                make(1); make(1)
            }
        }
    }

    func testMOD2_TheSameModuleInTwoContainersGetsEachOnesDependencies() throws {
        let module = Module { Singleton(Shown.init) }
        let first = try Container {
            module; Singleton { Thing("first") }
        }
        let second = try Container {
            module; Singleton { Thing("second") }
        }
        XCTAssertEqual(try first.resolve(Shown.self).thing.text, "first")
        XCTAssertEqual(try second.resolve(Shown.self).thing.text, "second")
        let again = try Container {
            module; Singleton { Thing("first") }
        }
        XCTAssertFalse(try first.resolve(Shown.self).thing === again.resolve(Shown.self).thing)
    }

    func testMOD1_AHundredThousandRegistrationsInModules() throws {
        try skipWithOneHash("the chain is as long as all registrations")
        let count = StressScale.scaled(100_000, underThreadSanitizer: 5_000)
        let width = 100
        let modules = (0..<(count / width)).map { index in
            Module {
                for number in 0..<width {
                    Singleton(value: index * width + number).named(RegistrationName(index * width + number))
                }
            }
        }
        let whole = Module { modules }
        let container = try Container { whole }
        for number in stride(from: 0, to: count / width * width, by: 97) {
            XCTAssertEqual(try container.resolve(Int.self, named: RegistrationName(number)), number)
        }
        XCTAssertEqual(try container.resolve([Int].self).count, count / width * width)
        var stated = Stated("MOD1 registrations in modules")
        stated.add(count / width * width, "registrations")
        stated.add(modules.count, "modules")
        stated.state(misses: testRun?.failureCount ?? 0)
    }
}

// MARK: What a module hides

final class PrivateTests: LeakCheckedTestCase {
    func testMOD3_ItsOwnModuleSeesItAndOthersDoNot() throws {
        let included = Module("included") { Transient(Shown.init).named("included") }
        let module = Module("module") {
            included
            Singleton { Thing("private") }.private()
            Transient(Shown.init).named("own")
        }
        let container = try Container(configuration: .init(validates: false)) {
            module
            Transient(Shown.init).named("outside")
        }
        XCTAssertEqual(try container.resolve(Shown.self, named: "own").thing.text, "private")
        failure(.missing) { try container.resolve(Shown.self, named: "included") }
        failure(.missing) { try container.resolve(Shown.self, named: "outside") }
        failure(.missing) { try container.resolve(Thing.self) }
        XCTAssertNil(try container.resolve(Thing?.self))
    }

    func testMOD3_TwoModulesPrivateOnesOfOneTypeDoNotMeet() throws {
        func module(_ text: String) -> Module {
            Module(text) {
                Singleton { Thing(text) }.private()
                Singleton { Thing("\(text) named") }.named("n").private()
                Transient(arguments: Int.self) { _, number in Thing("\(text) \(number)") }.named("arguments").private()
                Transient(Shown.init).named(RegistrationName(text))
                Transient { (resolver: Resolver) throws in
                    let made = try resolver.resolve(Thing.self, named: "arguments", arguments: 5)
                    return try [made.text, resolver.resolve(Thing.self, named: "n").text]
                }.named(RegistrationName(text))
            }
        }
        let container = try Container {
            module("a")
            module("b")
            Singleton { Thing("public") }
            Transient(Shown.init)
        }
        for text in ["a", "b"] {
            XCTAssertEqual(try container.resolve(Shown.self, named: RegistrationName(text)).thing.text, text)
            XCTAssertEqual(
                try container.resolve([String].self, named: RegistrationName(text)), ["\(text) 5", "\(text) named"])
            XCTAssertTrue(
                try container.resolve(Shown.self, named: RegistrationName(text)).thing
                    === container.resolve(Shown.self, named: RegistrationName(text)).thing)
        }
        XCTAssertEqual(try container.resolve(Shown.self).thing.text, "public")
    }

    func testMOD3_OneKeyTwiceInOneModuleIsADuplicate() throws {
        let error = failure(.invalid) {
            try Container {
                Module {
                    Singleton { Thing("") }.private(); Transient { Thing("") }.private()
                }
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.duplicate])
    }

    func testMOD3_LazyProviderWeakAndOwnedSeeThePrivateOnesLater() throws {
        let container = try Container {
            Module {
                Singleton { Thing("private") }.private()
                Transient(Waiting.init)
            }
            Singleton { Thing("public") }
        }
        let waiting = try container.resolve(Waiting.self)
        XCTAssertEqual(try waiting.lazy().text, "private")
        XCTAssertEqual(try waiting.provider().text, "private")
        XCTAssertEqual(try waiting.weak().text, "private")
        XCTAssertEqual(try waiting.owned().value.text, "private")
        assertThreadIsIdle()
    }

    func testMOD3_ATransientThatAChildAsksForSeesTheChildsAndThePrivateOnes() throws {
        let parent = try Container(configuration: .init(validates: false)) {
            Module {
                Singleton { Thing("private") }.private()
                Transient { (thing: Thing, number: Int) in "\(thing.text) \(number)" }
            }
        }
        let child = try Container(parents: [parent]) {
            Singleton(value: 7)
            Singleton { Thing("child") }
        }
        XCTAssertEqual(try child.resolve(String.self), "private 7")
        XCTAssertEqual(try child.resolve(Thing.self).text, "child")
        failure(.missing) { try parent.resolve(String.self) }
    }

    func testMOD3_APrivateAliasAndAPrivateEagerInjectedScopedAndGraphOne() throws {
        let log = Log<String>()
        let container = try Container {
            Module {
                Singleton { Thing("alias") }.as { $0 as any AnyObject & Sendable }.private()
                Scoped { Thing("scoped") }.named("scoped").private()
                Graph { Thing("graph") }.named("graph").private()
                Singleton { Shelf("") }
                    .inject { shelf, resolver in shelf.value = try resolver.resolve(Thing.self, named: "graph").text }
                    .private().eager()
                Transient { (resolver: Resolver) throws in
                    let alias = try resolver.resolve((any AnyObject & Sendable).self)
                    log.add(try resolver.resolve(Shelf<String>.self).value)
                    return try [
                        "\(alias === resolver.resolve(Thing.self))",
                        resolver.resolve(Thing.self, named: "scoped").text,
                        "\(resolver.resolve(Thing.self, named: "graph") === resolver.resolve(Thing.self, named: "graph"))",
                    ]
                }
            }
        }.openScope()
        XCTAssertEqual(try container.resolve([String].self), ["true", "scoped", "true"])
        XCTAssertEqual(log.all, ["graph"])
    }

    func testMOD3_PrivateOnesUnderThreads() throws {
        let rounds = StressScale.scaled(200, underThreadSanitizer: 40)
        let modules = (0..<4).map { index in
            Module {
                Singleton { Thing("\(index)") }.private()
                Singleton(Shown.init).named(RegistrationName(index))
            }
        }
        let report = Barrage("MOD3 private ones", threads: 8, rounds: rounds).run { _ in
            try Container { modules }
        } body: { container, thread in
            try container.resolve(Shown.self, named: RegistrationName(thread % 4)).thing
        } check: { _, results in
            let things = try results.map { try $0.get() }
            for thread in 0..<8 {
                try expect(things[thread].text == "\(thread % 4)", "thread \(thread) has \(things[thread].text)")
                try expect(things[thread] === things[thread % 4], "two instances")
            }
        }
        var stated = Stated("MOD3 four modules with private ones of one type, 8 threads")
        stated.add(report.rounds, "rounds")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
    }
}
