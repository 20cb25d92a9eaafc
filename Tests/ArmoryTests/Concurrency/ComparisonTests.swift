// Changes of a container whose qualifiers run code of the test's in `==`.

import Armory
import ArmoryTestSupport
import XCTest

/// Qualifiers with one hash, whose comparisons call a closure.
private struct Spot: Hashable, Sendable, CustomStringConvertible {
    let number: Int
    let watch: Watch

    init(_ number: Int, _ watch: Watch) {
        self.number = number
        self.watch = watch
    }

    static func == (left: Spot, right: Spot) -> Bool {
        left.watch.note()
        return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {}

    var description: String { "region \(number)" }
}

private final class Watch: @unchecked Sendable {  // Guarded by `lock`.
    private let lock = NSLock()
    private var compared = 0
    private var acted = 0
    private var isRunning = false
    private var body: (@Sendable () throws -> Void)?

    /// How many comparisons the test has seen.
    var count: Int { lock.withLock { compared } }

    /// How many of them ran the test's closure: those that no other comparison has caused.
    var outerCount: Int { lock.withLock { acted } }

    /// Runs `body` within each comparison, up to 100,000 times, but not within comparisons that `body` makes.
    func act(_ body: @escaping @Sendable () throws -> Void) { lock.withLock { self.body = body } }

    func note() {
        let body: (@Sendable () throws -> Void)? = lock.withLock {
            compared += 1
            guard !isRunning, compared < 100_000 else { return nil }
            isRunning = true
            acted += self.body == nil ? 0 : 1
            return self.body
        }
        guard let body else { return lock.withLock { if self.body == nil { isRunning = false } } }
        do { try body() } catch { XCTFail("\(error)") }
        lock.withLock { isRunning = false }
    }
}

/// Calls a closure when it is released.
private final class Farewell: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    deinit { body() }
}

/// C2 and C7: a change compares keys without a lock, and other changes do not make it start over.
final class ComparisonTests: LeakCheckedTestCase {
    private let spots = 20

    private func container(_ watch: Watch) throws -> Container {
        let container = Container(configuration: .init(duplicates: .replace))
        for number in 0..<spots { try container.register(Transient { number }.qualified(by: Spot(number, watch))) }
        try container.register(Transient { "0" })
        return container
    }

    private func expectAll(of container: Container, _ watch: Watch, except changed: Int, _ value: Int) throws {
        for number in 0..<spots {
            XCTAssertEqual(
                try container.resolve(Int.self, qualifier: Spot(number, watch)), number == changed ? value : number)
        }
    }

    func testC7_AReplacementOfAnotherKeyDoesNotMakeAChangeStartOver() throws {
        let watch = Watch()
        let container = try container(watch)
        let before = watch.count
        watch.act { try container.replace(Transient { "\(watch.count)" }) }
        try container.replace(Transient { -1 }.qualified(by: Spot(spots - 1, watch)))
        XCTAssertLessThanOrEqual(watch.count - before, spots, "each key is compared once")
        XCTAssertNotEqual(try container.resolve(String.self), "0")
        watch.act {}
        try expectAll(of: container, watch, except: spots - 1, -1)
    }

    func testC7_AReplacementInTheSameChainDoesNotMakeAChangeStartOver() throws {
        let watch = Watch()
        let container = try container(watch)
        watch.act { try container.replace(Transient { 0 }.qualified(by: Spot(0, watch))) }
        try container.register(Transient { -1 }.qualified(by: Spot(spots, watch)))
        XCTAssertLessThanOrEqual(watch.outerCount, spots, "each key is compared once")
        watch.act {}
        try expectAll(of: container, watch, except: spots, -1)
        XCTAssertEqual(try container.resolve(Int.self, qualifier: Spot(spots, watch)), -1)
    }

    /// New keys rebuild the table, in which every key has another place.
    func testC7_AChangeFindsItsKeyInARebuiltTable() throws {
        let watch = Watch()
        let container = try container(watch)
        let before = watch.count
        let added = Counter()
        watch.act {
            for _ in 0..<100 {
                let number = added.increment()
                try container.register(Transient { "\(number)" }.qualified(by: number))
            }
        }
        try container.replace(Transient { -1 }.qualified(by: Spot(7, watch)))
        XCTAssertLessThanOrEqual(watch.count - before, spots, "each key is compared once")
        watch.act {}
        try expectAll(of: container, watch, except: 7, -1)
    }

    /// A table that is rebuilt without removed keys may have other keys in the places of those that were compared.
    func testC7_AChangeFindsItsKeyThoughAnotherHasItsPlace() throws {
        let watch = Watch()
        let container = try container(watch)
        let added = Counter()
        watch.act {
            guard added.value == 0 else { return }
            try container.remove(Int.self, qualifier: Spot(0, watch))
            // Enough for the table to be rebuilt with its old capacity.
            while added.increment() < 600 {
                try container.register(Transient { "" }.qualified(by: added.value))
                try container.remove(String.self, qualifier: added.value)
            }
        }
        try container.replace(Transient { -1 }.qualified(by: Spot(7, watch)))
        watch.act {}
        failure(.missing) { try container.resolve(Int.self, qualifier: Spot(0, watch)) }
        try container.register(Transient { 0 }.qualified(by: Spot(0, watch)))
        try expectAll(of: container, watch, except: 7, -1)
    }

    /// Both at once: the places are unknown, and so are the qualifiers.
    func testC7_AChangeComparesAgainWhatWasReplacedWhileTheTableWasRebuilt() throws {
        let watch = Watch()
        let container = try container(watch)
        let added = Counter()
        watch.act {
            guard added.value < 1_000 else { return }
            for _ in 0..<100 {
                let number = added.increment()
                try container.register(Transient { "\(number)" }.qualified(by: number))
            }
            for number in 0..<20 {
                try container.replace(Transient { number }.qualified(by: Spot(number, watch)))
            }
        }
        try container.replace(Transient { -1 }.qualified(by: Spot(7, watch)))
        watch.act {}
        try expectAll(of: container, watch, except: 7, -1)
    }

    /// Each comparison adds a key to compare with: no order of steps ends that.
    func testC7_AChangeWhoseChainAlwaysGrowsIsGivenUp() throws {
        let watch = Watch()
        let container = Container()
        try container.register(Transient { 0 }.qualified(by: Spot(0, watch)))
        let added = Counter()
        watch.act {
            let number = 1_000 + added.increment()
            try container.register(Transient { number }.qualified(by: Spot(number, watch)))
        }
        assertErrorText(.unsettled, "unsettled") {
            try container.register(Transient { -1 }.qualified(by: Spot(99, watch)))
        }
        watch.act {}
        failure(.missing) { try container.resolve(Int.self, qualifier: Spot(99, watch)) }
        XCTAssertEqual(try container.resolve(Int.self, qualifier: Spot(1_001, watch)), 1_001)
        try container.register(Transient { -1 }.qualified(by: Spot(99, watch)))
        XCTAssertEqual(try container.resolve(Int.self, qualifier: Spot(99, watch)), -1)
    }

    func testC7_AResolveEndsThoughItsComparisonsReplaceItsOwnKey() throws {
        let watch = Watch()
        let container = try container(watch)
        watch.act { try container.replace(Transient { 70 }.qualified(by: Spot(7, watch))) }
        XCTAssertEqual(try container.resolve(Int.self, qualifier: Spot(7, watch)), 70)
        XCTAssertLessThanOrEqual(watch.outerCount, spots, "each key is compared once")
        watch.act {}
    }

    /// A decorator is compared with every registration of its type.
    func testREG12_ADecoratorIsAddedBesideReplacements() throws {
        let watch = Watch()
        let container = try container(watch)
        let before = watch.count
        watch.act { try container.replace(Transient { "\(watch.count)" }) }
        try container.register(Decorator(Int.self) { $0 + 100 }.qualified(by: Spot(7, watch)))
        XCTAssertLessThanOrEqual(watch.count - before, 4 * spots)
        watch.act {}
        try expectAll(of: container, watch, except: 7, 107)
    }

    /// A registration that was replaced while a decorator was compared is released without the container's lock.
    func testC2_AReplacedRegistrationIsReleasedUnderNoLock() throws {
        let watch = Watch()
        let container = try container(watch)
        let released = Counter()
        let reference = WeakReference(container)
        let registration = { @Sendable () -> Transient<String> in
            let farewell = Farewell {
                // Takes the lock.
                if let container = reference.object, !container.isFrozen { released.increment() }
            }
            return Transient { "\(farewell)" }
        }
        try container.replace(registration())
        let isFirst = Counter()
        watch.act {
            guard isFirst.increment() == 1 else { return }
            try container.replace(Transient { "" })
            try container.register(Decorator(Double.self) { $0 })
        }
        try container.register(Decorator(Int.self) { $0 + 100 }.qualified(by: Spot(7, watch)))
        XCTAssertEqual(released.value, 1)
        watch.act {}
        try expectAll(of: container, watch, except: 7, 107)
    }

    /// A user's code runs under no lock: the other thread's change comes through while this one compares.
    func testC2_AnotherThreadChangesTheContainerWhileKeysAreCompared() throws {
        let watch = Watch()
        let container = try container(watch)
        let isChanged = Latch()
        watch.act {
            if isChanged.wait(seconds: 0) { return }
            Thread {
                do { try container.replace(Transient { "1" }) } catch { XCTFail("\(error)") }
                isChanged.open()
            }.start()
            XCTAssertTrue(isChanged.wait(), "the other thread waits for the comparison")
        }
        try container.replace(Transient { -1 }.qualified(by: Spot(3, watch)))
        XCTAssertEqual(try container.resolve(String.self), "1")
        watch.act {}
        try expectAll(of: container, watch, except: 3, -1)
    }
}
