import Armory
import ArmoryTestSupport
import XCTest

/// What a container is refused for, and what its start makes.
final class AsyncValidationTests: LeakCheckedTestCase {
    func testE2_WhatDoesNotAwaitCannotNeedWhatAwaits() throws {
        let error = failure(.invalid) {
            try Container {
                Singleton { () async in Brick() }
                Singleton(Wall.init)
                Singleton { r async throws -> Int in try await r.resolve(Wall.self).brick.number }
                    .dependsOn(Wall.self)
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.asynchronous])
        XCTAssertEqual(error?.faults.first?.path, ["Wall", "Brick"])
    }

    /// A further type of it, and what is decorated, await as well; who asks later may await then.
    func testE2_WhatIsMadeFromItAwaitsToo() throws {
        let error = failure(.invalid) {
            try Container {
                Singleton { () async in Brick() }.as { $0 as any AnyObject & Sendable }
                Decorator(Brick.self) { $0 }
                Singleton { (brick: any AnyObject & Sendable) in Wall(brick: brick as? Brick ?? Brick()) }
                Transient { (later: Lazy<Brick>) in Set([later.isResolved]) }
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.asynchronous])
        XCTAssertEqual(error?.faults.first?.path, ["Wall", "any AnyObject"])
    }

    func testE2_AnEagerSingletonIsThereOnceStarted() async throws {
        let made = Counter()
        let container = try Container {
            Singleton { () async -> Brick in
                made.increment()
                return Brick(7)
            }.eager()
            Singleton(Wall.init).eager()
            Transient { Set([try $0.resolve(Wall.self).brick.number]) }
        }
        XCTAssertEqual(made.value, 0, "it is not made when the container is built")
        let error = failure(.asynchronous) { try container.resolve(Wall.self) }
        XCTAssertEqual(error?.path, ["Wall", "Brick"])
        try container.dryRun()
        XCTAssertEqual(made.value, 0)
        for binding in container.ownBindings where binding.options.contains(.eager) && binding.type == Brick.self {
            try await binding.activateAsync(in: container)
        }
        XCTAssertEqual(try container.resolve(Wall.self).brick.number, 7)
        XCTAssertEqual(try container.resolve(Set<Int>.self), [7])
        XCTAssertEqual(made.value, 1)
    }

    func testE2_AnInterceptorLiesAroundWhatIsThereOnceStarted() async throws {
        struct Counting: Interceptor {
            let count: Counter
            func intercept<T>(_ resolve: InterceptedResolve, _ proceed: () throws -> T) throws -> T {
                count.increment()
                return try proceed()
            }
        }
        let count = Counter()
        let error = failure(.invalid) {
            try Container {
                Singleton { () async in Brick() }
                Intercepted(Brick.self, by: Counting(count: count))
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.asynchronous])
        let container = try Container {
            Singleton { () async in Brick(7) }.eager()
            Intercepted(Brick.self, by: Counting(count: count))
        }
        failure(.asynchronous) { try container.resolve(Brick.self) }
        for binding in container.ownBindings where binding.options.contains(.eager) {
            try await binding.activateAsync(in: container)
        }
        let before = count.value
        XCTAssertEqual(try container.resolve(Brick.self).number, 7)
        let number = try await container.resolveAsync(Brick.self).number
        XCTAssertEqual(number, 7)
        XCTAssertEqual(count.value, before + 2)
    }

    func testE1_AChainWithoutAnEndIsAnError() async throws {
        let container = try Container {
            Transient(Brick.self, arguments: Int.self) { r, number async throws in
                try await r.resolve(arguments: number + 1)
            }
        }
        let error = await failure(.tooDeep) { try await container.resolveAsync(Brick.self, arguments: 0) }
        XCTAssertEqual(error?.path.count, 10_001)
    }

    func testE1_OtherArgumentsThanItTakes() async throws {
        let container = try Container {
            Transient(Brick.self, arguments: Int.self) { _, number async in Brick(number) }
            Singleton { () async in Wall(brick: Brick()) }
        }
        await failure(.wrongArguments) { try await container.resolveAsync(Brick.self) }
        await failure(.wrongArguments) { try await container.resolveAsync(Brick.self, arguments: "1") }
        await failure(.wrongArguments) { try await container.resolveAsync(Wall.self, arguments: 1) }
        let number = try await container.resolveAsync(Brick.self, arguments: 3).number
        XCTAssertEqual(number, 3)
        failure(.asynchronous) { try container.resolve(Brick.self, arguments: 3) }
    }
}
