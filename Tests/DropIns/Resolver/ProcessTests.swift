import ArmoryResolver
import ArmoryTestSupport
import XCTest

private final class Owner: Resolving {
    lazy var session: Session = resolver.resolve()
}

private final class OwnOwner: Resolving {
    let resolver: Resolver
    lazy var session: Session? = resolver.optional()
    init(_ resolver: Resolver) { self.resolver = resolver }
}

/// What the process has one of.
final class ProcessTests: ResolverTestCase {
    private func registering(_ body: @escaping @Sendable () -> Void) {
        ServiceRegistration.body.withLock { $0 = body }
        Resolver.reset()
    }

    func testTheStaticFunctionsAreMainsAndRoots() {
        Resolver.register { Session(1) }
        XCTAssertEqual(Resolver.main.resolve(Session.self).number, 1)
        XCTAssertEqual(Resolver.root.resolve(Session.self).number, 1)
        XCTAssertEqual(Resolver.resolve(Session.self).number, 1)
        XCTAssertEqual(Resolver.optional(Session.self)?.number, 1)
        XCTAssertNil(Resolver.optional(Object.self))
        XCTAssertTrue(Resolver.main === Resolver.root)
    }

    func testTheRootIsExchanged() {
        Resolver.register { Session(1) }.scope(.cached)
        let session = Resolver.resolve(Session.self)
        let mock = Resolver(child: .main)
        Resolver.root = mock
        XCTAssertTrue(Resolver.resolve(Session.self) === session)
        mock.register { Session(2) }
        XCTAssertEqual(Resolver.resolve(Session.self).number, 2)
        Resolver.register { Object(3) }
        XCTAssertNil(mock.optional(Object.self, name: .first))
        XCTAssertEqual(Resolver.resolve(Object.self).mark, 3, "registered with main")
        Resolver.root = .main
        XCTAssertTrue(Resolver.resolve(Session.self) === session)
    }

    func testMainIsExchanged() {
        let first = Resolver.main
        Resolver.register { Session(1) }
        Resolver.main = resolver
        Resolver.register { Session(2) }
        XCTAssertEqual(Resolver.resolve(Session.self).number, 1, "the root stays")
        XCTAssertEqual(resolver.resolve(Session.self).number, 2)
        Resolver.root = resolver
        XCTAssertEqual(Resolver.resolve(Session.self).number, 2)
        Resolver.main = first
    }

    func testAnExchangedRootIsLetGo() {
        weak var gone: Resolver?
        do {
            let mock = Resolver()
            mock.register { Session(1) }
            Resolver.root = mock
            XCTAssertEqual(Resolver.resolve(Session.self).number, 1)
            gone = mock
        }
        XCTAssertNotNil(gone)
        Resolver.root = .main
        XCTAssertNil(gone)
    }

    func testAFactoryMayExchangeTheRootThatRunsIt() {
        for _ in 0..<100 {
            weak var gone: Resolver?
            do {
                let mock = Resolver()
                mock.register {
                    Resolver.root = .main
                    return Session(1)
                }
                mock.register { Two($0.resolve(), $0.resolve()) }
                Resolver.root = mock
                gone = mock
            }
            XCTAssertEqual(Resolver.resolve(Two.self).first.number, 1)
            XCTAssertNil(gone)
        }
    }

    func testResolvingIsTheRoots() {
        Resolver.register { Session(1) }
        XCTAssertEqual(Owner().session.number, 1)
        Resolver.root = resolver
        resolver.register { Session(2) }
        XCTAssertEqual(Owner().session.number, 2)
        XCTAssertNil(OwnOwner(Resolver()).session)
        XCTAssertEqual(OwnOwner(resolver).session?.number, 2)
    }

    func testServicesAreRegisteredOnceBeforeTheFirstResolve() {
        let calls = Counter()
        registering {
            calls.next()
            Resolver.register { Session(5) }
        }
        XCTAssertEqual(calls.value, 0)
        XCTAssertEqual(Resolver.resolve(Session.self).number, 5)
        _ = Resolver.resolve(Session.self)
        _ = resolver.optional(Session.self)
        Resolver.registerServices?()
        resolver.registerServices()
        XCTAssertEqual(calls.value, 1)
    }

    func testServicesAreRegisteredBeforeAnyResolversFirstResolve() {
        let calls = Counter()
        registering { calls.next() }
        XCTAssertNil(resolver.optional(Session.self))
        XCTAssertEqual(calls.value, 1)
    }

    func testServicesAreRegisteredByHand() {
        let calls = Counter()
        registering { calls.next() }
        Resolver.registerServices?()
        XCTAssertEqual(calls.value, 1)
        Resolver.reset()
        resolver.registerServices()
        XCTAssertEqual(calls.value, 2)
    }

    func testAResolveInsideOfTheRegistrationDoesNotBeginItAgain() {
        let calls = Counter()
        let seen = Locked<[Int]>([])
        registering {
            calls.next()
            Resolver.register { Session(1) }.scope(.cached)
            let number = Resolver.resolve(Session.self).number
            seen.withLock { $0.append(number) }
            Resolver.register { Session(2) }
            Resolver.main.registerServices()
        }
        XCTAssertEqual(Resolver.resolve(Session.self).number, 2)
        XCTAssertEqual(seen.withLock { $0 }, [1])
        XCTAssertEqual(calls.value, 1)
    }

    func testTheRegistrationMayExchangeTheRoot() {
        let mock = resolver
        registering {
            Resolver.register { Session(1) }
            mock.register { Session(2) }
            Resolver.root = mock
        }
        XCTAssertEqual(Resolver.resolve(Session.self).number, 2)
    }

    func testResetBeginsAnew() {
        let calls = Counter()
        registering { calls.next() }
        Resolver.register { Session(1) }.scope(.cached)
        resolver.register { Session(2) }.scope(.cached)
        resolver.register { Object(3) }.scope(.application)
        let (main, session, object) = (
            Resolver.main, resolver.resolve(Session.self), resolver.resolve(Object.self)
        )
        Resolver.reset()
        XCTAssertFalse(Resolver.main === main)
        XCTAssertTrue(Resolver.root === Resolver.main)
        XCTAssertNil(Resolver.optional(Session.self))
        XCTAssertEqual(calls.value, 2)
        XCTAssertFalse(resolver.resolve(Session.self) === session)
        XCTAssertFalse(resolver.resolve(Object.self) === object)
    }

    func testEveryServiceIsDecorated() {
        let seen = Locked<[String]>([])
        Resolver.decorate = { service in
            let name = "\(type(of: service))"
            seen.withLock { $0.append(name) }
        }
        resolver.register { Session(1) }.scope(.cached)
        resolver.register { Combined($0.resolve()) }
        Resolver.register { Value(mark: 1) }
        _ = resolver.resolve(Combined.self)
        _ = resolver.optional(Session.self)
        _ = Resolver.resolve(Value.self)
        _ = Resolver.optional(Object.self)
        XCTAssertEqual(seen.withLock { $0 }, ["Session", "Combined", "Session", "Value"])
        Resolver.decorate = nil
        _ = resolver.resolve(Combined.self)
        XCTAssertEqual(seen.withLock { $0.count }, 4)
        XCTAssertNil(Resolver.decorate)
    }

    func testTheRegistrationsClosureIsExchanged() {
        let own = Resolver.registerServices
        let calls = Counter()
        Resolver.registerServices = { calls.next() }
        Resolver.registerServices?()
        XCTAssertEqual(calls.value, 1)
        Resolver.registerServices = nil
        XCTAssertNil(Resolver.registerServices)
        Resolver.registerServices = own
    }

    func testADecoratorMayResolve() {
        resolver.register { Session(1) }
        let seen = Counter()
        Resolver.decorate = { [resolver] service in
            if service is Combined { XCTAssertEqual(resolver.resolve(Session.self).number, 1) }
            seen.next()
        }
        resolver.register { Combined($0.resolve()) }
        _ = resolver.resolve(Combined.self)
        XCTAssertEqual(seen.value, 3)
    }
}
