// `Lazy`, `Provider` and optionals.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

/// An object that asks for its dependencies later.
private final class Owner {
    let lazy: Lazy<any Animal>
    let provider: Provider<any Animal>
    let pet: any Animal
    private let life = Counted()

    init(_ r: any Resolver) {
        lazy = r.resolve(Lazy<any Animal>.self)!
        provider = r.resolve(Provider<any Animal>.self)!
        pet = r.resolve((any Animal).self)!
    }
}

final class WrapperTests: SwinjectTestCase {
    func testALazyServiceIsCreatedAtTheFirstReadAndKept() {
        let maker = Maker()
        let container = Container()
        container.register((any Animal).self) { _ in maker.make(Cat()) }.inObjectScope(.transient)
        let lazy = container.resolve(Lazy<any Animal>.self)!
        XCTAssertEqual(maker.made, 0)
        XCTAssertTrue(lazy.instance === lazy.instance)
        XCTAssertEqual(maker.made, 1)
    }

    func testAProviderCreatesAtEachRead() {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }
        let provider = container.resolve(Provider<any Animal>.self)!
        XCTAssertFalse(provider.instance === provider.instance)
    }

    func testALazyStaysInItsGraphAndAProviderDoesNot() {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }
        container.register(Owner.self) { r in Owner(r) }
        let (one, other) = (container.resolve(Owner.self)!, container.resolve(Owner.self)!)
        XCTAssertTrue(other.lazy.instance === other.pet)
        XCTAssertTrue(one.lazy.instance === one.pet)
        XCTAssertFalse(one.provider.instance === one.pet)
    }

    func testALazyOfAnEarlierGraphDoesNotDisturbTheRunningOne() {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }
        container.register(Owner.self) { r in Owner(r) }
        let earlier = container.resolve(Owner.self)!
        container.register([any Animal].self) { r in
            let first = r.resolve((any Animal).self)!
            let lazy = earlier.lazy.instance
            return [first, lazy, r.resolve((any Animal).self)!]
        }
        let animals = container.resolve([any Animal].self)!
        XCTAssertTrue(animals[0] === animals[2])
        XCTAssertTrue(animals[1] === earlier.pet)
        XCTAssertFalse(animals[0] === animals[1])
        // Its factory holds an object with a provider, which holds the container.
        container.removeAll()
    }

    func testALazyIsReadOnAnotherThreadAndStaysInItsGraph() {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }
        container.register(Owner.self) { r in Owner(r) }
        let owner = Shared(container.resolve(Owner.self)!)
        let results = race(threads: 4) { _ in Shared(owner.value.lazy.instance) }
        for result in results { XCTAssertTrue(try result.get().value === owner.value.pet) }
    }

    func testNamesArgumentsAndForwardedTypes() {
        let container = Container()
        container.register(Cat.self, name: "n") { _ in Cat(name: "named") }.implements((any Animal).self, name: "f")
        container.register(Cat.self) { (_, name: String) in Cat(name: name) }
        XCTAssertEqual(container.resolve(Lazy<Cat>.self, name: "n")?.instance.name, "named")
        XCTAssertEqual(container.resolve(Provider<any Animal>.self, name: "f")?.instance.name, "named")
        XCTAssertEqual(container.resolve(Lazy<Cat>.self, argument: "a")?.instance.name, "a")
        XCTAssertEqual(container.resolve(Provider<Cat>.self, argument: "b")?.instance.name, "b")
        XCTAssertEqual(container.resolve(Cat?.self, argument: "c")??.name, "c")
        XCTAssertEqual(container.resolve(Cat?.self, name: "n")??.name, "named")
        XCTAssertNil(container.resolve(Lazy<Cat>.self))
        XCTAssertNil(container.resolve(Provider<Cat>.self, argument: 7))
    }

    func testAnOptionalOfAMissingServiceIsResolvedAndNil() {
        let container = Container()
        let missing = container.resolve(Cat?.self)
        XCTAssertTrue(missing != nil)
        XCTAssertTrue(missing! == nil)
        container.register(Cat.self) { _ in Cat() }
        XCTAssertNotNil(container.resolve(Cat?.self)!)
    }

    func testARegistrationOfTheWrapperItselfComesFirst() {
        let container = Container()
        container.register(Cat?.self) { _ in nil }
        container.register(Cat.self) { _ in Cat() }
        XCTAssertTrue(container.resolve(Cat?.self)! == nil)
    }

    func testAProviderClosesACircle() {
        final class Boss {
            let worker: Provider<Worker>
            private let life = Counted()
            init(worker: Provider<Worker>) { self.worker = worker }
        }
        final class Worker {
            unowned let boss: Boss
            private let life = Counted()
            init(boss: Boss) { self.boss = boss }
        }
        let container = Container()
        container.register(Boss.self) { r in Boss(worker: r.resolve(Provider<Worker>.self)!) }.inObjectScope(.container)
        container.register(Worker.self) { r in Worker(boss: r.resolve(Boss.self)!) }.inObjectScope(.transient)
        let boss = container.resolve(Boss.self)!
        XCTAssertTrue(boss.worker.instance.boss === boss)
        // The boss holds the provider, which holds the container, which holds the boss.
        container.removeAll()
    }

    // MARK: The container is held

    func testALazyAndAProviderKeepTheContainer() {
        weak var container: Container?
        var lazy: Lazy<any Animal>?
        var provider: Provider<any Animal>?
        do {
            let own = Container()
            own.register((any Animal).self) { _ in Cat() }
            lazy = own.resolve(Lazy<any Animal>.self)
            provider = own.resolve(Provider<any Animal>.self)
            container = own
        }
        XCTAssertNotNil(container)
        XCTAssertEqual(lazy?.instance.name, "Mimi")
        XCTAssertEqual(provider?.instance.name, "Mimi")
        provider = nil
        XCTAssertNotNil(container)
        lazy = nil
        XCTAssertNil(container)
    }

    func testAWrapperInAKeptInstanceKeepsTheContainer() {
        let own = ObjectScope(storageFactory: PermanentStorage.init)
        for scope in [ObjectScope.container, .weak, own] {
            let owner: Owner
            do {
                let container = Container()
                container.register((any Animal).self) { _ in Cat() }
                container.register(Owner.self) { r in Owner(r) }.inObjectScope(scope)
                owner = container.resolve(Owner.self)!
                // Else the container would keep the owner, which keeps the container.
                container.removeAll()
            }
            XCTAssertEqual(owner.lazy.instance.name, "Mimi", "\(scope)")
            XCTAssertEqual(owner.provider.instance.name, "Mimi", "\(scope)")
        }
    }

    func testAWrapperKeepsTheEntryThatItWasResolvedWith() {
        let container = Container()
        container.register(Cat.self) { _ in Cat(name: "first") }
        let early = container.resolve(Lazy<Cat>.self)!
        let (lazy, provider) = (container.resolve(Lazy<Cat>.self)!, container.resolve(Provider<Cat>.self)!)
        container.register(Cat.self) { _ in Cat(name: "second") }
        XCTAssertEqual(lazy.instance.name, "first")
        XCTAssertEqual(provider.instance.name, "first")
        container.removeAll()
        XCTAssertEqual(early.instance.name, "first")
        XCTAssertEqual(provider.instance.name, "first")
    }
}
