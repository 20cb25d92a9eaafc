// Many containers with the same registrations: some that nobody touches, and some that are changed and closed all the time.

import Armory
import ArmoryTestSupport
import Foundation
import Synchronization

/// A container and its mark.
struct Site: Sendable {
    let mark: Mark
    let container: Container
}

final class Archipelago: Sendable {
    /// The containers that nobody touches, by number.
    let stable: [Site]
    /// Those that are changed; a closed one is followed by another, with a number of its own.
    private let troubled: [Mutex<Site>.Box]
    /// The very same values for every container.
    private let registrations = Mutex<[any Registration]>([])
    private let closed = Mutex<[Mark]>([])
    private let nextNumber: Atomic<Int>

    init(stable: Int, troubled: Int) throws {
        self.stable = (0..<stable).map { Site(mark: Mark(site: $0), container: Container()) }
        self.troubled = (0..<troubled).map {
            Mutex<Site>.Box(Site(mark: Mark(site: stable + $0), container: Container()))
        }
        nextNumber = Atomic(stable + troubled)
        let all = Self.registrations(of: self)
        registrations.withLock { $0 = all }
        for site in self.stable { try settle(site) }
        for box in self.troubled { try settle(box.value) }
    }

    /// One of those that are changed, as it is now.
    func troubled(_ index: Int) -> Site { troubled[index % troubled.count].value }

    /// The container that a bridge from this one leads to.
    func neighbour(of number: Int) -> Site {
        guard number < stable.count else { return stable[number % stable.count] }
        return stable.count > 1 ? stable[(number + 1) % stable.count] : troubled(0)
    }

    private func settle(_ site: Site) throws {
        try site.container.register(Singleton(value: site.mark))
        for registration in registrations.withLock(\.self) { try site.container.register(registration) }
    }
}

extension Mutex where Value: Sendable {
    /// A mutex that an array can hold.
    final class Box: Sendable {
        private let mutex: Mutex<Value>

        init(_ value: Value) { mutex = Mutex(value) }

        var value: Value {
            get { mutex.withLock(\.self) }
            set { mutex.withLock { $0 = newValue } }
        }
    }
}

// MARK: What is registered

extension Archipelago {
    private static func registrations(of archipelago: Archipelago) -> [any Registration] {
        [
            Singleton { Kept(try $0()) },
            Shared { Held(try $0()) },
            Graph.Unchecked { Unit(try $0()) },
            Transient { Whole.Part(unit: try $0(), kept: try $0()) },
            Transient { Whole(try $0(), parts: [try $0(), try $0()], unit: try $0()) },
            Transient { [unowned archipelago] resolver in
                let mark = try resolver.resolve(Mark.self)
                let other = archipelago.neighbour(of: mark.site)
                return Bridge(
                    mark, own: try resolver(), others: [try other.container.resolve(), try other.container.resolve()],
                    otherKept: try other.container.resolve(), otherSite: other.mark.site)
            },
            Singleton { Ring(try $0()) }.inject { [unowned archipelago] ring, _ in
                let next = archipelago.stable[(ring.mark.site + 1) % archipelago.stable.count]
                ring.next = try next.container.resolve()
            },
        ]
    }
}

// MARK: Trouble

extension Archipelago {
    /// What is done to a container that is changed.
    enum Trouble: CaseIterable, Sendable {
        case replaced, reset, resetAll, overlaid, removed, closed
    }

    /// Changes one of the containers that are changed; one thread at a time.
    func trouble(_ index: Int, using generator: inout SeededGenerator) throws -> Trouble {
        let box = troubled[index % troubled.count]
        let container = box.value.container
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<8:
            try container.replace(Singleton { Kept(try $0()) })
            return .replaced
        case 8..<12:
            try container.reset(Kept.self)
            return .reset
        case 12..<14:
            try container.reset()
            return .resetAll
        case 14..<16:
            let overlay = try container.overlay(Singleton { Kept(try $0()) })
            sched_yield()
            overlay.remove()
            return .overlaid
        case 16..<18:
            try container.remove(Unit.self)
            sched_yield()
            try container.register(Graph { Unit(try $0()) })
            return .removed
        default:
            let number = nextNumber.add(1, ordering: .relaxed).oldValue
            let next = Site(mark: Mark(site: number), container: Container())
            try settle(next)
            let last = box.value
            box.value = next
            last.container.close()
            closed.withLock { $0.append(last.mark) }
            return .closed
        }
    }

    /// Closes every container; the marks of all that there were.
    func closeAll() -> [Mark] {
        let sites = stable + troubled.map(\.value)
        for site in sites { site.container.close() }
        return closed.withLock(\.self) + sites.map(\.mark)
    }
}
