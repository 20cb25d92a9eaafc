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

final class ListTests: EveryHashTestCase {
    private func texts(_ container: Container) throws -> [String] {
        try container.resolveAll((any Sink).self).map(\.text)
    }

    func testREG11_TheOrderIsThatOfRegistrationAcrossModules() throws {
        let second = Module {
            sink("c").contributed(); sink("d").qualified(by: 4)
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
        XCTAssertEqual(try container.resolveAll((any Sink).self).first?.text, "a")
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
        XCTAssertEqual(try container.resolveAll((any Sink).self, named: "tag").map(\.text), ["b", "c"])
        XCTAssertEqual(try container.resolveAll((any Sink).self, qualifier: "tag").count, 0)
    }

    func testREG11_AnEmptyListOfAProtocolIsEmptyAndOneOfValuesIsMissing() throws {
        let container = try Container(configuration: .init(validates: false)) {
            Transient(Collector.init)
            Transient { (bytes: [UInt8]) in bytes.count }
        }
        XCTAssertEqual(try container.resolveAll((any Sink).self).count, 0)
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
        XCTAssertEqual(try texts(container), ["a"])
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
            try container.resolveAll((any Sink).self, named: "tag").map(\.text), ["shadowed"])
    }

    func testREG11_ListsFollowEveryChange() throws {
        let container = Container()
        for text in ["a", "b", "c"] { try container.register(sink(text).named(Name(text))) }
        XCTAssertEqual(try texts(container), ["a", "b", "c"])
        try container.replace(sink("B").named("b"))
        XCTAssertEqual(try texts(container), ["a", "B", "c"], "a replacement has the place")
        let overlay = try container.overlay(sink("over").named("a"))
        XCTAssertEqual(try texts(container), ["over", "B", "c"])
        try container.reset()
        XCTAssertEqual(try texts(container), ["over", "B", "c"])
        overlay.remove()
        try container.reset((any Sink).self, named: "c")
        XCTAssertEqual(try texts(container), ["a", "B", "c"])
        try container.remove((any Sink).self, named: "a")
        XCTAssertEqual(try texts(container), ["B", "c"])
        try container.register(sink("again").named("a"))
        XCTAssertEqual(try texts(container), ["B", "c", "again"], "what comes again is the last")
        for number in 0..<500 { try container.register(Singleton(value: number).qualified(by: number)) }
        XCTAssertEqual(try texts(container), ["B", "c", "again"])
        container.close()
        failure(.closed) { try container.resolve([any Sink].self) }
    }

    func testREG11_AMillionReplacedAndRemovedNamesStayBounded() throws {
        // For a sample, a fifth is enough: one name left in ten changes is more than the limit.
        // Each change among equal hashes compares all other keys.
        let full = CollidingHashes.areOn ? 20_000 : StressScale.isFull ? 1_000_000 : 200_000
        let count = StressScale.scaled(full, underThreadSanitizer: min(full, 20_000))
        let container = Container(configuration: .init(duplicates: .replace))
        for number in 0..<16 { try container.register(Singleton(value: number).qualified(by: number)) }
        func churn(_ count: Int) throws {
            for number in 0..<count {
                let name = Name("name \(number % 64)")
                if number % 3 == 2 {
                    try container.register(Singleton(value: number).qualified(by: number % 16))
                } else {
                    try container.register(Singleton(value: number).named(name))
                    if number % 1_024 == 0 { _ = try container.resolveAll(Int.self) }
                    try container.remove(Int.self, named: name)
                }
            }
        }
        try churn(count / 10)
        let before = Census.alive(.qualifier)
        try churn(count - count / 10)
        let after = Census.alive(.qualifier)
        if let before, let after { XCTAssertLessThan(after, before + 256) }
        XCTAssertEqual(try container.resolveAll(Int.self).count, 16)
        var stated = Stated("REG11 named registrations replaced and removed")
        stated.add(count, "changes")
        stated.state(misses: testRun?.failureCount ?? 0)
    }

    func testREG11_ListsWhileThreadsRegister() throws {
        let each = StressScale.scaled(CollidingHashes.areOn ? 200 : 2_000, underThreadSanitizer: 200)
        let container = Container()
        let lists = race(threads: 6) { thread -> Int in
            guard thread < 2 else {
                var last = 0
                for _ in 0..<(each / 10) {
                    let numbers = try container.resolveAll(Int.self)
                    try expect(numbers.count >= last, "shrank from \(last) to \(numbers.count)")
                    for writer in 0..<2 {
                        let own = numbers.filter { $0 % 2 == writer }
                        try expect(own == own.sorted(), "out of order")
                    }
                    last = numbers.count
                }
                return each / 10
            }
            for number in 0..<each {
                try container.register(Singleton(value: number * 2 + thread).qualified(by: number * 2 + thread))
            }
            return 0
        }
        let counts = try lists.map { try $0.get() }
        XCTAssertEqual(try container.resolveAll(Int.self).count, each * 2)
        var stated = Stated("REG11 lists while two threads register")
        stated.add(counts.reduce(0, +), "lists")
        stated.add(each * 2, "registrations")
        stated.state(misses: testRun?.failureCount ?? 0)
    }

    func testREG11_AQualifierThatEndsInCodeOfTheUsersIsLetGoWithoutALock() throws {
        let container = Container()
        let probe = Probe()
        try container.register(Singleton(value: 1).qualified(by: Key(probe: probe, number: 1)))
        probe.atTheEnd = { [weak container] in _ = try? container?.resolveAll(Int.self) }
        XCTAssertEqual(try container.resolveAll(Int.self), [1])
        try container.remove(Int.self, qualifier: Key(probe: nil, number: 1))
        for number in 0..<100 { try container.register(Singleton(value: "").qualified(by: number)) }
        XCTAssertEqual(try container.resolveAll(Int.self), [])
        probe.atTheEnd = nil
    }
}

/// Runs something when a qualifier that has it ends.
private final class Probe: @unchecked Sendable {  // The tests' own thread alone uses it.
    var atTheEnd: (() -> Void)?
}

private struct Key: Hashable, Sendable {
    private final class End: Sendable {
        let probe: Probe?
        init(_ probe: Probe?) { self.probe = probe }
        deinit { probe?.atTheEnd?() }
    }
    private let end: End
    let number: Int

    init(probe: Probe?, number: Int) {
        end = End(probe)
        self.number = number
    }

    static func == (left: Key, right: Key) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
