// Threads that wait for each other through a native container and this library's container.

import Armory
import ArmorySwinject
import ArmoryTestSupport
import XCTest

private typealias Container = Swinject.Container

final class NativeWaitTests: SwinjectTestCase {
    /// A native container and one of this library, which lead to each other.
    private struct Pair: @unchecked Sendable {  // Containers are for all threads.
        let native: Armory.Container
        let container: Container
    }

    /// What is there only later: a factory asks for it that was passed to its container before.
    private final class Late: Sendable {
        private let stored = Locked<Shared<Container>?>(nil)

        var container: Container? { stored.withLock { $0?.value } }
        func set(_ container: Container?) { stored.withLock { $0 = container.map(Shared.init) } }
    }

    func testAThreadWaitsThroughTheModuleForAnInstanceThatAnotherOneCreates() throws {
        let (entered, leave, maker) = (Latch(), Latch(), Maker())
        let container = Container()
        container.register(Cat.self) { _ in
            entered.open()
            leave.wait()
            return maker.make(Cat())
        }.inObjectScope(.container)
        let native = try Armory.Container {
            container.module
            Unchecked { PetOwner(pet: try $0.resolve(Cat.self)) }
        }
        let pair = Pair(native: native, container: container)
        let results = race(threads: 3) { thread -> Shared<any Animal> in
            switch thread {
            case 0: return Shared(pair.container.resolve(Cat.self)!)
            case 1:
                entered.wait()
                return Shared(try pair.native.resolve(PetOwner.self).pet)
            default:
                entered.wait()
                XCTAssertTrue(Waits.come(to: "waits for Cat"))
                leave.open()
                return Shared(pair.container.resolve(Cat.self)!)
            }
        }
        let cats = try results.map { try $0.get().value }
        XCTAssertTrue(cats.allSatisfy { $0 === cats[0] })
        XCTAssertEqual(maker.made, 1)
    }

    func testAThreadWaitsThroughTheParentForAnInstanceThatAnotherOneCreates() throws {
        let (entered, leave, maker) = (Latch(), Latch(), Maker())
        let native = try Armory.Container {
            Unchecked {
                entered.open()
                leave.wait()
                return maker.make(Dog())
            }
        }
        let container = Container(parent: native)
        container.register((any Person).self) { r in PetOwner(pet: r.resolve(Dog.self)!) }.inObjectScope(.container)
        let pair = Pair(native: native, container: container)
        let results = race(threads: 3) { thread -> Shared<any Animal> in
            switch thread {
            case 0: return Shared(try pair.native.resolve(Dog.self))
            case 1:
                entered.wait()
                return Shared(pair.container.resolve((any Person).self)!.pet)
            default:
                entered.wait()
                XCTAssertTrue(Waits.come(to: "waits for Dog"))
                leave.open()
                return Shared(pair.container.resolve((any Person).self)!.pet)
            }
        }
        let dogs = try results.map { try $0.get().value }
        XCTAssertTrue(dogs.allSatisfy { $0 === dogs[0] })
        XCTAssertEqual(maker.made, 1)
    }

    /// A cat that needs the native dog, which needs the cat.
    ///
    /// - Parameter body: Is called in the factory of each.
    private func circle(_ late: Late, _ body: @escaping @Sendable (_ type: any Any.Type) -> Void) throws -> Pair {
        let native = try Armory.Container {
            Unchecked {
                body(Dog.self)
                return Dog(name: late.container!.resolve(Cat.self)!.name)
            }
        }
        let container = Container(parent: native)
        container.register(Cat.self) { r in
            body(Cat.self)
            return Cat(name: r.resolve(Dog.self)!.name)
        }.inObjectScope(.container)
        late.set(container)
        return Pair(native: native, container: container)
    }

    func testACircleThroughBothEndsTheProcessWithItsPath() throws {
        for isNative in [false, true] {
            try assertEndsProcess(isNative ? "native first" : "native second", saying: "Cat", "Dog", "cycle") {
                let pair = try circle(Late()) { _ in }
                if isNative { _ = try pair.native.resolve(Dog.self) } else { _ = pair.container.resolve(Cat.self) }
            }
        }
    }

    /// Each thread creates one of the two, and waits for the other one.
    ///
    /// Where the cat's factory runs again to close the circle, the path does not name the cat.
    func testACircleOfWaitsThroughBothEndsTheProcess() throws {
        try assertEndsProcess("two threads", saying: "Dog", "[cycle]") {
            let (cat, dog) = (Latch(), Latch())
            let pair = try circle(Late()) { type in
                (type == Cat.self ? cat : dog).open()
                (type == Cat.self ? dog : cat).wait()
            }
            _ = race(threads: 2) { thread in
                if thread == 0 { _ = try pair.native.resolve(Dog.self) } else { _ = pair.container.resolve(Cat.self) }
            }
        }
    }
}
