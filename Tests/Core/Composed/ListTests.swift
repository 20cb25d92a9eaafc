// REG11 and RES2: lists, maps and optionals of what is registered.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private protocol Sink: Sendable { var text: String { get } }
private final class TextSink: Sink {
    let text: String
    init(_ text: String) { self.text = text }
}
/// Is a sink and has all others.
private final class Fan: Sink {
    let sinks: [any Sink]
    init(sinks: [any Sink]) { self.sinks = sinks }
    var text: String { sinks.map(\.text).joined(separator: "+") }
}
private final class Collector: Sendable {
    let sinks: [any Sink]
    init(sinks: [any Sink]) { self.sinks = sinks }
    var texts: [String] { sinks.map(\.text) }
}
private struct Broken: Error {}

extension Plan {
    fileprivate mutating func sink(_ text: String, named name: RegistrationName? = nil) {
        singleton((any Sink).self, named: name) { _ in TextSink(text) }
    }
}

final class ListTests: WatchedTestCase {
    private func texts(_ container: Container) throws -> [String] { try container.resolve([any Sink].self).map(\.text) }

    private func map(_ container: Container) throws -> [RegistrationName: String] {
        try container.resolve([RegistrationName: any Sink].self).mapValues(\.text)
    }

    func testREG11_TheOrderIsThatOfRegistration() throws {
        let container = try Container(
            Plan {
                $0.sink("a", named: "a")
                $0.sink("b")
                $0.contributed(.transient, (any Sink).self) { _ in TextSink("c") }
                $0.qualified(.singleton, (any Sink).self, by: 4) { _ in TextSink("d") }
                $0.autowired(.transient, Collector.self, Collector.init)
            })
        for _ in 0..<2 {
            XCTAssertEqual(try texts(container), ["a", "b", "c", "d"])
            XCTAssertEqual(try container.resolve(Collector.self).texts, ["a", "b", "c", "d"])
            XCTAssertEqual(try map(container), ["a": "a", RegistrationName(4): "d"])
            XCTAssertEqual(try container.resolve([Int: any Sink].self).mapValues(\.text), [4: "d"])
        }
        let twice = try (container.resolve([any Sink].self), container.resolve([any Sink].self))
        XCTAssert(twice.0[0] as AnyObject === twice.1[0] as AnyObject)
        XCTAssert(twice.0[2] as AnyObject !== twice.1[2] as AnyObject)
    }

    func testREG11_ContributedRegistrationsAreInListsAndMapsAlone() throws {
        let container = try Container(
            Plan {
                $0.contributed(.singleton, (any Sink).self) { _ in TextSink("a") }
                $0.contributed(.singleton, (any Sink).self, named: "tag") { _ in TextSink("b") }
                $0.contributed(.singleton, (any Sink).self, named: "tag") { _ in TextSink("c") }
            })
        failure(.missing) { try container.resolve((any Sink).self) }
        failure(.missing) { try container.resolve((any Sink).self, named: "tag") }
        XCTAssertEqual(try texts(container), ["a", "b", "c"])
        XCTAssertEqual(try map(container), ["tag": "c"], "the last one has the name")
        XCTAssertEqual(try container.resolve([any Sink].self, named: "tag").map(\.text), ["b", "c"])
        XCTAssertEqual(try container.resolve([any Sink].self, named: RegistrationName(7)).count, 0)
    }

    func testREG11_AnEmptyListOfAProtocolIsEmptyAndOneOfValuesIsMissing() throws {
        let container = try Container(
            Plan {
                $0.autowired(.transient, Collector.self, Collector.init)
                $0.autowired(.transient, Int.self) { (bytes: [UInt8]) in bytes.count }
            })
        XCTAssertEqual(try texts(container), [])
        XCTAssertEqual(try container.resolve(Collector.self).texts, [])
        let error = failure(.missing) { try container.resolve(Int.self) }
        XCTAssertEqual(error?.path, ["Int", "[UInt8]"])
    }

    func testREG11_AListThatIsRegisteredItselfGoesFirst() throws {
        let container = try Container(
            Plan {
                $0.sink("a")
                $0.singleton([any Sink].self) { _ in [TextSink("own")] }
                $0.singleton((any Sink)?.self) { _ in nil }
                $0.autowired(.transient, Collector.self, Collector.init)
            })
        XCTAssertEqual(try container.resolve(Collector.self).texts, ["own"])
        XCTAssertEqual(try texts(container), ["own"])
        XCTAssertNil(try container.resolve((any Sink)?.self))
    }

    func testREG11_TheCollectorIsLeftOut() throws {
        let plain = try Container(
            Plan {
                $0.contributed(.singleton, (any Sink).self) { _ in TextSink("a") }
                $0.autowired(.singleton, (any Sink).self) { (sinks: [any Sink]) -> any Sink in Fan(sinks: sinks) }
                $0.contributed(.singleton, (any Sink).self) { _ in TextSink("b") }
            })
        XCTAssertEqual(try plain.resolve((any Sink).self).text, "a+b")
        XCTAssertEqual(try texts(plain), ["a", "a+b", "b"])
        let alias = try Container(
            Plan {
                $0.contributed(.singleton, (any Sink).self) { _ in TextSink("a") }
                $0.autowired(.singleton, Fan.self, Fan.init)
                $0.alias((any Sink).self, of: Fan.self) { $0 }
            })
        XCTAssertEqual(try alias.resolve(Fan.self).text, "a")
        XCTAssertEqual(try texts(alias), ["a", "a"])
    }

    func testREG11_ParentsFirstInTheirOrderAndAChildsKeyIsTheChilds() throws {
        let root = try Container(
            Plan {
                $0.sink("root")
                $0.sink("tag", named: "tag")
            })
        let left = try Container(
            Plan { $0.contributed(.singleton, (any Sink).self) { _ in TextSink("left") } }, parents: [root])
        let right = try Container(
            Plan { $0.contributed(.singleton, (any Sink).self) { _ in TextSink("right") } }, parents: [root])
        let child = try Container(
            Plan {
                $0.contributed(.singleton, (any Sink).self) { _ in TextSink("child") }
                $0.sink("mine", named: "tag")
                $0.autowired(.transient, Collector.self, Collector.init)
            }, parents: [left, right])
        XCTAssertEqual(try texts(child), ["root", "mine", "left", "right", "child"])
        XCTAssertEqual(try child.resolve(Collector.self).texts, ["root", "mine", "left", "right", "child"])
        XCTAssertEqual(try texts(root), ["root", "tag"])
        XCTAssertEqual(try map(child), ["tag": "mine"])
    }

    func testREG11_APrivateRegistrationIsInItsModulesListsAlone() throws {
        let container = try Container(
            Plan { plan in
                let view = plan.addModuleView()
                let place = CodeLocation()
                func sink(_ text: String, _ name: RegistrationName? = nil) -> Record {
                    Record((any Sink).self, .singleton, qualifier: name.map { Qualifier($0) }, at: place) { _ in
                        TextSink(text)
                    }
                }
                plan.addRecord(sink("public"))
                plan.addRecord(sink("shadowed", "tag"))
                plan.addRecord(sink("hidden", "tag"), inView: view, isPrivate: true)
                plan.addRecord(sink("contributed"), inView: view, isPrivate: true, isContributed: true)
                plan.addRecord(
                    Record(Collector.self, .transient, qualifier: Qualifier(RegistrationName("inside")), at: place) {
                        Collector(sinks: try $0.resolve())
                    }, inView: view)
                plan.addRecord(Record(Collector.self, .transient, at: place) { Collector(sinks: try $0.resolve()) })
            })
        for _ in 0..<2 {
            XCTAssertEqual(try container.resolve(Collector.self).texts, ["public", "shadowed"])
            XCTAssertEqual(try texts(container), ["public", "shadowed"])
            XCTAssertEqual(
                try container.resolve(Collector.self, named: "inside").texts, ["public", "hidden", "contributed"])
        }
    }

    func testREG19_WhoDeclinesIsLeftOutAndAnotherErrorIsThrown() throws {
        let fails = Locked(false)
        let container = try Container(
            Plan {
                $0.sink("a")
                $0.singleton((any Sink).self, named: "absent") { _ in throw Declined("not today") }
                $0.singleton((any Sink).self, named: "broken") { _ in
                    if fails.withLock({ $0 }) { throw Broken() }
                    return TextSink("b")
                }
                $0.autowired(.transient, Collector.self, Collector.init)
            })
        fails.withLock { $0 = true }
        let error = failure(.factoryFailed) { try container.resolve(Collector.self) }
        XCTAssertEqual(error?.path, ["Collector", "any Sink named \"broken\""])
        fails.withLock { $0 = false }
        XCTAssertEqual(try container.resolve(Collector.self).texts, ["a", "b"])
        XCTAssertNil(try container.resolve((any Sink)?.self, named: "absent"))
        XCTAssertEqual(try map(container), ["broken": "b"])
    }

    func testC10_AListIsWholeOrClosed() throws {
        let container = try Container(
            Plan {
                $0.sink("a")
                $0.sink("b", named: "b")
            })
        XCTAssertEqual(try texts(container), ["a", "b"])
        container.close()
        failure(.closed) { try texts(container) }
        failure(.closed) { try container.resolve((any Sink)?.self) }
    }
}

// MARK: In scopes, graphs and tasks

final class ComposedTests: WatchedTestCase {
    private final class Visitor: Sendable {}
    private struct Page: Sendable {
        let visitors: [Visitor]
        let first: Visitor?
    }
    private final class Part {}

    func testLIFE2_AListInAScopeHasTheScopesInstances() throws {
        let container = try Container(
            Plan {
                $0.scoped(Visitor.self) { _ in Visitor() }
                $0.singleton(Visitor.self, named: "root") { _ in Visitor() }
                $0.autowired(.transient, Page.self, Page.init)
            })
        failure(.outsideScope) { try container.resolve([Visitor].self) }
        let scopes = try (container.openScope(), container.openScope())
        for scope in [scopes.0, scopes.1] {
            let list = try scope.resolve([Visitor].self)
            XCTAssert(try list[0] === scope.resolve(Visitor.self))
            XCTAssert(try list[1] === container.resolve(Visitor.self, named: "root"))
            let page = try scope.resolve(Page.self)
            XCTAssert(page.visitors[0] === list[0])
            XCTAssert(page.first === list[0])
            XCTAssert(try scope.resolve(Visitor?.self) === list[0])
        }
        XCTAssert(try scopes.0.resolve([Visitor].self)[0] !== scopes.1.resolve([Visitor].self)[0])
    }

    func testLIFE1_AGraphsInstanceIsTheSameByItsKeyAndInAList() throws {
        struct Whole { let (list, one, map): ([Part], Part, [RegistrationName: Part]) }
        let parent = try Container(
            Plan {
                $0.graph(Part.self) { _ in Part() }
                $0.graph(Part.self, named: "named") { _ in Part() }
                $0.contributed(.graph, Part.self) { _ in Part() }
            })
        let child = try Container(
            Plan {
                $0.transient(Whole.self) { Whole(list: try $0.resolve(), one: try $0.resolve(), map: try $0.resolve()) }
            }, parents: [parent]
        )
        let whole = try child.resolve(Whole.self)
        XCTAssertEqual(whole.list.count, 3)
        XCTAssert(whole.list[0] === whole.one)
        XCTAssert(whole.list[1] === whole.map["named"])
        XCTAssert(whole.list[2] !== whole.one)
    }

    func testE3_AnOptionalIsNilWhereNothingIsRegisteredAndNothingElse() throws {
        let container = try Container(
            Plan {
                $0.singleton(Int.self) { try $0.resolve(String.self).count }
                $0.singleton([Double].self) { _ in [1] }
            })
        XCTAssertNil(try container.resolve(String?.self))
        XCTAssertNil(try container.resolve(String?.self, named: "other"))
        XCTAssertEqual(try container.resolve([Double]?.self), [1])
        XCTAssertNil(try container.resolve([String]?.self))
        let error = failure(.missing) { try container.resolve(Int?.self) }
        XCTAssertEqual(error?.path, ["Int", "String"])
    }

    func testC5_AListOfWhatAwaitsIsAwaited() async throws {
        let container = try Container(
            Plan {
                $0.awaited(.singleton, Visitor.self) { _ in Visitor() }
                $0.singleton(Visitor.self, named: "plain") { _ in Visitor() }
                $0.awaited(.transient, Page.self) { resolver in
                    Page(visitors: try await resolver.resolve(), first: try await resolver.resolve())
                }
            })
        failure(.asynchronous) { try container.resolve([Visitor].self) }
        let page = try await container.resolveAsync(Page.self)
        let list = try container.resolve([Visitor].self)
        XCTAssertEqual(list.count, 2)
        XCTAssert(page.visitors[0] === list[0])
        XCTAssert(page.first === list[0])
        let map = try await container.resolveAsync([RegistrationName: Visitor].self)
        XCTAssert(map["plain"] === list[1])
        let missing = try await container.resolveAsync(String?.self)
        XCTAssertNil(missing)
    }

    func testO3_WhatAListLeadsToIsClosedAfterIt() throws {
        let closed = Locked<[String]>([])
        let container = try Container(
            Plan { plan in
                plan.closed(.singleton, Page.self, needs: [[Visitor].self, Visitor?.self]) { _ in
                    Page(visitors: [], first: nil)
                } close: { _, _ in
                    closed.withLock { $0.append("page") }
                }
                plan.closed(.singleton, Visitor.self, needs: []) { _ in
                    Visitor()
                } close: { _, _ in
                    closed.withLock { $0.append("visitor") }
                }
            })
        _ = try container.resolve(Page.self)
        _ = try container.resolve(Visitor.self)
        container.close()
        XCTAssertEqual(closed.withLock { $0 }, ["page", "visitor"])
    }

    func testC1_AllWhoMeetAListAtOnceAreGivenOne() throws {
        for _ in 0..<50 {
            let container = try Container(
                Plan { plan in
                    for number in 0..<8 {
                        plan.qualified(.graph, Part.self, by: number) { _ in Part() }
                    }
                })
            let counts = Locked<[Int]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { number in
                let count = (try? container.resolve([Part].self))?.count ?? -1
                let one = (try? container.resolve(Part?.self, named: RegistrationName(number))) ?? nil
                counts.withLock { $0.append(one == nil ? -1 : count) }
            }
            XCTAssertEqual(counts.withLock { $0 }, Array(repeating: 8, count: 8))
        }
    }

    /// A qualifier that counts how often one is compared.
    private struct Counting: Hashable, Sendable {
        let number: Int
        let count: Locked<Int>

        static func == (left: Counting, right: Counting) -> Bool {
            left.count.withLock { $0 += 1 }
            return left.number == right.number
        }

        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    func testK2_ALongListComparesEachQualifierAFewTimes() throws {
        let (compared, length) = (Locked(0), 1_000)
        func plan(_ numbers: Range<Int>) -> Plan {
            Plan { plan in
                for number in numbers {
                    plan.qualified(.transient, Part.self, by: Counting(number: number, count: compared)) { _ in Part() }
                }
            }
        }
        let parent = try Container(plan(0..<length))
        let child = try Container(plan(length / 2..<length + 1), parents: [parent, parent])
        for container in [parent, child, try Container(Plan(), parents: [child])] {
            compared.withLock { $0 = 0 }
            XCTAssertGreaterThanOrEqual(try container.resolve([Part].self).count, length)
            XCTAssertLessThan(compared.withLock { $0 }, 20 * length)
        }
    }
}
