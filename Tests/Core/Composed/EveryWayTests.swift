// RES1, RES2, O1, O2: every way to ask, of every lifetime, with and without a qualifier, through every kind of handle.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

/// An instance that knows which registration it is of.
private final class Node<Kind>: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}
private enum Singleton {}
private enum Transient {}
private enum Graph {}
private enum Scoped {}
private enum Weak {}
private enum Awaited {}

/// What an asker has got, in each of the ways.
private struct Asked<Kind>: Sendable {
    var nodes: [Node<Kind>]
}
/// As `Asked`, by an initializer's parameters.
private struct Bound<Kind>: Sendable {
    let nodes: [Node<Kind>]
}
/// As `Asked`, by a factory that awaits.
private struct AskedLater<Kind>: Sendable {
    let nodes: [Node<Kind>]
}

private let label = RegistrationName("named")

extension Plan {
    /// The registrations of a kind, two of each; the named ones come first.
    fileprivate mutating func node<Kind>(_ lifetime: Lifetime, _ kind: Kind.Type, by maker: String) {
        for qualifier in [Qualifier(label), nil] {
            let text = "\(maker) \(qualifier == nil ? "plain" : "named")"
            let tag = lifetime == .scoped ? ScopeTag.request : nil
            let parts = Record.Parts(tag: tag, isShareable: true)
            addRecord(
                kind == Awaited.self
                    ? Record(
                        awaiting: Node<Kind>.self, lifetime, qualifier: qualifier, at: CodeLocation(), parts: parts
                    ) { _ in
                        await Task.yield()
                        return Node(text)
                    }
                    : Record(Node<Kind>.self, lifetime, qualifier: qualifier, at: CodeLocation(), parts: parts) { _ in
                        Node(text)
                    })
        }
    }

    /// Those who ask for a kind.
    fileprivate mutating func askers<Kind>(of kind: Kind.Type) {
        let (plain, named) = (ServiceKey(Node<Kind>.self), ServiceKey(Node<Kind>.self, qualifier: Qualifier(label)))
        let keys = [
            plain, named, ServiceKey(Node<Kind>?.self), ServiceKey(Node<Kind>?.self, qualifier: Qualifier(label)),
            ServiceKey([Node<Kind>].self), ServiceKey([RegistrationName: Node<Kind>].self),
            ServiceKey([Node<Kind>].self, qualifier: Qualifier(label)),
        ]
        transient(Asked<Kind>.self) { resolver in
            let list: [Node<Kind>] = try resolver.resolve()
            return Asked(nodes: [
                try resolver.resolve(), try resolver.resolve(named: RegistrationName(label)),
                try resolver.resolve(Node<Kind>?.self)!,
                try resolver.resolve(Node<Kind>?.self, named: RegistrationName(label))!,
                list[1], list[0], try resolver.resolve()!,
                try resolver.resolve([RegistrationName: Node<Kind>].self)[label]!,
                try resolver.resolve(), try resolver.resolve([Node<Kind>].self, named: RegistrationName(label))[0],
            ])
        }
        addRecord(
            Record(
                Bound<Kind>.self, .transient, at: CodeLocation(),
                parts: Record.Parts { keys.map { Dependency($0) } }
            ) { resolver in
                let list: [Node<Kind>] = try resolver.resolveParameter(at: 4)
                return Bound(nodes: [
                    try resolver.resolveParameter(at: 0), try resolver.resolveParameter(at: 1),
                    try resolver.resolveParameter(at: 2, Node<Kind>?.self)!,
                    try resolver.resolveParameter(at: 3, Node<Kind>?.self)!,
                    list[1], list[0], try resolver.resolve(),
                    try resolver.resolveParameter(at: 5, [RegistrationName: Node<Kind>].self)[label]!,
                    try resolver.resolve(), try resolver.resolveParameter(at: 6, [Node<Kind>].self)[0],
                ])
            })
        awaited(.transient, AskedLater<Kind>.self) { resolver in
            let list: [Node<Kind>] = try await resolver.resolve()
            return try await AskedLater(nodes: [
                resolver.resolve(), resolver.resolve(named: RegistrationName(label)),
                resolver.resolve(Node<Kind>?.self)!,
                resolver.resolve(Node<Kind>?.self, named: RegistrationName(label))!,
                list[1], list[0], resolver.resolve(), resolver.resolve([RegistrationName: Node<Kind>].self)[label]!,
                resolver.resolve(), resolver.resolve([Node<Kind>].self, named: RegistrationName(label))[0],
            ])
        }
    }
}

/// Lets every resolve pass.
private struct Passing: ResolveListener {
    func observeResolve<T>(
        _ resolve: ResolveNotice, performing body: () throws(ResolutionError) -> T
    ) throws(ResolutionError) -> T {
        try body()
    }
    func observeResolveAsync<T>(
        _ resolve: ResolveNotice, performing body: () async throws(ResolutionError) -> T
    ) async throws(ResolutionError) -> T { try await body() }
}

final class EveryWayTests: WatchedTestCase {
    private static func nodes(by maker: String) -> Plan {
        Plan {
            $0.node(.singleton, Singleton.self, by: maker)
            $0.node(.transient, Transient.self, by: maker)
            $0.node(.graph, Graph.self, by: maker)
            $0.node(.scoped, Scoped.self, by: maker)
            $0.node(.shared, Weak.self, by: maker)
            $0.node(.singleton, Awaited.self, by: maker)
        }
    }
    private static let askers = Plan {
        $0.askers(of: Singleton.self)
        $0.askers(of: Transient.self)
        $0.askers(of: Graph.self)
        $0.askers(of: Scoped.self)
        $0.askers(of: Weak.self)
        $0.askers(of: Awaited.self)
    }

    /// Handles of every kind that see the nodes and the askers of each plan that they get.
    private func handles(_ nodes: Plan, _ askers: Plan) throws -> [(name: String, handle: Container)] {
        var handles: [(name: String, handle: Container)] = []
        for isTold in [false, true] {
            var (both, told) = (nodes + askers, Plan())
            if isTold { (both.listener, told.listener) = (Passing(), Passing()) }
            let container = try Container(both)
            let ofNodes = try Container(nodes)
            let child = try Container(told + askers, parents: [ofNodes])
            let grandchild = try Container(told, parents: [try Container(Plan()), child])
            let overriding = try container.overriding(told)
            let containers = [
                ("container", container), ("child with askers", child), ("grandchild", grandchild),
                ("overriding", overriding), ("child of overriding", try Container(told, parents: [overriding])),
                ("overriding child", try child.overriding(told)),
                ("added", try ofNodes.overriding(Plan(), adding: told + askers)),
            ]
            for (name, handle) in containers {
                let scope = try handle.openScope()
                let text = isTold ? "told \(name)" : name
                handles += [
                    (text, handle), ("scope of \(text)", scope),
                    ("scope in that", try scope.openScope(ScopeTag("job"))),
                    ("child of scope of \(text)", try Container(told, parents: [scope])),
                ]
            }
        }
        return handles
    }

    private func look<Kind>(
        _ handle: Container, _ kind: Kind.Type, by maker: String, in text: String, isOne: Bool, isNew: Bool,
        isDirect: Bool
    ) async throws {
        let named = { (number: Int) in "\(maker) \(number.isMultiple(of: 2) ? "plain" : "named")" }
        func look(_ nodes: [Node<Kind>], _ way: String) {
            for (number, node) in nodes.enumerated() {
                XCTAssertEqual(node.name, named(number), "\(text): \(kind), \(way) \(number)")
            }
            let plain = Set(stride(from: 0, to: nodes.count, by: 2).map { ObjectIdentifier(nodes[$0]) })
            if isOne { XCTAssertEqual(plain.count, 1, "\(text): \(kind), \(way)") }
            if isNew { XCTAssertEqual(plain.count, nodes.count / 2, "\(text): \(kind), \(way)") }
        }
        var all: [[Node<Kind>]] = []
        if kind != Awaited.self, isDirect {
            let list: [Node<Kind>] = try handle.resolve()
            all.append([
                try handle.resolve(), try handle.resolve(named: label),
                try handle.resolve(Node<Kind>?.self)!,
                try handle.resolve(Node<Kind>?.self, named: RegistrationName(label))!,
                list[1], list[0], try handle.resolve()!,
                try handle.resolve([RegistrationName: Node<Kind>].self)[label]!,
                try handle.with(Node<Kind>.self) { $0 },
                try handle.resolve([Node<Kind>].self, named: RegistrationName(label))[0],
            ])
        }
        if kind != Awaited.self {
            all += [try handle.resolve(Asked<Kind>.self).nodes, try handle.resolve(Bound<Kind>.self).nodes]
        }
        let list: [Node<Kind>] = isDirect ? try await handle.resolveAsync() : []
        if isDirect {
            try await all.append([
                handle.resolveAsync(), handle.resolveAsync(named: RegistrationName(label)),
                handle.resolveAsync(Node<Kind>?.self)!,
                handle.resolveAsync(Node<Kind>?.self, named: RegistrationName(label))!,
                list[1], list[0], handle.resolveAsync()!,
                handle.resolveAsync([RegistrationName: Node<Kind>].self)[label]!,
            ])
        }
        try await all.append(handle.resolveAsync(AskedLater<Kind>.self).nodes)
        // A graph is one asker's.
        for (way, nodes) in all.enumerated() { look(nodes, "way \(way)") }
        if isOne { look(all.flatMap(\.self), "all ways") }
    }

    private func lookAtAll(
        _ handle: Container, by maker: String, in text: String, isDirect: Bool = true
    ) async throws {
        let isInScope = text.contains("scope")
        try await look(handle, Singleton.self, by: maker, in: text, isOne: true, isNew: false, isDirect: isDirect)
        try await look(handle, Transient.self, by: maker, in: text, isOne: false, isNew: true, isDirect: isDirect)
        try await look(handle, Graph.self, by: maker, in: text, isOne: false, isNew: false, isDirect: isDirect)
        try await look(handle, Weak.self, by: maker, in: text, isOne: true, isNew: false, isDirect: isDirect)
        try await look(handle, Awaited.self, by: maker, in: text, isOne: true, isNew: false, isDirect: isDirect)
        if isInScope {
            try await look(handle, Scoped.self, by: maker, in: text, isOne: true, isNew: false, isDirect: isDirect)
        } else {
            failure(.outsideScope) { try handle.resolve(Asked<Scoped>.self) }
            failure(.outsideScope) { try handle.resolve(Bound<Scoped>.self) }
        }
    }

    /// The kinds are private to the module of those who ask, and there are public ones too.
    func testMOD3_EveryWayFromAModuleLeadsToWhatIsPrivateThere() async throws {
        var plan = Plan()
        let view = plan.addModuleView()
        for entry in Self.nodes(by: "public").entries { plan.addRecord(entry.record) }
        for entry in Self.nodes(by: "private").entries { plan.addRecord(entry.record, inView: view, isPrivate: true) }
        for entry in Self.askers.entries { plan.addRecord(entry.record, inView: view) }
        let container = try Container(plan)
        let child = try Container(Plan(), parents: [container])
        for (name, handle) in [
            ("container", container), ("child", child), ("overriding", try container.overriding(Plan())),
            ("overriding child", try child.overriding(Plan())), ("grandchild", try Container(Plan(), parents: [child])),
        ] {
            let scope = try handle.openScope()
            for (text, handle) in [
                (name, handle), ("scope of \(name)", scope),
                ("scope in scope of \(name)", try scope.openScope(ScopeTag("job"))),
                ("child of scope of \(name)", try Container(Plan(), parents: [scope])),
            ] {
                do { try await lookAtAll(handle, by: "private", in: text, isDirect: false) } catch {
                    XCTFail("\(text): \(error)")
                }
                XCTAssertEqual(try handle.resolve(Node<Singleton>.self).name, "public plain")
            }
        }
    }

    func testRES1_ArgumentsInEveryWay() async throws {
        typealias Made = Node<Int>
        let nodes = Plan {
            $0.transient(Made.self, taking: Int.self, named: label) { Made("named \($1)") }
            $0.transient(Made.self, taking: Int.self) { Made("plain \($1)") }
        }
        let askers = Plan {
            $0.transient(Asked<Int>.self) {
                Asked(nodes: [
                    try $0.resolve(arguments: 0), try $0.resolve(named: RegistrationName(label), arguments: 1),
                ])
            }
            $0.awaited(.transient, AskedLater<Int>.self) {
                try await AskedLater(nodes: [
                    $0.resolve(qualifiedBy: nil, arguments: 0),
                    $0.resolve(qualifiedBy: RegistrationName(label).qualifier, arguments: 1),
                ])
            }
        }
        for (text, handle) in try handles(nodes, askers) {
            var nodes: [Made] = [
                try handle.resolve(arguments: 0), try handle.resolve(named: RegistrationName(label), arguments: 1),
                try await handle.resolveAsync(qualifiedBy: nil, arguments: 0),
                try await handle.resolveAsync(qualifiedBy: RegistrationName(label).qualifier, arguments: 1),
            ]
            nodes += try handle.resolve(Asked<Int>.self).nodes
            nodes += try await handle.resolveAsync(AskedLater<Int>.self).nodes
            for (number, node) in nodes.enumerated() {
                XCTAssertEqual(node.name, number.isMultiple(of: 2) ? "plain 0" : "named 1", "\(text): \(number)")
            }
            failure(.wrongArguments) { try handle.resolve(Made.self, named: RegistrationName(label), arguments: "1") }
            failure(.wrongArguments) { try handle.resolve(Made.self) }
            failure(.missing) { try handle.resolve(Made.self, named: "other", arguments: 1) }
        }
    }

    func testRES1_EveryWayLeadsToTheSame() async throws {
        for (text, handle) in try handles(Self.nodes(by: "base"), Self.askers) {
            do { try await lookAtAll(handle, by: "base", in: text) } catch { XCTFail("\(text): \(error)") }
        }
    }
}

extension Plan {
    fileprivate static func + (left: Plan, right: Plan) -> Plan {
        var both = left
        for entry in right.entries { both.addRecord(entry.record) }
        return both
    }
}
