// SEE3: the event of a scope's opening says where it was opened, and with which values.

import Armory
import ArmoryTestSupport
import XCTest

final class ScopeOpeningTests: LeakCheckedTestCase {
    private struct Visit: Sendable, Equatable {
        let path: String
    }

    private final class Ticket: Sendable {}

    private func container(_ log: EventLog) throws -> Container {
        try Container(configuration: .init(subscribers: [log])) {
            Seeded(Visit.self).in(.request)
            Seeded(Visit.self).in(.request).named("other")
            Seeded(Ticket.self).in(.request)
        }
    }

    private func scopes(_ log: EventLog) -> [(kind: String, scope: ContainerEvent.ScopeInfo)] {
        log.all.compactMap { event in
            switch event {
            case .opened(let scope): ("opened", scope)
            case .ended(let scope, _): ("ended", scope)
            default: nil
            }
        }
    }

    func testSEE3_ASeedIsNeitherMadeNorClosed() throws {
        let log = EventLog([.made, .closed, .scopes])
        try container(log).withScope(seeds: [ScopeSeed(Visit(path: "/"))]) { scope in
            _ = try scope.resolve(Visit.self)
        }
        XCTAssertEqual(log.lines, ["opened request", "ended request, completed"])
    }

    func testSEE3_AnOpeningHasItsPlaceInTheSource() async throws {
        let log = EventLog(.scopes)
        let container = try container(log)
        func openAtOnce() throws { try container.withScope { _ in } }
        let first = #line - 1
        try openAtOnce()
        try await container.withScope { _ in await Task.yield() }
        try await container.openScope().shutdown()
        try await container.openScope(fileID: "Shop/Jobs.swift", line: 7).shutdown()
        let scopes = scopes(log)
        XCTAssertEqual(scopes.map(\.kind), Array(repeating: ["opened", "ended"], count: 4).flatMap { $0 })
        let lines = [first, first + 3, first + 4]
        let places = lines.map { "ArmoryTests/ScopeOpeningTests.swift:\($0)" } + ["Shop/Jobs.swift:7"]
        XCTAssertEqual(scopes.map(\.scope.location.description), places.flatMap { [$0, $0] })
    }

    func testSEE3_AnOpeningHasTheSeedsAndAnEndHasNone() async throws {
        let log = EventLog(.scopes)
        let container = try container(log)
        let seeds = [ScopeSeed(Visit(path: "/b")).named("other"), ScopeSeed(Visit(path: "/a")), ScopeSeed(Ticket())]
        try await container.openScope(seeds: seeds).shutdown()
        let (opened, ended) = (scopes(log)[0].scope, scopes(log)[1].scope)
        XCTAssertEqual(opened.seed(Visit.self), Visit(path: "/a"), "the one without a name")
        XCTAssertNotNil(opened.seed(Ticket.self))
        XCTAssertNil(opened.seed(String.self))
        XCTAssertNil(opened.seed((any Sendable).self), "only the seed's own type finds it")
        XCTAssertNil(ended.seed(Visit.self))
        try await container.openScope().shutdown()
        XCTAssertNil(scopes(log)[2].scope.seed(Visit.self))
    }

    func testSEE3_ASeedIsReleasedWithItsScope() async throws {
        final class Counter: EventSubscriber {
            let paths = Log<String>()
            var kinds: ContainerEvent.Kinds { [.scopes, .closed] }

            func receive(_ event: ContainerEvent) {
                switch event {
                case .opened(let scope): paths.add("\(scope.seed(Ticket.self) != nil)")
                case .closed: paths.add("closed by who has not made it")
                default: break
                }
            }
        }
        let counter = Counter()
        let container = try Container(configuration: .init(subscribers: [counter])) { Seeded(Ticket.self).in(.request) }
        weak var ticket: Ticket?
        do {
            let value = Ticket()
            ticket = value
            try await container.openScope(seeds: [ScopeSeed(value)]).shutdown()
        }
        XCTAssertNil(ticket)
        XCTAssertEqual(counter.paths.all, ["true"])
    }

    /// A closure does not say what it needs, and what it asks for may exist already.
    func testSEE3_TheGraphHasWhatAClosureAskedForThoughItExisted() throws {
        let container = try Container(configuration: .init(measures: true)) {
            Singleton(Int.self) { 1 }
            Singleton(String.self) { "\(try $0.resolve(Int.self))" }
            Transient(Bool.self) { try $0.resolve(String.self).isEmpty && $0.resolve(Int.self) == 0 }
        }
        XCTAssertEqual(container.graph.edges, [])
        _ = try container.resolve(Int.self)
        _ = try container.resolve(String.self)
        func edges() -> [String] {
            let graph = container.graph
            return graph.edges.map { "\(graph.nodes[$0.from].key) > \(graph.nodes[$0.to].key) \($0.origin)" }
        }
        XCTAssertEqual(edges(), ["String > Int observed"])
        _ = try container.resolve(Bool.self)
        XCTAssertEqual(edges(), ["String > Int observed", "Bool > String observed"])
    }

    func testSEE3_OnlyTheFirstCallNotes() throws {
        let container = try Container(configuration: .init(measures: true)) {
            Singleton(Int.self) { 1 }
            Transient(Bool.self) { try $0.resolve(Int.self) == 1 }
        }
        _ = try container.resolve(Int.self)
        for _ in 0..<3 { XCTAssertTrue(try container.resolve(Bool.self)) }
        XCTAssertEqual(container.observedDependencyCount, 1)
    }

    func testSEE3_ADryRunIsNotTheFirstCall() throws {
        let container = try Container(configuration: .init(measures: true)) {
            Singleton(Int.self) { 1 }
            Transient(Bool.self) { try $0.resolve(Int.self) == 1 }
        }
        _ = try container.resolve(Int.self)
        try container.validate(dryRun: true)
        _ = try container.resolve(Bool.self)
        XCTAssertEqual(container.graph.edges.map(\.origin), [.observed])
    }

    func testSEE3_AFactoryThatAwaitsNotesToo() async throws {
        let container = try Container(configuration: .init(measures: true)) {
            Singleton(Int.self) { 1 }
            Singleton(Bool.self) { resolver async throws in try await resolver.resolve(Int.self) == 1 }
        }
        _ = try container.resolve(Int.self)
        let isOne = try await container.resolveAsync(Bool.self)
        XCTAssertTrue(isOne)
        XCTAssertEqual(container.graph.edges.map(\.origin), [.observed])
    }
}
