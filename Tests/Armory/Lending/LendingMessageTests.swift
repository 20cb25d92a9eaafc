// E1: what cannot be copied has its own name in messages, and not that of the object that lends it.

import Armory
import ArmoryTestSupport
import XCTest

private struct Journal: ~Copyable, Sendable { let number: Int }

private struct Boxed<Element: Sendable>: ~Copyable, Sendable { let element: Element }

final class LendingMessageTests: LeakCheckedTestCase {
    func testE1_ErrorsNameTheTypeThatIsLent() throws {
        let container = try Container {
            Singleton(lending: Boxed<String>.self, fileID: "Shop/Wiring.swift", line: 12) {
                Boxed(element: try $0.resolve())
            }
        }
        assertErrorText(failure(.missing) { try container.with(Journal.self) { $0.number } }, "missing: lent")
        assertErrorText(
            failure(.missing) { try container.with(Boxed<String>.self) { $0.element } }, "missing: for a lent value")
    }
}
