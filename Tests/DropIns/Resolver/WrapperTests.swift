import ArmoryResolver
import ArmoryTestSupport
import XCTest

private final class Plain {
    @Injected var session: Session
    @OptionalInjected var object: Object?
}

private final class Named {
    @Injected(name: .first) var session: Session
    @OptionalInjected(name: .second) var other: Session?
}

private final class Late {
    @LazyInjected var session: Session
    @LazyInjected(name: .first) var named: Session
}

private final class Loose {
    @WeakLazyInjected var session: Session?
    @WeakLazyInjected var fetcher: (any Fetching)?
}

final class WrapperTests: ResolverTestCase {
    func testInjectedIsResolvedWithItsOwner() {
        let calls = Counter()
        Resolver.register { Session(calls.next()) }
        let plain = Plain()
        XCTAssertEqual(calls.value, 1)
        XCTAssertEqual(plain.session.number, 1)
        XCTAssertNil(plain.object)
        Resolver.register { Object(2) }
        XCTAssertEqual(Plain().object?.mark, 2)
    }

    func testInjectedIsSet() {
        Resolver.register { Session(1) }
        let plain = Plain()
        plain.session = Session(5)
        plain.object = Object(6)
        XCTAssertEqual(plain.session.number, 5)
        XCTAssertEqual(plain.object?.mark, 6)
        plain.$session.wrappedValue = Session(7)
        XCTAssertEqual(plain.session.number, 7)
    }

    func testInjectedHasANameAndAResolver() {
        Resolver.register(name: .first) { Session(1) }
        XCTAssertEqual(Named().session.number, 1)
        XCTAssertNil(Named().other)
        resolver.register(name: .second) { Session(2) }
        let injected = Injected<Session>(name: .second, container: resolver)
        XCTAssertEqual(injected.wrappedValue.number, 2)
        let optional = OptionalInjected<Session>(name: .second, container: resolver)
        XCTAssertEqual(optional.wrappedValue?.number, 2)
    }

    func testOptionalInjectedOfAResolverFallsBackToTheRoot() {
        Resolver.register { Session(1) }
        XCTAssertEqual(OptionalInjected<Session>(container: resolver).wrappedValue?.number, 1)
        XCTAssertNil(OptionalInjected<Object>(container: resolver).wrappedValue)
    }

    func testLazyInjectedIsResolvedAtItsFirstUse() {
        let calls = Counter()
        Resolver.register { Session(calls.next()) }
        let late = Late()
        XCTAssertEqual(calls.value, 0)
        XCTAssertTrue(late.$session.isEmpty)
        XCTAssertEqual(late.session.number, 1)
        XCTAssertFalse(late.$session.isEmpty)
        XCTAssertTrue(late.session === late.session)
        XCTAssertEqual(calls.value, 1)
    }

    func testLazyInjectedTakesNameResolverAndArgumentsBefore() {
        resolver.register(name: .second) { _, args in Session(args()) }
        let late = Late()
        late.$session.container = resolver
        late.$session.name = .second
        late.$session.args = 7
        XCTAssertEqual(late.session.number, 7)
        XCTAssertTrue(late.$session.container === resolver)
        XCTAssertEqual(late.$session.name, .second)
        XCTAssertEqual(late.$session.args as? Int, 7)
        XCTAssertEqual(LazyInjected<Session>(name: .second, container: resolver).name, .second)
    }

    func testLazyInjectedHasAName() {
        Resolver.register(name: .first) { Session(1) }
        XCTAssertEqual(Late().named.number, 1)
    }

    func testLazyInjectedIsReleased() {
        Resolver.register { Session(1) }
        let late = Late()
        weak let session = late.session
        XCTAssertNotNil(session)
        late.$session.release()
        XCTAssertNil(session)
        XCTAssertTrue(late.$session.isEmpty)
    }

    func testLazyInjectedIsSet() {
        let late = Late()
        late.session = Session(5)
        XCTAssertEqual(late.session.number, 5)
        late.$session.release()
        late.session = Session(6)
        XCTAssertEqual(late.session.number, 6, "it is there again")
    }

    func testWeakLazyInjectedHoldsNothing() {
        Resolver.register { Session(1) }.scope(.shared)
        let loose = Loose()
        XCTAssertTrue(loose.$session.isEmpty)
        do {
            let held = Resolver.resolve(Session.self)
            XCTAssertTrue(loose.session === held)
            XCTAssertFalse(loose.$session.isEmpty)
        }
        XCTAssertTrue(loose.$session.isEmpty)
        XCTAssertNil(loose.session, "it is not resolved again")
    }

    func testWeakLazyInjectedIsNilIfNobodyHoldsTheNewService() {
        let calls = Counter()
        Resolver.register { Session(calls.next()) }
        let loose = Loose()
        XCTAssertNil(loose.session)
        XCTAssertNil(loose.session)
        XCTAssertEqual(calls.value, 1, "it is resolved once")
    }

    func testWeakLazyInjectedTakesNameResolverAndArgumentsBefore() {
        resolver.register(name: .second) { _, args in Session(args()) }.scope(.cached)
        let loose = Loose()
        loose.$session.container = resolver
        loose.$session.name = .second
        loose.$session.args = 7
        XCTAssertEqual(loose.session?.number, 7)
        XCTAssertEqual(loose.$session.args as? Int, 7)
        XCTAssertEqual(WeakLazyInjected<Session>(name: .second, container: resolver).wrappedValue?.number, 7)
    }

    func testWeakLazyInjectedIsSet() {
        let loose = Loose()
        let session = Session(5)
        loose.session = session
        XCTAssertTrue(loose.session === session)
        loose.session = nil
        XCTAssertNil(loose.session)
    }

    func testWeakLazyInjectedOfAProtocol() {
        Resolver.register { Combined(Session(1)) }.implements((any Fetching).self).scope(.cached)
        XCTAssertEqual(Loose().fetcher?.number, 1)
    }

    func testACopyOfALazyWrapperSharesItsService() {
        let calls = Counter()
        Resolver.register { Session(calls.next()) }
        let wrapper = LazyInjected<Session>()
        let copy = wrapper
        XCTAssertTrue(wrapper.wrappedValue === copy.wrappedValue)
        XCTAssertEqual(calls.value, 1)
    }

    func testWrappersInAFactoryJoinItsGraph() {
        final class Pair {
            @Injected var first: Session
            @Injected var second: Session
        }
        Resolver.register { Session() }
        Resolver.register { Pair() }
        let pair = Resolver.resolve(Pair.self)
        XCTAssertTrue(pair.first === pair.second)
    }
}
