import Armory
import ArmoryTestSupport
import XCTest

private final class Mailer: Sendable {
    let life = Counted()
    init() {}
}

private final class Campaign: Sendable {
    let life = Counted()
    let id: Int
    let subject: String
    let mailer: Mailer
    init(mailer: Mailer, id: Int, subject: String) { (self.id, self.subject, self.mailer) = (id, subject, mailer) }
}

private struct Span: Sendable {
    let from: Int
    let name: String
    let to: Int
    init(from: Int, name: String, to: Int) { (self.from, self.name, self.to) = (from, name, to) }
}

private struct Sender {
    let campaign: Campaign
    let mailer: Mailer
}

private final class Note {
    let life = Counted()
    init() {}
}

private final class Page {
    let note: Note
    init(note: Note) { self.note = note }
}

extension Keys {
    fileprivate var page: Key<(Int) -> Page> { Key() }
    fileprivate var campaign: Key<(Int, String) -> Campaign> { Key() }
    fileprivate var number: Key<(Int) -> Campaign> { Key(named: "number") }
    fileprivate var span: Key<(Int, Int, String) -> Span> { Key(named: "span") }
    fileprivate var misfit: Key<(String) -> Campaign> { Key() }
}

// The file and the line of each registration are given, so that the texts stay.
private func registered(_ line: Int) -> Transient<Campaign> {
    Transient(arguments: Int.self, String.self, Campaign.init, fileID: "Shop/Wiring.swift", line: line)
}

/// Run-time arguments that are parameters of an initializer, and typed keys of such registrations.
final class AutowiredArgumentTests: LeakCheckedTestCase {
    func testREG8_ArgumentsAreParametersAndTheRestIsResolved() throws {
        let container = try Container {
            Singleton(Mailer.init)
            registered(1)
            Transient(arguments: String.self) { (subject: String, mailer: Mailer) in
                Campaign(mailer: mailer, id: 0, subject: subject)
            }.named("closure")
            Kept(arguments: Int.self, String.self, Campaign.init).named("kept")
        }
        let campaign = try container.resolve(Campaign.self, arguments: 7, "Hello")
        XCTAssertEqual(campaign.id, 7)
        XCTAssertEqual(campaign.subject, "Hello")
        XCTAssertTrue(try campaign.mailer === container.resolve(Mailer.self))
        XCTAssertEqual(try container.resolve(Campaign.self, named: "closure", arguments: "Bye").subject, "Bye")
        let kept = try container.resolve(Campaign.self, named: "kept", arguments: 1, "a")
        XCTAssertTrue(try kept === container.resolve(Campaign.self, named: "kept", arguments: 1, "a"))
        XCTAssertFalse(try kept === container.resolve(Campaign.self, named: "kept", arguments: 1, "b"))
        assertThreadIsIdle()
    }

    func testREG8_ArgumentsOfOneTypeGoToItsParametersInOrder() throws {
        let container = try Container {
            Transient(arguments: Int.self, Int.self, String.self, Span.init)
            Singleton { "resolved" }
            Transient(arguments: Int.self, Int.self, Span.init).named("two")
        }
        let span = try container.resolve(Span.self, arguments: 1, 2, "three")
        XCTAssertEqual([span.from, span.to], [1, 2])
        XCTAssertEqual(span.name, "three")
        XCTAssertEqual(try container.resolve(Span.self, named: "two", arguments: 3, 4).name, "resolved")
    }

    func testREG8_MoreArgumentsThanThreeGoToAClosure() throws {
        let container = try Container {
            Transient(arguments: Int.self, Int.self, Int.self, Int.self) { _, a, b, c, d in [a, b, c, d] }
            Kept(arguments: Int.self, Int.self, Int.self, Int.self) { _, a, b, c, d in "\(a)\(b)\(c)\(d)" }
        }
        XCTAssertEqual(try container.resolve([Int].self, arguments: 1, 2, 3, 4), [1, 2, 3, 4])
        XCTAssertEqual(try container.resolve(String.self, arguments: 1, 2, 3, 4), "1234")
    }

    func testE2_ValidationSeesTheOtherParameters() throws {
        assertMessage(
            failure(.invalid) { try Container { registered(4) } },
            """
            The container cannot work: 1 fault. [invalid]
            1. Campaign needs Mailer, which is not registered. [missing]
                 path: Campaign → Mailer
                 Campaign is registered at Shop/Wiring.swift:4
                 fix: register Mailer before it is resolved, or make the parameter's type Mailer? where it may be missing.
            """)
        let container = try Container {
            Singleton(Mailer.init)
            registered(1)
        }
        XCTAssertTrue(try container.validate().opaque.isEmpty)
    }

    func testE2_AnArgumentThatNoParameterTakes() throws {
        let registration = Transient(
            arguments: Double.self, String.self, Campaign.init, fileID: "Shop/Wiring.swift", line: 5)
        let text = """
            Campaign takes Double as an argument, and its initializer has no such parameter: it takes (Mailer, Int, String). \
            [noParameter]
            """
        XCTAssertEqual(failure(.invalid) { try Container { registration } }?.faults.first?.code, .noParameter)
        assertMessage(
            failure(.noParameter) { try Container().register(registration) },
            """
            \(text)
              the refused registration is at Shop/Wiring.swift:5
              fix: name the arguments by the very types of the initializer's parameters, or write the factory as a closure.
            """)
    }

    func testKEY_ATypedKeyIsCalledWithTheArguments() throws {
        let container = try Container {
            Singleton(Mailer.init)
            registered(1).keyed(\.campaign)
            Transient(arguments: Int.self) { r, id in Campaign(mailer: try r(), id: id, subject: "n") }.keyed(\.number)
            Transient(arguments: Int.self, Int.self, String.self, Span.init).keyed(\.span)
            Transient(Sender.self) { r in Sender(campaign: try r[\.campaign](8, "in a factory"), mailer: try r()) }
        }
        XCTAssertEqual(try container[\.campaign](7, "Hello").subject, "Hello")
        XCTAssertEqual(try container[\.number](9).id, 9)
        XCTAssertEqual(try container[\.span](1, 2, "x").to, 2)
        let make = container[\.number]
        XCTAssertFalse(try make(1) === make(1))
        XCTAssertEqual(try container.resolve(Sender.self).campaign.id, 8)
        failure(.missing) { try Container()[\.campaign](7, "Hello") }
        assertThreadIsIdle()
    }

    func testKEY_ACallOfAContainerInAFactoryIsASeparateGraph() throws {
        let shelf = Shelf<Container?>(nil)
        defer { shelf.value = nil }
        let container = try Container {
            Graph { Note() }
            Transient(arguments: Int.self) { r, _ in Page(note: try r()) }.keyed(\.page)
            Transient([Bool].self) { r in
                let note = try r.resolve(Note.self)
                guard let container = shelf.value else { return [] }
                return [try r[\.page](1).note === note, try container[\.page](1).note === note]
            }
        }
        shelf.value = container
        XCTAssertEqual(try container.resolve([Bool].self), [true, false])
    }

    func testE2_ATypedKeyForOtherArguments() throws {
        let registration = registered(6).keyed(\.number)
        assertMessage(
            failure(.otherArguments) { try Container().register(registration) },
            """
            Campaign named "number" takes arguments of type (Int, String), and its typed key is for Int. [otherArguments]
              the refused registration is at Shop/Wiring.swift:6
              fix: let the key and arguments: name the same types in the same order.
            """)
        let plain = Singleton(Campaign.init, fileID: "Shop/Wiring.swift", line: 7).keyed(\.misfit)
        let error = failure(.invalid) { try Container { plain } }
        XCTAssertEqual(error?.faults.first?.code, .otherArguments)
        XCTAssertTrue(
            error?.description.contains("Campaign takes no arguments, and its typed key is for String.") ?? false)
    }
}
