import Armory
import ArmoryTestSupport
import XCTest

private struct Settings: Sendable {
    var text = String(repeating: "settings ", count: 20)
    var numbers = (1, 2, 3, 4, 5, 6, 7, 8)
    let tracked: Tracked
}

final class WithTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    func testRES9_AReadySingletonIsLent() throws {
        let container = try Container { Singleton { [tracker] in Tracked(tracker) } }
        let tracked = try container.resolve(Tracked.self)
        XCTAssertTrue(try container.with(Tracked.self) { $0 === tracked })
        XCTAssertEqual(try container.with(Tracked.self) { $0.serial }, 1)
        XCTAssertEqual(tracker.made, 1)
    }

    func testRES9_WhatIsNotReadyIsResolvedAndLent() throws {
        let container = try Container {
            Singleton { [tracker] in Tracked(tracker) }
            Transient { Settings(tracked: try $0.resolve()) }
            Graph { 5 }
            Singleton(value: "ready")
        }
        XCTAssertEqual(try container.with(Tracked.self) { $0.serial }, 1)
        XCTAssertEqual(try container.with(Tracked.self) { $0.serial }, 1)
        XCTAssertEqual(try container.with(Settings.self) { $0.tracked.serial + $0.numbers.7 }, 9)
        XCTAssertEqual(try container.with(Int.self) { $0 }, 5)
        XCTAssertEqual(try container.with(String.self) { $0.count }, 5)
        assertThreadIsIdle()
    }

    func testALentValueIsIntactAfterwards() throws {
        try lendAndResolve()
        XCTAssertEqual(tracker.alive, 0, "neither lost nor released twice")
    }

    private func lendAndResolve() throws {
        let container = try Container { Singleton { [tracker] in Settings(tracked: Tracked(tracker)) } }
        for _ in 0..<100 {
            XCTAssertEqual(try container.with(Settings.self) { $0.text.count }, 180)
            XCTAssertEqual(try container.with(Settings.self) { $0.numbers.0 + $0.numbers.7 }, 9)
        }
        XCTAssertEqual(try container.resolve(Settings.self).tracked.serial, 1)
        XCTAssertEqual(tracker.alive, 1)
    }

    func testALentInstanceMayBeKept() throws {
        var kept: Tracked?
        do {
            let container = try Container { Singleton { [tracker] in Tracked(tracker) } }
            for _ in 0..<3 { kept = try container.with(Tracked.self) { copy $0 } }
        }
        XCTAssertEqual(tracker.alive, 1)
        XCTAssertEqual(kept?.serial, 1)
        kept = nil
        XCTAssertEqual(tracker.alive, 0)
    }

    func testABodyThatThrowsGivesTheInstanceBack() throws {
        let container = try Container { Singleton { [tracker] in Tracked(tracker) } }
        for ready in [false, true] {
            XCTAssertThrowsError(try container.with(Tracked.self) { _ in throw Mishap(4) }) {
                XCTAssertEqual($0 as? Mishap, Mishap(4), "as it was thrown, ready: \(ready)")
            }
        }
        XCTAssertEqual(try container.with(Tracked.self) { $0.serial }, 1)
        XCTAssertEqual(tracker.alive, 1)
        assertThreadIsIdle()
    }

    func testWithThrowsWhatResolveThrows() throws {
        let container = try Container { Transient { () throws -> Int in throw Mishap(5) } }
        failure(.missing) { try container.with(String.self) { $0.count } }
        failure(.factoryFailed) { try container.with(Int.self) { $0 } }
        assertThreadIsIdle()
    }

    func testABodyMayResolveAndLend() throws {
        let container = try Container {
            Singleton(value: 1)
            Singleton { "\(try $0.resolve(Int.self))" }
            Transient { [try $0.resolve(String.self)] }
        }
        let list = try container.with(Int.self) { number in
            try container.with(String.self) { text in
                try container.resolve([String].self) + [text, "\(number)"]
            }
        }
        XCTAssertEqual(list, ["1", "1", "1"])
        // More than the list of borrows holds at first.
        func nest(_ depth: Int) throws -> Int {
            try container.with(Int.self) { try depth == 0 ? $0 : $0 + nest(depth - 1) }
        }
        XCTAssertEqual(try nest(199), 200)
    }

    func testWithInsideAFactory() throws {
        let shelf = Shelf<Container?>(nil)
        let container = try Container {
            Singleton(value: 20)
            Transient { try shelf.value?.with(Int.self) { "\($0 + 1)" } ?? "" }
        }
        shelf.value = container
        defer { shelf.value = nil }
        XCTAssertEqual(try container.resolve(String.self), "21")
    }

    func testM1_AContainerThatIsClosedWhileItLendsFreesTheInstanceLater() throws {
        var container: Container? = try Container { Singleton { [tracker] in Tracked(tracker) } }
        _ = try container?.resolve(Tracked.self)
        try container?.with(Tracked.self) { lent in
            container?.close()
            XCTAssertEqual(lent.serial, 1)
            XCTAssertEqual(tracker.alive, 1)
        }
        container = nil
        XCTAssertEqual(tracker.alive, 0)
    }
}
