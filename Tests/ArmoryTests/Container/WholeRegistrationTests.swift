// A change of a container takes all that a registration says: its further types, its condition, that it is private.

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

final class WholeRegistrationTests: EveryHashTestCase {
    private func texts(_ container: Container) throws -> [String?] {
        try [
            container.resolve(Books.self).text, container.resolveOptional((any Auditing).self)?.text,
            container.resolveOptional((any Billing).self)?.text,
        ]
    }

    func testREG17_ReplacingTakesTheFurtherTypes() throws {
        let container = try Container {
            books("old")
            Singleton((any Auditing).self) { Books("other") }
        }
        let child = Container(parents: [container])
        try child.replace(books("new").as { $0 as any Auditing }.as { $0 as any Billing })
        XCTAssertEqual(try texts(container), ["new", "new", "new"])
        XCTAssertTrue(try container.resolve((any Billing).self) as? Books === container.resolve(Books.self))
        XCTAssertTrue(child.ownBindings.isEmpty)
        try container.replace(books("third").as { $0 as any Billing }.as { $0 as any Billing })
        XCTAssertEqual(try texts(container), ["third", "third", "third"])
        failure(.missing) { try Container().replace(books("").as { $0 as any Auditing }) }
    }

    func testREG17_AnOverlayLiesOnTheFurtherTypes() throws {
        let container = try Container {
            books("base")
            Singleton((any Auditing).self) { Books("audit") }
        }
        let audit = try container.resolve((any Auditing).self)
        for round in 0..<3 {
            let overlay = try container.overlay(books("over").as { $0 as any Auditing }.as { $0 as any Billing })
            XCTAssertEqual(try texts(container), ["over", "over", "over"])
            let second = try container.overlay(books("second").as { $0 as any Billing })
            XCTAssertEqual(try texts(container), ["second", "second", "second"])
            XCTAssertEqual(container.ownBindings.count, 2)
            if round == 1 { try container.reset() }
            (round == 0 ? overlay : second).remove()
            XCTAssertEqual(try texts(container)[0], round == 0 ? "second" : "over")
            (round == 0 ? second : overlay).remove()
            failure(.removed) { try container.resolve((any Billing).self) }
            XCTAssertEqual(try texts(container), ["base", "audit", nil])
            XCTAssertEqual(try container.resolve((any Auditing).self) as? Books === audit as? Books, round == 0)
        }
    }

    func testREG17_RegisteringUnderAnOverlayThatAddedAType() throws {
        let container = Container()
        try container.register(books("base"))
        let overlay = try container.overlay(books("over").as { $0 as any Billing })
        try container.register(Singleton((any Billing).self) { Books("below") })
        failure(.duplicate) { try container.register(Singleton((any Billing).self) { Books("") }) }
        for number in 0..<100 { try container.register(Singleton(value: number).qualified(by: number)) }
        XCTAssertEqual(try texts(container), ["over", nil, "over"])
        overlay.remove()
        XCTAssertEqual(try texts(container), ["base", nil, "below"])
        _ = try container.overlay(books("left").as { $0 as any Auditing })
        container.close()
    }

    func testREG17_AContributionReplacesNothing() throws {
        let container = try Container {
            books("plain")
            books("one of a list").contributed()
        }
        failure(.missing) { try container.replace(books("new").contributed()) }
        failure(.missing) { _ = try container.overlay(books("new").contributed()) }
        XCTAssertEqual(try container.resolve(Books.self).text, "plain")
        XCTAssertEqual(try container.resolveAll(Books.self).count, 2)
    }

    func testREG9_PrivateOutsideOfAModuleIsRefused() throws {
        let container = Container()
        failure(.privateOutsideModule) { try container.register(books("").private()) }
        try container.register(books("public"))
        failure(.privateOutsideModule) { try container.replace(books("").private()) }
        failure(.privateOutsideModule) { _ = try container.overlay(books("").private()) }
        XCTAssertEqual(try container.resolve(Books.self).text, "public")
        let error = failure(.invalid) { try Container { books("").private() } }
        XCTAssertEqual(error?.faults.map(\.code), [.privateOutsideModule])
    }

    func testREG9_RegisteringLooksAtTheCondition() throws {
        let container = Container(configuration: .init(environment: ["A": "1"]))
        try container.register(books("b").as { $0 as any Auditing }.when { $0["B"] != nil })
        XCTAssertNil(try container.resolveOptional((any Auditing).self))
        try container.register(books("a").when { $0["A"] != nil })
        try container.register(Singleton(value: 1).when { $0.isRegistered(Books.self) })
        try container.register(Singleton(value: "none").when { $0.isRegistered(Double.self) })
        XCTAssertEqual(try container.resolve(Books.self).text, "a")
        XCTAssertEqual(try container.resolve(Int.self), 1)
        XCTAssertNil(try container.resolveOptional(String.self))
    }

    func testO3_ClosingLetsGoOfListsModulesAndWhatTheyDisplaced() throws {
        let tracker = LifetimeTracker()
        let container = try Container {
            Module {
                let held = Tracked(tracker)
                Singleton { [held] in Books("\(held.serial)") }.priority(.fallback)
            }
            Module { books("normal") }
        }
        _ = try container.resolveAll(Books.self)
        XCTAssertEqual(tracker.alive, 1)
        container.close()
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertTrue(container.remembersNothing)
    }
}
