// Calling a factory or a container with a closure registers: every spelling, with what it has to change.

import ArmoryFactory
import ArmoryTestSupport
import XCTest

private final class Yard: SharedContainer {
    @TaskLocal static var shared = Yard()
    let manager = ContainerManager()

    var plain: Factory<any Serving> { self { Service(1) } }
    var cached: Factory<Service> { self { Service(1) }.cached }
    var optional: Factory<Service?> { self { nil } }
    var promise: Factory<Service?> { promised() }
    var number: ParameterFactory<Int, Service> { self { Service($0) }.cached }
    var pair: ParameterFactory<(Int, Int), Int> { self { $0 + $1 } }
    var handler: Factory<() -> Int> { self { { 1 } } }
    @MainActor var model: Factory<MainActorModel> { self { MainActorModel() } }
}

private func mock() -> Service { MockService(2) }
private func mock(_ number: Int) -> Service { MockService(-number) }
private func mocks(_ yard: Yard) { yard.cached.register { MockService(2) } }
private func mocksOfAny(_ container: Container) { container.sugared.register { "mock" } }
private func mocksLate(_ yard: Yard) async {
    await Task.yield()
    yard.cached.register { MockService(2) }
}
@MainActor private func mocksOfTheMainActor(_ yard: Yard) async { yard.model.register { MainActorModel(number: 9) } }

@MainActor private func mocksOnTheMainActor(_ yard: Yard) { yard.model.register { MainActorModel(number: 9) } }

extension Container {
    fileprivate var sugared: Factory<String> { self { "own" }.cached }
}

final class SugarTests: FactoryTestCase {
    private var yard: Yard { container(Yard()) }

    /// Whether `cached` was registered, where it had an instance before.
    private func isMocked(_ change: (Yard) -> Void) -> Bool {
        let yard = Yard()
        XCTAssertFalse(yard.cached() is MockService)
        change(yard)
        return yard.cached() is MockService
    }

    func testAFactoryRegistersWhatItIsCalledWith() {
        XCTAssertTrue(isMocked { $0.cached { MockService(2) } })
        XCTAssertTrue(isMocked { $0.cached { () -> Service in MockService(2) } })
        XCTAssertTrue(
            isMocked {
                $0.cached {
                    let number = [1, 2].count
                    return MockService(number)
                }
            })
        XCTAssertTrue(isMocked { $0.cached(mock) })
        let closure: @Sendable () -> Service = { MockService(2) }
        XCTAssertTrue(isMocked { $0.cached(closure) })
        XCTAssertTrue(isMocked { _ = $0.cached { MockService(2) }() }, "and returns the factory")
    }

    func testAFactoryOfAnyTypeRegistersWhatItIsCalledWith() {
        yard.plain { MockService(3) }
        XCTAssertEqual(yard.plain().number, 3)
        yard.plain { ServiceValue(number: 4) }.cached { ServiceValue(number: 5) }
        XCTAssertEqual(yard.plain().number, 5)
        yard.optional { Service(6) }
        XCTAssertEqual(yard.optional()?.number, 6)
        yard.optional { nil }
        XCTAssertNil(yard.optional())
        yard.promise { Service(7) }
        XCTAssertEqual(yard.promise()?.number, 7)
        yard.handler { { 8 } }
        XCTAssertEqual(yard.handler()(), 8)
    }

    func testAFactoryWithAParameterRegistersWhatItIsCalledWith() {
        XCTAssertEqual(yard.number(3).number, 3)
        yard.number { Service($0 + 10) }
        XCTAssertEqual(yard.number(3).number, 13)
        yard.number { n in Service(n + 20) }
        XCTAssertEqual(yard.number(3).number, 23)
        yard.number { n in
            let sum = n + 30
            return Service(sum)
        }
        XCTAssertEqual(yard.number(3).number, 33)
        yard.number { (n: Int) -> Service in Service(n + 40) }
        XCTAssertEqual(yard.number(3).number, 43)
        yard.number(mock)
        XCTAssertEqual(yard.number(3).number, -3)
        yard.number { _ in Service(50) }
        XCTAssertEqual(yard.number(3).number, 50)
        yard.pair { a, b in a * b }
        XCTAssertEqual(yard.pair((3, 4)), 12)
    }

    func testAContainerCallsTheClosureWithItself() {
        XCTAssertTrue(isMocked { $0 { $0.cached.register { MockService(2) } } })
        XCTAssertTrue(isMocked { $0 { $0.cached { MockService(2) } } })
        XCTAssertTrue(isMocked { $0 { yard in yard.cached.register { MockService(2) } } })
        XCTAssertTrue(isMocked { $0 { (yard: Yard) in yard.cached.register { MockService(2) } } }, "an explicit type")
        XCTAssertTrue(isMocked { $0 { (yard: Yard) -> Void in yard.cached.register { MockService(2) } } })
        XCTAssertTrue(
            isMocked {
                $0 { (yard: Yard) in
                    yard.plain.register { MockService(2) }
                    yard.cached.register { MockService(2) }
                }
            })
        XCTAssertTrue(isMocked { $0(mocks) }, "a function")
        let closure: (Yard) -> Void = { $0.cached.register { MockService(2) } }
        XCTAssertTrue(isMocked { $0(closure) })
        XCTAssertTrue(isMocked { $0 { mocks($0) } })
        XCTAssertTrue(
            isMocked { yard in XCTAssertTrue(yard { mocks($0) }.cached() is MockService) }, "and returns itself")
    }

    func testTheSharedContainerCallsTheClosureWithItself() {
        XCTAssertEqual(Container.shared.sugared(), "own")
        Container.shared { $0.sugared.register { "first" } }
        XCTAssertEqual(Container.shared.sugared(), "first")
        Container.shared { $0.sugared { "second" } }
        XCTAssertEqual(Container.shared.sugared(), "second")
        Container.shared { (container: Container) in container.sugared.register { "third" } }
        XCTAssertEqual(Container.shared.sugared(), "third")
        Container.shared(mocksOfAny)
        XCTAssertEqual(Container.shared.sugared(), "mock")
        Container.shared {
            $0.sugared.register { "fourth" }
            $0.sugared.onArg("none") { "none" }
        }
        XCTAssertEqual(Container.shared.sugared(), "fourth")
    }

    func testAnAsyncClosureIsCalledWithTheContainer() async {
        let (first, second, third, fourth) = (Yard(), Yard(), Yard(), Yard())
        await first { yard in
            await Task.yield()
            yard.cached.register { MockService(2) }
        }
        XCTAssertTrue(first.cached() is MockService)
        await second(mocksLate)
        XCTAssertTrue(second.cached() is MockService)
        let same = await third {
            await mocksLate($0)
        }
        XCTAssertTrue(same === third && third.cached() is MockService)
        // In async code, too, a closure that awaits nothing needs no await.
        fourth { $0.cached { MockService(2) } }
        XCTAssertTrue(fourth.cached() is MockService)
    }

    func testAnAsyncClosureOfTheMainActorIsCalledThere() async {
        let (first, second, third, fourth) = (Yard(), Yard(), Yard(), Yard())
        await first { @MainActor in
            await Task.yield()
            $0.model.register { MainActorModel(number: 7) }
        }
        await second { @MainActor yard in
            await Task.yield()
            MainActor.assertIsolated()
            yard.model { MainActorModel(number: 8) }
        }
        await third(mocksOfTheMainActor)
        let mocks: @MainActor @Sendable (Yard) async -> Void = { $0.model { MainActorModel(number: 10) } }
        await fourth(mocks)
        let fifth = await Yard().with { @MainActor in
            await Task.yield()
            $0.model.register { MainActorModel(number: 11) }
        }
        var numbers: [Int] = []
        for yard in [first, second, third, fourth, fifth] {
            numbers.append(await yard.model.resolveOnMainActor().number)
        }
        XCTAssertEqual(numbers, [7, 8, 9, 10, 11])
    }

    func testAClosureOfTheMainActorThatAwaitsNothingIsCalledThere() async {
        let (first, second, third, fourth, fifth) = (Yard(), Yard(), Yard(), Yard(), Yard())
        await first { @MainActor in $0.model.register { MainActorModel(number: 7) } }
        let same = await second { @MainActor yard in
            MainActor.assertIsolated()
            yard.model { MainActorModel(number: 8) }
        }
        XCTAssertTrue(same === second)
        await third(mocksOnTheMainActor)
        await fourth.with { @MainActor in $0.model { MainActorModel(number: 10) } }
        await fifth.with(mocksOnTheMainActor)
        var numbers: [Int] = []
        for yard in [first, second, third, fourth, fifth] {
            numbers.append(await yard.model.resolveOnMainActor().number)
        }
        XCTAssertEqual(numbers, [7, 8, 9, 10, 9])
    }

    @MainActor
    func testAsyncCodeOfTheMainActorNeedsNoAwait() async {
        let (first, second) = (Yard(), Yard())
        first { $0.model { MainActorModel(number: 7) } }
        second(mocksOnTheMainActor)
        XCTAssertEqual([first.model().number, second.model().number], [7, 9])
        await Task.yield()
    }

    @MainActor
    func testCodeOfTheMainActorRegistersItsClosures() {
        let yard = Yard()
        yard.model { MainActorModel(number: 7) }
        XCTAssertEqual(yard.model().number, 7)
        yard { $0.model.register { MainActorModel(number: 8) } }
        XCTAssertEqual(yard.model().number, 8)
    }

    /// Without the sugar, these create factories; a property's type still says so.
    func testAPropertyStillCreatesAFactory() {
        let plain: Factory<Int> = yard(key: "plain") { 5 }
        let taking: ParameterFactory<Yard, Int> = yard(key: "taking") { (_: Yard) in 6 }
        let nothing: ParameterFactory<Yard, Void> = yard(key: "nothing") { _ in }
        let void: Factory<Void> = yard(key: "void") {}
        XCTAssertEqual([plain(), taking(yard)], [5, 6])
        nothing(yard)
        void()
        XCTAssertEqual(Factory<Int>(yard, key: "formal") { 7 }(), 7)
    }
}
