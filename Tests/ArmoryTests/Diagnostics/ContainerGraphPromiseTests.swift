// SEE2: graphs of promises.

import Armory
import ArmoryTestSupport
import XCTest

private final class Clock: Sendable {}
private struct Watch: Sendable { init(clock: Clock) {} }

final class ContainerGraphPromiseTests: LeakCheckedTestCase {
    func testSEE2_APromiseThatIsNotKeptIsMissing() throws {
        let graph = try Container.unchecked {
            Promised(Clock.self)
            Promised(Int8.self, in: .request)
            Singleton(Watch.init)
        }.graph
        let clock = graph.only("Clock")
        XCTAssertEqual(clock?.state, .missing)
        XCTAssertNil(clock?.lifetime)
        XCTAssertEqual(clock?.line, #line - 7, "where it was promised")
        XCTAssertEqual(clock?.faults.count, 1)
        XCTAssertEqual(graph.only("Int8")?.state, ContainerGraph.Node.State.none, "its scope will bring it")
        XCTAssertEqual(graph.only("Int8")?.faults, [])
        XCTAssertEqual(graph.arrows, ["Watch -> Clock: parameter construction"])
    }
}
