import Armory
import ArmoryTestSupport
import XCTest

private final class Work: Tracked, @unchecked Sendable {}  // As `Tracked`.

final class RefusedClosingTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    func testLIFE3_WhatClosesByAwaitingHasNoPlaceInAScopeThatDoesNot() throws {
        let container = try Container {
            Scoped(fileID: "Shop/Wiring.swift", line: 3) { [tracker] in Work(tracker) }.onShutdown { _ in
                await Task.yield()
            }
        }
        try container.withScope { scope in
            XCTAssertThrowsError(try scope.resolve(Work.self)) { error in
                assertErrorText(error as? ResolutionError, "closesAsynchronously: without awaiting")
            }
        }
        XCTAssertEqual(tracker.made, 0)
    }
}
