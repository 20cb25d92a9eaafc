// C3, C8: who asks, where a resolver or a task is not where its factory is.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

final class AskerTests: WatchedTestCase {
    private final class First: Sendable { let life = Counted() }
    private final class Second: Sendable { let life = Counted() }
    private final class Third: Sendable { let life = Counted() }

    private let resolver = Locked<AsyncResolver?>(nil)
    private let left = Locked<Task<Void, any Error>?>(nil)

    override func tearDown() {
        resolver.withLock { $0 = nil }
        left.withLock { $0 = nil }
        super.tearDown()
    }

    /// A circle that is not found ends here as `timedOut`.
    private func container(_ register: (inout Plan) -> Void) throws -> Container {
        try Container(Plan(register), waitLimit: .seconds(1))
    }

    private func failure<T>(
        _ code: ResolutionError.Code, _ path: [String], of type: T.Type, in container: Container,
        line: UInt = #line
    ) async {
        do {
            _ = try await container.resolveAsync(type)
            XCTFail("nothing was thrown", line: line)
        } catch {
            XCTAssertEqual(error.code, code, error.description, line: line)
            XCTAssertEqual(error.path, path, line: line)
        }
    }

    func testC3_AResolverWhoseFactoryHasReturnedAsksForTheFactoryThatUsesIt() async throws {
        let resolver = resolver
        let container = try container {
            $0.awaited(.singleton, First.self) { own in
                resolver.withLock { $0 = own }
                return First()
            }
            $0.awaited(.singleton, Second.self) { own in
                _ = try await own.resolve(First.self)
                let former = resolver.withLock { $0 }
                _ = try await former?.resolve(Second.self)
                return Second()
            }
        }
        await failure(.cycle, ["Second", "Second"], of: Second.self, in: container)
    }

    func testC3_AResolverOfAFactoryFurtherOutAsksForTheFactoryThatUsesIt() async throws {
        let resolver = resolver
        let container = try container {
            $0.awaited(.transient, First.self) { own in
                resolver.withLock { $0 = own }
                _ = try await own.resolve(Second.self)
                return First()
            }
            $0.awaited(.singleton, Second.self) { _ in
                let outer = resolver.withLock { $0 }
                _ = try await outer?.resolve(Third.self)
                return Second()
            }
            $0.awaited(.singleton, Third.self) { own in
                _ = try await own.resolve(Second.self)
                return Third()
            }
        }
        await failure(.cycle, ["First", "Second", "Third", "Second"], of: First.self, in: container)
    }

    func testE1_ADetachedTaskThatAFactoryAwaitsIsOnThePath() async throws {
        let container = try container {
            $0.transient(Second.self) { _ in throw Declined() }
            $0.transient(Third.self) { resolver in
                _ = try resolver.resolve(Int.self)
                return Third()
            }
            $0.awaited(.transient, First.self) { resolver in
                let second = try await Task.detached { try await resolver.resolve(Second?.self) }.value
                XCTAssertNil(second)
                _ = try await Task.detached { try await resolver.resolve(Third.self) }.value
                return First()
            }
        }
        await failure(.missing, ["First", "Third", "Int"], of: First.self, in: container)
    }

    func testC3_WhatALeftTaskWaitsForIsNoWaitOfTheFactoryAround() async throws {
        let left = left
        let (isMaking, isReturned, goOn) = (Latch(), Latch(), Latch())
        let container = try Container(
            Plan {
                $0.awaited(.singleton, First.self) { resolver in
                    _ = try await resolver.resolve(Second.self)
                    isReturned.open()
                    await pass(goOn)
                    return First()
                }
                $0.awaited(.transient, Second.self) { resolver in
                    left.withLock { $0 = Task { _ = try await resolver.resolve(Third.self) } }
                    await pass(isMaking)
                    return Second()
                }
                $0.awaited(.singleton, Third.self) { resolver in
                    isMaking.open()
                    await pass(isReturned)
                    defer { goOn.open() }
                    _ = try await resolver.resolve(First.self)
                    return Third()
                }
            })
        let asker = Task { _ = try await container.resolveAsync(First.self) }
        await pass(goOn) { WaitPicture.description.contains("Third → First") }
        goOn.open()
        try await asker.value
        try await left.withLock { $0 }?.value
    }

    func testC3_WhatALeftTaskMakesIsNoPartOfTheFactoryAround() async throws {
        final class Between: Sendable { let life = Counted() }
        for isAskedFirst in [false, true] {
            let left = left
            let (isBegun, isReturned, isMade, goOn) = (Latch(), Latch(), Latch(), Latch())
            let container = try Container(
                Plan {
                    $0.awaited(.singleton, First.self) { resolver in
                        _ = try await resolver.resolve(Second.self)
                        isReturned.open()
                        await pass(goOn)
                        return First()
                    }
                    $0.awaited(.transient, Second.self) { resolver in
                        left.withLock { $0 = Task { _ = try await resolver.resolve(Between.self) } }
                        await pass(isBegun)
                        return Second()
                    }
                    $0.awaited(.transient, Between.self) { resolver in
                        isBegun.open()
                        await pass(isMade)
                        defer { goOn.open() }
                        _ = try await resolver.resolve(Third.self)
                        return Between()
                    }
                    $0.awaited(.singleton, Third.self) { resolver in
                        await pass(isReturned)
                        defer { goOn.open() }
                        _ = try await resolver.resolve(First.self)
                        return Third()
                    }
                })
            let asker = Task { _ = try await container.resolveAsync(First.self) }
            await pass(isReturned)
            if isAskedFirst { isMade.open() }
            let third = isAskedFirst ? nil : Task { _ = try await container.resolveAsync(Third.self) }
            // Each of the two waits would close a circle if it came last.
            let waits = ["Between → Third", "Third → First"]
            for wait in isAskedFirst ? waits : waits.reversed() {
                await pass(goOn) { WaitPicture.description.contains(wait) }
                isMade.open()
            }
            goOn.open()
            try await asker.value
            try await third?.value
            try await left.withLock { $0 }?.value
        }
    }

    func testC3_AFactoryThatHasReturnedIsNotRepeatedByATaskThatItHasLeft() async throws {
        let left = left
        let made = Counter()
        let (isMaking, isReturned) = (Latch(), Latch())
        let container = try Container(
            Plan {
                $0.awaited(.transient, First.self) { resolver in
                    guard made.increment() == 1 else { return First() }
                    left.withLock { $0 = Task { _ = try await resolver.resolve(Second.self) } }
                    await pass(isMaking)
                    return First()
                }
                $0.awaited(.singleton, Second.self) { resolver in
                    isMaking.open()
                    await pass(isReturned)
                    _ = try await resolver.resolve(First.self)
                    return Second()
                }
            })
        _ = try await container.resolveAsync(First.self)
        isReturned.open()
        try await left.withLock { $0 }?.value
        XCTAssertEqual(made.value, 2)
    }

    func testM1_NothingIsReadOfTheContainerOfAFactoryThatHasReturned() async throws {
        let left = left
        let (isMaking, isReleased) = (Latch(), Latch())
        let ended = try Container(Plan { _ in })
        ended.close()
        let other = try Container(
            Plan {
                $0.awaited(.transient, Third.self) { _ in Third() }
                $0.awaited(.singleton, Second.self) { resolver in
                    isMaking.open()
                    await pass(isReleased)
                    // Each looks through the factories around.
                    _ = try await resolver.resolve(Owned<Third>.self)
                    try await ended.shutdown()
                    return Second()
                }
            })
        weak var first: Container?
        do {
            let container = try Container(
                Plan {
                    $0.awaited(.singleton, First.self) { _ in
                        left.withLock { $0 = Task { _ = try await other.resolveAsync(Second.self) } }
                        await pass(isMaking)
                        return First()
                    }
                })
            first = container
            _ = try await container.resolveAsync(First.self)
        }
        while first != nil { await Task.yield() }
        isReleased.open()
        try await left.withLock { $0 }?.value
        XCTAssertNotNil(try other.resolve(Second.self))
    }

    func testE1_TheCircleOfFactoriesThatDoNotAwaitBeginsWithTheOneThatDoes() async throws {
        let container = try container {
            $0.transient(Third.self) { resolver in
                _ = try resolver.resolve(Second.self)
                return Third()
            }
            $0.transient(Second.self) { resolver in
                _ = try resolver.resolve(Third.self)
                return Second()
            }
            $0.awaited(.transient, First.self) { resolver in
                _ = try await resolver.resolve(Second.self)
                return First()
            }
        }
        await failure(.cycle, ["First", "Second", "Third", "Second"], of: First.self, in: container)
    }

    func testO1_AListWithoutAwaitingLeavesOutTheAwaitingFactoryThatAsks() async throws {
        let own = Locked<Container?>(nil)
        let container = try container {
            $0.singleton(AnySendable.self) { _ in AnySendable() }
            $0.contributed(.singleton, AnySendable.self) { _ in AnySendable() }
            $0.awaited(.singleton, AnySendable.self, named: "awaited") { _ in
                let others = try own.withLock { $0 }?.resolve([AnySendable].self)
                XCTAssertEqual(others?.count, 2)
                return AnySendable()
            }
        }
        own.withLock { $0 = container }
        defer { own.withLock { $0 = nil } }
        let all = try await container.resolveAsync([AnySendable].self)
        XCTAssertEqual(all.count, 3)
    }

    private final class AnySendable: Sendable { let life = Counted() }

    func testRES1_AnInstanceThatExistsIsReturnedInACancelledTaskAndWhileTheContainerEnds() async throws {
        let isEnding = Latch()
        let container = try Container(Plan { $0.awaited(.shared, First.self) { _ in First() } })
        let first = try await container.resolveAsync(First.self)
        let found = try await Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await container.resolveAsync(First.self)
        }.value
        XCTAssert(found === first)
        let end = Task {
            await pass(isEnding)
            try await container.shutdown()
        }
        try await container.withScope { _ in
            isEnding.open()
            while (try? container.openScope()) != nil { await Task.yield() }
            let found = try await container.resolveAsync(First.self)
            XCTAssert(found === first)
        }
        try await end.value
    }

    func testE1_ATaskThatWaitsForAThreadSaysSo() async throws {
        let (isMaking, goOn) = (Latch(), Latch())
        let container = try Container(
            Plan {
                $0.singleton(First.self) { _ in
                    isMaking.open()
                    goOn.wait()
                    return First()
                }
                $0.singleton(Second.self) { resolver in
                    _ = try resolver.resolve(First.self)
                    return Second()
                }
            }, waitLimit: .milliseconds(1))
        Thread { _ = try? container.resolve(Second.self) }.start()
        await pass(isMaking)
        do {
            _ = try await container.resolveAsync(First.self)
            XCTFail("the limit has passed")
        } catch {
            XCTAssertEqual(error.code, .timedOut)
            XCTAssert(error.description.contains("another thread, and the wait limit"), error.description)
        }
        goOn.open()
    }
}
