import ArmoryResolver
import ArmoryTestSupport
import XCTest

/// What keeps services, who shares it, and how it is emptied.
final class CacheTests: ResolverTestCase {
    func testTwoResolversShareNothing() {
        for scope in [ResolverScope.application, .cached, .container, .graph, .shared, .unique] {
            resolver.register { Session(1) }.scope(scope)
            other.register { Session(2) }.scope(scope)
            let (one, two) = (resolver.resolve(Session.self), other.resolve(Session.self))
            XCTAssertEqual([one.number, two.number], [1, 2])
            XCTAssertEqual(resolver.resolve(Session.self).number, 1)
        }
    }

    func testTwoResolversShareACacheOfTheUsers() {
        for cache in [ResolverScopeCache() as ResolverScope, ResolverScopeShare()] {
            resolver.register { Session(1) }.scope(cache)
            other.register { Session(2) }.scope(cache)
            let first = other.resolve(Session.self)
            XCTAssertEqual(first.number, 2)
            XCTAssertTrue(resolver.resolve(Session.self) === first)
            XCTAssertTrue(other.resolve(Session.self) === first)
        }
    }

    /// One graph of two resolvers: a graph scope of the user's has one session in it, `graph` one for each resolver.
    func testTwoResolversShareAGraphScopeOfTheUsers() {
        for (scope, isShared) in [(ResolverScopeGraph() as ResolverScope, true), (.graph, false)] {
            resolver.register { Session(1) }.scope(scope)
            other.register { Session(2) }.scope(scope)
            resolver.register { [other] in Two($0.resolve(), other.resolve()) }.scope(.unique)
            let (two, next) = (resolver.resolve(Two.self), resolver.resolve(Two.self))
            XCTAssertEqual(two.first === two.second, isShared)
            XCTAssertFalse(two.first === next.first, "another graph")
        }
    }

    func testTwoGraphScopesShareNothing() {
        resolver.register { Session(1) }.scope(ResolverScopeGraph())
        other.register { Session(2) }.scope(ResolverScopeGraph())
        resolver.register { [other] in Two($0.resolve(), other.resolve()) }.scope(.unique)
        let two = resolver.resolve(Two.self)
        XCTAssertEqual([two.first.number, two.second.number], [1, 2])
    }

    func testAGraphScopeOfTheUsersClosesACycle() {
        let scope = ResolverScopeGraph()
        resolver.register { Parent() }.resolveProperties { $1.child = $0.optional() }.scope(scope)
        resolver.register { Child() }.resolveProperties { $1.parent = $0.optional() }.scope(scope)
        let parent = resolver.resolve(Parent.self)
        XCTAssertTrue(parent.child?.parent === parent)
    }

    func testRegisteringAgainTakesEffectInEveryScopeTwiceInARow() {
        for scope in [
            ResolverScope.application, .cached, .container, .graph, .shared, .unique, ResolverScopeCache(),
            ResolverScopeShare(), ResolverScopeGraph(),
        ] {
            for number in 1...3 {
                resolver.register { Session(number) }.scope(scope)
                let session = resolver.resolve(Session.self)
                XCTAssertEqual(session.number, number)
                XCTAssertEqual(resolver.resolve(Session.self).number, number)
                resolver.register(name: .first) { Session(-number) }.scope(scope)
                XCTAssertEqual(resolver.resolve(Session.self, name: .first).number, -number)
                withExtendedLifetime(session) {}
            }
        }
    }

    func testRegisteringAgainInACacheOfTheUsersReachesTheOtherResolver() {
        let cache = ResolverScopeCache()
        resolver.register { Session(1) }.scope(cache)
        other.register { Session(2) }.scope(cache)
        XCTAssertEqual(resolver.resolve(Session.self).number, 1)
        XCTAssertEqual(other.resolve(Session.self).number, 1)
        resolver.register { Session(3) }.scope(cache)
        XCTAssertEqual(resolver.resolve(Session.self).number, 3)
        XCTAssertEqual(other.resolve(Session.self).number, 3, "they share one")
    }

    func testTheCachedAreForgotten() {
        resolver.register { Session() }.scope(.cached)
        other.register { Object(1) }.scope(.cached)
        resolver.register { 5 as Int? }.scope(.cached)
        resolver.register(name: .first) { Session() }.scope(.application)
        let (session, object) = (resolver.resolve(Session.self), other.resolve(Object.self))
        let application = resolver.resolve(Session.self, name: .first)
        ResolverScope.cached.reset()
        XCTAssertFalse(resolver.resolve(Session.self) === session)
        XCTAssertFalse(other.resolve(Object.self) === object, "of every resolver")
        XCTAssertTrue(resolver.resolve(Session.self, name: .first) === application)
    }

    func testTheApplicationsAreForgotten() {
        resolver.register { Session() }.scope(.application)
        let session = resolver.resolve(Session.self)
        ResolverScope.cached.reset()
        XCTAssertTrue(resolver.resolve(Session.self) === session)
        ResolverScope.application.reset()
        XCTAssertFalse(resolver.resolve(Session.self) === session)
    }

    func testTheSharedAreForgotten() {
        resolver.register { Session() }.scope(.shared)
        let session = resolver.resolve(Session.self)
        ResolverScope.shared.reset()
        XCTAssertFalse(resolver.resolve(Session.self) === session)
    }

    func testACacheOfTheUsersIsForgottenAlone() {
        let (one, two) = (ResolverScopeCache(), ResolverScopeCache())
        resolver.register { Session() }.scope(one)
        resolver.register { Object(1) }.scope(two)
        let (session, object) = (resolver.resolve(Session.self), resolver.resolve(Object.self))
        one.reset()
        XCTAssertFalse(resolver.resolve(Session.self) === session)
        XCTAssertTrue(resolver.resolve(Object.self) === object)
    }

    func testWhatIsForgottenIsLetGo() {
        for scope in [ResolverScope.application, .cached, ResolverScopeCache()] {
            resolver.register { Session() }.scope(scope)
            weak var session: Session?
            do { session = resolver.resolve(Session.self) }
            XCTAssertNotNil(session)
            scope.reset()
            XCTAssertNil(session)
        }
    }

    func testResettingWhatKeepsNothingDoesNothing() {
        resolver.register { Session() }.scope(.cached)
        let session = resolver.resolve(Session.self)
        for scope in [ResolverScope.graph, .unique, .container, .shared] as [ResolverScope] { scope.reset() }
        XCTAssertTrue(resolver.resolve(Session.self) === session)
    }

    func testContainerKeepsWithTheResolverThatIsAsked() {
        resolver.register { Session() }.scope(.container)
        let (one, two) = (Resolver(child: resolver), Resolver(child: resolver))
        let session = one.resolve(Session.self)
        XCTAssertTrue(one.resolve(Session.self) === session)
        XCTAssertFalse(two.resolve(Session.self) === session)
        XCTAssertFalse(resolver.resolve(Session.self) === session)
    }

    func testTheCacheOfAResolverIsReset() {
        resolver.register { Session() }.scope(.container)
        let session = resolver.resolve(Session.self)
        resolver.cache.reset()
        XCTAssertFalse(resolver.resolve(Session.self) === session)
    }

    func testTheCacheOfAResolverIsExchanged() {
        resolver.register { Session() }.scope(.container)
        let session = resolver.resolve(Session.self)
        let own = resolver.cache
        resolver.cache = ResolverScope.unique
        XCTAssertFalse(resolver.resolve(Session.self) === resolver.resolve(Session.self))
        resolver.cache = ResolverScopeCache()
        XCTAssertFalse(resolver.resolve(Session.self) === session)
        XCTAssertTrue(resolver.resolve(Session.self) === resolver.resolve(Session.self))
        resolver.cache = own
        XCTAssertTrue(resolver.resolve(Session.self) === session)
    }

    func testTheCacheOfAResolverMayBeAnyScope() {
        resolver.register { Session() }.scope(.container)
        resolver.register { Two($0.resolve(), $0.resolve()) }.scope(.unique)
        resolver.cache = ResolverScopeGraph()
        let two = resolver.resolve(Two.self)
        XCTAssertTrue(two.first === two.second)
        XCTAssertFalse(resolver.resolve(Session.self) === two.first)
        resolver.cache = ResolverScopeShare()
        let session = resolver.resolve(Session.self)
        XCTAssertTrue(resolver.resolve(Session.self) === session)
        resolver.cache = ResolverScopeContainer()
        XCTAssertTrue(resolver.resolve(Session.self) === resolver.resolve(Session.self))
    }

    func testResolversSharedCacheIsShared() {
        let cache = ResolverScopeCache()
        (resolver.cache, other.cache) = (cache, cache)
        resolver.register { Session(1) }.scope(.container)
        other.register { Session(2) }.scope(.container)
        XCTAssertTrue(resolver.resolve(Session.self) === other.resolve(Session.self))
    }

    func testACacheKeepsWhatAGoneResolverMade() {
        let cache = ResolverScopeCache()
        var session: Session?
        do {
            let gone = Resolver()
            gone.register { Session(1) }.scope(cache)
            session = gone.resolve(Session.self)
        }
        resolver.register { Session(2) }.scope(cache)
        XCTAssertTrue(resolver.resolve(Session.self) === session)
    }

    func testM3_NamesOfServicesThatAreGoneTakeNoMemoryInAScopeOfTheUsers() {
        let scopes = [ResolverScopeShare() as ResolverScope, ResolverScopeGraph()]
        let count = StressScale.scaled(5_000)
        var number = 0
        // An entry that stays takes some hundred bytes.
        let growth = Heap.growth { _ in
            for _ in 0..<count {
                number += 1
                let (resolver, name) = (Resolver(), Resolver.Name("\(number)"))
                for scope in scopes {
                    resolver.register(name: name) { [number] in Session(number) }.scope(scope)
                    XCTAssertEqual(resolver.resolve(Session.self, name: name).number, number)
                }
            }
        }
        XCTAssertLessThan(growth, 20 * count)
    }
}
