import Armory
import ArmoryTestSupport
import XCTest

final class TaskErrorExampleTests: LeakCheckedTestCase {
    struct Settings: Sendable {}

    func testOutsideTask() throws {
        let container = try Container {
            Kept(fileID: "Shop/Wiring.swift", line: 12) { Settings() }.lifetime(PerTask())
        }
        assertErrorText(.outsideTask, "outsideTask") { _ = try container.resolve(Settings.self) }
    }
}
