import ArmoryResolver
import ArmoryTestSupport
import XCTest

final class RegistrationTests: ResolverTestCase {
    func testTheTypeIsInferredFromTheFactory() {
        resolver.register { Session(1) }
        let session: Session = resolver.resolve()
        XCTAssertEqual(session.number, 1)
    }

    func testTheTypeIsNamed() {
        resolver.register(Session.self) { MockSession(2) }
        XCTAssertTrue(resolver.resolve(Session.self) is MockSession)
        XCTAssertNil(resolver.optional(MockSession.self))
    }

    func testAProtocolIsNamedByACast() {
        resolver.register { Combined(Session(3)) as any Fetching }
        let fetcher: any Fetching = resolver.resolve()
        XCTAssertEqual(fetcher.number, 3)
        XCTAssertNil(resolver.optional(Combined.self))
    }

    func testTheFactoryAsksTheResolverThatWasAsked() {
        resolver.register { Session(4) }
        resolver.register { (resolver: Resolver) in Combined(resolver.resolve()) }
        resolver.register(Model.self) { Model($0.resolve(Combined.self), $0.resolve(Combined.self)) }
        XCTAssertEqual(resolver.resolve(Model.self).fetcher?.number, 4)
    }

    func testTheFactoryTakesArguments() {
        resolver.register { _, args in Session(args()) }
        XCTAssertEqual(resolver.resolve(Session.self, args: 5).number, 5)
    }

    func testAnInitializerIsAFactory() {
        resolver.register(factory: Parent.init)
        XCTAssertNil(resolver.resolve(Parent.self).child)
    }

    func testAFactoryOfAnOptionalRegistersWhatIsInIt() {
        resolver.register(Session.self) { Bool.random() || true ? Session(6) : nil }
        XCTAssertEqual(resolver.resolve(Session.self).number, 6)
    }

    func testTheLastRegistrationCounts() {
        resolver.register { Session(1) }
        resolver.register { MockSession(2) as Session }
        XCTAssertEqual(resolver.resolve(Session.self).number, 2)
        resolver.register { Session(3) }
        XCTAssertEqual(resolver.resolve(Session.self).number, 3)
    }

    func testTheLastRegistrationCountsAfterAResolve() {
        for number in 1...5 {
            resolver.register { Session(number) }
            XCTAssertEqual(resolver.resolve(Session.self).number, number)
            XCTAssertEqual(resolver.optional(Session.self)?.number, number)
        }
    }

    func testWhatANewRegistrationReplacedIsLetGo() {
        resolver.register { Session(1) }.scope(.cached)
        weak var first: Session?
        do { first = resolver.resolve(Session.self) }
        XCTAssertNotNil(first)
        resolver.register { Session(2) }.scope(.cached)
        XCTAssertNil(first)
    }

    func testOptionalIsNilWhereNothingIsRegistered() {
        let session: Session? = resolver.optional()
        XCTAssertNil(session)
        XCTAssertNil(resolver.optional((any Fetching).self))
    }

    func testAFactoryThatReturnsNilDeclines() {
        let calls = Counter()
        resolver.register(Session.self) { calls.next() == 2 ? Session() : nil }
        XCTAssertNil(resolver.optional(Session.self))
        XCTAssertNotNil(resolver.optional(Session.self), "it is asked again")
        XCTAssertNil(resolver.optional(Session.self))
        XCTAssertEqual(calls.value, 3, "each time once")
    }

    func testAFactoryThatReturnsNilDeclinesInEveryScope() {
        for scope in [ResolverScope.application, .cached, .container, .graph, .shared, .unique, ResolverScopeCache()] {
            let calls = Counter()
            resolver.register(Session.self) { calls.next() == 2 ? Session() : nil }.scope(scope)
            XCTAssertNil(resolver.optional(Session.self))
            XCTAssertNotNil(resolver.optional(Session.self), "nothing is kept")
            XCTAssertEqual(calls.value, 2)
        }
    }

    func testWhatAFactoryNeedsAndOthersNeedIsResolvedDownTheChain() {
        resolver.register { [unowned resolver] in Model(resolver.resolve(), resolver.resolve()) }
        resolver.register { [unowned resolver] in Combined(resolver.resolve()) }
            .implements((any Fetching).self)
            .implements((any Updating).self)
        resolver.register { Session(7) }
        let model: Model = resolver.resolve()
        XCTAssertEqual(model.fetcher?.number, 7)
        XCTAssertTrue(model.fetcher === model.updater, "one in one graph")
    }

    func testValuesFunctionsAndTuplesAreServices() {
        resolver.register { 5 }
        resolver.register { "five" }
        resolver.register { [1, 2] }
        resolver.register { { (number: Int) in number + 1 } }
        resolver.register { (1, "one") }
        XCTAssertEqual(resolver.resolve(Int.self), 5)
        XCTAssertEqual(resolver.resolve(String.self), "five")
        XCTAssertEqual(resolver.resolve([Int].self), [1, 2])
        XCTAssertEqual(resolver.resolve(((Int) -> Int).self)(1), 2)
        XCTAssertEqual(resolver.resolve((Int, String).self).1, "one")
    }

    func testAMetatypeAndAGenericTypeAreServices() {
        struct Box<T> { let value: T }
        resolver.register { Box(value: 1) }
        resolver.register { Box(value: "a") }
        resolver.register { Session.self as Session.Type }
        XCTAssertEqual(resolver.resolve(Box<Int>.self).value, 1)
        XCTAssertEqual(resolver.resolve(Box<String>.self).value, "a")
        XCTAssertTrue(resolver.resolve(Session.Type.self) == Session.self)
    }

    func testAHundredRegistrationsAreFound() {
        for number in 0..<100 { resolver.register(name: Resolver.Name("\(number)")) { Session(number) } }
        let numbers = (0..<100).map { resolver.resolve(Session.self, name: Resolver.Name("\($0)")).number }
        XCTAssertEqual(numbers, Array(0..<100))
    }

    func testARegistrationOutlivesItsResolver() {
        var options: ResolverOptions<Session>?
        do {
            let resolver = Resolver()
            options = resolver.register { Session(1) }
        }
        options?.scope(.cached).resolveProperties { _, _ in }.implements(Any.self)
        XCTAssertEqual(options?.registration.instantiate(resolver: resolver, args: nil)?.number, 1)
    }
}

final class NameTests: ResolverTestCase {
    func testANameTellsApart() {
        resolver.register(name: "a") { Session(1) }
        resolver.register(name: "b") { Session(2) }
        XCTAssertEqual(resolver.resolve(Session.self, name: "a").number, 1)
        XCTAssertEqual(resolver.resolve(Session.self, name: "b").number, 2)
    }

    func testNamedAndUnnamedNeverMix() {
        resolver.register(name: "a") { Session(1) }
        XCTAssertNil(resolver.optional(Session.self))
        resolver.register { Session(2) }
        XCTAssertEqual(resolver.resolve(Session.self).number, 2)
        XCTAssertEqual(resolver.resolve(Session.self, name: "a").number, 1)
        XCTAssertNil(resolver.optional(Session.self, name: "b"))
    }

    func testANameIsDeclaredOnce() {
        resolver.register(name: .first) { Session(1) }
        resolver.register(name: .second) { Session(2) }
        XCTAssertEqual(resolver.resolve(Session.self, name: .first).number, 1)
        XCTAssertEqual(resolver.resolve(Session.self, name: .second).number, 2)
        XCTAssertEqual(resolver.optional(Session.self, name: .second)?.number, 2)
    }

    func testANameIsMadeFromAString() {
        let text: String? = "first"
        let none: String? = nil
        resolver.register(name: .name(fromString: text)) { Session(1) }
        resolver.register(name: .name(fromString: none)) { Session(2) }
        XCTAssertEqual(resolver.resolve(Session.self, name: .first).number, 1)
        XCTAssertEqual(resolver.resolve(Session.self, name: .name(fromString: none)).number, 2)
    }

    func testNamesAreEqualByTheirCharacters() {
        XCTAssertEqual(Resolver.Name("fir" + "st"), .first)
        XCTAssertEqual(Resolver.Name("fir" + "st").hashValue, Resolver.Name.first.hashValue)
        XCTAssertNotEqual(Resolver.Name.first, .second)
        XCTAssertEqual(Resolver.Name.first.rawValue, "first")
        XCTAssertEqual(Set<Resolver.Name>([.first, "first", "second"]).count, 2)
    }

    func testANameIsOfItsTypeAlone() {
        resolver.register(name: .first) { Session(1) }
        resolver.register(name: .first) { "text" }
        XCTAssertEqual(resolver.resolve(Session.self, name: .first).number, 1)
        XCTAssertEqual(resolver.resolve(String.self, name: .first), "text")
    }

    func testTheLastOfANameCounts() {
        resolver.register(name: .first) { Session(1) }.scope(.cached)
        XCTAssertEqual(resolver.resolve(Session.self, name: .first).number, 1)
        resolver.register(name: .first) { Session(2) }.scope(.cached)
        XCTAssertEqual(resolver.resolve(Session.self, name: .first).number, 2)
    }

    func testAnEmptyNameIsAName() {
        resolver.register(name: "") { Session(1) }
        XCTAssertNil(resolver.optional(Session.self))
        XCTAssertEqual(resolver.resolve(Session.self, name: "").number, 1)
    }

    func testNamesTellKeptServicesApart() {
        resolver.register(name: .first) { Session(1) }.scope(.cached)
        resolver.register(name: .second) { Session(2) }.scope(.cached)
        let (first, second) = (
            resolver.resolve(Session.self, name: .first), resolver.resolve(Session.self, name: .second)
        )
        XCTAssertFalse(first === second)
        XCTAssertTrue(resolver.resolve(Session.self, name: .first) === first)
        XCTAssertTrue(resolver.resolve(Session.self, name: .second) === second)
    }
}
