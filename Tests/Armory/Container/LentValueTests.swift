import Armory
import ArmoryTestSupport
import XCTest

// RES9, S2: a singleton of every kind of type is lent as it is, on any number of threads at once, and stays as it was.

/// What the kinds of values have in common.
private protocol Reading: Sendable {
    /// The serial number of the object that the value refers to; 0 where it refers to none.
    var reading: Int { get }
}

/// A type whose bits cannot be moved: the runtime clears a weak reference that is taken.
private struct Watcher: Reading {
    weak var tracked: Tracked?
    var reading: Int { tracked?.serial ?? 0 }
}

/// A weak reference after other fields.
private struct LargeWatcher: Reading {
    let numbers = (1, 2, 3)
    let text = String(repeating: "watcher ", count: 9)
    weak var tracked: Tracked?
    var reading: Int { numbers.2 == 3 && text.count == 72 ? tracked?.serial ?? 0 : -1 }
}

private struct Holder: Reading {
    let tracked: Tracked
    var reading: Int { tracked.serial }
}

private struct Couple: Reading {
    let both: (Tracked, Int)
    var reading: Int { both.1 == 5 ? both.0.serial : -1 }
}

private struct Large: Reading {
    let numbers = (1, 2, 3, 4)
    let text = String(repeating: "large ", count: 9)
    let tracked: Tracked
    var reading: Int { numbers.3 == 4 && text.count == 54 ? tracked.serial : -1 }
}

private struct Boxing: Reading {
    let value: any Reading
    let number = 6
    var reading: Int { number == 6 ? value.reading : -1 }
}

private struct Calling: Reading {
    let call: @Sendable () -> Int
    var reading: Int { call() }
}

private struct Empty: Reading {
    var reading: Int { 0 }
}

private struct Unowned: Reading {
    unowned let tracked: Tracked
    var reading: Int { tracked.serial }
}

private enum Choice: Reading {
    case object(Tracked)
    case both(Tracked, Int)
    case watcher(Watcher)
    case nothing

    var reading: Int {
        switch self {
        case .object(let tracked): tracked.serial
        case .both(let tracked, let number): number == 7 ? tracked.serial : -1
        case .watcher(let watcher): watcher.reading
        case .nothing: 0
        }
    }
}

final class LentValueTests: LeakCheckedTestCase {
    /// Lends a singleton of the value's type, and of the protocol's, to one thread and to four at once.
    private func lend<T: Reading>(
        _ make: @escaping @Sendable (Tracked) -> T, reads: Int = 1, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        try lend(T.self, reads: reads, { make($0) }, { $0.reading }, file: file, line: line)
        try lend((any Reading).self, reads: reads, { make($0) }, { $0.reading }, file: file, line: line)
    }

    private func lend<T: Sendable>(
        _ type: T.Type, reads expected: Int, _ make: @escaping @Sendable (Tracked) -> T,
        _ read: @escaping @Sendable (borrowing T) -> Int, file: StaticString, line: UInt
    ) throws {
        let tracker = LifetimeTracker()
        var tracked: Tracked? = Tracked(tracker)
        try withExtendedLifetime(tracked) {
            let object = try XCTUnwrap(tracked)
            let container = try Container { Singleton(T.self) { make(object) } }
            XCTAssertEqual(read(try container.resolve(type)), expected, "\(type)", file: file, line: line)
            let readings = try (0..<10).map { _ in try container.with(type) { read($0) } }
            XCTAssertEqual(readings, Array(repeating: expected, count: 10), "\(type)", file: file, line: line)
            // A thread may hold what it captures a little longer than the race.
            let others = race(threads: 4) { [unowned container] _ in
                try (0..<500).map { _ in try container.with(type) { read($0) } }
            }
            for other in others {
                XCTAssertEqual(Set(try other.get()), [expected], "\(type) on a thread", file: file, line: line)
            }
            let kept = try container.with(type) { copy $0 }
            container.close()
            XCTAssertEqual(read(kept), expected, "\(type), kept", file: file, line: line)
            withExtendedLifetime(container) {}
        }
        tracked = nil
        XCTAssertEqual(tracker.alive, 0, "\(type) is neither lost nor released twice", file: file, line: line)
    }

    func testRES9_AStructWithAWeakReferenceKeepsItWhenItIsLent() throws {
        try lend { Watcher(tracked: $0) }
        try lend { LargeWatcher(tracked: $0) }
        try lend { Choice.watcher(Watcher(tracked: $0)) }
        try lend(
            Watcher?.self, reads: 1, { Watcher(tracked: $0) }, { $0?.reading ?? -1 }, file: #filePath, line: #line)
    }

    func testRES9_AStructWithAnExistentialIsLent() throws {
        try lend { Boxing(value: Holder(tracked: $0)) }
        try lend { Boxing(value: Large(tracked: $0)) }
        try lend { Boxing(value: Watcher(tracked: $0)) }
        try lend { Boxing(value: Boxing(value: LargeWatcher(tracked: $0))) }
    }

    func testRES9_AnEnumWithAnObjectIsLent() throws {
        try lend { Choice.object($0) }
        try lend { Choice.both($0, 7) }
        try lend({ _ in Choice.nothing }, reads: 0)
    }

    func testRES9_StructsOfEverySizeAreLent() throws {
        try lend { Holder(tracked: $0) }
        try lend { Couple(both: ($0, 5)) }
        try lend { Large(tracked: $0) }
        try lend { Unowned(tracked: $0) }
        try lend({ _ in Empty() }, reads: 0)
    }

    func testRES9_AClosureIsLent() throws {
        try lend { tracked in Calling { tracked.serial } }
        try lend(
            (@Sendable () -> Int).self, reads: 1, { tracked in { tracked.serial } }, { (copy $0)() },
            file: #filePath, line: #line)
    }
}

// MARK: While the object dies

extension LentValueTests {
    /// Four threads borrow while the object of a weak reference dies: a thread finds the object until it finds nil.
    private func lendWhileObjectDies<T: Sendable>(
        _ type: T.Type, _ make: @escaping @Sendable (Tracked) -> T, _ read: @escaping @Sendable (borrowing T) -> Int
    ) -> String? {
        let tracker = LifetimeTracker()
        return Barrage(
            "lent while its object dies, \(type)", threads: 4,
            rounds: StressScale.scaled(500, underThreadSanitizer: 100)
        ).run(
            prepare: { _ in
                let tracked = Shelf<Tracked?>(Tracked(tracker))
                let container = try Container {
                    Singleton(type) { make(try XCTUnwrap(tracked.value)) }
                }
                _ = try container.resolve(type)
                return (container: container, tracked: tracked, serial: tracker.made)
            },
            body: { stage, thread in
                let before = try (0..<20).map { _ in try stage.container.with(type) { read($0) } }
                if thread == 0 { stage.tracked.value = nil }
                return before + (try (0..<20).map { _ in try stage.container.with(type) { read($0) } })
            },
            check: { stage, results in
                for (thread, result) in results.enumerated() {
                    let readings = try result.get()
                    let alive = readings.prefix { $0 == stage.serial }.count
                    try expect(readings.dropFirst(alive).allSatisfy { $0 == 0 }, "found \(readings)")
                    try expect(thread != 0 || alive >= 20, "lost after \(alive) loans, before the object died")
                }
                try expect(try stage.container.with(type) { read($0) } == 0, "an object that is dead was found")
                try expect(tracker.alive == 0, "\(tracker.alive) objects are alive")
            }
        ).miss
    }

    func testS2_AStructWithAWeakReferenceIsLentToThreadsWhileItsObjectDies() {
        XCTAssertNil(lendWhileObjectDies(Watcher.self, { Watcher(tracked: $0) }, { $0.reading }))
        XCTAssertNil(lendWhileObjectDies(LargeWatcher.self, { LargeWatcher(tracked: $0) }, { $0.reading }))
    }

    func testS2_AnExistentialOfAWeakReferenceIsLentToThreadsWhileItsObjectDies() {
        XCTAssertNil(lendWhileObjectDies((any Reading).self, { Watcher(tracked: $0) }, { $0.reading }))
        XCTAssertNil(lendWhileObjectDies(Boxing.self, { Boxing(value: LargeWatcher(tracked: $0)) }, { $0.reading }))
    }
}
