import Armory
import ArmoryTestSupport
import XCTest

/// Circles through awaits, found before anybody waits in one.
final class AsyncCycleTests: LeakCheckedTestCase {
    final class A: Sendable {}
    final class B: Sendable {}
    final class C: Sendable {}

    func testC5_ACircleOfAwaitsIsAnErrorWithItsPath() async throws {
        let container = try Container {
            Singleton(fileID: "Shop/Wiring.swift", line: 1) { r async throws -> A in
                _ = try await r.resolve(B.self)
                return A()
            }
            Singleton(fileID: "Shop/Wiring.swift", line: 2) { r async throws -> B in
                _ = try await r.resolve(A.self)
                return B()
            }
        }
        let error = await failure(.cycle) { try await container.resolveAsync(A.self) }
        XCTAssertEqual(error?.path, ["A", "B", "A"])
        await failure(.cycle) { try await container.resolveAsync(B.self) }
        failure(.asynchronous) { try container.resolve(A.self) }
    }

    func testC5_AFactoryThatAwaitsItselfIsAnError() async throws {
        let container = try Container {
            Singleton { r async throws -> A in
                _ = try await r.resolve(A.self)
                return A()
            }
            Transient { r async throws -> B in
                _ = try await r.resolve(B.self)
                return B()
            }
            Graph { r async throws -> C in
                _ = try await r.resolve(C.self)
                return C()
            }
        }
        await failure(.cycle) { try await container.resolveAsync(A.self) }
        await failure(.cycle) { try await container.resolveAsync(B.self) }
        let error = await failure(.cycle) { try await container.resolveAsync(C.self) }
        XCTAssertEqual(error?.path, ["C", "C"])
    }

    /// The factory asks the container, in a child task, and in a task that inherits nothing.
    func testC8_ThePathTravelsWithTheTask() async throws {
        for way in 0..<4 {
            let container = try Container {
                Singleton { r async throws -> A in
                    switch way {
                    case 0: _ = try await r.container.resolveAsync(B.self)
                    case 1:
                        async let b = r.container.resolveAsync(B.self)
                        _ = try await b
                    case 2:
                        try await withThrowingTaskGroup(of: B.self) { group in
                            group.addTask { try await r.container.resolveAsync(B.self) }
                            for try await _ in group {}
                        }
                    default: _ = try await Task.detached { try await r.resolve(B.self) }.value
                    }
                    return A()
                }
                Transient { r async throws -> B in
                    _ = try await r.resolve(A.self)
                    return B()
                }
            }
            let error = await failure(.cycle) { try await container.resolveAsync(A.self) }
            XCTAssertEqual(error?.path, ["A", "B", "A"], "way \(way)")
        }
    }

    /// Both factories have begun before either asks for the other.
    func testC5_ACircleOfTwoTasksThatBeganAtDifferentEnds() async throws {
        let (left, right) = (Door(), Door())
        let container = try Container {
            Singleton { r async throws -> A in
                try await left.pass()
                _ = try await r.resolve(B.self)
                return A()
            }
            Singleton { r async throws -> B in
                try await right.pass()
                _ = try await r.resolve(A.self)
                return B()
            }
        }
        let one = Task { try await container.resolveAsync(A.self) }
        let other = Task { try await container.resolveAsync(B.self) }
        await left.arrivals(1)
        await right.arrivals(1)
        left.open()
        await eventually("A waits for B") { Waits.tasks == 3 }
        right.open()
        let first = await failure(.cycle) { try await one.value }
        let second = await failure(.cycle) { try await other.value }
        XCTAssertTrue([["A", "B", "A"], ["B", "A", "B"]].contains(first?.path ?? []), "\(first?.path ?? [])")
        XCTAssertTrue([["A", "B", "A"], ["B", "A", "B"]].contains(second?.path ?? []), "\(second?.path ?? [])")
    }

    func testC5_ACircleThroughASyncFactoryIsAnErrorWithItsPath() async throws {
        let container = try Container {
            Singleton { r async throws -> A in
                _ = try await r.resolve(C.self)
                return A()
            }
            Singleton { r throws -> C in
                _ = try r.resolve(A.self)
                return C()
            }
        }
        let error = await failure(.cycle) { try await container.resolveAsync(A.self) }
        XCTAssertEqual(error?.path, ["A", "C", "A"])
        failure(.asynchronous) { try container.resolve(C.self) }
    }

    /// A property injection closes it, as between factories that do not await.
    func testC5_AnInjectionClosesACircleWithASyncFactory() async throws {
        final class Parent: @unchecked Sendable {  // One thread at a time.
            var child: Child?
        }
        final class Child: Sendable {
            weak let parent: Parent?
            init(parent: Parent) { self.parent = parent }
        }
        let container = try Container {
            Singleton { () async -> Parent in
                await Task.yield()
                return Parent()
            }.inject(dependsOn: Void.self) { parent, r in parent.child = try r.resolve() }
            Singleton { Child(parent: try $0.resolve()) }
        }
        let parent = try await container.resolveAsync(Parent.self)
        XCTAssertTrue(parent.child?.parent === parent)
        XCTAssertTrue(try container.resolve(Child.self) === parent.child)
        parent.child = nil
    }

    /// A task that a factory leaves behind is no part of it any more.
    func testC8_ATaskThatIsLeftBehindBeginsAnew() async throws {
        let door = Door()
        let late = Shelf<Task<A, any Error>?>(nil)
        let container = try Container {
            Singleton { r async throws -> A in
                late.value = Task {
                    try await door.pass()
                    XCTAssertTrue(Container.current == nil)
                    return try await r.resolve(A.self)
                }
                return A()
            }
        }
        let a = try await container.resolveAsync(A.self)
        door.open()
        let same = try await late.value?.value
        late.value = nil
        assertSame(a, same)
    }

    /// The task that creates the instance may still run when the waiter resumes, but its frame has ended.
    func testC8_TheResolutionIsOverForATaskThatIsLeftBehindWhenItIsForTheWaiter() async throws {
        for round in 0..<2000 {
            let door = Door()
            let late = Shelf<Task<Bool, any Error>?>(nil)
            let isFailing = round.isMultiple(of: 2)
            let container = try Container {
                Singleton { () async throws -> A in
                    late.value = Task {
                        try await door.pass()
                        return Container.current == nil
                    }
                    if isFailing { throw CancellationError() }
                    return A()
                }
            }
            _ = try? await container.resolveAsync(A.self)
            door.open()
            let isOver = try await late.value?.value
            late.value = nil
            guard isOver == true else { return XCTFail("current in round \(round)") }
        }
    }

    func testC8_AnErrorFurtherInHasTheWholePath() async throws {
        let container = try Container {
            Singleton { r async throws -> A in try await r.resolve(B.self, as: A()) }
            Transient { r throws -> B in try r.resolve(C.self, as: B()) }
        }
        let error = await failure(.missing) { try await container.resolveAsync(A.self) }
        XCTAssertEqual(error?.path, ["A", "B", "C"])
    }
}

extension AsyncResolver {
    fileprivate func resolve<T, R>(_ type: T.Type, as result: R) async throws -> R {
        _ = try await resolve(type)
        return result
    }
}

extension Resolver {
    fileprivate func resolve<T, R>(_ type: T.Type, as result: R) throws -> R {
        _ = try resolve(type)
        return result
    }
}
