// What the stress tests have made: objects that can be seen half-made, and that are counted.

import Armory
import ArmoryTestSupport
import Foundation
import Synchronization

/// How a constructor spends its time.
enum Pace: Sendable {
    case atOnce
    /// Gives the processor away.
    case yielding
    /// Sleeps for some tens of microseconds.
    case slow

    func spend() {
        switch self {
        case .atOnce: break
        case .yielding: sched_yield()
        case .slow: usleep(30)
        }
    }
}

/// Counts what is made of one registration in one round; cheaper than a `LifetimeTracker`.
final class Census: Sendable {
    private let madeCount = Atomic<Int>(0)
    private let aliveCount = Atomic<Int>(0)

    /// The number of instances made so far.
    var made: Int { madeCount.load(ordering: .acquiring) }
    /// The number of instances whose `deinit` has not run.
    var alive: Int { aliveCount.load(ordering: .acquiring) }

    func begin() -> Int {
        aliveCount.add(1, ordering: .relaxed)
        return madeCount.add(1, ordering: .acquiringAndReleasing).newValue
    }

    func end() {
        aliveCount.subtract(1, ordering: .acquiringAndReleasing)
    }

    /// Throws a miss unless exactly one was made, and it is alive.
    func expectOne(_ what: @autoclosure () -> String) throws {
        try expect(made == 1, "\(what()) was made \(made) times")
        try expect(alive == 1, "of \(what()) \(alive) are alive")
    }
}

/// A widget as it is found by a protocol.
protocol AnyWidget: AnyObject, Sendable {
    var widget: Widget { get }
}

/// An object whose parts are set one after the other in its injection.
///
/// They are plain variables: a widget that is seen too soon is half-made, and ThreadSanitizer sees it too.
final class Widget: AnyWidget, @unchecked Sendable {  // Written in its injection, before it is published.
    private let census: Census
    private let serial: Int
    private var first = 0
    private var second: [Int] = []
    private var third: String?

    init(_ census: Census, _ pace: Pace = .atOnce) {
        self.census = census
        pace.spend()
        serial = census.begin()
        pace.spend()
    }

    deinit {
        census.end()
    }

    var widget: Widget { self }

    /// Sets the parts; may run twice.
    func complete(_ pace: Pace) {
        first = serial
        pace.spend()
        second = [serial]
        pace.spend()
        third = "\(serial)"
    }

    /// Throws a miss unless all parts are set.
    func expectComplete(_ what: @autoclosure () -> String) throws {
        try expect(first == serial && second == [serial] && third != nil, "\(what()) was seen half-made")
    }
}
