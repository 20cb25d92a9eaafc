import Armory
import ArmoryTestSupport
import XCTest

private final class Awaited: Sendable {
    let number = 7
    init() async { await Task.yield() }
}

private final class ConfinedAwaited {
    var number = 8
    init() async { await Task.yield() }
}

/// What lies around registrations that await.
final class AsyncEdgeTests: LeakCheckedTestCase {
    func testREG_AnAwaitingInitializerWithoutParametersNeedsNothing() async throws {
        let container = try Container {
            Transient(Awaited.init)
            Transient(Awaited.self, Awaited.init).named("typed")
            Graph(Awaited.init).named("graph")
            Transient(ConfinedAwaited.init)
            Graph(ConfinedAwaited.self, ConfinedAwaited.init).named("graph")
        }
        XCTAssertTrue(try container.validate().opaque.isEmpty)
        let numbers = [
            try await container.resolveAsync(Awaited.self).number,
            try await container.resolveAsync(Awaited.self, named: "typed").number,
            try await container.resolveAsync(Awaited.self, named: "graph").number,
            try await container.resolveAsync(ConfinedAwaited.self).number,
            try await container.resolveAsync(ConfinedAwaited.self, named: "graph").number,
        ]
        XCTAssertEqual(numbers, [7, 7, 7, 8, 8])
    }

    func testO2_MadeInTheViewOfItsOwner() async throws {
        let application = try Container {
            Singleton { r async throws -> Wall in
                await Task.yield()
                XCTAssertTrue(Container.current === r.container)
                return Wall(brick: try await r.resolve())
            }
            Transient { r async throws -> [Brick] in [try await r.resolve(Brick.self)] }
            Singleton(value: Brick(1))
        }
        let child = try Container(parents: [application]) { Singleton(value: Brick(2)) }
        let wall = try await child.resolveAsync(Wall.self)
        XCTAssertEqual(wall.brick.number, 1, "the owner's")
        let bricks = try await child.resolveAsync([Brick].self)
        XCTAssertEqual(bricks.map(\.number), [2], "the asker's")
    }

    func testREG7_InjectionsDecoratorsAliasesAndLists() async throws {
        let wired = Counter()
        let container = try Container {
            Singleton { () async -> Wall in
                await Task.yield()
                return Wall(brick: Brick(1))
            }.as { $0 as any Countable }
            Decorator(Wall.self) { wall in Wall(brick: Brick(wall.brick.number + 10)) }
            Transient { () async -> Scaffold in
                await Task.yield()
                return Scaffold()
            }.inject(dependsOn: Int.self) { scaffold, r in scaffold.height = try r.resolve(Int.self) }
                .onWired { _ in wired.increment() }
            Singleton(value: 7)
            Singleton { () async -> Brick in Brick(1) }.named("one")
            Singleton { Brick(2) }.named("two")
        }
        let wall = try await container.resolveAsync(Wall.self)
        XCTAssertEqual(wall.brick.number, 11)
        let countable = try await container.resolveAsync((any Countable).self)
        assertSame(countable as? Wall, wall)
        XCTAssertTrue(try container.resolve((any Countable).self) as? Wall === wall)
        let scaffold = try await container.resolveAsync(Scaffold.self)
        XCTAssertEqual(scaffold.height, 7)
        XCTAssertEqual(wired.value, 1)
        let bricks = try await container.resolveAsync([Brick].self)
        XCTAssertEqual(bricks.map(\.number), [1, 2])
        let byName = try await container.resolveAsync([RegistrationName: Brick].self)
        XCTAssertEqual(byName["one"]?.number, 1)
        let none = try await container.resolveAsync(Set<Int>?.self)
        XCTAssertNil(none)
        let some: Wall? = try await container.resolveAsync()
        assertSame(some, wall)
    }

    func testREG7_ADeclinedOptionalIsNil() async throws {
        let container = try Container {
            Singleton { () async throws -> Brick in throw Declined("no") }
        }
        let none = try await container.resolveAsync(Brick?.self)
        XCTAssertNil(none)
        let list = try await container.resolveAsync([Brick].self)
        XCTAssertEqual(list.count, 0)
        await failure(.declined) { try await container.resolveAsync(Brick.self) }
    }

    func testREG7_AModuleSeesWhatItHides() async throws {
        let container = try Container {
            Module("walls") {
                Singleton { () async -> Brick in Brick(7) }.private()
                Singleton { r async throws -> Wall in Wall(brick: try await r.resolve()) }
            }
        }
        let wall = try await container.resolveAsync(Wall.self)
        XCTAssertEqual(wall.brick.number, 7)
        await failure(.missing) { try await container.resolveAsync(Brick.self) }
    }

    func testC8_OneGraphForAWholeResolutionThatAwaits() async throws {
        let made = Counter()
        let container = try Container {
            Graph { () -> Tower in Tower() }
            Graph { () async -> Brick in
                made.increment()
                await Task.yield()
                return Brick()
            }
            Transient { r async throws -> Pairing in
                async let one = r.resolve(Brick.self)
                async let other = r.resolve(Brick.self)
                // A sync part, and another after a suspension. Held meanwhile: another object could lie where it was.
                let tower = try await r.resolve(Tower.self)
                await Task.yield()
                let again = try await r.resolve(Tower.self)
                let (first, second) = try await (one, other)
                return Pairing(isSameBrick: first === second, isSameTower: tower === again)
            }
        }
        for _ in 0..<50 {
            let pairing = try await container.resolveAsync(Pairing.self)
            XCTAssertTrue(pairing.isSameBrick)
            XCTAssertTrue(pairing.isSameTower)
        }
        XCTAssertEqual(made.value, 50)
        assertThreadIsIdle()
    }

    func testS2_EveryResolveOfAFactoryThatAwaitsHasANewGraphOfWhatIsNotSendable() async throws {
        let container = try Container {
            Graph { () -> Scaffold in Scaffold() }
            Transient { (scaffold: Scaffold, other: Scaffold) in [scaffold, other] }
            Transient { r async throws -> Int in
                async let one = r.resolve(Scaffold.self)
                async let other = r.resolve([Scaffold].self)
                let pair = try await other
                XCTAssertTrue(pair[0] === pair[1], "a graph of its own, which a sync factory shares")
                return Set([try await one, pair[0], try await r.resolve()].map { ObjectIdentifier($0) }).count
            }
        }
        for _ in 0..<50 {
            let count = try await container.resolveAsync(Int.self)
            XCTAssertEqual(count, 3)
        }
        assertThreadIsIdle()
    }

    func testS3_FactoriesOfActorsRunOnTheirActors() async throws {
        let container = try Container {
            Singleton { await Screen(number: 1) }
            Singleton { @MainActor r async throws -> Wall in
                MainActor.assertIsolated()
                return Wall(brick: try await r.resolve())
            }
            Singleton { Brick(3) }
            Transient(Desk.init)
        }
        let screen = try await container.resolveAsync(Screen.self)
        let number = screen.number
        XCTAssertEqual(number, 1)
        let wall = try await container.resolveAsync(Wall.self)
        XCTAssertEqual(wall.brick.number, 3)
        let desk = try await container.resolveAsync(Desk.self)
        let brick = desk.brick
        assertSame(brick, wall.brick)
    }

    func testREG7_LazyAndProviderAwait() async throws {
        let container = try Container {
            Singleton { () async -> Wall in Wall(brick: Brick(1)) }
            Transient { () async -> Brick in
                await Task.yield()
                return Brick()
            }
            Transient(Later.init)
        }
        let later = try container.resolve(Later.self)
        failure(.asynchronous) { try later.wall() }
        let wall = try await later.wall.resolveAsync()
        XCTAssertTrue(try later.wall() === wall)
        let (one, other) = (try await later.bricks.resolveAsync(), try await later.bricks.resolveAsync())
        XCTAssertFalse(one === other)
    }

    protocol Countable: AnyObject, Sendable {}

    final class Tower: Sendable {}

    final class Scaffold {
        var height = 0
    }

    struct Pairing: Sendable {
        let isSameBrick: Bool
        let isSameTower: Bool
    }

    @MainActor final class Screen {
        let number: Int
        init(number: Int) { self.number = number }
    }

    actor Desk {
        let brick: Brick
        init(brick: Brick) async { self.brick = brick }
    }

    struct Later: Sendable {
        let wall: Lazy<Wall>
        let bricks: Provider<Brick>
    }
}

extension Wall: AsyncEdgeTests.Countable {}
