import Armory
import ArmoryTestSupport
import XCTest

final class OverlayTests: EveryHashTestCase {
    private let tracker = LifetimeTracker()

    func testREG17_TakingAnOverlayAwayBringsTheEarlierInstanceBack() throws {
        let container = try Container { Singleton { [tracker] in Tracked(tracker) } }
        let base = try container.resolve(Tracked.self)
        let overlay = try container.overlay(Singleton { [tracker] in Tracked(tracker) })
        let over = try container.resolve(Tracked.self)
        XCTAssertFalse(over === base)
        XCTAssertTrue(try container.resolve(Tracked.self) === over)
        overlay.remove()
        XCTAssertTrue(try container.resolve(Tracked.self) === base)
        XCTAssertEqual(tracker.made, 2)
    }

    func testREG17_AnOverlayLetsGoOfItsOwnInstance() throws {
        let container = try Container { Singleton { [tracker] in Tracked(tracker) } }
        _ = try container.resolve(Tracked.self)
        let overlay = try container.overlay(Singleton { [tracker] in Tracked(tracker) })
        _ = try container.resolve(Tracked.self)
        XCTAssertEqual(tracker.alive, 2)
        overlay.remove()
        XCTAssertEqual(tracker.releaseOrder, [2])
    }

    func testREG17_OverlaysAreRemovedInAnyOrder() throws {
        // Every order of removing four overlays.
        func orders(_ rest: [Int]) -> [[Int]] {
            rest.isEmpty
                ? [[]]
                : rest.flatMap { first in orders(rest.filter { $0 != first }).map { [first] + $0 } }
        }
        for order in orders([1, 2, 3, 4]) {
            let container = try Container { Singleton(value: 0) }
            let overlays = try (1...4).map { try container.overlay(Singleton(value: $0)) }
            var left = [0, 1, 2, 3, 4]
            for number in order {
                XCTAssertEqual(try container.resolve(Int.self), left.last)
                overlays[number - 1].remove()
                left.removeAll { $0 == number }
            }
            XCTAssertEqual(try container.resolve(Int.self), 0, "\(order)")
        }
    }

    func testREG17_StackedOverlaysKeepEachInstance() throws {
        let container = try Container { Singleton { [tracker] in Tracked(tracker) } }
        var overlays: [Overlay] = []
        for serial in 1...4 {
            XCTAssertEqual(try container.resolve(Tracked.self).serial, serial)
            overlays.append(try container.overlay(Singleton { [tracker] in Tracked(tracker) }))
        }
        overlays.removeLast().remove()
        for serial in (1...3).reversed() {
            XCTAssertEqual(try container.resolve(Tracked.self).serial, serial + 1)
            overlays.removeLast().remove()
            XCTAssertEqual(try container.resolve(Tracked.self).serial, serial)
        }
        XCTAssertEqual(tracker.made, 4)
        XCTAssertEqual(tracker.alive, 1)
    }

    func testREG17_ReplacingUnderAnOverlay() throws {
        let container = try Container { Singleton { [tracker] in Tracked(tracker) } }
        _ = try container.resolve(Tracked.self)
        let overlay = try container.overlay(Singleton { [tracker] in Tracked(tracker) })
        XCTAssertEqual(try container.resolve(Tracked.self).serial, 2)
        try container.replace(Singleton { [tracker] in Tracked(tracker) })
        XCTAssertEqual(try container.resolve(Tracked.self).serial, 2, "the overlay stays on top")
        XCTAssertEqual(tracker.releaseOrder, [1])
        overlay.remove()
        XCTAssertEqual(try container.resolve(Tracked.self).serial, 3)
    }

    func testREG17_RemovingAnOverlayTwiceDoesNothing() throws {
        let container = try Container { Singleton(value: 0) }
        let first = try container.overlay(Singleton(value: 1))
        first.remove()
        first.remove()
        XCTAssertEqual(try container.resolve(Int.self), 0)
    }

    func testREG17_RemovingAnOverlayTwiceLeavesALaterOne() throws {
        // The later overlay's slot may get the memory of the first one's.
        for _ in 0..<50 {
            let container = try Container { Singleton(value: 0) }
            let first = try container.overlay(Singleton(value: 1))
            first.remove()
            let second = try container.overlay(Singleton(value: 2))
            first.remove()
            XCTAssertEqual(try container.resolve(Int.self), 2)
            second.remove()
            XCTAssertEqual(try container.resolve(Int.self), 0)
        }
    }

    func testREG17_AnOverlayOfARemovedKeyLeavesALaterOne() throws {
        for _ in 0..<50 {
            let container = Container()
            try container.register(Singleton(value: 0))
            let first = try container.overlay(Singleton(value: 1))
            try container.remove(Int.self)
            try container.register(Singleton(value: 2))
            let second = try container.overlay(Singleton(value: 3))
            first.remove()
            XCTAssertEqual(try container.resolve(Int.self), 3)
            second.remove()
            XCTAssertEqual(try container.resolve(Int.self), 2)
        }
    }

    func testREG17_RegisteringOverAnOverlayReplacesWhatLiesBelow() throws {
        let container = Container(configuration: .init(duplicates: .replace))
        try container.register(Singleton(value: 0))
        let overlay = try container.overlay(Singleton(value: 1))
        try container.register(Singleton(value: 2))
        XCTAssertEqual(try container.resolve(Int.self), 1)
        overlay.remove()
        XCTAssertEqual(try container.resolve(Int.self), 2)
    }

    func testREG17_RemovingTheKeyRemovesItsOverlays() throws {
        let container = Container()
        try container.register(Singleton { [tracker] in Tracked(tracker) })
        _ = try container.resolve(Tracked.self)
        let overlay = try container.overlay(Singleton { [tracker] in Tracked(tracker) })
        _ = try container.resolve(Tracked.self)
        try container.remove(Tracked.self)
        XCTAssertEqual(tracker.alive, 0)
        failure(.removed) { try container.resolve(Tracked.self) }
        overlay.remove()
        failure(.removed) { try container.resolve(Tracked.self) }
        try container.register(Singleton { [tracker] in Tracked(tracker) })
        overlay.remove()
        XCTAssertEqual(try container.resolve(Tracked.self).serial, 3)
    }

    func testREG17_OverlaysOfNamesAreTheirOwn() throws {
        let container = try Container {
            Singleton(value: 1)
            Singleton(value: 2).named("a")
        }
        let overlay = try container.overlay(Singleton(value: 3).named("a"))
        XCTAssertEqual(try container.resolve(Int.self), 1)
        XCTAssertEqual(try container.resolve(Int.self, named: "a"), 3)
        overlay.remove()
        XCTAssertEqual(try container.resolve(Int.self, named: "a"), 2)
    }

    func testREG17_AnOverlaySurvivesTheTablesGrowth() throws {
        let container = Container()
        try container.register(Singleton(value: "base"))
        let overlay = try container.overlay(Singleton(value: "over"))
        for number in 0..<500 { try container.register(Singleton(value: number).qualified(by: number)) }
        XCTAssertEqual(try container.resolve(String.self), "over")
        overlay.remove()
        XCTAssertEqual(try container.resolve(String.self), "base")
    }

    func testM1_ClosingUnderOverlaysFreesEverything() throws {
        let container = try Container { Singleton { [tracker] in Tracked(tracker) } }
        var overlays: [Overlay] = []
        for _ in 0..<3 {
            _ = try container.resolve(Tracked.self)
            overlays.append(try container.overlay(Singleton { [tracker] in Tracked(tracker) }))
        }
        container.close()
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(tracker.releaseOrder, [3, 2, 1])
        for overlay in overlays { overlay.remove() }
        failure(.closed) { try container.resolve(Tracked.self) }
    }

    func testM1_ReleasingAContainerUnderOverlaysFreesEverything() throws {
        do {
            let container = try Container { Singleton { [tracker] in Tracked(tracker) } }
            for _ in 0..<3 {
                _ = try container.resolve(Tracked.self)
                _ = try container.overlay(Singleton { [tracker] in Tracked(tracker) })
            }
        }
        XCTAssertEqual(tracker.releaseOrder, [3, 2, 1])
    }
}
