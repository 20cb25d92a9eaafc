import Armory
import ArmoryTestSupport
import XCTest

/// SEE2: circles in a container's graph, and layers around registrations.
final class ContainerGraphCycleTests: LeakCheckedTestCase {
    /// A registration of the number that needs others.
    private func number(_ number: Int, needs others: Int...) -> any Registration {
        var registration = Singleton(Int.self, fileID: "Numbers.swift", line: number) { number }.named(
            RegistrationName(number))
        for other in others { registration = registration.dependsOn(Int.self, named: RegistrationName(other)) }
        return registration
    }

    /// The cycles of the container of these, as their numbers.
    private func cycles(_ contents: [any Registration]) throws -> [[Int]] {
        let graph = try Container.unchecked { contents }.graph
        return graph.cycles.map { $0.map { graph.nodes[$0].line ?? 0 } }
    }

    func testSEE2_ACycleIsTheNodesOnTheWay() throws {
        XCTAssertEqual(try cycles([number(1, needs: 2), number(2, needs: 3), number(3, needs: 1)]), [[1, 2, 3]])
        XCTAssertEqual(try cycles([number(1, needs: 2), number(2, needs: 2)]), [[2]])
        XCTAssertEqual(try cycles([number(1, needs: 2), number(2)]), [])
        XCTAssertEqual(
            try cycles([number(4, needs: 3), number(3, needs: 4), number(2, needs: 1), number(1, needs: 2)]),
            [[1, 2], [3, 4]], "in the order of nodes")
    }

    func testSEE2_ThreeNestedCyclesAreAllThere() throws {
        // 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 1, and inside it 2 -> 3 -> 4 -> 5 -> 2, and inside that 3 -> 4 -> 3.
        let contents = [
            number(1, needs: 2), number(2, needs: 3), number(3, needs: 4), number(4, needs: 5, 3),
            number(5, needs: 6, 2),
            number(6, needs: 1), number(7, needs: 1),
        ]
        XCTAssertEqual(try cycles(contents), [[1, 2, 3, 4, 5, 6], [2, 3, 4, 5], [3, 4]])
    }

    func testSEE2_TheFaultOfACycleIsAtOneOfItsNodes() throws {
        let graph = try Container.unchecked {
            number(1, needs: 2)
            number(2, needs: 1)
        }.graph
        XCTAssertEqual(graph.nodes.map(\.faults.count), [1, 0])
        XCTAssertEqual(graph.nodes[0].faults.first?.contains("Int named 1 → Int named 2"), true)
    }

    func testSEE2_ACycleThatAnInjectionClosesIsNone() throws {
        final class Parent: @unchecked Sendable { weak var child: Child? }
        final class Child: @unchecked Sendable { init(parent: Parent) {} }
        let closed = try Container.unchecked {
            Singleton(Parent.init).inject(\.child)
            Singleton(Child.init)
        }.graph
        XCTAssertEqual(closed.circles, [])
        XCTAssertEqual(closed.edges.count, 2)
        let anew = try Container.unchecked {
            Transient(Parent.init).inject(\.child)
            Transient(Child.init)
        }.graph
        XCTAssertEqual(anew.circles, ["Parent -> Child"], "new ones all the way round never end")
        let lazy = try Container.unchecked {
            Singleton(Int.self) { 1 }.dependsOn(Lazy<Int>.self)
        }.graph
        XCTAssertEqual(lazy.circles, [])
        XCTAssertEqual(lazy.arrows, ["Int -> Int: declared later"])
    }

    func testSEE2_ManyCyclesOfOneSetAreNotAllLookedFor() throws {
        // A chain of 1,000 whose every end leads back: 999 circles through all of it.
        let chain = (0..<1000).map { number($0, needs: $0 + 1) }
        let ends = (1001..<2000).map { number($0, needs: 0) }
        var hub = Singleton(Int.self, fileID: "Numbers.swift", line: 1000) { 1 }.named(RegistrationName(1000))
        for end in 1001..<2000 { hub = hub.dependsOn(Int.self, named: RegistrationName(end)) }
        let found = try cycles(chain + [hub] + ends)
        XCTAssertTrue(found.allSatisfy { $0.count == 1002 })
        XCTAssertLessThan(found.count, 200)
        XCTAssertGreaterThan(found.count, 10)
    }

    func testSEE2_ACycleOfTwentyThousand() throws {
        try skipWithOneHash("the chain is as long as all registrations")
        let count = 20_000
        let graph = try Container.unchecked { (0..<count).map { number($0, needs: ($0 + 1) % count) } }.graph
        XCTAssertEqual(graph.cycles, [Array(0..<count)])
        XCTAssertEqual(graph.nodes.map(\.faults.count).reduce(0, +), 1)
    }

    // MARK: Layers

    func testSEE2_DecoratorsAreTheirRegistrationsOwnNeeds() throws {
        let graph = try Container {
            Singleton((any Parcel).self) { Core() }
            Singleton { Stamp() }
            Decorator((any Parcel).self, Wrapping.stamped)
        }.graph
        XCTAssertEqual(graph.states, ["any Parcel: empty", "Stamp: empty"])
        XCTAssertEqual(graph.arrows, ["any Parcel -> Stamp: parameter construction"])
        XCTAssertEqual(graph.only("any Parcel")?.line, #line - 6, "as it was written")
    }

    func testSEE2_WhoListensChangesNoNode() throws {
        struct Listener: EventSubscriber {
            func receive(_ event: ContainerEvent) {}
        }
        func graph(_ subscribers: [any EventSubscriber]) throws -> ContainerGraph {
            let container = try Container(configuration: .init(validates: false, subscribers: subscribers)) {
                Singleton((any Parcel).self, fileID: "A.swift", line: 1) { Core() }
                Singleton(fileID: "A.swift", line: 2) { Stamp() }
                Decorator((any Parcel).self, Wrapping.stamped)
                Transient(Int.self, fileID: "A.swift", line: 3) { 1 }.dependsOn((any Parcel).self, Int?.self)
            }
            _ = try container.resolve((any Parcel).self)
            var graph = container.graph
            for node in graph.nodes.indices { graph.nodes[node].activity = nil }
            return graph
        }
        let alone = try graph([])
        XCTAssertEqual(try graph([Listener()]), alone)
        XCTAssertEqual(alone.states, ["any Parcel: ready", "Stamp: ready", "Int: none"])
        XCTAssertEqual(alone.circles, ["Int"])
    }

    func testSEE2_FaultsAreToldWhereTheyAre() throws {
        let graph = try Container.unchecked {
            Scoped(UInt8.self) { 1 }
            Singleton(UInt16.self) { 1 }.dependsOn(UInt8.self)
            Transient(arguments: Int.self) { _, _ in Double(1) }
            Singleton(Int8.self) { (number: Double) in Int8(number) }
        }.graph
        XCTAssertEqual(graph.nodes.filter { !$0.faults.isEmpty }.map(\.key), ["UInt16", "Int8"])
        XCTAssertEqual(graph.only("UInt16")?.faults.count, 1)
    }
}
