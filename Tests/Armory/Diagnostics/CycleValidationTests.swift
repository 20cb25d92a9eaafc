import Armory
import ArmoryTestSupport
import XCTest

private class Node: @unchecked Sendable {  // Written in injections alone, before it is published.
    var next: Node?
}
private protocol Face: Sendable {}
private final class Ledger: Face { init(auditor: Auditor) {} }
private final class Auditor: Sendable { init(face: any Face) {} }
private struct Value: Sendable { var next: Node? }

/// E2: cycles, and that what is said of them is what happens.
final class CycleValidationTests: LeakCheckedTestCase {
    private let unchecked = Container.Configuration(validates: false)

    /// A ring of nodes: for each its lifetime, and whether the next one is injected.
    private func ring(_ members: [(Lifetime, isInjected: Bool)]) -> [any Registration] {
        members.indices.map { number in
            let next = (number + 1) % members.count
            return member(number, members[number].0, next, isInjected: members[number].isInjected)
        }
    }

    private func member(
        _ number: Int, _ lifetime: Lifetime, _ next: Int, isInjected: Bool
    ) -> any Registration {
        func finish(_ registration: some Registration<Node>) -> any Registration {
            isInjected
                ? registration.dependsOn().inject(\.next, .named(RegistrationName(next))).named(
                    RegistrationName(number))
                : registration.dependsOn(Node.self, named: RegistrationName(next)).named(RegistrationName(number))
        }
        let factory: @Sendable (Resolver) throws -> Node = { resolver in
            let node = Node()
            if !isInjected { node.next = try resolver.resolve(named: RegistrationName(next)) }
            return node
        }
        return switch lifetime {
        case .singleton: finish(Singleton(Node.self, factory))
        case .shared: finish(Shared(Node.self, factory))
        case .graph: finish(Graph(Node.self, factory))
        case .scoped: finish(Scoped(Node.self, factory))
        default: finish(Transient(Node.self, factory))
        }
    }

    /// Every ring of one, two and three, of every mix of lifetimes and edges: what the check says is what a resolve does.
    func testE2_ACycleIsAFaultWhereAResolveFails() throws {
        let kinds = [Lifetime.singleton, .graph, .transient].flatMap {
            [($0, isInjected: false), ($0, isInjected: true)]
        }
        var (rings, faulty) = (0, 0)
        for count in 1...3 {
            for choice in 0..<[1, 6, 36, 216][count] {
                let members = (0..<count).map { kinds[choice / [1, 6, 36][$0] % 6] }
                let container = try Container(configuration: unchecked) { ring(members) }
                let faults = checkedFaults(container)
                rings += 1
                for number in 0..<count {
                    do {
                        var node: Node? = try container.resolve(Node.self, named: RegistrationName(number))
                        XCTAssertTrue(faults.isEmpty, "\(members): \(faults)")
                        // The ring holds itself.
                        while let next = node?.next {
                            node?.next = nil
                            node = next
                        }
                    } catch {
                        XCTAssertEqual(error.code, .cycle)
                        XCTAssertEqual(faults.map(\.code), [.cycle], "\(members)")
                    }
                }
                if !faults.isEmpty { faulty += 1 }
            }
        }
        XCTAssertEqual(rings, 6 + 36 + 216)
        XCTAssertEqual(faulty, 3 + 1 + 9 + 3 + 27 + 7, "all constructors, or transients all round")
    }

    func testE2_AValueIsNotHandedOutBeforeItsInjectionsAreOver() throws {
        let container = try Container(configuration: unchecked) {
            Singleton { Value() }.inject(\.next)
            Singleton { resolver in
                _ = try resolver.resolve(Value.self)
                return Node()
            }.dependsOn(Value.self)
        }
        XCTAssertEqual(checkedFaults(container).map(\.path), [["Value", "Node", "Value"]])
        failure(.cycle) { try container.resolve(Value.self) }
    }

    func testE2_ACycleNamesAnInstanceOnce() throws {
        let error = failure(.invalid) {
            try Container {
                Singleton(Ledger.init).as { $0 as any Face }
                Singleton(Auditor.init)
            }
        }
        XCTAssertEqual(error?.faults.map(\.path), [["Auditor", "any Face", "Auditor"]])
    }

    func testE2_WhatIsAskedForLaterClosesACycle() throws {
        final class Parent: Sendable { init(child: Lazy<Child>) {} }
        final class Child: Sendable { init(parent: Parent) {} }
        try Container {
            Singleton(Parent.init)
            Singleton(Child.init)
        }.validate()
    }

    func testE2_ARegistrationWithArgumentsMayLeadToItself() throws {
        let container = try Container {
            Transient(arguments: Int.self) { resolver, count -> Node in
                let node = Node()
                if count > 0 { node.next = try resolver.resolve(Node.self, arguments: count - 1) }
                return node
            }.dependsOn(Node.self)
        }
        XCTAssertNotNil(try container.resolve(Node.self, arguments: 2).next?.next)
    }
}
