import ArmoryResolver
import ArmoryTestSupport
import XCTest

final class ArgumentsTests: ResolverTestCase {
    func testOneArgumentIsCalledFor() {
        resolver.register { _, args in Session(args()) }
        XCTAssertEqual(resolver.resolve(Session.self, args: 3).number, 3)
        resolver.register { _, args in Session(args.get()) }
        XCTAssertEqual(resolver.resolve(Session.self, args: 4).number, 4)
    }

    func testArgumentsHaveKeys() {
        resolver.register { _, args in Session(args("a") * 10 + args.get("b")) }
        XCTAssertEqual(resolver.resolve(Session.self, args: ["a": 3, "b": 4]).number, 34)
    }

    func testArgumentsOfSeveralTypesHaveKeys() {
        resolver.register(String.self) { _, args in "\(args("name") as String) \(args("age") as Int)" }
        XCTAssertEqual(resolver.resolve(String.self, args: ["name": "Mike", "age": 40] as [String: Any]), "Mike 40")
    }

    func testAnOptionalArgumentMayBeMissing() {
        resolver.register { _, args in Session(args.optional() ?? -1) }
        XCTAssertEqual(resolver.resolve(Session.self).number, -1)
        XCTAssertEqual(resolver.resolve(Session.self, args: 5).number, 5)
        XCTAssertEqual(resolver.resolve(Session.self, args: "five").number, -1, "of another type")
    }

    func testAnOptionalArgumentIsFoundByItsTypeAmongSeveral() {
        let args = Resolver.Args(["name": "Mike", "age": 40, "weight": 80] as [String: Any])
        XCTAssertEqual(args.optional() as String?, "Mike")
        XCTAssertEqual(args.optional() as Int?, 40, "the first of two, by the keys")
        XCTAssertNil(args.optional() as Double?)
        resolver.register { _, args in Session(args.optional() ?? -1) }
        XCTAssertEqual(resolver.resolve(Session.self, args: ["a": "one", "b": 2] as [String: Any]).number, 2)
    }

    func testAnOptionalArgumentWithAKeyMayBeMissing() {
        resolver.register { _, args in Session(args.optional("a") ?? -1) }
        XCTAssertEqual(resolver.resolve(Session.self, args: ["b": 1]).number, -1)
        XCTAssertEqual(resolver.resolve(Session.self, args: ["a": 1]).number, 1)
        XCTAssertEqual(resolver.resolve(Session.self, args: ["a": "one"]).number, -1)
        XCTAssertEqual(resolver.resolve(Session.self, args: ["a": nil] as [String: Any?]).number, -1)
    }

    func testArgumentsReachEveryFormOfResolve() {
        resolver.register(name: .first) { _, args in Session(args()) }
        XCTAssertEqual(resolver.resolve(Session.self, name: .first, args: 1).number, 1)
        XCTAssertEqual(resolver.optional(Session.self, name: .first, args: 2)?.number, 2)
        Resolver.register { _, args in Session(args()) }
        XCTAssertEqual(Resolver.resolve(Session.self, args: 3).number, 3)
        XCTAssertEqual(Resolver.optional(Session.self, args: 4)?.number, 4)
    }

    func testArgumentsPassThroughImplements() {
        resolver.register { _, args in Combined(Session(args())) }.implements((any Fetching).self)
        XCTAssertEqual(resolver.resolve((any Fetching).self, args: 6).number, 6)
        resolver.register(name: .first) { _, args in Combined(Session(args("n"))) }
            .implements((any Fetching).self, name: .second)
        XCTAssertEqual(resolver.resolve((any Fetching).self, name: .second, args: ["n": 7]).number, 7)
    }

    func testArgumentsReachWhatCompletes() {
        resolver.register { Model() }.resolveProperties { _, model, args in model.session = Session(args()) }
        XCTAssertEqual(resolver.resolve(Model.self, args: 8).session.number, 8)
    }

    func testArgumentsAreNotIdentity() {
        for scope in [ResolverScope.cached, .application, .container, .shared, ResolverScopeCache()] {
            resolver.register { _, args in Session(args()) }.scope(scope)
            let first = resolver.resolve(Session.self, args: 1)
            XCTAssertTrue(resolver.resolve(Session.self, args: 2) === first)
            XCTAssertTrue(resolver.resolve(Session.self) === first, "nobody asks for them")
        }
    }

    func testArgumentsAreNotIdentityInAGraph() {
        resolver.register { _, args in Session(args()) }
        resolver.register { Two($0.resolve(args: 1), $0.resolve(args: 2)) }
        let two = resolver.resolve(Two.self)
        XCTAssertTrue(two.first === two.second)
        XCTAssertEqual(two.second.number, 1)
    }

    func testAFactoryMayAskForItselfWithOtherArguments() {
        resolver.register(String.self) { resolver, args in
            let depth: Int = args()
            return depth == 0 ? "." : "(" + resolver.resolve(String.self, args: depth - 1) + ")"
        }.scope(.unique)
        XCTAssertEqual(resolver.resolve(String.self, args: 3), "(((.)))")
    }

    func testArgumentsAreTakenFromArguments() {
        let args = Resolver.Args(["a": 1])
        XCTAssertEqual(Resolver.Args(args)("a"), 1)
        XCTAssertEqual(Resolver.Args(5).get(), 5)
        XCTAssertNil(Resolver.Args(nil).optional() as Int?)
        XCTAssertEqual(Resolver.Args(["a": 1, "b": 2]).get("b"), 2)
        XCTAssertEqual(Resolver.Args(["a": 3])(), 3, "the one there is")
    }
}
