import ArmoryResolver
import ArmoryTestSupport
import XCTest

/// Resolvers that others are searched by.
final class ChildTests: ResolverTestCase {
    func testAChildIsSearchedForWhatIsMissing() {
        let child = Resolver()
        let parent = Resolver(child: child)
        child.register { Session(1) }
        XCTAssertEqual(parent.resolve(Session.self).number, 1)
        XCTAssertNil(parent.optional(Object.self))
        XCTAssertEqual(Resolver(parent: child).resolve(Session.self).number, 1)
    }

    func testTheOwnRegistrationGoesFirst() {
        let child = Resolver()
        let parent = Resolver(child: child)
        child.register { Session(1) }
        child.register(name: .first) { Session(2) }
        parent.register { Session(3) }
        XCTAssertEqual(parent.resolve(Session.self).number, 3)
        XCTAssertEqual(parent.resolve(Session.self, name: .first).number, 2)
        parent.register(name: .first) { Session(4) }
        XCTAssertEqual(parent.resolve(Session.self, name: .first).number, 4)
        XCTAssertEqual(child.resolve(Session.self).number, 1, "a child knows nothing of its parent")
    }

    func testChildrenAreSearchedInTheirOrder() {
        let (one, two) = (Resolver(), Resolver())
        resolver.add(child: one)
        resolver.add(child: two)
        two.register { Session(2) }
        XCTAssertEqual(resolver.resolve(Session.self).number, 2)
        one.register { Session(1) }
        XCTAssertEqual(resolver.resolve(Session.self).number, 1)
    }

    func testAChildThatIsAddedComesAfterTheFirst() {
        let (one, two) = (Resolver(), Resolver())
        let resolver = Resolver(child: one)
        resolver.add(child: two)
        two.register { Session(2) }
        XCTAssertEqual(resolver.resolve(Session.self).number, 2)
        one.register { Session(1) }
        XCTAssertEqual(resolver.resolve(Session.self).number, 1)
    }

    func testChildrenAreSearchedDepthFirst() {
        let (one, deep, two) = (Resolver(), Resolver(), Resolver())
        resolver.add(child: one)
        resolver.add(child: two)
        one.add(child: deep)
        two.register { Session(2) }
        deep.register { Session(1) }
        XCTAssertEqual(resolver.resolve(Session.self).number, 1)
    }

    func testAFactoryOfAChildAsksTheResolverThatWasAsked() {
        let child = Resolver()
        child.register { Session(1) }
        child.register { Combined($0.resolve()) }
        let parent = Resolver(child: child)
        parent.register { Session(2) }
        XCTAssertEqual(parent.resolve(Combined.self).number, 2)
        XCTAssertEqual(child.resolve(Combined.self).number, 1)
    }

    func testWhatAChildKeepsIsOneForAll() {
        let child = Resolver()
        child.register { Session() }.scope(.cached)
        let (one, two) = (Resolver(child: child), Resolver(child: child))
        XCTAssertTrue(one.resolve(Session.self) === two.resolve(Session.self))
        XCTAssertTrue(one.resolve(Session.self) === child.resolve(Session.self))
    }

    func testOneGraphReachesOverChildren() {
        let child = Resolver()
        child.register { Session() }
        child.register { Combined($0.resolve()) }
        let parent = Resolver(child: child)
        parent.register { resolver in
            let model = Model()
            model.session = resolver.optional()
            model.fetcher = resolver.resolve(Combined.self)
            return model
        }
        let model = parent.resolve(Model.self)
        XCTAssertTrue((model.fetcher as? Combined)?.session === model.session)
    }

    func testImplementsInAChildLeadsToTheResolverThatWasAsked() {
        let child = Resolver()
        child.register { Combined(Session(1)) }.implements((any Fetching).self)
        let parent = Resolver(child: child)
        XCTAssertEqual(parent.resolve((any Fetching).self).number, 1)
        parent.register { Combined(Session(2)) }
        XCTAssertEqual(parent.resolve((any Fetching).self).number, 2)
    }

    func testAnAddedChildIsFoundAfterAMiss() {
        XCTAssertNil(resolver.optional(Session.self))
        let child = Resolver()
        child.register { Session(1) }
        resolver.add(child: child)
        XCTAssertEqual(resolver.resolve(Session.self).number, 1)
    }

    func testAChildIsHeldByItsParent() {
        weak var child: Resolver?
        do {
            let made = Resolver()
            made.register { Session(1) }
            resolver.add(child: made)
            child = made
        }
        XCTAssertNotNil(child)
        XCTAssertEqual(resolver.resolve(Session.self).number, 1)
    }

    func testTheFirstChildIsHeldAsLongAsItsParent() {
        weak var child: Resolver?
        do {
            let made = Resolver()
            made.register { Session(1) }
            let parent = Resolver(child: made)
            child = made
            XCTAssertEqual(parent.resolve(Session.self).number, 1)
        }
        XCTAssertNil(child)
    }
}

/// Resolvers in a loop hold each other for good, as the program says: no check for leaks.
final class ChildLoopTests: XCTestCase {
    func testALoopOfChildrenEnds() {
        let (one, two) = (Resolver(), Resolver())
        one.add(child: two)
        two.add(child: one)
        one.add(child: one)
        XCTAssertNil(one.optional(Session.self))
        two.register { Session(2) }
        XCTAssertEqual(one.resolve(Session.self).number, 2)
    }
}
