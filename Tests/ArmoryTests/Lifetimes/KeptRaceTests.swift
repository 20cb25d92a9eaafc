import Armory
import ArmoryTestSupport
import XCTest

private final class Part: Tracked, @unchecked Sendable {  // Immutable.
    let version: Int
    let number: Int
    init(_ tracker: LifetimeTracker, _ version: Int, _ number: Int) {
        self.version = version
        self.number = number
        super.init(tracker)
    }
}

/// A lifetime of one place, whose search runs code of the test.
private struct Interrupted: CustomLifetime {
    let interrupt: Shelf<@Sendable () throws -> Void>

    func place() throws -> Int? {
        try interrupt.value()
        return 1
    }
}

// Custom lifetimes while the container changes.
final class KeptRaceTests: LeakCheckedTestCase {
    /// A resolve that has the store gets its instance, which is closed when the resolve has ended.
    func testC4_AChangeInTheMiddleOfASearchDoesNotCloseItsInstance() throws {
        let changes: [@Sendable (Container) throws -> Void] = [
            { try $0.reset() }, { try $0.reset(all: .kept) }, { try $0.reset(Part.self) }, { $0.close() },
        ]
        for (index, change) in changes.enumerated() {
            let (tracker, closed, interrupt) = (LifetimeTracker(), Counter(), Shelf<@Sendable () throws -> Void> {})
            let container = try Container {
                Kept { Part(tracker, 0, 0) }.lifetime(Interrupted(interrupt: interrupt)).onShutdown { _ in
                    closed.increment()
                }
            }
            let reference = WeakReference(container)
            let first = ObjectIdentifier(try container.resolve(Part.self))
            interrupt.value = {
                interrupt.value = {}
                try change(try XCTUnwrap(reference.object))
                XCTAssertEqual(closed.value, 0, "the resolve is about to take it, change \(index)")
            }
            XCTAssertEqual(ObjectIdentifier(try container.resolve(Part.self)), first, "change \(index)")
            XCTAssertEqual(closed.value, 1, "change \(index)")
            XCTAssertEqual(tracker.alive, 0, "change \(index)")
        }
    }

    /// How the container changes in a round.
    private enum Change: Int, CaseIterable, Sendable {
        case replace, overlay, remove, reset, resetAll, resetEverything, close
    }

    private struct Stage: Sendable {
        let container: Container
        let change: Change
        let tracker: LifetimeTracker
        /// How many instances were closed, in all rounds.
        let closed: Counter
        let clock = ManualClock()
        let version = Shelf(0)
    }

    private static func part(_ stage: Stage, _ version: Int) -> Kept<Part> {
        Kept(arguments: Int.self) { [tracker = stage.tracker] _, number in Part(tracker, version, number) }
            .lifetime(TimeToLive(.seconds(5), clock: stage.clock))
            // With a hook, an instance is not only released, but closed.
            .onShutdown { [closed = stage.closed] _ in closed.increment() }
    }

    private static func make(_ change: Change, of stage: Stage) throws {
        for version in 1...5 {
            stage.clock.advance(by: .seconds(3))
            let registration = part(stage, version)
            switch change {
            case .replace:
                try stage.container.replace(registration)
                // Whoever begins from now on is given this version or a later one.
                stage.version.value = version
            case .overlay: try stage.container.overlay(registration).remove()
            case .remove:
                try stage.container.remove(Part.self)
                try stage.container.load(Module { registration })
                stage.version.value = version
            case .reset: try stage.container.reset(Part.self)
            case .resetAll: try stage.container.reset(all: .kept)
            case .resetEverything: try stage.container.reset()
            case .close: if version == 3 { stage.container.close() }
            }
        }
    }

    func testM3_ChangesUnderReadersAreSafeAndLeaveNothing() throws {
        let (tracker, closed) = (LifetimeTracker(), Counter())
        let rounds = StressScale.scaled(700, underThreadSanitizer: 140)
        let report = Barrage("M3 custom lifetimes under changes", threads: 6, rounds: rounds).run(
            prepare: { round in
                let change = Change.allCases[round % Change.allCases.count]
                let stage = Stage(container: Container(), change: change, tracker: tracker, closed: closed)
                try stage.container.register(Self.part(stage, 0))
                return stage
            },
            body: { stage, thread in
                guard thread > 0 else { return try Self.make(stage.change, of: stage) }
                for step in 0..<40 {
                    let number = (step + thread) % 7
                    let least = stage.version.value
                    do {
                        let part = try stage.container.resolve(Part.self, arguments: number)
                        try expect(part.number == number, "\(part.number) for \(number)")
                        try expect(part.version >= least, "version \(part.version) after \(least)")
                    } catch let error as ResolutionError {
                        let isExpected =
                            error.code == .closed && stage.change == .close
                            || error.code == .removed && stage.change == .remove
                        try expect(isExpected, error.description)
                    }
                }
            },
            check: { stage, results in
                for result in results { try result.get() }
                stage.container.close()
                try expect(tracker.alive == 0, "\(tracker.alive) alive after \(stage.change)")
            })
        var stated = Stated("M3 custom lifetimes under every change, 6 threads")
        stated.add(report.rounds, "containers")
        stated.add(tracker.made, "instances")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
        XCTAssertEqual(closed.value, tracker.made, "each instance is closed once")
    }

    func testC4_FailuresUnderLoadAreTriedAgain() throws {
        let tracker = LifetimeTracker()
        let rounds = StressScale.scaled(300, underThreadSanitizer: 60)
        let report = Barrage("C4 custom lifetimes", threads: 12, rounds: rounds).run(
            prepare: { _ in
                let calls = Counter()
                return try Container {
                    Kept(arguments: Int.self) { _, number in
                        if calls.increment() % 3 != 0 { throw Mishap(number) }
                        return Part(tracker, 0, number)
                    }
                }
            },
            body: { container, _ in
                for _ in 0..<100 {
                    if let part = try? container.resolve(Part.self, arguments: 1) { return part.serial }
                }
                throw Mishap(1)
            },
            check: { _, results in
                try expect(Set(results.map { try $0.get() }).count == 1, "made twice")
            })
        var stated = Stated("C4 factories that throw twice, 12 threads")
        stated.add(report.rounds, "containers")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(tracker.made, rounds)
        XCTAssertEqual(tracker.alive, 0)
    }

    func testC1_CyclesThroughSeveralThreadsAreClosed() throws {
        final class Left: Sendable {
            let life = Counted()
            let right = WeakReference<Right>()
        }
        final class Right: Sendable {
            let life = Counted()
            let left: Left
            init(_ left: Left) { self.left = left }
        }
        let rounds = StressScale.scaled(300, underThreadSanitizer: 60)
        let report = Barrage("C1 cycles of custom lifetimes", threads: 8, rounds: rounds).run(
            prepare: { _ in
                try Container {
                    Kept { Left() }.inject { left, resolver in left.right.object = try resolver() }
                    Kept(Right.init)
                }
            },
            body: { container, thread -> ObjectIdentifier in
                let left = try thread % 2 == 0 ? container.resolve(Left.self) : container.resolve(Right.self).left
                let right = try container.resolve(Right.self)
                try expect(right.left === left && left.right.object === right, "half wired")
                return ObjectIdentifier(left)
            },
            check: { _, results in
                try expect(Set(results.map { try $0.get() }).count == 1, "made twice")
            })
        var stated = Stated("C1 cycles of custom lifetimes, 8 threads")
        stated.add(report.rounds, "containers")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
    }
}
