import Armory
import ArmoryTestSupport
import XCTest

/// A type that is not `Sendable`.
private final class Draft {
    let number: Int
    let life = Counted()
    init(_ number: Int) { self.number = number }
}

/// REG13: interceptors that await in child tasks, those that use another making, and those of registrations that do not await.
final class AwaitedMakingEdgeTests: LeakCheckedTestCase {
    // MARK: In child tasks

    /// The factory belongs to the making in a child task, a task and a detached task, also where it uses the container.
    func testC8_ProceedingInAnotherTaskBelongsToTheMaking() async throws {
        for kind in ["child", "task", "detached"] {
            let shelf = Shelf<Container?>(nil)
            let log = Log<String>()
            let container = try Container {
                Singleton { () async throws -> Brick in try await XCTUnwrap(shelf.value).resolveAsync(Wall.self).brick }
                Singleton { r in Wall(brick: try await r.resolve()) }
                Intercepted(
                    Brick.self,
                    by: AroundMaking { making in
                        switch kind {
                        case "child":
                            async let instance = making.proceed()
                            return try await instance
                        case "task": return try await Task { try await making.proceed() }.value
                        default: return try await Task.detached { try await making.proceed() }.value
                        }
                    })
                Intercepted(Wall.self, by: MakingLog(label: "w", log: log))
            }
            shelf.value = container
            let error = await failure(.cycle) { try await container.resolveAsync(Brick.self) }
            XCTAssertEqual(error?.path, ["Brick", "Wall", "Brick"], kind)
            XCTAssertEqual(log.all, ["w before Wall", "w error cycle"], kind)
            shelf.value = nil
            container.close()
        }
    }

    /// Two circles that meet, each through a child task of an interceptor.
    func testC3_ACircleThroughTwoBuildsIsFoundInChildTasks() async throws {
        let (brick, wall) = (Door(), Door())
        let container = try Container {
            Singleton { r in
                try await brick.pass()
                return try await r.resolve(Wall.self).brick
            }
            Singleton { r in
                try await wall.pass()
                return Wall(brick: try await r.resolve())
            }
            Intercepted(by: Deadline(limit: .seconds(1), clock: ManualClock()))
        }
        let first = Task { try await container.resolveAsync(Brick.self) }
        let second = Task { try await container.resolveAsync(Wall.self) }
        await brick.arrivals(1)
        await wall.arrivals(1)
        brick.open()
        wall.open()
        await failure(.cycle) { try await first.value }
        await failure(.cycle) { try await second.value }
    }

    func testS2_AnInstanceThatIsNotSendableComesBackFromAChildTask() async throws {
        let container = try Container {
            Transient(Draft.self, arguments: Int.self) { _, number async in Draft(number) }
            Intercepted(Draft.self, by: Deadline(limit: .seconds(1), clock: ManualClock()))
        }
        let drafts = (
            try await container.resolveAsync(Draft.self, arguments: 1),
            try await container.resolveAsync(Draft.self, arguments: 2)
        )
        XCTAssertEqual(drafts.0.number, 1)
        XCTAssertEqual(drafts.1.number, 2)
    }

    /// Both attempts run at once, in child tasks, and share the graph's `Sendable` instance.
    func testC5_TwoAttemptsAtOnceShareTheGraph() async throws {
        let (made, door) = (Counter(), Door())
        let container = try Container {
            Graph { () async throws -> Brick in
                made.increment()
                try await door.pass()
                return Brick(made.value)
            }
            Singleton { r in Wall(brick: try await r.resolve()) }
            Intercepted(
                Wall.self,
                by: AroundMaking { making in
                    async let one = making.proceed()
                    async let other = making.proceed()
                    _ = try await other
                    return try await one
                })
        }
        let task = Task { try await container.resolveAsync(Wall.self) }
        await door.arrivals(1)
        door.open()
        let number = try await task.value.brick.number
        XCTAssertEqual(number, 1)
        XCTAssertEqual(made.value, 1)
    }

    // MARK: Misuse

    func testE1_AnInstanceOfAnotherMakingIsRefused() async throws {
        let kept = Shelf<InterceptedInstance?>(nil)
        let container = try Container {
            Transient { () async in Draft(0) }
            Intercepted(
                Draft.self,
                by: AroundMaking { making in
                    if let instance = kept.value { return instance }
                    kept.value = try await making.proceed()
                    return try await making.proceed()
                })
        }
        _ = try await container.resolveAsync(Draft.self)
        let error = await failure(.outsideMaking) { try await container.resolveAsync(Draft.self) }
        XCTAssertEqual(error?.key, "Draft")
        kept.value = nil
    }

    func testE1_ProceedingAfterTheEndIsRefusedAndMakesNothing() async throws {
        let made = Counter()
        let kept = Shelf<InterceptedCreation?>(nil)
        let container = try Container {
            Singleton { () async in Brick(made.increment()) }
            Intercepted(
                Brick.self,
                by: AroundMaking { making in
                    kept.value = making
                    return try await making.proceed()
                })
        }
        _ = try await container.resolveAsync(Brick.self)
        let making = try XCTUnwrap(kept.value)
        let error = await failure(.outsideMaking) { try await making.proceed() }
        XCTAssertEqual(error?.path, ["Brick"])
        XCTAssertEqual(making.path, ["Brick"])
        XCTAssertEqual(made.value, 1)
        kept.value = nil
    }

    // MARK: Registrations that do not await

    func testE2_AnInterceptorOfATypeThatDoesNotAwaitIsAFault() throws {
        let error = failure(.invalid) {
            try Container {
                Singleton(fileID: "Shop/Wiring.swift", line: 4) { () async in Brick() }
                Singleton(fileID: "Shop/Wiring.swift", line: 5) { Brick() }.named("ready")
                Intercepted(
                    Brick.self, by: AroundMaking { try await $0.proceed() }, fileID: "Shop/Wiring.swift", line: 9)
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.doesNotAwait])
        assertErrorText(error?.faults.first, "doesNotAwait: one of two")
    }

    func testREG13_OfAllItTakesThoseThatAwait() async throws {
        let log = Log<String>()
        let container = try Container {
            Singleton { Core() }
            Singleton { () async in Brick() }
            Seeded(Stamp.self)
            Intercepted(by: MakingLog(label: "i", log: log))
        }
        _ = try container.resolve(Core.self)
        _ = try await container.resolveAsync(Core.self)
        _ = try await container.resolveAsync(Brick.self)
        XCTAssertEqual(log.all, ["i before Brick", "i after Brick"])
        let idle = failure(.invalid) {
            try Container { Intercepted(Wall.self, by: MakingLog(label: "i", log: log)) }
        }
        XCTAssertEqual(idle?.faults.map(\.code), [.decoratesNothing])
    }
}
