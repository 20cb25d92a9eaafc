// M3, C6: registrations change in every way while others resolve, for a minute.
//
// `ARMORY_STRESS` scales the minute. A slow machine takes longer: a run goes on until each thing that it looks for has happened.

import Armory
import ArmoryTestSupport
import Foundation
import Synchronization
import XCTest

final class ReplacementStressTests: EveryHashTestCase {
    func testM3_EveryChangeUnderReadersIsSeenSoundAndBounded() throws {
        let seconds = (CollidingHashes.areOn ? 6 : 60) * StressScale.factor
        let course = try ReplacementCourse(seconds: seconds)
        let results = race(threads: ReplacementCourse.threads, stackSize: 1 << 20) { try course.run($0) }
        course.watchdog.disarm()
        let misses = results.compactMap { result -> String? in
            do { try result.get() } catch { return "\(error)" }
            return nil
        }
        XCTAssertEqual(misses, [])
        try course.expectNothingIsLeft()
        course.state(seconds: seconds, misses: misses.count)
        let counts = course.counts
        for change in Change.allCases { XCTAssertGreaterThan(counts.changes(change), 0, "\(change)") }
        XCTAssertGreaterThan(counts.seen.count, 0)
        XCTAssertGreaterThan(counts.absent.count, 0)
        XCTAssertGreaterThan(counts.overtaken.count, 0, "no change came while a reader resolved")
        XCTAssertLessThan(counts.forgotten.count, 1 + counts.seen.count / 100)
    }
}

/// One run: a container, its changing keys, and what the threads do.
private final class ReplacementCourse: Sendable {
    static let changers = 2
    static let readers = 5
    /// Those, one whose factories change registrations, and one that watches the memory.
    static let threads = changers + readers + 2

    /// What was done.
    struct Counts: Sendable {
        let seen = Tally()
        let absent = Tally()
        /// Resolves during which the key changed.
        let overtaken = Tally()
        let forgotten = Tally()
        let resetAll = Tally()
        let looks = Tally()
        fileprivate let byChange = Change.allCases.map { _ in Tally() }

        func changes(_ change: Change) -> Int {
            Change.allCases.firstIndex(of: change).map { byChange[$0].count } ?? 0
        }

        /// Whether each kind of change and of resolve has happened.
        var areComplete: Bool {
            byChange.allSatisfy { $0.count > 0 } && seen.count > 0 && absent.count > 0 && overtaken.count > 0
        }

        fileprivate func note(_ change: Change) {
            if let index = Change.allCases.firstIndex(of: change) { byChange[index].increment() }
        }
    }

    private enum A {}
    private enum B {}
    private enum C {}
    private enum D {}
    private enum E {}
    /// What a factory made that changed a registration.
    private struct Changed {}

    let counts = Counts()
    let watchdog: Watchdog
    private let stock = Stock()
    private let container = Container()
    private let keys: [ChangingKey]
    /// The time of the latest reset of all that is over.
    private let lastResetAll = Atomic<Int>(0)
    private let isOver = Atomic<Bool>(false)
    /// The most bytes of the heap that were in use while the run was warming up.
    private let highestHeap = Atomic<Int>(0)
    private let seconds: Double

    init(seconds: Double) throws {
        self.seconds = seconds
        watchdog = Watchdog("M3 replacement", threads: Self.threads, describe: Waits.described)
        let stock = stock
        func typed<Tag>(
            _ tag: Tag.Type, _ lifetime: Lifetime,
            holding: @escaping @Sendable (Resolver) throws -> Item? = { _ in nil }
        ) -> ItemKey {
            ItemKey(Typed<Tag>.self, lifetime, stock: stock, holding: holding, item: { $0.item }) { label, held, born in
                Typed<Tag>(label, stock, holding: held, born: born)
            }
        }
        func plain(
            _ lifetime: Lifetime, _ qualifier: ItemKey.Qualifier,
            holding: @escaping @Sendable (Resolver) throws -> Item? = { _ in nil }
        ) -> ItemKey {
            ItemKey(Item.self, lifetime, qualifier, stock: stock, holding: holding, item: { $0.item }) {
                label, held, born in
                Item(label, stock, holding: held, born: born)
            }
        }
        let stocked = ItemKey(
            (any Stocked).self, .singleton, stock: stock, holding: { try $0.resolve(Typed<A>.self) }, item: { $0.item }
        ) { label, held, born in
            Item(label, stock, holding: held, born: born)
        }
        // What others hold is always there.
        keys = [
            ChangingKey(typed(A.self, .singleton), stock, isRemovable: false),
            ChangingKey(
                typed(B.self, .singleton, holding: { try $0.resolve(Typed<A>.self) }), stock, isRemovable: false),
            ChangingKey(typed(C.self, .shared), stock),
            ChangingKey(typed(D.self, .graph), stock, isRemovable: false),
            ChangingKey(typed(E.self, .transient, holding: { try $0.resolve(Typed<D>.self) }), stock),
            ChangingKey(stocked, stock),
            ChangingKey(
                plain(.singleton, .name("first"), holding: { try $0.resolve(Typed<B>.self) }), stock, isRemovable: false
            ),
            ChangingKey(plain(.singleton, .name("second")), stock),
            ChangingKey(plain(.shared, .name("third")), stock),
            ChangingKey(plain(.singleton, .number(1)), stock),
            ChangingKey(plain(.singleton, .number(2), holding: { try $0.resolve(named: "first") }), stock),
            ChangingKey(plain(.shared, .number(3)), stock),
        ]
        try settle()
    }

    private func settle() throws {
        for key in keys { try key.settle(in: container) }
    }

    /// What thread `thread` does until the time is over.
    func run(_ thread: Int) throws {
        defer { isOver.store(true, ordering: .relaxed) }
        if thread == Self.threads - 1 { return try watchMemory() }
        var generator = SeededGenerator(seed: UInt64(thread))
        var held: [Item] = []
        while !isOver.load(ordering: .relaxed) {
            watchdog.tick()
            watchdog.note(thread, "last changed or resolved key", Int(generator.next() % 7))
            switch thread {
            case 0..<Self.changers: try change(using: &generator)
            case Self.changers: try changeInFactory(&generator)
            default: try read(&held, using: &generator)
            }
        }
    }
}

// MARK: Changing

extension ReplacementCourse {
    private func change(using generator: inout SeededGenerator) throws {
        if Int.random(in: 0..<50, using: &generator) == 0 { return try resetAll() }
        guard let key = keys.randomElement(using: &generator) else { return }
        counts.note(try key.change(in: container, using: &generator))
        // Otherwise the changers are always in the lock.
        if Int.random(in: 0..<8, using: &generator) == 0 { usleep(50) }
    }

    private func resetAll() throws {
        let now = stock.tick()
        try ChangingKey.resetAll(keys[...], now, in: container)
        var last = lastResetAll.load(ordering: .relaxed)
        while last < now {
            // Release: the reset is over; pairs with the acquire in `look`.
            (_, last) = lastResetAll.compareExchange(
                expected: last, desired: now, successOrdering: .releasing, failureOrdering: .relaxed)
        }
        counts.resetAll.increment()
    }

    /// Changes a registration in a factory, and resolves it there.
    private func changeInFactory(_ generator: inout SeededGenerator) throws {
        let seed = generator.next()
        let changing = try Container { [self] in
            Transient { [self] _ -> Changed in
                var generator = SeededGenerator(seed: seed)
                let key = keys[Int(seed % UInt64(keys.count))]
                counts.note(try key.change(in: container, using: &generator))
                try look(at: key) { try key.key.resolveOptional(container)?.sight }
                return Changed()
            }
        }
        _ = try changing.resolve(Changed.self)
    }
}

// MARK: Reading

extension ReplacementCourse {
    private func read(_ held: inout [Item], using generator: inout SeededGenerator) throws {
        guard let key = keys.randomElement(using: &generator) else { return }
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4:
            try look(at: key) { try key.key.resolve(container).sight }
        case 4..<6:
            try look(at: key) { try key.key.resolveOptional(container)?.sight }
        case 6..<8:
            guard let lend = key.key.lend else { return }
            let isSlow = Int.random(in: 0..<50, using: &generator) == 0
            try look(at: key) {
                try lend(container) { if isSlow { usleep(100) } }
            }
        default:
            // Held while its registration changes.
            try look(at: key) {
                let item = try key.key.resolve(container)
                held.append(item)
                return item.sight
            }
            if held.count > 8 { held.remove(at: Int(generator.next() % 8)) }
            try expect(held.allSatisfy(\.sight.isSound), "an item that is held is dead")
        }
    }

    /// Throws a `Miss` where what `body` sees of the key is stale or dead.
    private func look(at key: ChangingKey, _ body: () throws -> Sight?) throws {
        let lastReset = lastResetAll.load(ordering: .acquiring)
        let mark = key.history.mark()
        var sight: Sight?
        do {
            sight = try body()
        } catch let error as ResolutionError where error.code == .removed || error.code == .missing {}
        if let sight {
            counts.seen.increment()
            try expect(sight.isSound, "\(key.key.text): a dead item")
            try expect(sight.oldest >= lastReset, "\(key.key.text) holds what was forgotten with it")
        } else {
            counts.absent.increment()
        }
        if key.history.mark() != mark { counts.overtaken.increment() }
        switch key.history.judge(sight, since: mark) {
        case .allowed: break
        case .forgotten: counts.forgotten.increment()
        case .stale(let text): throw Miss("\(key.key.text): \(text)")
        }
    }
}

// MARK: Memory

extension ReplacementCourse {
    /// What may be alive at one moment: what four layers of a key keep, what the readers hold, and what they are using.
    private var most: Int { keys.count * 8 + Self.threads * 20 }

    /// Ends the run when the time is over.
    private func watchMemory() throws {
        let start = ContinuousClock.now
        var end = start + .seconds(seconds)
        let warm = start + .seconds(seconds / 6)
        // The test fails if something has not happened in ten minutes.
        let limit = end + .seconds(600)
        var isComplete = false
        while ContinuousClock.now < (isComplete ? end : limit), !isOver.load(ordering: .relaxed) {
            usleep(50_000)
            if !isComplete, counts.areComplete {
                isComplete = true
                // Some looks follow in any case.
                end = max(end, .now + .seconds(max(seconds / 6, 0.5)))
            }
            counts.looks.increment()
            try expect(stock.items.alive < most, "\(stock.items.alive) items are alive")
            try expect(stock.registrations.alive < most, "\(stock.registrations.alive) registrations are alive")
            // A short run may be warm before the first look, which counts in any case.
            if ContinuousClock.now < warm || !isComplete || highestHeap.load(ordering: .relaxed) == 0 {
                highestHeap.max(Heap.inUse, ordering: .relaxed)
            }
        }
    }

    /// The threads are gone: what is alive is what the container keeps, to the last object.
    func expectNothingIsLeft() throws {
        // Measured after the threads have ended: while a thread is suspended, the container cannot free what it replaced.
        let (highest, inUse) = (highestHeap.load(ordering: .relaxed), Heap.inUse)
        XCTAssertLessThan(inUse, highest + 4 << 20, "the heap grew from \(highest) to \(inUse) bytes")
        try settle()
        try container.reset()
        XCTAssertEqual(stock.items.alive, 0, "items are left that no container keeps")
        XCTAssertEqual(stock.registrations.alive, keys.count)
        for key in keys { _ = try key.key.resolve(container) }
        XCTAssertEqual(stock.items.alive, keys.count { $0.key.lifetime == .singleton })
        container.close()
        XCTAssertEqual(stock.items.alive, 0)
        XCTAssertEqual(stock.registrations.alive, 0)
    }

    func state(seconds: Double, misses: Int) {
        var stated = Stated("M3 replacement under readers\(CollidingHashes.label)")
        stated.add(Int(seconds.rounded()), "seconds")
        stated.add(counts.seen.count + counts.absent.count, "resolves")
        stated.add(counts.overtaken.count, "of them overtaken by a change")
        stated.add(counts.absent.count, "found nothing")
        for change in Change.allCases { stated.add(counts.changes(change), "\(change)") }
        stated.add(counts.resetAll.count, "resets of all")
        stated.add(stock.items.made, "items")
        stated.add(counts.looks.count, "looks at the memory")
        stated.state(misses: misses)
    }
}
