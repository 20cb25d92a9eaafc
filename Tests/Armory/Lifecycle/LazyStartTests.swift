import Armory
import ArmoryTestSupport
import XCTest

private final class A: Tracked, @unchecked Sendable {}  // As `Tracked`.
private final class B: Tracked, @unchecked Sendable {}  // As `Tracked`.
private final class C: Tracked, @unchecked Sendable {}  // As `Tracked`.
private final class D: Tracked, @unchecked Sendable {}  // As `Tracked`.

final class LazyStartTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let log = Log<String>()

    func testLIFE7_LazyDependenciesInACircleStartInTheOrderOfMaking() async throws {
        let (log, tracker) = (log, tracker)
        let container = try Container {
            Singleton { (_: Lazy<B>) in A(tracker) }.onStart { _ in log.add("start A") }
            Singleton { (_: Lazy<A>) in B(tracker) }.onStart { _ in log.add("start B") }
            Singleton { (_: Lazy<D>) in C(tracker) }.onStart { _ in log.add("start C") }
            Singleton { () in D(tracker) }.onStart { _ in log.add("start D") }
        }
        try await container.start()
        let order = log.all
        XCTAssertEqual(Set(order).count, 4)
        // A lazy dependency that is in no circle is there before.
        XCTAssertLessThan(
            try XCTUnwrap(order.firstIndex(of: "start D")), try XCTUnwrap(order.firstIndex(of: "start C")))
        try await container.shutdown()
    }
}
