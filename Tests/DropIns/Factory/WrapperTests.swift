import ArmoryFactory
import ArmoryTestSupport
import XCTest

private final class Model: @unchecked Sendable {  // The wrappers are safe.
    @Injected(\Shop.cached) var injected
    @LazyInjected(\Shop.cached) var lazy
    @LazyInjected(\Shop.promise) var promise
    @WeakLazyInjected(\Shop.shared) var weakly
    @DynamicInjected(\Shop.unique) var dynamic
    @InjectedContainer(Shop.self) var shop
    @InjectedContainer var container
    @InjectedType var missing: Service?
}

/// An owner whose lazy service needs the owner's lazy service.
private final class Reentrant: @unchecked Sendable {  // The wrapper is safe.
    @LazyInjected(\Shop.singleton) var service
}

final class WrapperTests: FactoryTestCase {
    /// Runs a test with a shop of its own, which is shared.
    private func shared(_ body: () -> Void) { Shop.$shared.withValue(shop, operation: body) }

    func testInjectedResolvesWhenItsOwnerIsCreated() {
        shared {
            let model = Model()
            XCTAssertEqual(shop.calls.value, 1)
            XCTAssertTrue(model.injected === shop.cached())
            model.injected = MockService()
            XCTAssertTrue(model.injected is MockService)
            model.$injected.resolve()
            XCTAssertTrue(model.injected === shop.cached())
            let old = model.injected
            model.$injected.resolve(reset: .scope)
            XCTAssertFalse(model.injected === old)
            XCTAssertTrue(model.$injected.factory() === model.injected)
        }
    }

    func testLazyInjectedResolvesAtTheFirstRead() {
        shared {
            let model = Model()
            XCTAssertNil(model.$lazy.resolvedOrNil())
            shop.cached.register { MockService() }
            XCTAssertTrue(model.lazy is MockService)
            XCTAssertTrue(model.$lazy.resolvedOrNil() === model.lazy)
            XCTAssertTrue(model.$lazy.factory() === model.lazy)
            shop.cached.register { Service(5) }
            XCTAssertTrue(model.lazy is MockService)
            model.$lazy.resolve()
            XCTAssertEqual(model.lazy.number, 5)
            let old = model.lazy
            model.$lazy.resolve(reset: .scope)
            XCTAssertFalse(model.lazy === old)
            model.lazy = MockService()
            XCTAssertTrue(model.lazy is MockService)
        }
    }

    func testALazyServiceThatIsSetIsNotResolved() {
        shared {
            let model = Model()
            model.lazy = MockService()
            XCTAssertTrue(model.lazy is MockService)
        }
    }

    func testNilIsResolvedOnce() {
        shared {
            let calls = Counter()
            shop.promise.register {
                calls.next()
                return nil
            }
            let model = Model()
            XCTAssertNil(model.promise)
            XCTAssertNil(model.promise)
            XCTAssertEqual(calls.value, 1)
        }
    }

    func testALazyWrapperIsSetWithoutChangingItsHolder() {
        // The state is thread-safe, so a write is no exclusive access to the holder.
        let (lazy, weakly) = (LazyInjected(\Shop.unique), WeakLazyInjected(\Shop.shared))
        let (first, second) = (Service(7), Service(8))
        (lazy.wrappedValue, weakly.wrappedValue) = (first, second)
        XCTAssertTrue(lazy.wrappedValue === first)
        XCTAssertTrue(weakly.wrappedValue === second)
    }

    func testWeakLazyInjectedIsNotResolvedAgain() {
        shared {
            let model = Model()
            XCTAssertNil(model.$weakly.resolvedOrNil())
            var owner: Service? = shop.shared()
            XCTAssertTrue(model.weakly === owner)
            XCTAssertTrue(model.$weakly.resolvedOrNil() === owner)
            owner = nil
            XCTAssertNil(model.weakly)
            XCTAssertNil(model.$weakly.resolvedOrNil())
            owner = shop.shared()
            XCTAssertNil(model.weakly)
            model.$weakly.resolve()
            XCTAssertTrue(model.weakly === owner)
            XCTAssertTrue(model.$weakly.factory() === owner)
            let mock = MockService()
            model.weakly = mock
            XCTAssertTrue(model.weakly === mock)
            withExtendedLifetime(owner) {}
        }
    }

    func testDynamicInjectedResolvesAtEachRead() {
        shared {
            let model = Model()
            XCTAssertFalse(model.dynamic === model.dynamic)
            model.$dynamic.register { MockService() }
            XCTAssertTrue(model.dynamic is MockService)
        }
    }

    func testContainersAndTypesAreInjected() {
        shared {
            let model = Model()
            XCTAssertTrue(model.shop === shop)
            XCTAssertTrue(model.container === Container.shared)
            XCTAssertNil(model.missing)
            model.shop = other
            XCTAssertTrue(model.shop === other)
            let service = other.cached()
            model.$shop.reset(options: .scope)
            XCTAssertFalse(service === other.cached())
        }
    }

    func testDependenciesByKeyPath() {
        shared {
            XCTAssertTrue(dependency(\Shop.cached) === shop.cached())
            shop.plain.register { MockService() }
            let service: any Serving = dependency(\Shop.plain)
            XCTAssertTrue(service is MockService)
        }
    }

    func testALazyServiceMayNeedTheSameProperty() {
        shared {
            let owner = Reentrant()
            let depth = Counter()
            shop.singleton.register {
                // A second service, because the first is not there yet.
                depth.next() == 1 ? Service(1) : Service(2)
            }
            shop.unique.register { owner.service }
            XCTAssertEqual(owner.service.number, 1)
            XCTAssertEqual(shop.unique().number, 1)
        }
    }

    func testFiftyThreadsResolveALazyServiceOnce() {
        let calls = Counter()
        for _ in 0..<StressScale.scaled(50, atLeast: 5) {
            let shop = Shop()
            shop.unique.register { Service(calls.next()) }
            let before = calls.value
            let owner = Shop.$shared.withValue(shop) { LazyOwner() }
            let results = race(threads: 50) { _ in Shop.$shared.withValue(shop) { ObjectIdentifier(owner.service) } }
            XCTAssertEqual(Set(results.compactMap { try? $0.get() }).count, 1)
            XCTAssertEqual(calls.value, before + 1)
        }
    }

    @MainActor
    func testMainActorFactories() async {
        let model = await Task.detached {
            await Container.shared.mainActorModel.resolveOnMainActor()
        }.value
        XCTAssertEqual(model.number, 3)
        let second = await Task.detached {
            await Container.shared.mainActorModelOf.resolveOnMainActor(4)
        }.value
        XCTAssertEqual(second.number, 4)
        let third = await Task.detached {
            await Container.shared.mainActorModel.resolveOnGlobalActor(MainActor.shared)
        }.value
        XCTAssertEqual(third.number, 3)
        let fourth = await Task.detached {
            await Container.shared.mainActorModelOf.resolveOnGlobalActor(MainActor.shared, parameters: 5)
        }.value
        XCTAssertEqual(fourth.number, 5)
    }
}

private final class LazyOwner: @unchecked Sendable {  // The wrapper is safe.
    @LazyInjected(\Shop.unique) var service
}
