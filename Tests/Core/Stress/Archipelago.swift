// The same registrations in many containers, each instance with the mark of its own.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import Synchronization

/// What tells a container's instances from another's.
final class Mark: Sendable {
    let site: Int
    let population = Population()
    /// How many singletons were made.
    let kept = Tally()

    init(site: Int) { self.site = site }
}

class Thing: @unchecked Sendable {  // Immutable but for what a subclass says.
    let mark: Mark
    /// The graph that it was made in.
    let graph = RunningGraph.number

    init(_ mark: Mark) {
        self.mark = mark
        mark.population.begin()
    }

    deinit {
        mark.population.end()
    }
}

final class Kept: Thing, @unchecked Sendable {
    override init(_ mark: Mark) {
        super.init(mark)
        mark.kept.increment()
    }
}

final class Unit: Thing, @unchecked Sendable {}

/// Made of instances of every lifetime.
final class Estate: Thing, @unchecked Sendable {
    struct Part: Sendable {
        let unit: Unit
        let kept: Kept
    }

    let parts: [Part]
    let unit: Unit

    init(_ mark: Mark, parts: [Part], unit: Unit) {
        self.parts = parts
        self.unit = unit
        super.init(mark)
    }
}

/// Made of instances of its own container and of another one.
final class Bridge: Thing, @unchecked Sendable {
    let own: Estate
    let otherUnit: Unit
    let otherKept: Kept
    let otherSite: Int

    init(_ mark: Mark, own: Estate, otherUnit: Unit, otherKept: Kept, otherSite: Int) {
        self.own = own
        self.otherUnit = otherUnit
        self.otherKept = otherKept
        self.otherSite = otherSite
        super.init(mark)
    }
}

/// Injects the one of the next container, and so on, until the circle is closed.
final class Chain: Thing, @unchecked Sendable {  // Written in its injection, before it is published.
    weak var next: Chain?
}

/// A container and its mark.
struct Site: Sendable {
    let mark: Mark
    let container: Container
}

/// Containers that stay, and containers that are let go of and followed by others all the time.
final class Archipelago: @unchecked Sendable {  // `stable` and `passing` change before and after the threads run.
    private(set) var stable: [Site] = []
    private var passing: [Locked<Site>]
    private let gone = Locked<[Mark]>([])
    private let nextNumber: Atomic<Int>

    init(stable: Int, passing: Int) throws {
        nextNumber = Atomic(stable + passing)
        let neighbours = Neighbours()
        self.passing = try (0..<passing).map { Locked(try Self.site(stable + $0, neighbours)) }
        self.stable = try (0..<stable).map { try Self.site($0, neighbours) }
        neighbours.sites = self.stable
        self.neighbours = neighbours
    }

    private let neighbours: Neighbours

    // What bridges and chains lead to. It is emptied at the end: the containers hold it.
    private final class Neighbours: @unchecked Sendable {  // Written before the threads start, and emptied after them.
        var sites: [Site] = []

        func next(after number: Int) -> Site { sites[(number + 1) % sites.count] }
    }

    /// One of those that pass, as it is now.
    func passing(_ index: Int) -> Site { passing[index % passing.count].withLock { $0 } }

    /// Lets go of one of those that pass, and puts another one in its place.
    func replace(_ index: Int) throws {
        let next = try Self.site(nextNumber.add(1, ordering: .relaxed).oldValue, neighbours)
        let last = passing[index % passing.count].withLock { site in
            defer { site = next }
            return site
        }
        gone.withLock { $0.append(last.mark) }
    }

    /// Lets go of every container; the marks of all that there were.
    func end() -> [Mark] {
        let marks = gone.withLock { $0 } + stable.map(\.mark) + passing.map { $0.withLock { $0.mark } }
        (stable, passing, neighbours.sites) = ([], [], [])
        return marks
    }

    private static func site(_ number: Int, _ neighbours: Neighbours) throws -> Site {
        let mark = Mark(site: number)
        let container = try Container(
            Plan { plan in
                plan.singleton { _ in mark }
                plan.singleton { Kept(try $0.resolve()) }
                plan.graph { Unit(try $0.resolve()) }
                plan.transient { Estate.Part(unit: try $0.resolve(), kept: try $0.resolve()) }
                plan.transient {
                    Estate(try $0.resolve(), parts: [try $0.resolve(), try $0.resolve()], unit: try $0.resolve())
                }
                plan.transient { resolver in
                    let other = neighbours.next(after: number)
                    return Bridge(
                        try resolver.resolve(), own: try resolver.resolve(), otherUnit: try other.container.resolve(),
                        otherKept: try other.container.resolve(), otherSite: other.mark.site)
                }
                plan.injected(.singleton, Chain.self, { Chain(try $0.resolve()) }) { chain, _ in
                    chain.next = try neighbours.next(after: number).container.resolve(Chain.self)
                }
            })
        return Site(mark: mark, container: container)
    }
}
