import ArmoryResolver
import ArmoryTestSupport
import XCTest

final class OptionsTests: ResolverTestCase {
    func testImplementsFindsTheServiceByItsProtocols() {
        resolver.register { Combined(Session(1)) }.implements((any Fetching).self).implements((any Updating).self)
            .scope(.cached)
        let (fetcher, updater) = (resolver.resolve((any Fetching).self), resolver.resolve((any Updating).self))
        XCTAssertTrue(fetcher === updater)
        XCTAssertTrue(resolver.resolve(Combined.self) === fetcher)
    }

    func testImplementsHasANameOfItsOwn() {
        resolver.register { Combined(Session(1)) }.implements((any Fetching).self, name: .first)
        XCTAssertNil(resolver.optional((any Fetching).self))
        XCTAssertEqual(resolver.resolve((any Fetching).self, name: .first).number, 1)
    }

    func testImplementsOfANamedRegistrationLeadsToThatOne() {
        resolver.register(name: .first) { Combined(Session(1)) }.implements((any Fetching).self)
        resolver.register(name: .second) { Combined(Session(2)) }.implements((any Updating).self)
        XCTAssertEqual(resolver.resolve((any Fetching).self).number, 1)
        XCTAssertEqual((resolver.resolve((any Updating).self) as? Combined)?.number, 2)
        XCTAssertNil(resolver.optional(Combined.self))
    }

    func testImplementsLeadsToWhatIsRegisteredLater() {
        resolver.register { Combined(Session(1)) }.implements((any Fetching).self)
        XCTAssertEqual(resolver.resolve((any Fetching).self).number, 1)
        resolver.register { Combined(Session(2)) }
        XCTAssertEqual(resolver.resolve((any Fetching).self).number, 2)
        resolver.register { Combined(Session(3)) as any Fetching }
        XCTAssertEqual(resolver.resolve((any Fetching).self).number, 3)
        XCTAssertEqual(resolver.resolve(Combined.self).number, 2)
    }

    func testImplementsKeepsNothingItself() {
        Resolver.defaultScope = .cached
        resolver.register { Object(1) }.implements((any Marked).self)
        XCTAssertEqual(resolver.resolve((any Marked).self).mark, 1)
        resolver.register { Object(2) }
        XCTAssertEqual(resolver.resolve((any Marked).self).mark, 2)
    }

    func testImplementsOfWhatItIsNotDeclines() {
        resolver.register { Session(1) }.implements((any Fetching).self)
        XCTAssertNil(resolver.optional((any Fetching).self))
    }

    func testImplementsAfterTheRegistrationReturned() {
        let options = resolver.register { Combined(Session(1)) }
        XCTAssertEqual(resolver.resolve(Combined.self).number, 1)
        options.implements((any Fetching).self)
        XCTAssertEqual(resolver.resolve((any Fetching).self).number, 1)
    }

    func testPropertiesAreResolved() {
        resolver.register { Session(2) }
        resolver.register { Model() }.resolveProperties { resolver, model in model.session = resolver.optional() }
        XCTAssertEqual(resolver.resolve(Model.self).session.number, 2)
    }

    func testPropertiesAreResolvedInOrder() {
        resolver.register { Model() }
            .resolveProperties { _, model in model.session = Session(1) }
            .resolveProperties { _, model in model.session = Session(model.session.number + 1) }
            .resolveProperties { _, model, _ in model.session = Session(model.session.number * 10) }
        XCTAssertEqual(resolver.resolve(Model.self).session.number, 20)
    }

    func testPropertiesAreResolvedOnceForAnInstance() {
        for scope in [ResolverScope.application, .cached, .container, .shared, ResolverScopeCache()] {
            let calls = Counter()
            resolver.register { Model() }.resolveProperties { _, _ in calls.next() }.scope(scope)
            withExtendedLifetime((resolver.resolve(Model.self), resolver.resolve(Model.self))) {}
            let first = resolver.resolve(Model.self)
            withExtendedLifetime((first, resolver.resolve(Model.self))) {}
            XCTAssertEqual(calls.value, scope === ResolverScope.shared ? 2 : 1)
        }
    }

    func testPropertiesAfterTheRegistrationReturned() {
        let options = resolver.register { Model() }.scope(.cached)
        XCTAssertNil(resolver.resolve(Model.self).session)
        options.resolveProperties { _, model in model.session = Session(3) }
        XCTAssertEqual(resolver.resolve(Model.self).session?.number, 3)
    }

    func testAPropertyOfAValueIsLeftAsTheFactoryMadeIt() {
        resolver.register { Value(mark: 1) }.resolveProperties { _, value in XCTAssertEqual(value.mark, 1) }
        XCTAssertEqual(resolver.resolve(Value.self).mark, 1)
    }

    func testTheScopeAfterTheRegistrationReturned() {
        let options = resolver.register { Session() }
        XCTAssertFalse(resolver.resolve(Session.self) === resolver.resolve(Session.self))
        options.scope(.cached)
        XCTAssertTrue(resolver.resolve(Session.self) === resolver.resolve(Session.self))
        options.scope(.unique)
        XCTAssertFalse(resolver.resolve(Session.self) === resolver.resolve(Session.self))
    }

    func testTheOptionsOfAReplacedRegistrationChangeNothing() {
        let options = resolver.register { Session(1) }
        resolver.register { Session(2) }
        options.scope(.cached).resolveProperties { _, _ in XCTFail("it is not found any more") }
        XCTAssertEqual(resolver.resolve(Session.self).number, 2)
        XCTAssertFalse(resolver.resolve(Session.self) === resolver.resolve(Session.self))
    }

    func testOptionsCountInAnyOrder() {
        resolver.register { Combined(Session(1)) }
            .scope(.cached).implements((any Fetching).self).resolveProperties { _, _ in }
        XCTAssertTrue(resolver.resolve((any Fetching).self) === resolver.resolve(Combined.self))
    }

    func testTheDefaultScopeCountsAtTheRegistration() {
        Resolver.defaultScope = .cached
        resolver.register { Session(1) }
        Resolver.defaultScope = .unique
        resolver.register { Object(1) }
        XCTAssertTrue(resolver.resolve(Session.self) === resolver.resolve(Session.self))
        XCTAssertFalse(resolver.resolve(Object.self) === resolver.resolve(Object.self))
        XCTAssertTrue(Resolver.defaultScope === ResolverScope.unique)
    }

    func testARegistrationIsUpdated() {
        let registration = resolver.register { Session(1) }.scope(.cached).registration
        XCTAssertEqual(resolver.resolve(Session.self).number, 1)
        registration.update { factory in { resolver, args in factory(resolver, args).map { Session($0.number + 10) } } }
        XCTAssertEqual(resolver.resolve(Session.self).number, 11)
        XCTAssertEqual(registration.resolve(resolver: resolver, args: nil)?.number, 11)
        XCTAssertTrue(registration.resolve(resolver: resolver, args: nil) === resolver.resolve(Session.self))
        XCTAssertFalse(registration.instantiate(resolver: resolver, args: nil) === resolver.resolve(Session.self))
    }

    func testAnUpdatedFactoryIsCompletedAllTheSame() {
        let calls = Counter()
        let registration = resolver.register { Parent() }.resolveProperties { resolver, parent in
            calls.next()
            parent.child = resolver.optional()
        }.registration
        resolver.register { Child() }.resolveProperties { resolver, child in child.parent = resolver.optional() }
        registration.update { $0 }
        let parent = resolver.resolve(Parent.self)
        XCTAssertTrue(parent.child?.parent === parent)
        XCTAssertEqual(calls.value, 1)
    }

    func testARegistrationIsChangedWithNoLockHeld() {
        final class Late: @unchecked Sendable {  // Of this thread.
            var registration: ResolverRegistration<Late>?
            let ended: Counter
            init(_ ended: Counter) { self.ended = ended }
            deinit { if registration?.instantiate(resolver: Resolver(), args: nil) != nil { ended.next() } }
        }
        let ended = Counter()
        let options = resolver.register { Late(ended) }.scope(.cached)
        // Lets go of what is kept, which asks the registration in its end.
        resolver.resolve(Late.self).registration = options.registration
        options.scope(.application)
        XCTAssertEqual(ended.value, 1)
        options.registration.update { factory in
            XCTAssertNotNil(options.registration.instantiate(resolver: self.resolver, args: nil))
            return factory
        }
        XCTAssertNotNil(resolver.optional(Late.self))
    }

    func testAChangeInTheCourseOfAChangeIsNotLost() {
        let options = resolver.register { Model() }
        let calls = Counter()
        options.registration.update { factory in
            if calls.next() == 1 { options.resolveProperties { _, model in model.session = Session(7) } }
            return factory
        }
        XCTAssertEqual(calls.value, 2, "asked once more")
        XCTAssertEqual(resolver.resolve(Model.self).session?.number, 7)
    }

    func testARegistrationTellsItsKeys() {
        let key = Int(bitPattern: ObjectIdentifier(Session.self))
        let plain = resolver.register { Session() }.registration
        let named = resolver.register(name: .first) { Session() }.registration
        XCTAssertEqual(plain.key, key)
        XCTAssertEqual(plain.cacheKey, "\(key)")
        XCTAssertEqual(named.key, key)
        XCTAssertEqual(named.cacheKey, "\(key):first")
    }

    func testARegistrationOfNobodysHasAScopeAllTheSame() {
        let cache = ResolverScopeCache()
        Resolver.defaultScope = cache
        let registration = ResolverRegistration<Session>(resolver: resolver, key: 1, name: .first) { _, _ in Session(5)
        }
        let first = registration.resolve(resolver: resolver, args: nil)
        XCTAssertEqual(first?.number, 5)
        XCTAssertTrue(registration.resolve(resolver: resolver, args: nil) === first)
        XCTAssertNil(resolver.optional(Session.self, name: .first))
        cache.reset()
        XCTAssertFalse(registration.resolve(resolver: resolver, args: nil) === first)
    }
}
