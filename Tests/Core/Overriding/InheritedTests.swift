// O4, C3: threads and tasks that ask an overriding container for an instance that its base makes.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private final class Clock: Sendable {
    let life = Counted()
}
private final class Service: Sendable {
    let life = Counted()
    let clock: Clock
    init(clock: Clock) { self.clock = clock }
}
private final class Other: Sendable {}

final class InheritedTests: WatchedTestCase {
    private let made = Counter()

    /// A container whose clock is made when the latch is open.
    private func base(_ isMaking: Latch, _ goOn: Latch) throws -> Container {
        let made = made
        return try Container(
            Plan {
                $0.autowired(.singleton, Clock.self) {
                    isMaking.open()
                    goOn.wait()
                    made.increment()
                    return Clock()
                }
                $0.autowired(.singleton, Service.self, Service.init)
                $0.autowired(.singleton, Other.self) { Other() }
            })
    }

    private func overriding(_ base: Container) throws -> Container {
        try base.overriding(Plan { $0.autowired(.singleton, Other.self) { Other() } })
    }

    func testC3_ATaskWaitsForWhatAThreadOfTheBaseMakesWithoutHoldingOne() async throws {
        let (isMaking, goOn) = (Latch(), Latch())
        let base = try base(isMaking, goOn)
        let other = try overriding(overriding(base))
        Thread { _ = try? base.resolve(Clock.self) }.start()
        await pass(isMaking)
        // As many as the pool has threads, and more: none of them is held.
        let askers = (0..<20).map { _ in Task { ObjectIdentifier(try await other.resolveAsync(Clock.self)) } }
        while !WaitPicture.description.contains("a task waits: Clock") { await Task.yield() }
        goOn.open()
        let clock = try base.resolve(Clock.self)
        for asker in askers {
            let seen = try await asker.value
            XCTAssertEqual(seen, ObjectIdentifier(clock))
        }
        XCTAssert(try other.resolve(Clock.self) === clock)
        XCTAssertEqual(made.value, 1)
    }

    func testO4_ATaskIsGivenWhatAThreadHasMadeAndAThreadWhatATaskHasMade() async throws {
        let goOn = Latch()
        goOn.open()
        for askerIsATask in [true, false] {
            let base = try base(Latch(), goOn)
            let other = try overriding(base)
            let third = try overriding(other)
            let clock = askerIsATask ? try base.resolve(Clock.self) : try await base.resolveAsync(Clock.self)
            for container in [third, other] {
                let awaited = askerIsATask ? try await container.resolveAsync(Clock.self) : try container.resolve()
                XCTAssert(awaited === clock)
            }
            let service = try await third.resolveAsync(Service.self)
            XCTAssert(service.clock === clock)
            XCTAssert(try base.resolve(Service.self) === service, "the base has made it")
            let (own, same) = try await (third.resolveAsync(Other.self), third.resolveAsync(Other.self))
            XCTAssert(own === same)
            XCTAssert(try own !== other.resolve(Other.self))
        }
        XCTAssertEqual(made.value, 2)
    }

    func testC10_ATaskIsRefusedWhatTheBaseMakesWhileItEnds() async throws {
        let (isMaking, goOn) = (Latch(), Latch())
        let base = try base(isMaking, goOn)
        let other = try overriding(base)
        let maker = Task.detached { try await other.resolveAsync(Clock.self) }
        await pass(isMaking)
        base.close()
        goOn.open()
        do {
            _ = try await maker.value
            XCTFail("the base has ended")
        } catch {
            XCTAssertEqual((error as? ResolutionError)?.code, .closed)
        }
        failure(.closed) { try other.resolve(Clock.self) }
        XCTAssertEqual(made.value, 1)
    }

    func testC1_ThreadsAndTasksOfBothShareOne() async throws {
        let goOn = Latch()
        goOn.open()
        for _ in 0..<100 {
            let base = try base(Latch(), goOn)
            let other = try overriding(base)
            let seen = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
                for number in 0..<8 {
                    let container = number % 2 == 0 ? base : other
                    group.addTask {
                        let service =
                            number < 4 ? try container.resolve(Service.self) : try await container.resolveAsync()
                        return ObjectIdentifier(service)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            XCTAssertEqual(seen.count, 8)
            XCTAssertEqual(Set(seen).count, 1)
        }
        XCTAssertEqual(made.value, 100)
    }
}
