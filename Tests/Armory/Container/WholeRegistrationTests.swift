// A container takes all that a registration says: its further types, its condition, that it is private.

import Armory
import ArmoryTestSupport
import XCTest

private protocol Auditing: Sendable { var text: String { get } }
private protocol Billing: Sendable { var text: String { get } }
private final class Books: Auditing, Billing {
    private let life = Counted()
    let text: String
    init(_ text: String) { self.text = text }
}
private func books(_ text: String) -> Singleton<Books> { Singleton { Books(text) } }

final class WholeRegistrationTests: LeakCheckedTestCase {
    private func texts(_ container: Container) throws -> [String?] {
        try [
            container.resolve(Books.self).text, container.resolve((any Auditing)?.self)?.text,
            container.resolve((any Billing)?.self)?.text,
        ]
    }

    func testREG4_ALaterRegistrationTakesTheFurtherTypes() throws {
        let replacing = Container.Configuration(duplicates: .replace)
        let container = try Container(configuration: replacing) {
            books("old")
            Singleton((any Auditing).self) { Books("other") }
            books("new").as { $0 as any Auditing }.as { $0 as any Billing }
        }
        XCTAssertEqual(try texts(container), ["new", "new", "new"])
        XCTAssertTrue(try container.resolve((any Billing).self) as? Books === container.resolve(Books.self))
    }

    func testREG11_AContributionReplacesNothing() throws {
        let container = try Container {
            books("plain")
            books("one of a list").contributed()
        }
        XCTAssertEqual(try container.resolve(Books.self).text, "plain")
        XCTAssertEqual(try container.resolve([Books].self).map(\.text), ["plain", "one of a list"])
        let module = Module { books("plain") }
        let error = failure(.invalid) { try Container { module.replacing { books("new").contributed() } } }
        XCTAssertEqual(error?.faults.map(\.code), [.overridesNothing])
    }

    func testREG9_PrivateOutsideOfAModuleIsRefused() throws {
        let error = failure(.invalid) { try Container { books("").private() } }
        XCTAssertEqual(error?.faults.map(\.code), [.privateWithoutModule])
    }

    func testREG10_AConditionDecidesOfEveryTypeOfARegistration() throws {
        let container = try Container(configuration: .init(environment: ["A": "1"])) {
            books("b").as { $0 as any Auditing }.when { $0["B"] != nil }
            books("a").when { $0["A"] != nil }
            Singleton(value: 1).when { $0.isRegistered(Double.self) }
            Singleton(value: "seen").when { !$0.isRegistered(Books.self) }
        }
        XCTAssertNil(try container.resolve((any Auditing)?.self))
        XCTAssertEqual(try container.resolve(Books.self).text, "a")
        XCTAssertNil(try container.resolve(Int?.self))
        XCTAssertEqual(try container.resolve(String.self), "seen", "a registration with a condition does not count")
    }

    func testO3_ClosingLetsGoOfListsAndWhatLost() throws {
        let tracker = LifetimeTracker()
        var container: Container? = try Container {
            Module {
                let held = Tracked(tracker)
                Singleton { [held] in Books("\(held.serial)") }.ifAbsent()
            }
            Module { books("normal") }
        }
        _ = try container?.resolve([Books].self)
        container?.close()
        container = nil
        XCTAssertEqual(tracker.alive, 0)
    }
}
