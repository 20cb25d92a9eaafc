import ArmoryFactory
import ArmoryTestSupport
import XCTest

private final class Office: SharedContainer, AutoRegistering, Resolving {
    @TaskLocal static var shared = Office()
    let manager = ContainerManager()
    let calls = Counter()
    private let body: @Sendable (Office) -> Void

    init(_ body: @escaping @Sendable (Office) -> Void = { _ in }) { self.body = body }

    func autoRegister() {
        calls.next()
        body(self)
    }

    var service: Factory<Service> { self { Service(1) } }
    var cached: Factory<Service> { self { Service(1) }.cached }
    var singleton: Factory<Service> { self { Service(1) }.singleton }
}

final class AutoRegisterTests: FactoryTestCase {
    func testItIsCalledOnceBeforeTheFirstUse() {
        let office = Office { $0.service.register { Service(7) } }
        XCTAssertEqual(office.calls.value, 0)
        XCTAssertEqual(office.service().number, 7)
        XCTAssertEqual(office.service().number, 7)
        XCTAssertEqual(office.calls.value, 1)
    }

    func testLaterRegistrationsWin() {
        let office = Office { $0.service.register { Service(7) } }
        office.service.register { Service(8) }
        XCTAssertEqual(office.service().number, 8)
        XCTAssertEqual(office.calls.value, 1)
    }

    func testItIsCalledAgainAfterAReset() {
        let office = Office { $0.service.register { Service(7) } }
        XCTAssertEqual(office.service().number, 7)
        office.reset(options: .scope)
        office.reset(options: .context)
        XCTAssertEqual(office.service().number, 7)
        XCTAssertEqual(office.calls.value, 1)
        office.reset(options: .registration)
        XCTAssertEqual(office.service().number, 7)
        office.reset()
        XCTAssertEqual(office.service().number, 7)
        XCTAssertEqual(office.calls.value, 3)
    }

    func testAResetOfAFactoryIsNoFirstUse() {
        for options in [FactoryResetOptions.all, .registration, .context, .scope] {
            let office = Office { office in
                office.service.register { Service(7) }
                office.service.onTest { Service(8) }
            }
            office.service.reset(options)
            XCTAssertEqual(office.calls.value, 0, "\(options)")
            XCTAssertEqual(office.service().number, 8, "\(options)")
            XCTAssertEqual(office.calls.value, 1)
            office.service.reset(options)
            let expected: [FactoryResetOptions: Int] = [.all: 1, .registration: 8, .context: 7, .scope: 8]
            XCTAssertEqual(office.service().number, expected[options], "\(options)")
            XCTAssertEqual(office.calls.value, 1)
        }
    }

    func testTheCheckIsReadAndSet() {
        let office = Office { $0.service.register { Service(7) } }
        XCTAssertTrue(office.manager.autoRegistrationCheck)
        office.manager.autoRegistrationCheck = false
        XCTAssertEqual(office.service().number, 1)
        office.manager.autoRegistrationCheck = true
        XCTAssertEqual(office.service().number, 7)
        XCTAssertFalse(office.manager.autoRegistrationCheck)
        XCTAssertEqual(office.calls.value, 1)
    }

    func testAResetMeanwhileIsFollowedByAnotherCall() {
        for options in [FactoryResetOptions.all, .registration] {
            let (isInside, mayLeave) = (Latch(), Latch())
            let office = Office { office in
                office.service.register { Service(7) }
                isInside.open()
                mayLeave.wait()
                office.cached.register { Service(8) }
            }
            let results = race(threads: 2) { thread in
                if thread == 0 { return [office.service().number, office.cached().number] }
                isInside.wait()
                office.reset(options: options)
                mayLeave.open()
                return [office.service().number, office.cached().number]
            }
            XCTAssertEqual(results.compactMap { try? $0.get() }, [[7, 8], [7, 8]])
            XCTAssertEqual(office.calls.value, 2)
        }
    }

    func testItMayResetItsContainer() {
        let office = Office { office in
            office.service.register { Service(6) }
            office.reset()
            office.cached.register { Service(7) }
        }
        XCTAssertEqual(office.service().number, 1)
        XCTAssertEqual(office.cached().number, 7)
        XCTAssertEqual(office.calls.value, 1)
    }

    func testItKeepsSingletons() {
        let first = Office { $0.singleton.register { Service(7) } }
        let service = first.singleton()
        let second = Office { $0.singleton.register { Service(8) } }
        XCTAssertTrue(service === second.singleton())
        second.singleton.register { Service(9) }
        XCTAssertEqual(first.singleton().number, 7)
    }

    func testItMayResolveAndRegisterByType() {
        let office = Office { office in
            let service = office.cached()
            office.register { service }.scope(.session)
            office.manager.defaultScope = .cached
        }
        XCTAssertTrue(office.resolve(Service.self) === office.cached())
        XCTAssertTrue(office.service() === office.service())
        XCTAssertEqual(office.calls.value, 1)
    }

    func testOtherThreadsWaitForIt() {
        for _ in 0..<StressScale.scaled(200, atLeast: 10) {
            let office = Office { office in
                _ = office.cached()
                office.service.register { Service(7) }
            }
            let results = race(threads: 8) { _ in office.service().number }
            XCTAssertEqual(results.compactMap { try? $0.get() }, Array(repeating: 7, count: 8))
            XCTAssertEqual(office.calls.value, 1)
        }
    }

    func testTwoContainersThatRegisterFromOneAnotherDoNotHang() {
        for _ in 0..<StressScale.scaled(100, atLeast: 10) {
            let pair = Locked<[Office]>([])
            let offices = (0..<2).map { index in
                Office { _ in _ = pair.withLock { $0[1 - index] }.service() }
            }
            pair.withLock { $0 = offices }
            let results = race(threads: 2) { offices[$0].service().number }
            XCTAssertEqual(results.compactMap { try? $0.get() }, [1, 1])
            XCTAssertEqual(offices.map(\.calls.value), [1, 1])
            pair.withLock { $0 = [] }
        }
    }

    func testResolvingByType() {
        let office = Office()
        XCTAssertNil(office.resolve(Service.self))
        XCTAssertNil(office.factory(Service.self))
        office.register(Service.self) { Service(4) }
        office.register { Service(5) as any Serving }.scope(.cached)
        let service: Service? = office.resolve()
        XCTAssertEqual(service?.number, 4)
        let serving: (any Serving)? = office.resolve()
        XCTAssertTrue(serving as AnyObject === office.resolve((any Serving).self) as AnyObject)
        office.factory(Service.self)?.scope(.cached)
        XCTAssertTrue(office.resolve(Service.self) === office.resolve(Service.self))
        office.factory(Service.self)?.register { MockService() }
        XCTAssertTrue(office.resolve(Service.self) is MockService)
        office.reset(options: .registration)
        XCTAssertNil(office.resolve(Service.self))
    }
}
