// REG11: all registrations of a type, in order.

import Armory
import ArmoryTestSupport
import XCTest

private protocol Sink: Sendable { var text: String { get } }
private final class TextSink: Sink {
    private let life = Counted()
    let text: String
    init(_ text: String) { self.text = text }
}
/// Is a sink and has all others.
private final class Fan: Sink {
    private let life = Counted()
    let sinks: [any Sink]
    init(sinks: [any Sink]) { self.sinks = sinks }
    var text: String { sinks.map(\.text).joined(separator: "+") }
}
private final class Collector: Sendable {
    private let life = Counted()
    let sinks: [any Sink]
    init(sinks: [any Sink]) { self.sinks = sinks }
    var texts: [String] { sinks.map(\.text) }
}

private func sink(_ text: String) -> Singleton<any Sink> { Singleton((any Sink).self) { TextSink(text) } }

final class ListTests: LeakCheckedTestCase {
    private func texts(_ container: Container) throws -> [String] {
        try container.resolve([any Sink].self).map(\.text)
    }

    func testREG11_TheOrderIsThatOfRegistrationAcrossModules() throws {
        let second = Module {
            sink("c").contributed(); sink("d").named(RegistrationName(4))
        }
        let container = try Container {
            sink("a").named("a")
            Module {
                sink("b"); second
            }
            second
            sink("e").contributed()
            Transient(Collector.init)
        }
        XCTAssertEqual(try texts(container), ["a", "b", "c", "d", "e"])
        XCTAssertEqual(try container.resolve(Collector.self).texts, ["a", "b", "c", "d", "e"])
        XCTAssertEqual(try container.resolve([any Sink].self).count, 5)
        XCTAssertEqual(try container.resolve([any Sink].self).first?.text, "a")
    }

    func testREG11_ContributedRegistrationsAreInTheListAlone() throws {
        let container = try Container {
            sink("a").contributed()
            sink("b").contributed().named("tag")
            sink("c").named("tag").contributed()
        }
        failure(.missing) { try container.resolve((any Sink).self) }
        failure(.missing) { try container.resolve((any Sink).self, named: "tag") }
        XCTAssertEqual(try texts(container), ["a", "b", "c"])
        XCTAssertEqual(try container.resolve([any Sink].self, named: "tag").map(\.text), ["b", "c"])
        XCTAssertEqual(try container.resolve([any Sink].self, named: RegistrationName(7)).count, 0)
    }

    func testREG11_AnEmptyListOfAProtocolIsEmptyAndOneOfValuesIsMissing() throws {
        let container = try Container(configuration: .init(validates: false)) {
            Transient(Collector.init)
            Transient { (bytes: [UInt8]) in bytes.count }
        }
        XCTAssertEqual(try container.resolve([any Sink].self).count, 0)
        XCTAssertEqual(try container.resolve(Collector.self).texts, [])
        failure(.missing) { try container.resolve(Int.self) }
    }

    func testREG11_AListThatIsRegisteredItselfGoesFirst() throws {
        let container = try Container {
            sink("a")
            Singleton([any Sink].self) { [TextSink("own")] }
            Transient(Collector.init)
        }
        XCTAssertEqual(try container.resolve(Collector.self).texts, ["own"])
        XCTAssertEqual(try container.resolve([any Sink].self).map(\.text), ["own"])
        XCTAssertEqual(try texts(container), ["own"])
    }

    func testREG11_TheCollectorIsLeftOut() throws {
        let plain = try Container {
            sink("a").contributed()
            Singleton((any Sink).self, Fan.init)
            sink("b").contributed()
        }
        XCTAssertEqual(try plain.resolve((any Sink).self).text, "a+b")
        XCTAssertEqual(try texts(plain), ["a", "a+b", "b"])
        let alias = try Container {
            sink("a").contributed()
            Singleton(Fan.init).as { $0 as any Sink }
        }
        XCTAssertEqual(try alias.resolve(Fan.self).text, "a")
        XCTAssertEqual(try texts(alias), ["a", "a"])
        let hidden = try Container {
            Module {
                sink("a").private()
                sink("b").contributed().private()
                Singleton(Fan.init).as { $0 as any Sink }.named("fan").private()
                Transient { (resolver: Resolver) throws in try resolver.resolve(Fan.self, named: "fan").text }
            }
        }
        XCTAssertEqual(try hidden.resolve(String.self), "a+b")
    }

    func testREG11_ParentsFirstInTheirOrderAndAChildsKeyIsTheChilds() throws {
        let root = try Container {
            sink("root"); sink("tag").named("tag")
        }
        let left = try Container(parents: [root]) { sink("left").contributed() }
        let right = try Container(parents: [root]) { sink("right").contributed() }
        let child = try Container(parents: [left, right]) {
            sink("child").contributed()
            sink("mine").named("tag")
            Transient(Collector.init)
        }
        XCTAssertEqual(try texts(child), ["root", "mine", "left", "right", "child"])
        XCTAssertEqual(try child.resolve(Collector.self).texts, ["root", "mine", "left", "right", "child"])
        XCTAssertEqual(try texts(root), ["root", "tag"])
    }

    func testREG11_APrivateRegistrationIsInItsModulesListsAlone() throws {
        let container = try Container {
            sink("public")
            sink("shadowed").named("tag")
            Module {
                sink("hidden").named("tag").private()
                sink("contributed").contributed().private()
                Transient(Collector.init).named("inside")
            }
            Transient(Collector.init)
        }
        XCTAssertEqual(try container.resolve(Collector.self).texts, ["public", "shadowed"])
        XCTAssertEqual(try texts(container), ["public", "shadowed"])
        XCTAssertEqual(
            try container.resolve(Collector.self, named: "inside").texts, ["public", "hidden", "contributed"])
        XCTAssertEqual(
            try container.resolve([any Sink].self, named: "tag").map(\.text), ["shadowed"])
    }

    func testREG11_ALaterRegistrationHasThePlaceOfTheOneThatItReplaces() throws {
        let container = try Container(configuration: .init(duplicates: .replace)) {
            sink("a").named("a")
            sink("b").named("b")
            sink("A").named("a")
        }
        XCTAssertEqual(try texts(container), ["A", "b"])
        container.close()
        failure(.closed) { try container.resolve([any Sink].self) }
    }

    func testREG11_AFurtherTypeOfAContributionIsInTheListOfThatType() throws {
        let container = try Container {
            Singleton { TextSink("a") }.as { $0 as any Sink }.contributed()
            Singleton { TextSink("b") }.contributed().as { $0 as any Sink }.named("tag")
            Module { Shared { TextSink("hidden") }.as { $0 as any Sink }.contributed().private() }
            sink("c")
        }
        XCTAssertEqual(try texts(container), ["a", "b", "c"])
        XCTAssertEqual(try container.resolve([TextSink].self).map(\.text), ["a", "b"])
        for (one, other) in zip(try container.resolve([TextSink].self), try container.resolve([any Sink].self)) {
            XCTAssertTrue(one === other as? TextSink, "one instance under both types")
        }
        XCTAssertEqual(try container.resolve([any Sink].self, named: "tag").map(\.text), ["b"])
        failure(.missing) { try container.resolve(TextSink.self) }
    }

    func testREG11_AMapHasTheQualifiedAndTheContributedOnesOfItsKeysType() throws {
        let container = try Container {
            sink("a").named("a")
            sink("b").named("b").contributed()
            sink("c").named(RegistrationName(3))
            sink("d")
            Transient { (sinks: [RegistrationName: any Sink]) in sinks.mapValues(\.text) }
        }
        XCTAssertEqual(
            try container.resolve([RegistrationName: String].self), ["a": "a", "b": "b", RegistrationName(3): "c"])
        XCTAssertEqual(try container.resolve([String: any Sink].self).mapValues(\.text), ["a": "a", "b": "b"])
        XCTAssertEqual(try container.resolve([Int: any Sink].self).mapValues(\.text), [3: "c"])
        XCTAssertTrue(try container.resolve([UInt8: any Sink].self).isEmpty)
    }

    func testREG11_AMapThatIsRegisteredUnderANameIsNotTheComposedOne() throws {
        let container = try Container {
            sink("a").named("a")
            sink("c").named(RegistrationName(3))
            Singleton([String: any Sink].self) { ["own": TextSink("own")] }.named("b")
        }
        XCTAssertEqual(try container.resolve([String: any Sink].self, named: "b").mapValues(\.text), ["own": "own"])
        XCTAssertEqual(try container.resolve([String: any Sink].self).mapValues(\.text), ["a": "a"])
    }

    func testREG11_ThreadsResolveTheFirstListAtOnce() throws {
        for _ in 0..<StressScale.scaled(200, underThreadSanitizer: 40) {
            let container = try Container { for number in 0..<20 { sink("\(number)").contributed() } }
            let lists = race(threads: 4) { _ in
                try container.resolve([any Sink].self).map { ObjectIdentifier($0 as AnyObject) }
            }
            XCTAssertEqual(try Set(lists.map { try $0.get() }).count, 1)
        }
    }
}
