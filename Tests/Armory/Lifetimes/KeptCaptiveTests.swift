import Armory
import ArmoryTestSupport
import XCTest

private final class Item: Tracked, @unchecked Sendable {}  // As `Tracked`.

private final class ItemPartner: Sendable {
    let item: Item
    init(_ item: Item) { self.item = item }
}

// What the check of the graph says of kept instances.
final class KeptCaptiveTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    func testE2_WhatIsKeptCannotHoldWhatLivesInAScope() throws {
        let error = failure(.invalid) {
            try Container {
                Scoped(fileID: "Shop/Wiring.swift", line: 9) { [tracker] in Item(tracker) }
                Kept(ItemPartner.init, fileID: "Shop/Wiring.swift", line: 12).lifetime(PerTask())
            }
        }
        assertErrorText(error?.faults.first, "captive: in a kept instance")
    }
}
