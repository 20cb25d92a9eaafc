// Views that resolve one at a time.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

/// What factories share without a lock of their own.
private final class Unguarded: @unchecked Sendable {  // The test says that one thread at a time uses it.
    var names: [String] = []
    private(set) var overlaps = 0

    func add(_ name: String) {
        let count = names.count
        // Another thread would get its chance here.
        sched_yield()
        names.append(name)
        if names.count != count + 1 { overlaps += 1 }
    }
}

final class SynchronizedTests: SwinjectTestCase {
    func testFactoriesTouchWhatTheyShareOneAtATime() throws {
        let (rounds, list) = (StressScale.scaled(2_500, atLeast: 150), Unguarded())
        let container = Container()
        container.register(Int.self) { (_, number: Int) in
            list.add("\(number)")
            return number
        }.inObjectScope(.transient)
        container.register(String.self) { (r, number: Int) in
            list.add("before")
            defer { list.add("after") }
            return "\(r.resolve(Int.self, argument: number)!)"
        }
        let resolver = Shared(container.synchronize())
        // Of a child too, which shares the turn.
        let child = Shared(Container(parent: container).synchronize())
        let results = race(threads: 8) { thread in
            for round in 0..<rounds {
                let asked = round.isMultiple(of: 2) ? resolver.value : child.value
                if asked.resolve(String.self, argument: thread) != "\(thread)" { throw Miss("another's") }
            }
        }
        for result in results { try result.get() }
        XCTAssertEqual(list.names.count, 8 * rounds * 3)
        XCTAssertEqual(list.overlaps, 0)
        for index in stride(from: 0, to: list.names.count, by: 3) where list.names[index] != "before" {
            return XCTFail("two at once")
        }
    }

    func testInstancesThatTheContainerKeepsAreMadeOneAtATime() throws {
        for scope in [ObjectScope.container, .weak, ObjectScope(storageFactory: PermanentStorage.init)] {
            let (container, list) = (Container(), Unguarded())
            for number in 0..<40 {
                container.register(Cat.self, name: "\(number)") { r in
                    list.add("cat")
                    return Cat(name: r.resolve(String.self)!)
                }.inObjectScope(scope)
            }
            container.register(String.self) { _ in
                list.add("name")
                return "\(list.names.count)"
            }
            let resolver = Shared(container.synchronize())
            let results = race(threads: 8) { _ in
                (0..<40).map { Shared(resolver.value.resolve(Cat.self, name: "\($0)")!) }
            }
            let cats = try results.map { try $0.get().map { ObjectIdentifier($0.value) } }
            guard scope !== ObjectScope.weak else { continue }
            XCTAssertEqual(Set(cats).count, 1)
            XCTAssertEqual(list.names.count, 80)
            XCTAssertEqual(list.overlaps, 0)
        }
    }

    func testAWrapperOfAViewResolvesInItsTurn() throws {
        for scope in [ObjectScope.transient, .container] {
            let (container, list, rounds) = (Container(), Unguarded(), StressScale.scaled(2_000, atLeast: 100))
            container.register(Cat.self) { _ in
                list.add("cat")
                return Cat()
            }.inObjectScope(.transient)
            container.register([Provider<Cat>].self) { r in [r.resolve(Provider<Cat>.self)!] }.inObjectScope(scope)
            let provider = Shared(container.synchronize().resolve([Provider<Cat>].self)![0])
            for result in race(threads: 8, { _ in for _ in 0..<rounds { _ = provider.value.instance } }) {
                try result.get()
            }
            XCTAssertEqual(list.names.count, 8 * rounds)
            XCTAssertEqual(list.overlaps, 0)
            container.removeAll()
        }
    }

    func testTheViewIsAContainerOfItsOwn() {
        let container = Container(defaultObjectScope: .container)
        container.register(Cat.self) { _ in Cat(name: "of the container") }
        let view = container.synchronize() as! Container
        XCTAssertFalse(view === container)
        view.register(Cat.self) { _ in Cat(name: "of the view") }
        view.register(Dog.self) { _ in Dog() }
        XCTAssertEqual(view.resolve(Cat.self)?.name, "of the view")
        XCTAssert(view.resolve(Dog.self) === view.resolve(Dog.self), "the default scope")
        XCTAssertEqual(container.resolve(Cat.self)?.name, "of the container")
        XCTAssertNil(container.resolve(Dog.self))
        container.register(House.self) { _ in House(owner: PetOwner(pet: Dog()), guest: Cat()) }
        XCTAssert(view.resolve(House.self) === container.resolve(House.self), "later registrations are seen")
        XCTAssertTrue(view.hasAnyRegistration(of: House.self))
    }

    func testAKeptInstanceIsNotCreatedFromTheRegistrationsOfAView() {
        for scope in [ObjectScope.container, .weak] {
            let completed = Locked<[String]>([])
            let container = Container()
            container.register((any Animal).self) { _ in Cat() }
            container.register((any Person).self) { r in PetOwner(pet: r.resolve((any Animal).self)!) }
                .inObjectScope(scope)
                .initCompleted { r, _ in completed.withLock { $0.append(r.resolve((any Animal).self)!.name) } }
            container.register((any Person).self) { (r, _: Int) in PetOwner(pet: r.resolve((any Animal).self)!) }
                .inObjectScope(scope).implements((any Person).self, name: "further")
            let view = container.synchronize() as! Container
            view.register((any Animal).self) { _ in Dog() }
            let below = Container(parent: view).synchronize()
            let owners = [
                view.resolve((any Person).self)!, below.resolve((any Person).self, argument: 1)!,
                view.resolve((any Person).self, name: "further", argument: 2)!,
            ]
            XCTAssertEqual(owners.map(\.pet.name), ["Mimi", "Mimi", "Mimi"], "\(scope)")
            XCTAssertEqual(completed.withLock { $0 }, ["Mimi"], "\(scope)")
            XCTAssert(container.resolve((any Person).self) === owners[0], "\(scope)")
            view.register((any Person).self) { r in PetOwner(pet: r.resolve((any Animal).self)!) }.inObjectScope(scope)
            XCTAssertEqual(below.resolve((any Person).self)?.pet.name, "Hachi", "the view keeps this one")
        }
    }

    func testTheViewKeepsTheContainerAndNotTheOtherWayRound() {
        weak var seen: Container?
        var view: (any Resolver)?
        do {
            let container = Container()
            container.register(Cat.self) { _ in Cat() }
            (seen, view) = (container, container.synchronize())
        }
        XCTAssertNotNil(view?.resolve(Cat.self))
        view = nil
        XCTAssertNil(seen)
    }

    func testViewsOfTwoContainersThatResolveFromOneAnotherDoNotHang() throws {
        let (left, right) = (Container(), Container())
        let views = Shared([left.synchronize(), right.synchronize()])
        for (number, container) in [left, right].enumerated() {
            container.register(Cat.self) { _ in Cat() }.inObjectScope(.transient)
            container.register(Dog.self) { [unowned other = number == 0 ? right : left] _ in
                Dog(name: other.synchronize().resolve(Cat.self)!.name)
            }
        }
        let rounds = StressScale.scaled(500)
        let results = race(threads: 4) { thread in
            for _ in 0..<rounds where views.value[thread % 2].resolve(Dog.self) == nil { throw Miss("nothing") }
        }
        for result in results { try result.get() }
    }
}
