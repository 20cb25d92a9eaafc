// K5: a listener is told of handles that begin and end, of what they close, and of waits; it resolves nothing.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private final class Number: Sendable {
    let value: Int
    init(_ value: Int) { self.value = value }
}

/// Writes down what it is told; the note of a handle is its number.
private final class Listener: HandleListener {
    private let log = Log<String>()
    private let count = Shared(0)

    var all: [String] { log.all }

    func containerOpened(_ handle: HandleNotice) -> any AnyObject & Sendable {
        let number = Number(count.increment())
        let outer = (handle.outer as? Number).map { " in \($0.value)" } ?? ""
        let seed = handle.seed(ServiceKey(Int.self)).map { " with \($0)" } ?? ""
        log.add("\(number.value) begins\(handle.tag.map { ": \($0)" } ?? "")\(outer)\(seed)")
        return number
    }

    func containerEnded(_ note: any AnyObject & Sendable, with end: ScopeOutcome) {
        log.add("\(number(note)) ends\(end.isCompleted ? "" : " by a failure")")
    }

    func instanceClosed(
        _ record: Record, in note: any AnyObject & Sendable, since start: UInt64, _ failures: [ResolutionError]
    ) {
        log.add("\(number(note)) closes \(record.key), \(failures.count) failures")
    }

    func waitEnded(_ wait: WaitNotice, in note: any AnyObject & Sendable) {
        let askers = wait.askers.map(\.key.description).joined(separator: "<")
        log.add(
            "\(number(note)) waited for \(wait.record.key) by \(askers), \(wait.maker == nil ? "a task" : "a thread")")
    }

    private func number(_ note: any AnyObject & Sendable) -> Int { (note as? Number)?.value ?? 0 }
}

private final class Shared: Sendable {
    private let value: Locked<Int>
    init(_ value: Int) { self.value = Locked(value) }

    func increment() -> Int {
        value.withLock {
            $0 += 1
            return $0
        }
    }
}

private final class Part: Sendable {}
private final class Whole: Sendable {
    init(_ part: Part) {}
}

final class HandleListenerTests: WatchedTestCase {
    private let listener = Listener()

    private func container(_ fill: @escaping (inout Plan) -> Void) throws -> Container {
        var plan = Plan { fill(&$0) }
        plan.handleListener = listener
        return try Container(plan)
    }

    func testK5_BeginningsAndEndsAreToldOnceAndInOrder() throws {
        let container = try container {
            $0.singleton(Part.self) { _ in Part() }
            $0.scoped(Int.self) { _ in 0 }
        }
        _ = try container.resolve(Part.self)
        try container.withScope(.request, seeds: [ScopeSeed(7)]) { scope in
            XCTAssertEqual(try scope.resolve(Int.self), 7)
        }
        var forgotten: Container? = try container.openScope()
        _ = try forgotten?.resolve(Int.self)
        forgotten = nil
        container.close()
        container.close()
        XCTAssertEqual(
            listener.all,
            [
                "1 begins", "2 begins: request in 1 with 7", "2 closes Int, 0 failures", "2 ends",
                "3 begins: request in 1", "3 closes Int, 0 failures", "3 ends by a failure",
                "1 closes Part, 0 failures", "1 ends",
            ])
    }

    func testK5_AWaitIsToldWithWhoAskedAndWhoMade() throws {
        let (isIn, mayGo) = (Latch(), Latch())
        let container = try container {
            $0.singleton(Part.self) { _ in
                isIn.open()
                mayGo.wait()
                return Part()
            }
            $0.singleton(Whole.self) { Whole(try $0.resolve()) }
        }
        let threads = [Part.self as any Any.Type, Whole.self].map { type in
            let thread = Thread {
                _ = type == Part.self ? try? container.resolve(Part.self) as Any : try? container.resolve(Whole.self)
            }
            thread.start()
            if type == Part.self { isIn.wait() }
            return thread
        }
        XCTAssertTrue(Waits.come(to: "waits for Whole → Part"))
        mayGo.open()
        while threads.contains(where: { !$0.isFinished }) { usleep(200) }
        XCTAssertEqual(listener.all.filter { $0.contains("waited") }, ["1 waited for Part by Whole, a thread"])
    }
}
