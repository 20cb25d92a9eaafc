// Beside native code: a native container as a parent, and a module as a native one.

import Armory
import ArmoryInjection
import ArmoryTestSupport
import XCTest

private final class Deck: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

private final class Holder {
    @Inject var deck: Deck
}

final class NativeParentTests: InjectionTestCase {
    private func container() throws -> Container {
        try Container {
            Singleton { Deck("native") }
            Singleton { Deck("named") }.named("tag")
            Singleton { Cache() }
        }
    }

    func testWhatNeitherAModuleNorItsParentsHaveIsOfTheNativeParent() throws {
        let container = try container()
        let module = ArmoryInjection.Module(parent: container) {
            factory(tag: "mine") { [$0() as Deck] }
            factory { Clock(zone: "module") }
        }
        XCTAssertTrue(try (module() as Deck) === container.resolve(Deck.self))
        XCTAssertTrue(try (module() as Deck?) === container.resolve(Deck.self))
        XCTAssertEqual((module(tag: "tag") as Deck).name, "named", "a tag is a name")
        XCTAssertNil(module(tag: "other") as Deck?)
        XCTAssertNil(module() as [Deck]?, "a list is not made up from what it is of")
        XCTAssertEqual((module(tag: "mine") as [Deck]).first?.name, "native")
        let child = ArmoryInjection.Module(parent: module) { single { Deck("child") } }
        XCTAssertEqual((child() as Deck).name, "child")
        XCTAssertEqual((child(tag: "mine") as [Deck]).first?.name, "child")
        XCTAssertTrue(try (child() as Cache) === container.resolve(Cache.self))
    }

    func testAPropertyIsOfTheNativeParentToo() throws {
        let module = try ArmoryInjection.Module(parent: container()) { factory { Holder() } }
        XCTAssertEqual((module() as Holder).deck.name, "native")
        injectMe(module)
        XCTAssertEqual(Holder().deck.name, "native")
        XCTAssertEqual((resolve(tag: "tag") as Deck).name, "named")
    }

    func testWhatTheNativeParentDoesNotHaveEitherEndsTheProcess() throws {
        let module = try ArmoryInjection.Module(parent: container()) { factory { Service(store: $0()) } }
        try assertEndsProcess("missing", saying: "Service → any Store", "[missing]") { _ = module() as Service }
    }

    func testAnErrorOfTheNativeParentEndsTheProcessWithItsDescription() throws {
        struct Failure: Error {}
        let container = try Container { Singleton { () throws -> Deck in throw Failure() } }
        let module = ArmoryInjection.Module(parent: container) { factory { Clock() } }
        try assertEndsProcess("error", saying: "Deck could not be created", "[factoryFailed]", "Failure()") {
            _ = module() as Deck
        }
    }

    func testTheNativeParentIsHeld() throws {
        weak var container: Container?
        let module: ArmoryInjection.Module
        do {
            let made = try self.container()
            container = made
            module = ArmoryInjection.Module(parent: made) { factory { Clock() } }
        }
        XCTAssertNotNil(container)
        XCTAssertEqual((module() as Deck).name, "native")
    }
}

final class NativeModuleTests: InjectionTestCase {
    func testNativeCodeOfAModuleWhoseParentIsNativeNamesTheParentToo() throws {
        let parent = try Container { Singleton { Deck("native") } }
        let module = ArmoryInjection.Module(parent: parent) { factory { Clock() } }
        XCTAssertNil(try Container { module.module }.resolve(Deck?.self), "it is left out")
        let container = try Container(parents: [parent]) { module.module }
        XCTAssertTrue(try container.resolve(Deck.self) === module() as Deck)
        XCTAssertNotNil(try container.resolve(Clock.self))
        parent.close()
        XCTAssertNil(module() as Deck?, "a closed parent has nothing")
    }

    func testANativeContainerResolvesByTheModulesEntries() throws {
        let maker = Maker()
        let module = ArmoryInjection.Module {
            single { maker.make(Clock(zone: "single")) }
            factory(tag: "new") { Clock(zone: "new") }
            weak { Deck("weak") }
            single { Cache() as Cache? }
        }
        let container = try Container { module.module }
        XCTAssertNoThrow(try container.validate())
        XCTAssertTrue(try container.resolve(Clock.self) === module() as Clock)
        XCTAssertEqual(maker.made, 1)
        XCTAssertFalse(try container.resolve(Clock.self, named: "new") === module(tag: "new") as Clock)
        XCTAssertTrue(try container.resolve(Cache.self) === module() as Cache, "an optional is a name for its type")
        let deck: Deck = module()
        XCTAssertTrue(try container.resolve(Deck.self) === deck)
        XCTAssertThrowsError(try container.resolve(Clock.self, named: "other"))
    }

    func testNativeCodeNeedsWhatAModuleHas() throws {
        let module = ArmoryInjection.Module { single { Deck("module") } }
        let container = try Container {
            module.module
            Transient { [try $0.resolve(Deck.self)] }
        }
        XCTAssertTrue(try container.resolve([Deck].self)[0] === module() as Deck)
    }

    func testAClosureThatReturnsNilDeclines() throws {
        let container = try Container { ArmoryInjection.Module { factory { nil as Clock? } }.module }
        XCTAssertNil(try container.resolve(Clock?.self))
        XCTAssertThrowsError(try container.resolve(Clock.self)) {
            XCTAssertEqual(($0 as? ResolutionError)?.code, .declined)
        }
    }

    func testAChildsModuleHasTheParentsToo() throws {
        let parent = ArmoryInjection.Module {
            single { Clock(zone: "parent") }
            single { Deck("parent") }
            factory { [$0() as Deck] }
        }
        let child = ArmoryInjection.Module(parent: parent) { single { Deck("child") } }
        let container = try Container { child.module }
        XCTAssertEqual(try container.resolve(Deck.self).name, "child")
        XCTAssertEqual(try container.resolve([Deck].self)[0].name, "child", "in the view of the child")
        XCTAssertTrue(try container.resolve(Clock.self) === parent() as Clock)
        XCTAssertEqual(try Container { parent.module }.resolve(Deck.self).name, "parent")
    }

    func testWhatIsOfABuilderIsThereToo() throws {
        final class Builder: ArmoryInjection.ModuleBuilder<Container> {
            override func component() -> Component? { Component { single { Deck("builder") } } }
            override func build() -> Container {
                let module = self.module
                return Container.of(module)
            }
        }
        injectMe { single { Clock(zone: "shared") } }
        let container = Builder().build()
        XCTAssertEqual(try container.resolve(Deck.self).name, "builder")
        XCTAssertTrue(try container.resolve(Clock.self) === resolve() as Clock)
    }

    func testANativeContainerKeepsTheModuleAndClosesNothingOfIt() throws {
        weak var module: ArmoryInjection.Module?
        var deck: Deck?
        do {
            let made = ArmoryInjection.Module { single { Deck("kept") } }
            module = made
            let container = try Container { made.module }
            deck = try container.resolve(Deck.self)
            container.close()
            XCTAssertTrue(made() as Deck === deck)
        }
        XCTAssertNil(module)
        var container: Container?
        do {
            let made = ArmoryInjection.Module { single { Deck("kept") } }
            module = made
            container = try Container { made.module }
        }
        XCTAssertNotNil(module)
        XCTAssertEqual(try container?.resolve(Deck.self).name, "kept")
        container = nil
        XCTAssertNil(module)
    }

    func testItsRegistrationsComeInTheOrderOfTheSource() throws {
        let module = ArmoryInjection.Module {
            factory { Deck("") }
            factory { Clock() }
            factory { Cache() }
            factory(tag: "b") { Clock() }
            factory(tag: "a") { Clock() }
        }
        let keys = try Container { module.module }.graph.nodes.map(\.key)
        XCTAssertEqual(keys, ["Deck", "Clock", "Cache", "Clock named \"b\"", "Clock named \"a\""])
    }
}

extension Container {
    fileprivate static func of(_ module: ArmoryInjection.Module) -> Container {
        do { return try Container { module.module } } catch { fatalError("\(error)") }
    }
}
