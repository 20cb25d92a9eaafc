import Armory
import ArmoryTestSupport
import XCTest

/// Registrations whose factories await, in every lifetime.
final class AsyncResolveTests: LeakCheckedTestCase {
    func testREG7_AnAwaitedSingletonIsMadeOnceAndThenThereForEverybody() async throws {
        let made = Counter()
        let container = try Container {
            Singleton { () async throws -> Brick in
                made.increment()
                await Task.yield()
                return Brick()
            }
        }
        let error = failure(.asynchronous) { try container.resolve(Brick.self) }
        XCTAssertEqual(error?.path, ["Brick"])
        let first = try await container.resolveAsync(Brick.self)
        let again = try await container.resolveAsync(Brick.self)
        XCTAssertTrue(first === again)
        XCTAssertTrue(try container.resolve(Brick.self) === first)
        XCTAssertEqual(made.value, 1)
    }

    func testREG7_EveryLifetimeTakesAFactoryThatAwaits() async throws {
        let container = try Container {
            Singleton { r in Wall(brick: try await r.resolve()) }
            Transient { () async throws -> Brick in
                await Task.yield()
                return Brick()
            }
            Shared { () async -> Wall in Wall(brick: await Self.brick(1)) }.named("shared")
            Scoped { () async -> Wall in Wall(brick: await Self.brick(2)) }.named("scoped")
            Graph { () async -> Wall in Wall(brick: await Self.brick(3)) }.named("graph")
            Kept { () async -> Wall in Wall(brick: await Self.brick(4)) }.named("kept")
            Kept(Brick.self, arguments: Int.self) { _, number async in await Self.brick(number) }.named("each")
            Transient(Brick.self, arguments: Int.self, Int.self) { _, a, b async in await Self.brick(a + b) }.named(
                "sum")
        }
        let wall = try await container.resolveAsync(Wall.self)
        let sameWall = try await container.resolveAsync(Wall.self)
        XCTAssertTrue(sameWall === wall)
        let (one, other) = (try await container.resolveAsync(Brick.self), try await container.resolveAsync(Brick.self))
        XCTAssertFalse(one === other)

        var shared: Wall? = try await container.resolveAsync(named: "shared")
        assertSame(try await container.resolveAsync(Wall.self, named: "shared"), shared)
        XCTAssertTrue(try container.resolve(Wall.self, named: "shared") === shared)
        let old = WeakReference(shared)
        shared = nil
        // The task that has made it may still be on its way to its end.
        await eventually("it goes with its last holder") { old.object == nil }
        failure(.asynchronous) { try container.resolve(Wall.self, named: "shared") }
        _ = try await container.resolveAsync(Wall.self, named: "shared")

        try await container.withScope { scope in
            let first = try await scope.resolveAsync(Wall.self, named: "scoped")
            XCTAssertTrue(try scope.resolve(Wall.self, named: "scoped") === first)
            try await container.withScope { other in
                let second = try await other.resolveAsync(Wall.self, named: "scoped")
                XCTAssertFalse(first === second)
            }
        }
        let error = await failure(.outsideScope) { try await container.resolveAsync(Wall.self, named: "scoped") }
        XCTAssertEqual(error?.path, ["Wall named \"scoped\""])

        let graphs = (
            try await container.resolveAsync(Wall.self, named: "graph"),
            try await container.resolveAsync(Wall.self, named: "graph")
        )
        XCTAssertFalse(graphs.0 === graphs.1)
        let kept = try await container.resolveAsync(Wall.self, named: "kept")
        XCTAssertTrue(try container.resolve(Wall.self, named: "kept") === kept)

        let seven: Brick = try await container.resolveAsync(Brick.self, named: "each", arguments: 7)
        XCTAssertEqual(seven.number, 7)
        assertSame(try await container.resolveAsync(Brick.self, named: "each", arguments: 7), seven)
        XCTAssertTrue(try container.resolve(Brick.self, named: "each", arguments: 7) === seven)
        failure(.asynchronous) { try container.resolve(Brick.self, named: "each", arguments: 8) }
        let sum = try await container.resolveAsync(Brick.self, named: "sum", arguments: 3, 4)
        XCTAssertEqual(sum.number, 7)
    }

    static func brick(_ number: Int) async -> Brick {
        await Task.yield()
        return Brick(number)
    }
}
