import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private final class Slow: Sendable {
    let life = Counted()
    let attempt: Int
    init(attempt: Int) { self.attempt = attempt }
}

/// C4: what a thread gets that waits for a factory which fails.
final class FailureWaitTests: WatchedTestCase {
    /// Has a factory fail by `body` at its first attempt, when another thread waits for its instance; what the two threads get.
    private func fail(
        isInjected: Bool, attempts: Counter, _ body: @escaping @Sendable (Resolver) throws -> Void
    ) throws -> [Result<Int, any Error>] {
        let isMaking = Latch()
        let make: @Sendable (Resolver) throws -> Slow = { resolver in
            let attempt = attempts.increment()
            if attempt == 1 {
                isMaking.open()
                XCTAssertTrue(Waits.come(to: "waits for [Slow] → Slow"))
                try body(resolver)
            }
            return Slow(attempt: attempt)
        }
        let container = try Container(
            Plan { plan in
                if isInjected {
                    plan.injected(.singleton, Slow.self, make) { _, _ in }
                } else {
                    plan.singleton(Slow.self, make)
                }
                plan.transient([Slow].self) { [try $0.resolve()] }
                plan.singleton { A(try $0.resolve()) }
                plan.singleton { B(try $0.resolve()) }
            })
        let results = race(threads: 2) { thread in
            if thread == 0 { return try container.resolve(Slow.self).attempt }
            XCTAssertTrue(isMaking.wait())
            return try container.resolve([Slow].self)[0].attempt
        }
        XCTAssertEqual(try container.resolve(Slow.self).attempt, 2, "the cell can be tried again")
        return results
    }

    private final class A: Sendable { let life = Counted(); init(_ b: B) {} }
    private final class B: Sendable { let life = Counted(); init(_ a: A) {} }

    func testC4_WhoWaitsGetsTheThrownErrorWithAPathOfItsOwn() throws {
        for isInjected in [false, true] {
            let attempts = Counter()
            let results = try fail(isInjected: isInjected, attempts: attempts) { _ in throw Mishap(3) }
            for (result, path) in zip(results, [["Slow"], ["[Slow]", "Slow"]]) {
                let error = failure(.factoryFailed) { try result.get() }
                XCTAssertEqual(error?.underlying as? Mishap, Mishap(3))
                XCTAssertEqual(error?.path, path)
                XCTAssertEqual(error?.key, "Slow")
            }
            XCTAssertEqual(attempts.value, 2, "the waiter did not try by itself")
        }
    }

    func testC4_WhoWaitsTriesAgainAfterACycle() throws {
        for isInjected in [false, true] {
            let results = try fail(isInjected: isInjected, attempts: Counter()) { _ = try $0.resolve(A.self) }
            XCTAssertEqual(failure(.cycle) { try results[0].get() }?.path, ["Slow", "A", "B", "A"])
            XCTAssertEqual(try results[1].get(), 2)
        }
    }

    func testE3_ADeclinedInstanceIsNilForAWaiterWhereTheKeyIsTwiceOnTheMakersPath() throws {
        let (isMaking, attempts) = (Latch(), Counter())
        let inner = try Container(
            Plan {
                $0.singleton(Slow.self) { _ in
                    isMaking.open()
                    if attempts.increment() == 1 { XCTAssertTrue(Waits.come(to: "waits: Slow")) }
                    throw Declined()
                }
            })
        let outer = try Container(Plan { $0.singleton(Slow.self) { _ in try inner.resolve(Slow.self) } })
        let results = race(threads: 2) { thread -> Slow? in
            if thread == 0 { return try outer.resolve(Slow.self) }
            XCTAssertTrue(isMaking.wait())
            return try inner.resolve(Slow?.self)
        }
        XCTAssertEqual(failure(.declined) { try results[0].get() }?.path, ["Slow", "Slow"])
        XCTAssertNil(try results[1].get())
    }

    func testE3_ADeclinedInstanceIsNilForATaskWhereTheKeyIsTwiceOnTheMakersPath() async throws {
        let (isMaking, attempts) = (Latch(), Counter())
        let inner = try Container(
            Plan {
                $0.awaited(.singleton, Slow.self) { _ in
                    isMaking.open()
                    guard attempts.increment() == 1 else { throw Declined() }
                    while WaitPicture.description.components(separatedBy: "waits: Slow").count < 4 {
                        await Task.yield()
                    }
                    throw Declined()
                }
            })
        let outer = try Container(
            Plan { $0.awaited(.singleton, Slow.self) { _ in try await inner.resolveAsync(Slow.self) } })
        let maker = Task { try await outer.resolveAsync(Slow.self) }
        await pass(isMaking)
        let found = try await inner.resolveAsync(Slow?.self)
        XCTAssertNil(found)
        do {
            _ = try await maker.value
            XCTFail("it has declined")
        } catch {
            XCTAssertEqual((error as? ResolutionError)?.path, ["Slow", "Slow"])
        }
    }

    func testC4_WhoWaitsTriesAgainWhereTheMakersTaskWasCancelled() throws {
        let (isMaking, isOver) = (Latch(), Latch())
        let attempts = Counter()
        let thrown = Locked<(any Error)?>(nil)
        let container = try Container(
            Plan {
                $0.singleton(Slow.self) { _ in
                    let attempt = attempts.increment()
                    if attempt == 1 {
                        isMaking.open()
                        XCTAssertTrue(Waits.come(to: "waits: Slow"))
                        try Task.checkCancellation()
                    }
                    return Slow(attempt: attempt)
                }
            })
        Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            do { _ = try container.resolve(Slow.self) } catch { thrown.withLock { $0 = error } }
            isOver.open()
        }
        XCTAssertTrue(isMaking.wait())
        XCTAssertEqual(try container.resolve(Slow.self).attempt, 2)
        XCTAssertTrue(isOver.wait())
        XCTAssertEqual((thrown.withLock { $0 } as? ResolutionError)?.code, .cancelled)
    }
}
