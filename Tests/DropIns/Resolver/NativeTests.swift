// Beside native code: a native container as a parent, and a resolver's registrations as a native module.

import Armory
import ArmoryResolver
import ArmoryTestSupport
import XCTest

private typealias Resolver = ArmoryResolver.Resolver

private final class Deck: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

private protocol Named: Sendable {
    var name: String { get }
}

extension Deck: Named {}

private final class Holder {
    @ArmoryResolver.Injected var deck: Deck
    @ArmoryResolver.OptionalInjected(name: "tag") var named: Deck?
}

final class NativeParentTests: ResolverTestCase {
    private func container() throws -> Container {
        try Container {
            Singleton { Deck("native") }
            Singleton { Deck("named") }.named("tag")
        }
    }

    func testWhatNeitherAResolverNorItsChildrenHaveIsOfTheNativeParent() throws {
        let container = try container()
        let resolver = Resolver(parent: container)
        XCTAssertTrue(try resolver.resolve(Deck.self) === container.resolve(Deck.self))
        XCTAssertEqual(resolver.resolve(Deck.self, name: "tag").name, "named")
        XCTAssertNil(resolver.optional(Deck.self, name: "other"))
        XCTAssertTrue(resolver.optional(Deck?.self) == nil, "an optional is a type of its own")
        XCTAssertNil(resolver.optional([Deck].self), "a list is not made up from what it is of")
        resolver.register { [$0.resolve(Deck.self)] }
        XCTAssertEqual(resolver.resolve([Deck].self)[0].name, "native")
        let child = Resolver()
        child.register { Deck("child") }
        resolver.add(child: child)
        XCTAssertEqual(resolver.resolve(Deck.self).name, "child")
        resolver.register { Deck("own") }
        XCTAssertEqual(resolver.resolve(Deck.self).name, "own")
        XCTAssertEqual(resolver.resolve([Deck].self)[0].name, "own")
    }

    func testAClosedNativeParentHasNothing() throws {
        let container = try container()
        let resolver = Resolver(parent: container)
        XCTAssertNotNil(resolver.optional(Deck.self))
        container.close()
        XCTAssertNil(resolver.optional(Deck.self))
        XCTAssertNil(resolver.optional([Deck].self))
    }

    func testNativeCodeOfAModuleWhoseParentIsNativeNamesTheParentToo() throws {
        let parent = try container()
        let resolver = Resolver(parent: parent)
        resolver.register { [$0.resolve(Deck.self)] }
        XCTAssertNil(try Container { resolver.module }.resolve(Deck?.self), "it is left out")
        let container = try Container(parents: [parent]) { resolver.module }
        XCTAssertTrue(try container.resolve(Deck.self) === parent.resolve(Deck.self))
        XCTAssertTrue(try container.resolve([Deck].self)[0] === parent.resolve(Deck.self))
    }

    func testTheNativeParentOfAChildIsAskedLast() throws {
        let resolver = try Resolver(child: Resolver(parent: container()))
        XCTAssertEqual(resolver.resolve(Deck.self).name, "native")
        let other = Resolver()
        other.register { Deck("other") }
        resolver.add(child: other)
        XCTAssertEqual(resolver.resolve(Deck.self).name, "other")
        XCTAssertEqual(resolver.resolve(Deck.self, name: "tag").name, "named")
    }

    func testPropertiesAndTheDecoratorAreOfTheNativeParentToo() throws {
        ArmoryResolver.Resolver.root = try Resolver(parent: container())
        let holder = Holder()
        XCTAssertEqual([holder.deck.name, holder.named?.name], ["native", "named"])
        let seen = Locked<[String]>([])
        ArmoryResolver.Resolver.decorate = { service in
            seen.withLock { $0.append((service as? Deck)?.name ?? "") }
        }
        _ = ArmoryResolver.Resolver.resolve(Deck.self)
        XCTAssertEqual(seen.withLock { $0 }, ["native"])
    }

    func testAnErrorOfTheNativeParentEndsTheProcessWithItsDescription() throws {
        struct Failure: Error {}
        let container = try Container { Singleton { () throws -> Deck in throw Failure() } }
        let resolver = Resolver(parent: container)
        try assertEndsProcess(
            "error", saying: "RESOLVER: ", "Deck could not be created", "[factoryFailed]", "Failure()"
        ) { _ = resolver.optional(Deck.self) }
        try assertEndsProcess("missing", saying: "RESOLVER: Session is not registered. [missing]") {
            _ = resolver.resolve(Session.self)
        }
    }

    func testTheNativeParentIsHeld() throws {
        weak var container: Container?
        let resolver: ArmoryResolver.Resolver
        do {
            let made = try self.container()
            container = made
            resolver = Resolver(parent: made)
        }
        XCTAssertNotNil(container)
        XCTAssertEqual(resolver.resolve(Deck.self).name, "native")
    }
}

final class NativeModuleTests: ResolverTestCase {
    func testANativeContainerResolvesByTheResolversRegistrations() throws {
        for scope in [
            ResolverScope.application, .cached, .container, ResolverScopeCache(), .shared, ResolverScopeShare(),
        ] {
            let calls = Counter()
            resolver.register { Deck("\(calls.next())") }.scope(scope)
            resolver.register(name: .first) { Deck("first") }
            let container = try Container { resolver.module }
            let deck = try container.resolve(Deck.self)
            XCTAssertTrue(resolver.resolve(Deck.self) === deck)
            XCTAssertEqual(deck.name, "1")
            XCTAssertEqual(try container.resolve(Deck.self, named: "first").name, "first")
            XCTAssertThrowsError(try container.resolve(Deck.self, named: "second"))
        }
    }

    func testARegistrationIsThatOfEachResolve() throws {
        resolver.register { Deck("one") }.scope(.cached)
        let container = try Container { resolver.module }
        XCTAssertEqual(try container.resolve(Deck.self).name, "one")
        resolver.register { Deck("two") }.scope(.cached)
        XCTAssertEqual(try container.resolve(Deck.self).name, "two", "registered again")
        resolver.register { 5 }
        XCTAssertNil(try container.resolve(Int?.self), "it was not there then")
    }

    func testAnotherTypeIsAnAlias() throws {
        resolver.register { Deck("deck") }.implements((any Named).self, name: "as").scope(.cached)
        let container = try Container { resolver.module }
        XCTAssertEqual(try container.resolve((any Named).self, named: "as").name, "deck")
        XCTAssertTrue(
            try container.resolve((any Named).self, named: "as") as AnyObject === container.resolve(Deck.self))
        XCTAssertNoThrow(try container.validate())
        let graph = container.graph
        XCTAssertEqual(graph.nodes.map(\.isAlias), [false, true])
        XCTAssertEqual(
            graph.edges.map { [graph.nodes[$0.from].key, graph.nodes[$0.to].key] },
            [["any Named named \"as\"", "Deck"]])
    }

    func testWhatTakesArgumentsIsLeftOut() throws {
        resolver.register { _, args in Deck(args()) }.implements((any Named).self)
        resolver.register(name: .first) { Deck("first") }.resolveProperties { _, _, args in _ = args() as String }
        resolver.register(name: .second) { Deck("second") }.implements((any Named).self, name: "second")
        let container = try Container { resolver.module }
        XCTAssertEqual(
            container.graph.nodes.map(\.key).sorted(), ["Deck named \"second\"", "any Named named \"second\""])
        XCTAssertEqual(try container.resolve((any Named).self, named: "second").name, "second")
    }

    func testAFactoryThatReturnsNilDeclines() throws {
        resolver.register(Deck.self) { nil }
        let container = try Container { resolver.module }
        XCTAssertNil(try container.resolve(Deck?.self))
        XCTAssertThrowsError(try container.resolve(Deck.self)) {
            XCTAssertEqual(($0 as? ResolutionError)?.code, .declined)
        }
    }

    func testTheChildrensRegistrationsAreThereToo() throws {
        let child = Resolver()
        child.register { Deck("child") }
        child.register { [$0.resolve(Deck.self)] }
        child.register(name: .first) { Deck("first") }
        resolver.add(child: child)
        resolver.register { Deck("own") }
        let container = try Container { resolver.module }
        XCTAssertEqual(try container.resolve(Deck.self).name, "own")
        XCTAssertEqual(try container.resolve([Deck].self)[0].name, "own", "for the resolver that is asked")
        XCTAssertEqual(try container.resolve(Deck.self, named: "first").name, "first")
    }

    func testTheServicesOfTheProcessAreThere() throws {
        ServiceRegistration.body.withLock { $0 = { ArmoryResolver.Resolver.register { Deck("service") } } }
        ArmoryResolver.Resolver.reset()
        let container = try Container { ArmoryResolver.Resolver.main.module }
        XCTAssertEqual(try container.resolve(Deck.self).name, "service")
    }

    func testANativeContainerKeepsTheResolverAndClosesNothingOfIt() throws {
        weak var kept: ArmoryResolver.Resolver?
        do {
            let made = Resolver()
            kept = made
            made.register { Deck("kept") }.scope(.cached)
            let container = try Container { made.module }
            let deck = try container.resolve(Deck.self)
            container.close()
            XCTAssertTrue(made.resolve(Deck.self) === deck)
        }
        XCTAssertNil(kept)
        var container: Container?
        do {
            let made = Resolver()
            kept = made
            made.register { Deck("kept") }
            container = try Container { made.module }
        }
        XCTAssertNotNil(kept)
        XCTAssertEqual(try container?.resolve(Deck.self).name, "kept")
        container = nil
        XCTAssertNil(kept)
    }
}
