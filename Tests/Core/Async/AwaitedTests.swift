// C5, C8: instances whose factories await.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

final class AwaitedTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let made = Counter()

    private class Part: Tracked, @unchecked Sendable {}
    private final class First: Part, @unchecked Sendable {}
    private final class Second: Part, @unchecked Sendable {}
    private struct Failure: Error {}

    func testC5_OneRunForAllWhoWait() async throws {
        let (tracker, made) = (tracker, made)
        let container = try Container(
            Plan {
                $0.awaited(.singleton, First.self) { _ in
                    made.increment()
                    for _ in 0..<20 { await Task.yield() }
                    return First(tracker)
                }
            })
        let serials = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 { group.addTask { try await container.resolveAsync(First.self).serial } }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        XCTAssertEqual(serials, [1])
        XCTAssertEqual(made.value, 1)
        XCTAssertEqual(try container.resolve(First.self).serial, 1, "once it exists, nobody has to await it")
    }

    func testC3_AThreadNeverSleepsForATask() async throws {
        let (isMaking, goOn) = (Latch(), Latch())
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.awaited(.singleton, First.self) { _ in
                    isMaking.open()
                    await pass(goOn)
                    return First(tracker)
                }
                $0.transient(Second.self) { resolver in
                    _ = try resolver.resolve(First.self)
                    return Second(tracker)
                }
            })
        XCTAssertThrowsError(try container.resolve(First.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .asynchronous)
        }
        let asker = Task { try await container.resolveAsync(First.self).serial }
        await pass(isMaking)
        XCTAssertThrowsError(try container.resolve(Second.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .asynchronous)
            XCTAssertEqual((error as? ResolutionError)?.path, ["Second", "First"])
        }
        goOn.open()
        let serial = try await asker.value
        XCTAssertEqual(serial, 1)
        XCTAssertNotNil(try container.resolve(Second.self))
    }

    func testC3_ATaskWaitsForAThreadWithoutHoldingOne() async throws {
        let (isMaking, goOn) = (Latch(), Latch())
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.singleton(First.self) { _ in
                    isMaking.open()
                    goOn.wait()
                    return First(tracker)
                }
            })
        Thread { _ = try? container.resolve(First.self) }.start()
        await pass(isMaking)
        // As many as the pool has threads, and more: none of them is held.
        let askers = (0..<20).map { _ in Task { try await container.resolveAsync(First.self).serial } }
        while !WaitPicture.description.contains("a task waits: First") { await Task.yield() }
        goOn.open()
        for asker in askers {
            let serial = try await asker.value
            XCTAssertEqual(serial, 1)
        }
    }

    func testC4_WhoWaitsGetsTheErrorAndTheNextTriesAgain() async throws {
        let (tracker, made) = (tracker, made)
        let goOn = Latch()
        let container = try Container(
            Plan {
                $0.awaited(.singleton, First.self) { _ in
                    guard made.increment() > 1 else {
                        await pass(goOn)
                        throw Failure()
                    }
                    return First(tracker)
                }
                $0.awaited(.transient, Second.self) { resolver in
                    _ = try await resolver.resolve(First.self)
                    return Second(tracker)
                }
            })
        let one = Task { try await container.resolveAsync(First.self) }
        let other = Task { try await container.resolveAsync(Second.self) }
        while WaitPicture.description.components(separatedBy: "a task waits").count < 3 { await Task.yield() }
        goOn.open()
        for (task, path) in [
            (Task { try await one.value as Part }, ["First"]),
            (Task { try await other.value as Part }, ["Second", "First"]),
        ] {
            do {
                _ = try await task.value
                XCTFail("the factory's error is thrown")
            } catch {
                let error = try XCTUnwrap(error as? ResolutionError)
                XCTAssertEqual(error.code, .factoryFailed)
                XCTAssertEqual(error.path, path)
                XCTAssert(error.underlying is Failure)
            }
        }
        XCTAssertEqual(made.value, 1)
        let serial = try await container.resolveAsync(First.self).serial
        XCTAssertEqual(serial, 1)
    }

    func testC5_ACancelledWaiterLeavesAlone() async throws {
        let tracker = tracker
        let goOn = Latch()
        let container = try Container(
            Plan {
                $0.awaited(.singleton, First.self) { _ in
                    await pass(goOn)
                    try Task.checkCancellation()
                    return First(tracker)
                }
            })
        let stays = Task { try await container.resolveAsync(First.self).serial }
        while !WaitPicture.description.contains("First") { await Task.yield() }
        let leaves = Task { try await container.resolveAsync(First.self).serial }
        leaves.cancel()
        do {
            _ = try await leaves.value
            XCTFail("it was cancelled")
        } catch {
            XCTAssertEqual((error as? ResolutionError)?.code, .cancelled)
        }
        goOn.open()
        let serial = try await stays.value
        XCTAssertEqual(serial, 1)
    }

    func testC5_WhenNobodyWaitsTheRunIsCancelledAndANewcomerStartsAnother() async throws {
        let (tracker, made) = (tracker, made)
        let container = try Container(
            Plan {
                $0.awaited(.singleton, First.self) { _ in
                    if made.increment() == 1 { while !Task.isCancelled { await Task.yield() } }
                    try Task.checkCancellation()
                    return First(tracker)
                }
            })
        let first = Task { try await container.resolveAsync(First.self).serial }
        while made.value == 0 { await Task.yield() }
        first.cancel()
        // A newcomer that comes before it has left joins the run, which then goes on for the newcomer.
        while WaitPicture.description.contains("a task waits: First") { await Task.yield() }
        let serial = try await container.resolveAsync(First.self).serial
        XCTAssertEqual(serial, 1)
        XCTAssertEqual(made.value, 2)
    }

    func testC3_TasksThatWaitInACircleAreRefused() async throws {
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.awaited(.singleton, First.self) { resolver in
                    _ = try await resolver.resolve(Second.self)
                    return First(tracker)
                }
                $0.awaited(.singleton, Second.self) { resolver in
                    _ = try await resolver.resolve(First.self)
                    return Second(tracker)
                }
            })
        do {
            _ = try await container.resolveAsync(First.self)
            XCTFail("each needs the other")
        } catch {
            XCTAssertEqual(error.code, .cycle)
            XCTAssertEqual(error.path, ["First", "Second", "First"])
        }
    }

    func testC3_ABuildWithSeveralWaitsIsFollowedAlongAll() async throws {
        final class Third: Part, @unchecked Sendable {}
        let tracker = tracker
        let goOn = Latch()
        let container = try Container(
            Plan {
                $0.awaited(.singleton, First.self) { resolver in
                    async let third = resolver.resolve(Third.self)
                    async let second = resolver.resolve(Second.self)
                    _ = try await (second, third)
                    return First(tracker)
                }
                $0.awaited(.singleton, Second.self) { resolver in
                    _ = try await resolver.resolve(First.self)
                    return Second(tracker)
                }
                $0.awaited(.singleton, Third.self) { _ in
                    await pass(goOn)
                    return Third(tracker)
                }
            })
        let asker = Task { try await container.resolveAsync(First.self) }
        do {
            _ = try await asker.value
            XCTFail("First and Second need each other")
        } catch {
            XCTAssertEqual((error as? ResolutionError)?.code, .cycle)
        }
        goOn.open()
    }

    func testC8_AResolveThroughACapturedContainerIsOnThePath() async throws {
        let own = Locked<Container?>(nil)
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.awaited(.singleton, First.self) { _ in
                    let container = own.withLock { $0 }
                    _ = try await container?.resolveAsync(Second.self)
                    return First(tracker)
                }
                $0.singleton(Second.self) { _ in
                    _ = try own.withLock { $0 }?.resolve(First.self)
                    return Second(tracker)
                }
            })
        own.withLock { $0 = container }
        do {
            _ = try await container.resolveAsync(First.self)
            XCTFail("each needs the other")
        } catch {
            XCTAssertEqual(error.code, .cycle)
            XCTAssertEqual(error.path, ["First", "Second", "First"])
        }
        own.withLock { $0 = nil }
    }

    func testC3_ATaskThatTheFactoryHasLeftBehindIsNoPartOfIt() async throws {
        let own = Locked<Container?>(nil)
        let left = Locked<Task<Int, any Error>?>(nil)
        let goOn = Latch()
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.awaited(.singleton, First.self) { _ in
                    let container = own.withLock { $0 }
                    left.withLock {
                        $0 = Task {
                            await pass(goOn)
                            return try await container?.resolveAsync(First.self).serial ?? 0
                        }
                    }
                    return First(tracker)
                }
            })
        own.withLock { $0 = container }
        _ = try await container.resolveAsync(First.self)
        goOn.open()
        let task = try XCTUnwrap(left.withLock { $0 })
        let serial = try await task.value
        XCTAssertEqual(serial, 1)
        own.withLock { $0 = nil }
        left.withLock { $0 = nil }
    }

    func testLIFE1_TheGraphOfATaskSharesWhatThreadsMayShare() async throws {
        let tracker = tracker
        struct Pair: Sendable {
            let one: First
            let other: First
        }
        let container = try Container(
            Plan {
                $0.awaited(.graph, First.self) { _ in First(tracker) }
                $0.awaited(.transient, Pair.self) { resolver in
                    async let one = resolver.resolve(First.self)
                    async let other = resolver.resolve(First.self)
                    return Pair(one: try await one, other: try await other)
                }
            })
        // Often: one of the two may end between the other one's look at the graph and its wait.
        for _ in 0..<200 {
            let pair = try await container.resolveAsync(Pair.self)
            XCTAssert(pair.one === pair.other)
            let next = try await container.resolveAsync(Pair.self)
            XCTAssert(pair.one !== next.one)
        }
    }

    func testC1_AnInjectionRunsBeforeAnybodySeesTheInstance() async throws {
        final class Injected: @unchecked Sendable {  // Written before it is published.
            var other: Second?
        }
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.singleton(Second.self) { _ in Second(tracker) }
                $0.awaited(.singleton, Injected.self) { _ in
                    Injected()
                } inject: {
                    $0.other = try $1.resolve()
                }
            })
        let injected = try await container.resolveAsync(Injected.self)
        XCTAssertNotNil(injected.other)
        XCTAssert(injected === (try container.resolve(Injected.self)))
    }

    func testC10_CloseCancelsWhatAwaits() async throws {
        let (tracker, isMaking) = (tracker, Latch())
        let container = try Container(
            Plan {
                $0.awaited(.singleton, First.self) { _ in
                    isMaking.open()
                    while !Task.isCancelled { await Task.yield() }
                    throw CancellationError()
                }
            })
        let asker = Task { try await container.resolveAsync(First.self) }
        await pass(isMaking)
        container.close()
        do {
            _ = try await asker.value
            XCTFail("it was cancelled")
        } catch {
            XCTAssertEqual((error as? ResolutionError)?.code, .closed)
        }
        XCTAssertEqual(tracker.alive, 0)
    }
}
