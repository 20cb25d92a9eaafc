import Armory
import ArmoryTestSupport
import XCTest

private final class Tower: Sendable { private let life = Counted() }

private final class Roof: Sendable {
    let tower: Tower
    init(tower: Tower) { self.tower = tower }
}

private struct Report: Sendable {
    let isSame: Bool
    var other = true
}

// C8: an outermost resolve that awaits is one graph. All its parts share what threads may share, also those that do not await.
final class TaskGraphTests: LeakCheckedTestCase {
    func testC8_ParametersOfAFactoryThatAwaitsAreOneGraph() async throws {
        let container = try Container {
            Graph(Tower.init)
            Transient(Roof.init)
            Transient { (tower: Tower, roof: Roof) async in Report(isSame: tower === roof.tower) }
            Transient { r async throws -> [Bool] in
                let (roof, tower) = (try await r.resolve(Roof.self), try await r.resolve(Tower.self))
                return [roof.tower === tower, try await r.resolve(Report.self).isSame]
            }
        }
        let report = try await container.resolveAsync(Report.self)
        XCTAssertTrue(report.isSame)
        let all = try await container.resolveAsync([Bool].self)
        XCTAssertEqual(all, [true, true])
        let (one, other) = (try await container.resolveAsync(Roof.self), try await container.resolveAsync(Roof.self))
        XCTAssertFalse(one.tower === other.tower, "two outermost resolves")
        assertThreadIsIdle()
    }

    func testC8_ChildTasksShareAnInstanceThatDoesNotAwait() async throws {
        let made = Counter()
        let container = try Container {
            Graph { () -> Tower in
                made.increment()
                usleep(1_000)
                return Tower()
            }
            Transient(Roof.init)
            Transient { r async throws -> Int in
                try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
                    for number in 0..<8 {
                        group.addTask {
                            let isDirect = number.isMultiple(of: 2)
                            return try await ObjectIdentifier(isDirect ? r.resolve() : r.resolve(Roof.self).tower)
                        }
                    }
                    return try await group.reduce(into: Set()) { $0.insert($1) }.count
                }
            }
        }
        for number in 1...20 {
            let count = try await container.resolveAsync(Int.self)
            XCTAssertEqual(count, 1)
            XCTAssertEqual(made.value, number)
        }
        assertThreadIsIdle()
    }

    func testC8_AnInjectionIntoAnAwaitedInstanceIsAPartOfTheGraph() async throws {
        let injected = Shelf<[Tower]>([])
        let container = try Container {
            Graph(Tower.init)
            Singleton { () async -> Brick in Brick() }
                .inject { _, r in
                    let tower: Tower = try r.resolve()
                    injected.change { $0.append(tower) }
                }
            Transient { () async -> Wall in Wall(brick: Brick()) }
                .inject { _, r in
                    let tower: Tower = try r.resolve()
                    injected.change { $0.append(tower) }
                }
            Transient { r async throws -> Bool in
                let tower = try await r.resolve(Tower.self)
                _ = try await (r.resolve(Brick.self), r.resolve(Wall.self))
                let found = injected.value
                return found.count == 2 && found.allSatisfy { $0 === tower }
            }
        }
        let isSame = try await container.resolveAsync(Bool.self)
        XCTAssertTrue(isSame)
        injected.value = []
    }

    func testC8_AnAwaitedInstanceOfTheGraphIsThereForAFactoryThatDoesNotAwait() async throws {
        let container = try Container {
            Graph { () async -> Brick in
                await Task.yield()
                return Brick()
            }
            Transient { r throws -> Wall in Wall(brick: try r.resolve()) }
            Transient { r async throws -> Bool in
                let brick = try await r.resolve(Brick.self)
                return try await r.resolve(Wall.self).brick === brick
            }
        }
        let isSame = try await container.resolveAsync(Bool.self)
        XCTAssertTrue(isSame)
        await failure(.asynchronous) { try await container.resolveAsync(Wall.self) }
    }

    func testC8_TheMembersOfAListAreOneGraph() async throws {
        let container = try Container {
            Graph(Tower.init)
            Transient(Roof.init).named("plain")
            Transient { (tower: Tower) async in Roof(tower: tower) }.named("awaited")
            Transient { r async throws -> Bool in
                let roofs = try await r.resolve([Roof].self)
                return try await r.resolve(Tower.self) === roofs[0].tower && roofs[0].tower === roofs[1].tower
            }
        }
        let roofs = try await container.resolveAsync([Roof].self)
        XCTAssertEqual(roofs.count, 2)
        XCTAssertTrue(roofs[0].tower === roofs[1].tower)
        let isSame = try await container.resolveAsync(Bool.self)
        XCTAssertTrue(isSame)
    }

    private final class Hen: Sendable {
        private let kept = Shelf<Egg?>(nil)
        var egg: Egg? {
            get { kept.value }
            set { kept.value = newValue }
        }
    }

    private final class Egg: Sendable {
        let hen: WeakReference<Hen>
        init(hen: Hen) { self.hen = WeakReference(hen) }
    }

    func testLIFE8_ACircleOfOnePartIsFoundByTheNext() async throws {
        let container = try Container {
            Graph { Hen() }.inject { hen, r in hen.egg = try r.resolve() }
            Graph(Egg.init)
            Transient { r async throws -> Bool in
                let hen = try await r.resolve(Hen.self)
                await Task.yield()
                let egg = try await r.resolve(Egg.self)
                return hen.egg === egg && egg.hen.object === hen
            }
        }
        let isSame = try await container.resolveAsync(Bool.self)
        XCTAssertTrue(isSame)
        assertThreadIsIdle()
    }

    func testC8_AContainerThatAPartAsksMakesAGraphOfItsOwn() async throws {
        let reference = WeakReference<Container>()
        let container = try Container {
            Graph(Tower.init)
            Graph { Scaffold() }
            Transient { r throws -> Report in
                let tower: Tower = try r.resolve()
                let isSame = try reference.object?.resolve(Tower.self) === tower
                return Report(isSame: isSame, other: try r.resolve(Tower.self) === tower)
            }
            Decorator(Wall.self) { wall, r in
                let scaffold: Scaffold = try r.resolve()
                let other: Scaffold? = try reference.object?.resolve()
                XCTAssertFalse(scaffold === other)
                XCTAssertTrue(try r.resolve(Scaffold.self) === scaffold)
                return wall
            }
            Transient { () async -> Wall in Wall(brick: Brick()) }
            Transient { r async throws -> Int in
                _ = try await r.resolve(Wall.self)
                let report = try await r.resolve(Report.self)
                XCTAssertFalse(report.isSame)
                XCTAssertTrue(report.other)
                return 1
            }
        }
        reference.object = container
        _ = try await container.resolveAsync(Int.self)
        assertThreadIsIdle()
    }

    private final class Scaffold {}

    func testRES3_AContainerOrAProviderThatAFactoryAwaitsMakesAGraphOfItsOwn() async throws {
        let reference = WeakReference<Container>()
        let container = try Container {
            Graph(Tower.init)
            Graph { () async -> Brick in Brick() }
            Transient {
                (tower: Tower, provider: Provider<Tower>, brick: Brick, bricks: Provider<Brick>) async throws -> Int in
                let (one, other) = (try await provider.resolveAsync(), try await bricks.resolveAsync())
                let container = try XCTUnwrap(reference.object)
                let (third, fourth): (Tower, Brick) = try await (container.resolveAsync(), container.resolveAsync())
                let all: [AnyObject] = [tower, one, third, brick, other, fourth]
                return Set(all.map { ObjectIdentifier($0) }).count
            }
        }
        reference.object = container
        let count = try await container.resolveAsync(Int.self)
        XCTAssertEqual(count, 6)
    }

    func testM1_TheGraphsInstancesGoWithTheOutermostResolve() async throws {
        let container = try Container {
            Graph(Tower.init)
            Transient { r async throws -> WeakReference<Tower> in
                let tower = WeakReference(try await r.resolve(Tower.self))
                await Task.yield()
                XCTAssertNotNil(tower.object, "nobody else holds it")
                return tower
            }
        }
        let tower = try await container.resolveAsync(WeakReference<Tower>.self)
        XCTAssertNil(tower.object)
    }
}
