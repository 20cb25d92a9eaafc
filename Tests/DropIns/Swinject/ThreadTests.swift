// Many threads at once. The containers are unsynchronised ones, and what `synchronize()` returns.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

final class ThreadTests: SwinjectTestCase {
    private func check(_ label: String, _ report: Barrage.Report, _ what: String, threads: Int) {
        var stated = Stated("SYS8 \(label), \(threads) threads")
        stated.add(report.rounds, what)
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
    }

    private struct Stage: @unchecked Sendable {  // Containers are for all threads.
        let container: Container
        let maker: Maker
    }

    /// A container of three services in a scope.
    private static func stage(in scope: ObjectScope) -> Stage {
        let maker = Maker()
        let container = Container()
        container.register((any Animal).self) { _ in maker.make(Cat()) }.inObjectScope(scope)
        container.register((any Person).self) { r in maker.make(PetOwner(pet: r.resolve((any Animal).self)!)) }
            .inObjectScope(scope)
        container.register(House.self) { (r, _: Int) in
            maker.make(House(owner: r.resolve((any Person).self)!, guest: r.resolve((any Animal).self)!))
        }.inObjectScope(scope)
        return Stage(container: container, maker: maker)
    }

    func testAnInstanceOfEachScopeIsCreatedOnceBy8Threads() {
        let own = ObjectScope(storageFactory: PermanentStorage.init, description: "own")
        for scope in [ObjectScope.container, .weak, own] {
            let report = Barrage("scope \(scope)", threads: 8, rounds: StressScale.scaled(200, atLeast: 20)).run(
                prepare: { _ in Self.stage(in: scope) },
                body: { stage, thread in
                    let resolver = thread.isMultiple(of: 2) ? stage.container : stage.container.synchronize()
                    let house = resolver.resolve(House.self, argument: thread)!
                    guard house.owner.pet === house.guest else { throw Miss("two animals") }
                    return Shared(house)
                },
                check: { stage, results in
                    let houses = try results.map { try $0.get().value }
                    guard Set(houses.map { ObjectIdentifier($0) }).count == 1, stage.maker.made == 3 else {
                        throw Miss("\(stage.maker.made) made")
                    }
                })
            check("\(scope)", report, "containers", threads: 8)
        }
    }

    func testEachResolveOf8ThreadsCreatesItsOwnInstancesOfTheScopesThatKeepNone() {
        for (scope, count) in [(ObjectScope.transient, 4), (.graph, 3)] {
            let report = Barrage("scope \(scope)", threads: 8, rounds: StressScale.scaled(200, atLeast: 20)).run(
                prepare: { _ in Self.stage(in: scope) },
                body: { stage, thread in
                    let resolver = thread.isMultiple(of: 2) ? stage.container : stage.container.synchronize()
                    let house = resolver.resolve(House.self, argument: thread)!
                    guard (house.owner.pet === house.guest) == (scope === ObjectScope.graph) else {
                        throw Miss("shared, or not shared, in one graph")
                    }
                    return Shared(house)
                },
                check: { stage, results in
                    let houses = try results.map { try $0.get().value }
                    let all = houses.flatMap { [ObjectIdentifier($0.guest), ObjectIdentifier($0.owner.pet)] }
                    guard Set(all).count == 8 * (count - 2), stage.maker.made == 8 * count else {
                        throw Miss("\(stage.maker.made) made, \(Set(all).count) animals")
                    }
                })
            check("\(scope)", report, "containers", threads: 8)
        }
    }

    func testAGraphIsThatOfItsThread() {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }
        container.register((any Person).self) { r in PetOwner(pet: r.resolve((any Animal).self)!) }
        container.register(House.self) { r in
            House(owner: r.resolve((any Person).self)!, guest: r.resolve((any Animal).self)!)
        }
        let shared = Shared(container)
        let report = Barrage("graph", threads: 8, rounds: StressScale.scaled(1_000, atLeast: 30)).run(
            prepare: { _ in Stage(container: shared.value, maker: Maker()) },
            body: { stage, _ in
                let house = stage.container.resolve(House.self)!
                guard house.owner.pet === house.guest else { throw Miss("two animals in one graph") }
                return Shared(house)
            },
            check: { _, results in
                let pets = try results.map { ObjectIdentifier(try $0.get().value.guest) }
                guard Set(pets).count == pets.count else { throw Miss("graphs of two threads share an animal") }
            })
        check("graph", report, "rounds", threads: 8)
    }

    func testABusyContainerOfAnotherThreadKeepsNoGraph() {
        let stop = Latch()
        let (busy, container) = (Shared(Container()), Container())
        let entered = Latch()
        busy.value.register(Cat.self) { _ in
            entered.open()
            stop.wait()
            return Cat()
        }
        let stranger = Thread {
            _ = busy.value.resolve(Cat.self)
        }
        stranger.start()
        entered.wait()
        container.register(Dog.self) { _ in Dog() }
        var seen: [Dog] = []
        for _ in 0..<100 { seen.append(container.resolve(Dog.self)!) }
        XCTAssertEqual(Set(seen.map { ObjectIdentifier($0) }).count, 100)
        stop.open()
    }

    func testTwoContainersThatResolveFromOneAnotherDoNotHang() {
        struct Pair: @unchecked Sendable {  // Containers are for all threads.
            let left: Container
            let right: Container
        }
        let own = ObjectScope(storageFactory: PermanentStorage.init, description: "own")
        for scope in [ObjectScope.container, own] {
            let report = Barrage("pair \(scope)", threads: 8, rounds: StressScale.scaled(200, atLeast: 20)).run(
                prepare: { _ in
                    let pair = Pair(left: Container(), right: Container())
                    pair.left.register(Cat.self) { _ in Cat() }.inObjectScope(scope)
                    pair.right.register(Dog.self) { _ in Dog() }.inObjectScope(scope)
                    pair.left.register((any Person).self) { [unowned right = pair.right] _ in
                        PetOwner(pet: right.resolve(Dog.self)!)
                    }.inObjectScope(scope)
                    pair.right.register((any Person).self) { [unowned left = pair.left] _ in
                        PetOwner(pet: left.resolve(Cat.self)!)
                    }.inObjectScope(scope)
                    return pair
                },
                body: { pair, thread in
                    let container = thread.isMultiple(of: 2) ? pair.left : pair.right
                    return ObjectIdentifier(container.resolve((any Person).self)!)
                },
                check: { _, results in
                    guard Set(try results.map { try $0.get() }).count == 2 else { throw Miss("made twice") }
                })
            check("pair \(scope)", report, "pairs", threads: 8)
        }
    }

    func testACircleIsClosedByThreadsThatEnterItFromBothEnds() {
        let own = ObjectScope(storageFactory: PermanentStorage.init, description: "own")
        for scope in [ObjectScope.container, .graph, own] {
            let report = Barrage("circle \(scope)", threads: 4, rounds: StressScale.scaled(400, atLeast: 40)).run(
                prepare: { _ in
                    let container = Container()
                    container.register(Parent.self) { r in Parent(child: r.resolve(Child.self)!) }.inObjectScope(scope)
                    container.register(Child.self) { _ in Child() }.inObjectScope(scope)
                        .initCompleted { r, child in child.parent = r.resolve(Parent.self) }
                    return Stage(container: container, maker: Maker())
                },
                body: { stage, thread in
                    if thread.isMultiple(of: 2) { _ = stage.container.resolve(Child.self) }
                    let parent = stage.container.resolve(Parent.self)!
                    guard parent.child?.parent === parent else { throw Miss("an open circle") }
                    return Shared(parent)
                },
                check: { _, results in
                    let parents = Set(try results.map { ObjectIdentifier(try $0.get().value) })
                    guard scope === ObjectScope.graph || parents.count == 1 else {
                        throw Miss("\(parents.count) parents")
                    }
                })
            check("circle \(scope)", report, "containers", threads: 4)
        }
    }

    func testRegisteringAndResettingWhileOthersResolve() {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }.inObjectScope(.container)
        container.register(Dog.self) { _ in Dog() }.inObjectScope(ObjectScope(storageFactory: PermanentStorage.init))
        container.register((any Person).self) { r in PetOwner(pet: r.resolve((any Animal).self)!) }
        let shared = Shared(container)
        let report = Barrage("changes", threads: 8, rounds: StressScale.scaled(500, atLeast: 30)).run(
            prepare: { _ in Stage(container: shared.value, maker: Maker()) },
            body: { stage, thread in
                let container = stage.container
                switch thread {
                case 0: container.register((any Animal).self) { _ in Cat() }.inObjectScope(.container)
                case 1: container.resetObjectScope(.container)
                case 2:
                    container.register((any Person).self) { r in PetOwner(pet: r.resolve((any Animal).self)!) }
                        .inObjectScope(.weak).initCompleted { _, _ in }.implements(PetOwner.self)
                case 3: container.register(Cat.self, name: "\(thread)") { _ in Cat() }
                case 4: _ = (container.description, container.hasAnyRegistration(of: Parent.self))
                default:
                    guard container.resolve((any Person).self) != nil, container.resolve(Dog.self) != nil else {
                        throw Miss("nothing")
                    }
                }
            },
            check: { _, results in for result in results { try result.get() } })
        check("changes", report, "rounds", threads: 8)
        container.removeAll()
    }

    func testSettingsOfOneEntryByManyThreadsAddUp() {
        let report = Barrage("settings", threads: 8, rounds: StressScale.scaled(200, atLeast: 20)).run(
            prepare: { _ in
                let container = Container()
                let entry = container.register(Cat.self) { _ in Cat() }.inObjectScope(.container)
                // From the first resolve on, each change replaces the record.
                _ = container.resolve(Cat.self)
                return Shared((container, entry, Maker()))
            },
            body: { stage, _ in
                let (_, entry, maker) = stage.value
                for _ in 0..<10 { entry.initCompleted { _, cat in _ = maker.make(cat.name) } }
            },
            check: { stage, _ in
                let (container, _, maker) = stage.value
                _ = container.resolve(Cat.self)
                guard maker.made == 80 else { throw Miss("\(maker.made) of 80 closures") }
            })
        check("settings", report, "entries", threads: 8)
    }

    func testALazyIsResolvedOnceBy8Threads() {
        let report = Barrage("lazy", threads: 8, rounds: StressScale.scaled(200, atLeast: 20)).run(
            prepare: { _ in
                let maker = Maker()
                let container = Container()
                container.register(Cat.self) { _ in maker.make(Cat()) }.inObjectScope(.transient)
                return Shared((container.resolve(Lazy<Cat>.self)!, maker))
            },
            body: { (stage: Shared<(Lazy<Cat>, Maker)>, _) in ObjectIdentifier(stage.value.0.instance) },
            check: { stage, results in
                guard Set(try results.map { try $0.get() }).count == 1, stage.value.1.made == 1 else {
                    throw Miss("\(stage.value.1.made) made")
                }
            })
        check("lazy", report, "instances", threads: 8)
    }

    func testChildrenOfOneParentOnManyThreads() {
        let parent = Container()
        parent.register((any Animal).self) { _ in Cat() }.inObjectScope(.container)
        parent.register((any Person).self) { r in PetOwner(pet: r.resolve(Dog.self)!) }
        let shared = Shared(parent)
        let report = Barrage("children", threads: 8, rounds: StressScale.scaled(300, atLeast: 30)).run(
            prepare: { _ in Stage(container: shared.value, maker: Maker()) },
            body: { stage, thread in
                let child = Container(parent: stage.container)
                child.register(Dog.self) { _ in Dog(name: "\(thread)") }
                guard child.resolve((any Person).self)?.pet.name == "\(thread)" else { throw Miss("another's dog") }
                return ObjectIdentifier(child.resolve((any Animal).self)!)
            },
            check: { _, results in
                guard Set(try results.map { try $0.get() }).count == 1 else { throw Miss("two animals") }
            })
        check("children", report, "rounds", threads: 8)
    }
}
