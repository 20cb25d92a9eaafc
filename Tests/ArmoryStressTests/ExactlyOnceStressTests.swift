// Many threads ask for what nobody has made yet.

import Armory
import ArmoryTestSupport
import Foundation
import XCTest

/// C1: the factory of a slot that is kept runs to success once, and everybody gets that instance, complete.
final class ExactlyOnceStressTests: EveryHashTestCase {
    private func assertMadeOnce(threads: Int) {
        let label = "C1 every kind of key, \(threads) threads\(CollidingHashes.label)"
        let scale = CollidingHashes.areOn ? 0.1 : 1
        let rounds = StressScale.scaled(Int(scale * 20_000), underThreadSanitizer: Int(scale * 4_000))
        let report = Barrage(label, threads: threads, rounds: rounds, isJostled: true).run(
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
    private let kinds: [Kind]
    private let censuses: [Census]

    init(round: Int) throws {
        self.round = round
        // Told or not, it is made once.
        container = Container(configuration: .init(subscribers: round % 3 == 2 ? [Silent()] : []))
        kinds = Kind.of(round)
        censuses = kinds.map { _ in Census() }
        for (index, kind) in kinds.enumerated() {
            try kind.register(in: container, censuses[index], pace(of: index))
        }
        container.freeze()
    }

    private struct Silent: EventSubscriber {
        func receive(_ event: ContainerEvent) {}
    }

    private func pace(of index: Int) -> Pace {
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
            let widget = try kinds[index].resolve(from: container, censuses[index], pace(of: index))
            try widget.expectComplete("\(kinds[index])")
            widgets[index] = widget
        }
        return widgets.compactMap { $0 }
    }

    /// All threads hold what they got, so that a shared instance cannot be made again.
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
private enum Kind: Sendable, CustomStringConvertible {
    case plain
    case behindProtocol
    case named
    case qualified
    /// Keys of different values and one hash.
    case colliding(Int)
    /// A singleton for each value of an argument, registered by whoever asks first.
    case argument(Int)
    case shared

    static let others: [Kind] = [
        .behindProtocol, .named, .qualified, .colliding(0), .colliding(1), .colliding(2), .argument(0), .argument(1),
        .shared,
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

    struct Argument: Hashable, Sendable {
        let number: Int
        let text: String
        init(_ number: Int) {
            self.number = number
            text = "an argument of \(number)"
        }
    }

    var description: String {
        switch self {
        case .plain: "a singleton"
        case .behindProtocol: "a singleton behind a protocol"
        case .named: "a named singleton"
        case .qualified: "a qualified singleton"
        case .colliding(let number): "a singleton whose hash collides (\(number))"
        case .argument(let number): "a singleton by argument (\(number))"
        case .shared: "a shared instance"
        }
    }

    private func singleton(_ census: Census, _ pace: Pace) -> Singleton<Widget> {
        Singleton { Widget(census, pace) }.inject { widget, _ in widget.complete(pace) }
    }

    func register(in container: Container, _ census: Census, _ pace: Pace) throws {
        let singleton = singleton(census, pace)
        switch self {
        case .plain: try container.register(singleton)
        case .named: try container.register(singleton.named("primary"))
        case .qualified: try container.register(singleton.qualified(by: Region.north))
        case .colliding(let number): try container.register(singleton.qualified(by: Colliding(number: number)))
        case .argument: break
        case .behindProtocol:
            try container.register(
                Singleton((any AnyWidget).self) { Widget(census, pace) }
                    .inject { widget, _ in widget.widget.complete(pace) })
        case .shared:
            try container.register(
                Shared((any AnyWidget).self) { Widget(census, pace) }.named("shared")
                    .inject { widget, _ in widget.widget.complete(pace) })
        }
    }

    func resolve(from container: Container, _ census: Census, _ pace: Pace) throws -> Widget {
        switch self {
        case .plain: try container.resolve()
        case .named: try container.resolve(named: "primary")
        case .qualified: try container.resolve(qualifier: Region.north)
        case .colliding(let number): try container.resolve(qualifier: Colliding(number: number))
        case .argument(let number): try container.getOrMake(singleton(census, pace).qualified(by: Argument(number)))
        case .behindProtocol: try container.resolve((any AnyWidget).self).widget
        case .shared: try container.resolve((any AnyWidget).self, named: "shared").widget
        }
    }
}
