// RES5, RES6: what cannot throw ends the process, and says why.

import Armory
import ArmoryTestSupport
import XCTest

private final class Thing: Sendable {
    private let life = Counted()
}

private final class Needy: Sendable {
    let thing: Thing
    init(thing: Thing) { self.thing = thing }
}

private struct Holder {
    @Injected var thing: Thing
}

/// Reads a dependency at its end that it never read before.
private final class LateReader {
    @Lazy var thing: Thing
    deinit { _ = thing }
}

final class EndingTests: LeakCheckedTestCase {
    private let noCurrent = "[noCurrent]"
    private let ways = (default: "Container.setDefault(_:)", current: "container.asCurrent {")

    func testRES6_WithoutACurrentContainerEachSaysBothWaysToSetOne() throws {
        XCTAssertNil(Container.current)
        let place = "ArmoryTests/EndingTests.swift:"
        try assertEndsProcess("injected", saying: "Thing ", noCurrent, ways.default, ways.current, place) {
            _ = Injected<Thing>()
        }
        try assertEndsProcess("holder", saying: "Thing ", noCurrent, ways.default, ways.current, place) { _ = Holder() }
        try assertEndsProcess("lazy", saying: "Thing ", noCurrent, ways.default, ways.current, place) {
            _ = Lazy<Thing>().wrappedValue
        }
        try assertEndsProcess("weak", saying: "Thing ", noCurrent, ways.default, ways.current, place) {
            _ = WeakInjected<Thing>().wrappedValue
        }
        try assertEndsProcess("dynamic", saying: "Thing named \"a\"", noCurrent, ways.default, ways.current, place) {
            _ = Provider<Thing>(named: "a").wrappedValue
        }
        try assertEndsProcess("optional", saying: noCurrent, ways.default, ways.current, place) {
            _ = Injected<Thing?>()
        }
    }

    func testRES5_AMissingDependencyEndsTheProcess() throws {
        let container = try Container(configuration: .init(validates: false)) { Transient(Needy.init) }
        let place = "ArmoryTests/EndingTests.swift:"
        try assertEndsProcess("eager", saying: "Fatal error: Thing ", "[missing]", place) {
            _ = container.asCurrent { Holder() }
        }
        try assertEndsProcess("lazy", saying: "Fatal error: Thing ", "[missing]", place) {
            _ = Lazy<Thing>(container: container).wrappedValue
        }
        try assertEndsProcess("deep", saying: "Needy → Thing") {
            _ = Injected<Needy?>(container: container)
        }
    }

    // MARK: At the end of the holder

    func testRES5_AReadAtTheEndOfTheHolderAfterThatOfTheContainerEndsTheProcess() throws {
        try assertEndsProcess("deinit", saying: "Thing ", "[closed]") {
            var container: Container? = try Container { Singleton(Thing.init) }
            var reader: LateReader? = container?.asCurrent { LateReader() }
            container = nil
            withExtendedLifetime(reader) {}
            reader = nil
        }
    }
}
