import Armory
import ArmoryTestSupport
import XCTest

private struct Ticket: Sendable {
    let number: Int
}

// Optionals of what is made from arguments.
final class OptionalArgumentTests: LeakCheckedTestCase {
    func testREG8_AnOptionalIsMadeFromArgumentsOrNil() throws {
        let container = try Container {
            Transient(Ticket.self, arguments: Int.self) { _, number in Ticket(number: number) }
            Transient(Ticket.self, arguments: Int.self) { _, number in
                guard number > 0 else { throw Declined("no such number") }
                return Ticket(number: number)
            }.named("positive")
        }
        XCTAssertEqual(try container.resolve(Ticket?.self, arguments: 7)?.number, 7)
        XCTAssertEqual(try container.resolve(Ticket?.self, named: "positive", arguments: 7)?.number, 7)
        XCTAssertNil(try container.resolve(Ticket?.self, named: "positive", arguments: -7))
        XCTAssertNil(try container.resolve(Ticket?.self, named: "other", arguments: 7))
    }
}
