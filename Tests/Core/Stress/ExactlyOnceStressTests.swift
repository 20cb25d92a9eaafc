// Many threads ask for what nobody has made yet.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import Foundation
import XCTest

/// C1: the factory of a cell runs to success once, and everybody gets that instance, complete.
final class ExactlyOnceStressTests: LeakCheckedTestCase {
    private func assertMadeOnce(threads: Int) {
        let label = "C1 every kind of key in the core, \(threads) threads"
        let rounds = StressScale.scaled(6_000 * 8 / threads, underThreadSanitizer: 2_000 * 8 / threads)
        let report = Barrage(
            label, threads: threads, rounds: rounds, isJostled: true, describe: Waits.described
        )
        .run(
            prepare: { try Stage(round: $0) },
            body: { try $0.resolveAll(thread: $1) },
            check: { try $0.check($1) })
        XCTAssertNil(report.miss)
        var stated = Stated(label)
        stated.add(report.rounds, "containers")
        stated.add(report.rounds, "plain singletons")
        stated.add(report.rounds * Kind.perRound / Kind.others.count, "of each other kind")
        stated.add(report.rounds * (1 + Kind.perRound) * threads, "resolves")
        stated.state(misses: report.misses)
    }

    func testC1_EightThreadsHaveEveryKindOfKeyMadeOnce() {
        assertMadeOnce(threads: 8)
    }

    func testC1_ThirtyTwoThreadsHaveEveryKindOfKeyMadeOnce() {
        assertMadeOnce(threads: 32)
    }

    func testC1_SixtyFourThreadsHaveEveryKindOfKeyMadeOnce() {
        assertMadeOnce(threads: 64)
    }
}

/// A container for one round: a plain singleton and some of the other kinds, and nothing of it made.
private final class Stage: Sendable {
    private let round: Int
    private let container: Container
    private let child: Container
    private let kinds: [Kind]
    private let censuses: [Census]

    init(round: Int) throws {
        self.round = round
        let kinds = Kind.of(round)
        let censuses = kinds.map { _ in Census() }
        (self.kinds, self.censuses) = (kinds, censuses)
        container = try Container(
            Plan { plan in
                for (index, kind) in kinds.enumerated() {
                    kind.register(in: &plan, censuses[index], Self.pace(of: index, in: round))
                }
            })
        child = try Container(Plan { _ in }, parents: [container])
    }

    private static func pace(of index: Int, in round: Int) -> Pace {
        [.slow, .yielding, .atOnce][(round / 4 + index) % 3]
    }

    /// What a thread gets for each kind.
    ///
    /// Every kind comes first in turn. In every fourth round each thread begins with another one.
    func resolveAll(thread: Int) throws -> [Widget] {
        let start = round % 4 == 3 ? round + thread : round
        var widgets: [Widget?] = Array(repeating: nil, count: kinds.count)
        for step in kinds.indices {
            let index = (start + step) % kinds.count
            // A child finds the parent's kinds too, by the long way the first time.
            let isAskedThroughChild = kinds[index] == .throughChild && thread % 2 == 0
            let widget = try kinds[index].resolve(from: isAskedThroughChild ? child : container)
            try widget.expectComplete("\(kinds[index])")
            widgets[index] = widget
        }
        return widgets.compactMap { $0 }
    }

    /// All threads hold what they got.
    func check(_ results: [Result<[Widget], any Error>]) throws {
        let first = try results[0].get()
        for result in results {
            for (index, widget) in try result.get().enumerated() {
                try expect(widget === first[index], "two threads have two instances of \(kinds[index])")
            }
        }
        for (index, kind) in kinds.enumerated() { try censuses[index].expectOne("\(kind)") }
    }
}

/// The kinds of keys under which one instance is kept.
private enum Kind: Sendable, Equatable, CustomStringConvertible {
    case plain
    case behindProtocol
    case named
    case namedAndInjected
    case qualified
    /// Keys of different values and one hash.
    case colliding(Int)
    case throughChild

    static let others: [Kind] = [
        .behindProtocol, .named, .namedAndInjected, .qualified, .colliding(0), .colliding(1), .colliding(2),
        .throughChild,
    ]

    /// How many of the other kinds go with the plain singleton in one round.
    static let perRound = 3

    static func of(_ round: Int) -> [Kind] {
        [.plain] + (0..<perRound).map { others[(round * perRound + $0) % others.count] }
    }

    enum Region: Sendable {
        case north, south
    }

    struct Colliding: Hashable, Sendable {
        let number: Int
        func hash(into hasher: inout Hasher) { hasher.combine(0) }
    }

    var description: String {
        switch self {
        case .plain: "a singleton"
        case .behindProtocol: "a singleton behind a protocol"
        case .named: "a named singleton"
        case .namedAndInjected: "a named singleton that is injected"
        case .qualified: "a qualified singleton that is injected"
        case .colliding(let number): "a singleton whose hash collides (\(number))"
        case .throughChild: "a singleton asked for through a child"
        }
    }

    func register(in plan: inout Plan, _ census: Census, _ pace: Pace) {
        let whole: @Sendable (Resolver) -> Widget = { _ in
            let widget = Widget(census, pace)
            widget.complete(pace)
            return widget
        }
        let half: @Sendable (Resolver) -> Widget = { _ in Widget(census, pace) }
        let complete: @Sendable (inout Widget, Resolver) -> Void = { widget, _ in widget.complete(pace) }
        switch self {
        case .plain: plan.singleton(Widget.self, whole)
        case .named: plan.singleton(Widget.self, named: "primary", whole)
        case .namedAndInjected: plan.injected(.singleton, Widget.self, named: "injected", half, inject: complete)
        case .qualified: plan.qualified(.singleton, by: Region.north, injections: [complete], half)
        case .colliding(let number): plan.qualified(.singleton, by: Colliding(number: number), whole)
        case .behindProtocol:
            plan.injected(.singleton, (any AnyWidget).self, half) { widget, _ in widget.widget.complete(pace) }
        case .throughChild: plan.injected(.singleton, Widget.self, named: "parent", half, inject: complete)
        }
    }

    func resolve(from container: Container) throws -> Widget {
        switch self {
        case .plain: try container.resolve()
        case .named: try container.resolve(named: "primary")
        case .namedAndInjected: try container.resolve(named: "injected")
        case .qualified: try container.resolve(named: RegistrationName(Region.north))
        case .colliding(let number): try container.resolve(named: RegistrationName(Colliding(number: number)))
        case .behindProtocol: try container.resolve((any AnyWidget).self).widget
        case .throughChild: try container.resolve(named: "parent")
        }
    }
}
