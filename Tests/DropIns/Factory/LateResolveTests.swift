// Resolves that have read their registration, and go on when it is another one.

import ArmoryFactory
import ArmoryTestSupport
import XCTest

/// A parameter that stops the first resolve when it is hashed: between the registration and the scope.
private final class Obstacle: Hashable, Sendable {
    let isReached = Latch()
    let mayGoOn = Latch()
    private let isPassed = Locked(false)

    func hash(into hasher: inout Hasher) {
        let isFirst = isPassed.withLock { isPassed in
            defer { isPassed = true }
            return !isPassed
        }
        guard isFirst else { return }
        isReached.open()
        mayGoOn.wait()
    }

    static func == (left: Obstacle, right: Obstacle) -> Bool { left === right }
}

/// A parameter that calls a closure the next time it is found equal.
private struct Comparing: Hashable, Sendable {
    static let next = Locked<(@Sendable () -> Void)?>(nil)

    func hash(into hasher: inout Hasher) {}

    static func == (left: Comparing, right: Comparing) -> Bool {
        let next = next.withLock { next in
            defer { next = nil }
            return next
        }
        next?()
        return true
    }
}

/// A container that registers its singletons again after a reset.
private final class Registering: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = Registering()
    let manager = ContainerManager()

    var plain: Factory<Int> { self { 1 } }
    var late: Taking { self { _ in Service(1) }.singleton.scopeOnParameters }
    var single: Factory<Service> { self { Service(1) }.singleton }

    func autoRegister() {
        late.register { _ in MockService(2) }
        single.register { MockService(2) }
    }
}

private typealias Taking = ParameterFactory<Obstacle, Service>

final class LateResolveTests: FactoryTestCase {
    private func factory(_ scope: Scope = .cached) -> Taking {
        shop(key: "own") { _ in Service(1) }.scope(scope).scopeOnParameters
    }

    /// Resolves with the parameter, and calls the closure when the resolve has read its registration.
    private func resolve(
        _ factory: Taking, _ parameter: Obstacle,
        whileLate change: @escaping @Sendable () -> Void
    ) throws -> Service {
        let services = race(threads: 2) { thread -> Service? in
            if thread == 0 { return factory(parameter) }
            parameter.isReached.wait()
            defer { parameter.mayGoOn.open() }
            change()
            return nil
        }
        return try XCTUnwrap(services[0].get())
    }

    func testALateResolveIsNotKeptAfterARegistration() throws {
        for scope in [Scope.cached, .session, .shared, .singleton] {
            let (factory, parameter) = (factory(scope), Obstacle())
            let late = try resolve(factory, parameter) { factory.register { _ in MockService(2) } }
            XCTAssertEqual(late.number, 1)
            let next = factory(parameter)
            XCTAssertEqual(next.number, 2)
            XCTAssertTrue(next === factory(parameter))
            factory.reset()
        }
    }

    func testALateResolveIsNotKeptAfterAReset() throws {
        let shop = shop
        let resets: [@Sendable (Taking) -> Void] = [
            { $0.reset() }, { $0.reset(.registration) }, { _ in shop.reset() },
            { _ in shop.reset(options: .registration) },
        ]
        for reset in resets {
            let (old, parameter) = (factory(), Obstacle())
            old.register { _ in MockService(2) }
            let late = try resolve(old, parameter) { reset(old) }
            XCTAssertEqual(late.number, 2)
            let new = factory()
            XCTAssertEqual(new(parameter).number, 1)
            XCTAssertTrue(new(parameter) === new(parameter))
            new.reset()
        }
    }

    func testALateResolveIsNotKeptAfterAPop() throws {
        let (shop, parameter) = (shop, Obstacle())
        let factory = factory()
        shop.manager.push()
        factory.register { _ in MockService(2) }
        let late = try resolve(factory, parameter) { shop.manager.pop() }
        XCTAssertEqual(late.number, 2)
        XCTAssertEqual(factory(parameter).number, 1)
    }

    func testALateResolveIsNotKeptInAFormerScope() throws {
        let (factory, parameter) = (factory(), Obstacle())
        let late = try resolve(factory, parameter) { factory.scope(.session) }
        let next = factory(parameter)
        XCTAssertFalse(late === next)
        XCTAssertTrue(next === factory(parameter))
        shop.manager.reset(scope: .session)
        XCTAssertFalse(next === factory(parameter))
    }

    func testALateSingletonIsKeptAfterChangesOfItsContainer() throws {
        let shop = shop
        let changes: [@Sendable () -> Void] = [
            { shop.manager.pop() }, { shop.reset() }, { shop.reset(options: .registration) },
            { shop.reset(options: .scope) }, { _ = (shop(key: "own") { _ in Service() } as Taking).unique },
        ]
        for (index, change) in changes.enumerated() {
            shop.manager.push()
            let parameter = Obstacle()
            let late = try resolve(factory(.singleton), parameter, whileLate: change)
            XCTAssertTrue(late === factory(.singleton)(parameter), "\(index)")
        }
    }

    func testASingletonIsKeptWhenItsContainerRegistersItselfAgain() throws {
        let (container, parameter) = (container(Registering()), Obstacle())
        let late = try resolve(container.late, parameter) {
            container.reset()
            XCTAssertEqual(container.plain(), 1)
        }
        XCTAssertTrue(late === container.late(parameter))
    }

    func testASingletonThatIsBeingCreatedIsKeptWhenAnotherContainerRegistersItself() {
        let (first, second) = (container(Registering()), container(Registering(), number: 3))
        first.single.register {
            XCTAssertEqual(second.plain(), 1)
            return Service(3)
        }
        let service = first.single()
        XCTAssertEqual(service.number, 3)
        XCTAssertTrue(service === first.single() && service === second.single())
        first.reset()
    }

    func testASingletonIsKeptAfterChangesOfItsContainerWhileItIsCreated() {
        let shop = shop
        let changes = [
            { shop.manager.pop() }, { shop.reset() }, { shop.reset(options: .registration) },
            { shop.reset(options: .scope) },
        ]
        for (index, change) in changes.enumerated() {
            shop.manager.push()
            // Registered, so that the change has something to remove.
            let single: Factory<Service> = shop(key: "single") { Service(1) }.singleton
            single.register {
                change()
                return Service(2)
            }
            let service = single()
            XCTAssertEqual(service.number, 2)
            XCTAssertTrue(service === single.singleton(), "\(index)")
            Scope.singleton.reset()
            single.reset()
        }
        shop.reset()
    }

    func testALateSingletonIsNotKeptAfterAChangeOfItsFactory() throws {
        let resets: [@Sendable (Taking) -> Void] = [{ $0.reset() }, { $0.reset(.registration) }]
        for reset in resets {
            let (old, parameter) = (factory(.singleton), Obstacle())
            old.register { _ in MockService(2) }
            XCTAssertEqual(try resolve(old, parameter) { reset(old) }.number, 2)
            XCTAssertEqual(factory(.singleton)(parameter).number, 1)
            old.reset()
        }
    }

    /// The closure runs already when its factory changes.
    func testARunningClosuresInstanceIsNotKeptAfterAResetOfItsRegistration() throws {
        let shop = shop
        for (scope, isForEach) in [Scope.cached, .session, .shared, .singleton].flatMap({ [($0, false), ($0, true)] }) {
            let (isInside, mayLeave) = (Latch(), Latch())
            var factory: ParameterFactory<Int, Service> = shop(key: "of") { Service($0) }.scope(scope)
            if isForEach { factory = factory.scopeOnParameters }
            factory.register { number in
                if number == 2 {
                    isInside.open()
                    mayLeave.wait()
                }
                return MockService(number)
            }
            let existing = isForEach ? factory(1) : nil
            let services = race(threads: 2) { [factory] thread -> Service? in
                if thread == 0 { return factory(2) }
                isInside.wait()
                factory.reset(.registration)
                mayLeave.open()
                return nil
            }
            XCTAssertTrue(try XCTUnwrap(services[0].get()) is MockService)
            let next = factory(2)
            XCTAssertFalse(next is MockService, "\(scope) \(isForEach)")
            XCTAssertTrue(next === factory(2))
            if isForEach { XCTAssertTrue(existing === factory(1), "\(scope): an existing instance stays") }
            factory.reset()
        }
    }

    func testALateResolveIsKeptAfterOtherChanges() throws {
        let (factory, parameter) = (factory(), Obstacle())
        let shop = shop
        let late = try resolve(factory, parameter) {
            factory.onArg("unused") { _ in Service(2) }.timeToLive(3600).decorator { _ in }
            shop.unique.register { Service(3) }
            shop.reset(options: .context)
        }
        XCTAssertTrue(late === factory(parameter))
    }

    func testAResolveWhoseParameterIsRemovedMeanwhileIsKept() {
        let shop = shop
        for scope in [Scope.cached, .singleton] {
            let factory: ParameterFactory<Comparing, Service> = shop(key: "compared") { _ in Service(1) }
                .scope(scope).scopeOnParameters
            let first = factory(Comparing())
            let reset: @Sendable () -> Void = {
                scope === Scope.cached ? shop.reset(options: .scope) : Scope.singleton.reset()
            }
            Comparing.next.withLock { $0 = reset }
            let second = factory(Comparing())
            XCTAssertFalse(first === second)
            XCTAssertTrue(second === factory(Comparing()))
            factory.reset()
        }
    }
}
