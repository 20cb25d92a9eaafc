// C5, RES1: tasks, and what others do meanwhile.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

final class AwaitedOthersTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let made = Counter()

    private class Part: Tracked, @unchecked Sendable {}
    private final class First: Part, @unchecked Sendable {}
    private final class Second: Part, @unchecked Sendable {}

    func testC5_AnAbandonedRunThatFailsInItsInjectionIsNotToldToTheNewcomer() async throws {
        let (tracker, made) = (tracker, made)
        let (isMaking, goOn) = (Latch(), Latch())
        let container = try Container(
            Plan {
                $0.awaited(.singleton, First.self) { _ in
                    if made.increment() == 1 {
                        isMaking.open()
                        await pass(goOn)
                    }
                    return First(tracker)
                } inject: { _, _ in
                    try Task.checkCancellation()
                }
            })
        let first = Task { try await container.resolveAsync(First.self).serial }
        await pass(isMaking)
        first.cancel()
        while WaitPicture.description.contains("a task waits: First") { await Task.yield() }
        let newcomer = Task { try await container.resolveAsync(First.self).serial }
        while !WaitPicture.description.contains("a task waits: First") { await Task.yield() }
        goOn.open()
        _ = try await newcomer.value
        XCTAssertEqual(made.value, 2)
    }

    func testRES1_AValueThatNeedsNoAwaitingIsTheSameForATask() async throws {
        struct Value: Equatable, Sendable { let (one, two, three, four, five): (Int, Int, Int, Int, Int) }
        let value = Value(one: 1, two: 2, three: 3, four: 4, five: 5)
        let container = try Container(Plan { $0.singleton(Value.self) { _ in value } })
        let awaited = try await container.resolveAsync(Value.self)
        XCTAssertEqual(awaited, value)
        XCTAssertEqual(try container.resolve(Value.self), value)
    }

    func testC5_TasksThatAskForWhatDoesNotAwaitAreGivenOneAndBlockNoThread() async throws {
        final class Injected: @unchecked Sendable { var other: Second? }
        let (tracker, made) = (tracker, made)
        for isInjected in [false, true] {
            let container = try Container(
                Plan {
                    $0.singleton(Second.self) { _ in Second(tracker) }
                    if isInjected {
                        $0.injected(.singleton, Injected.self) { _ in
                            made.increment()
                            return Injected()
                        } inject: {
                            $0.other = try $1.resolve()
                        }
                    } else {
                        $0.singleton(Injected.self) { _ in
                            made.increment()
                            usleep(2_000)
                            return Injected()
                        }
                    }
                })
            let all = try await withThrowingTaskGroup(of: Injected.self) { group in
                for _ in 0..<40 { group.addTask { try await container.resolveAsync(Injected.self) } }
                return try await group.reduce(into: [ObjectIdentifier]()) { $0.append(ObjectIdentifier($1)) }
            }
            XCTAssertEqual(Set(all).count, 1)
            XCTAssertEqual(made.value, isInjected ? 2 : 1)
        }
    }
}
