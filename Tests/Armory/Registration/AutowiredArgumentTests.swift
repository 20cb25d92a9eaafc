import Armory
import ArmoryTestSupport
import XCTest

private final class Mailer: Sendable {
    let life = Counted()
    init() {}
}

private protocol Sending: Sendable {
    var id: Int { get }
}

private final class Campaign: Sending {
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
    init(text: String) {}
}

private final class Page {
    let note: Note
    init(note: Note) { self.note = note }
}

extension TypedKeys {
    fileprivate var page: TypedKey<(Int) -> Page> { TypedKey() }
    fileprivate var mailer: TypedKey<Mailer> { TypedKey() }
    fileprivate var campaign: TypedKey<(Int, String) -> Campaign> { TypedKey() }
    fileprivate var number: TypedKey<(Int) -> Campaign> { TypedKey(named: "number") }
    fileprivate var span: TypedKey<(Int, String, Int) -> Span> { TypedKey(named: "span") }
    fileprivate var misfit: TypedKey<(String) -> Campaign> { TypedKey() }
}

// The file and the line of each registration are given, so that the texts stay.
private func registered(_ line: Int) -> Transient<Campaign> {
    Transient(Campaign.init, .registered, .argument, .argument, fileID: "Shop/Wiring.swift", line: line)
}

/// Run-time arguments that are parameters of an initializer, and typed keys of such registrations.
final class AutowiredArgumentTests: LeakCheckedTestCase {
    func testREG8_ArgumentsAreParametersAndTheRestIsResolved() throws {
        let container = try Container {
            Singleton(Mailer.init)
            registered(1)
            Transient(Campaign.init, .registered, .value(0), .argument).named("one")
            Transient((any Sending).self, Campaign.init, .registered, .value(3), .argument)
            Kept(Campaign.init, .registered, .argument, .argument).named("kept")
        }
        let campaign = try container.resolve(Campaign.self, arguments: 7, "Hello")
        XCTAssertEqual(campaign.id, 7)
        XCTAssertEqual(campaign.subject, "Hello")
        XCTAssertTrue(try campaign.mailer === container.resolve(Mailer.self))
        XCTAssertEqual(try container.resolve(Campaign.self, named: "one", arguments: "Bye").subject, "Bye")
        XCTAssertEqual(try container.resolve((any Sending).self, arguments: "any").id, 3)
        let kept = try container.resolve(Campaign.self, named: "kept", arguments: 1, "a")
        XCTAssertTrue(try kept === container.resolve(Campaign.self, named: "kept", arguments: 1, "a"))
        XCTAssertFalse(try kept === container.resolve(Campaign.self, named: "kept", arguments: 1, "b"))
        assertThreadIsIdle()
    }

    func testREG8_ArgumentsGoToTheirParametersInOrder() throws {
        let container = try Container {
            Transient(Span.init, .argument, .argument, .argument)
            Singleton { "resolved" }
            Transient(Span.init, .argument, .registered, .argument).named("two")
        }
        let span = try container.resolve(Span.self, arguments: 1, "two", 3)
        XCTAssertEqual([span.from, span.to], [1, 3])
        XCTAssertEqual(span.name, "two")
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
        assertErrorText(failure(.invalid) { try Container { registered(4) } }, "invalid: one fault")
        let container = try Container {
            Singleton(Mailer.init)
            registered(1)
        }
        XCTAssertTrue(try container.validate().opaque.isEmpty)
    }

    /// Builds a container that refuses a registration.
    private func refuse(_ registration: any Registration) throws {
        _ = try Container(configuration: .init(validates: false)) { registration }
    }

    func testE2_ARegistrationThatCannotTakeItsArguments() throws {
        struct Body: Sendable {}
        struct Page: Sendable {
            init(body: Body) {}
        }
        let single = Singleton(Campaign.init, .registered, .argument, .value(""), fileID: "Shop/Wiring.swift", line: 5)
        assertErrorText(.refusedArguments, "refusedArguments: of a singleton") { try refuse(single) }
        assertErrorText(.refusedArguments, "refusedArguments: not Hashable") { try refuse(Kept(Page.init, .argument)) }
        let four = try Container {
            Transient({ (a: Int, b: Int, c: Int, d: Int) in [a, b, c, d] }, .argument, .argument, .argument, .argument)
        }
        XCTAssertEqual(try four.resolve([Int].self, arguments: 1, 2, 3, 4), [1, 2, 3, 4])
        let faults = failure(.invalid) {
            try Container { Unchecked(Note.init(text:), .argument).lifetime(.scoped(.request)) }
        }?.faults
        XCTAssertEqual(faults?.map(\.code), [.refusedArguments])
        let decorated = failure(.invalid) {
            try Container {
                Singleton { 1 }
                Decorator(Int.self, { (number: Int, other: Int) in number + other }, .argument)
            }
        }?.faults
        XCTAssertEqual(decorated?.map(\.code), [.refusedArguments])
        XCTAssertEqual(decorated?.map(\.key), ["Int"])
    }

    func testKEY_ATypedKeyIsCalledWithTheArguments() throws {
        let container = try Container {
            Singleton(Mailer.init)
            registered(1).keyed(\.campaign)
            Transient(arguments: Int.self) { r, id in Campaign(mailer: try r.resolve(), id: id, subject: "n") }.keyed(
                \.number)
            Transient(Span.init, .argument, .argument, .argument).keyed(\.span)
            Transient(Sender.self) { r in
                Sender(
                    campaign: try r.resolve(keyed: \.campaign, arguments: 8, "in a factory"), mailer: try r.resolve())
            }
        }
        XCTAssertEqual(try container.resolve(keyed: \.campaign, arguments: 7, "Hello").subject, "Hello")
        XCTAssertEqual(try container.resolve(keyed: \.number, arguments: 9).id, 9)
        XCTAssertEqual(try container.resolve(keyed: \.span, arguments: 1, "x", 2).to, 2)
        XCTAssertFalse(
            try container.resolve(keyed: \.number, arguments: 1) === container.resolve(keyed: \.number, arguments: 1))
        XCTAssertEqual(try container.resolve(Sender.self).campaign.id, 8)
        failure(.missing) { try Container {}.resolve(keyed: \.campaign, arguments: 7, "Hello") }
        assertThreadIsIdle()
    }

    func testKEY_ACallOfAContainerInAFactoryIsASeparateGraph() throws {
        let shelf = Shelf<Container?>(nil)
        defer { shelf.value = nil }
        let container = try Container {
            Graph { Note() }
            Transient(arguments: Int.self) { r, _ in Page(note: try r.resolve()) }.keyed(\.page)
            Transient([Bool].self) { r in
                let note = try r.resolve(Note.self)
                guard let container = shelf.value else { return [] }
                return [
                    try r.resolve(keyed: \.page, arguments: 1).note === note,
                    try container.resolve(keyed: \.page, arguments: 1).note === note,
                ]
            }
        }
        shelf.value = container
        XCTAssertEqual(try container.resolve([Bool].self), [true, false])
    }

    func testE2_ATypedKeyForOtherArguments() throws {
        let registration = registered(6).keyed(\.number)
        assertErrorText(.refusedArguments, "refusedArguments: of a typed key") { try refuse(registration) }
        let plain = Singleton(Campaign.init, fileID: "Shop/Wiring.swift", line: 7).keyed(\.misfit)
        assertErrorText(.refusedArguments, "refusedArguments: none, of a typed key") { try refuse(plain) }
    }

    func testKEY_ATypedKeyInCodeThatAwaits() async throws {
        let container = try Container {
            Singleton(Mailer.init)
            registered(1).keyed(\.campaign)
            Transient(Campaign.init, .registered, .argument, .value("one")).keyed(\.number)
            Singleton([Int].self) { r in
                await Task.yield()
                let mailer = try await r.resolve(keyed: \.mailer)
                let campaign = try await r.resolve(keyed: \.campaign, arguments: 5, "five")
                return [
                    campaign.id, try await r.resolve(keyed: \.number, arguments: 6).id,
                    campaign.mailer === mailer ? 1 : 0,
                ]
            }
        }
        XCTAssertEqual(try container.resolve(keyed: \.campaign, arguments: 7, "Hello").subject, "Hello")
        XCTAssertEqual(try container.resolve(keyed: \.number, arguments: 9).id, 9)
        await Task.yield()
        XCTAssertEqual(
            try Container {
                registered(2).keyed(\.campaign); Singleton(Mailer.init)
            }.resolve(keyed: \.campaign, arguments: 8, "x").id, 8)
        let task = Task { try container.resolve(keyed: \.number, arguments: 10).id }
        let id = try await task.value
        XCTAssertEqual(id, 10)
        let list = try await container.resolveAsync([Int].self)
        XCTAssertEqual(list, [5, 6, 1])
    }
}
