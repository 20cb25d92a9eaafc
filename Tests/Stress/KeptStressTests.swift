// Kept instances that come and go while threads use them: what changes at run time is the inside of a container, never its graph.

import Armory
import ArmoryTestSupport
import Foundation
import Synchronization
import XCTest

/// An instance for one argument, in one container.
private final class Client: Sendable {
    let number: Int
    let site: Int
    private let isClosed = Atomic(false)
    private let lives: Lives

    init(_ number: Int, at site: Int, _ lives: Lives) {
        self.number = number
        self.site = site
        self.lives = lives
        lives.made.add(1, ordering: .relaxed)
    }

    deinit { lives.gone.add(1, ordering: .relaxed) }

    /// Notes the close; a second one is a miss.
    func close() {
        if isClosed.exchange(true, ordering: .acquiringAndReleasing) {
            lives.closedTwice.add(1, ordering: .relaxed)
        } else {
            lives.closed.add(1, ordering: .relaxed)
        }
    }
}

/// How many clients there were, and what became of them.
private final class Lives: Sendable {
    let made = Atomic(0)
    let gone = Atomic(0)
    let closed = Atomic(0)
    let closedTwice = Atomic(0)

    var alive: Int { made.load(ordering: .relaxed) - gone.load(ordering: .relaxed) }
}

/// A lifetime whose instances are current for some looks only.
private struct ForSomeLooks: CustomLifetime {
    let age = Counter()

    func place() -> Int? { 0 }

    func makeMark() -> Int { age.value }
    func isCurrent(_ mark: Int) -> Bool { age.increment() - mark < 50 }
}

/// LIFE5 and K1: each instance is closed exactly once, nobody gets one of another argument or container, and nothing is left.
final class KeptStressTests: LeakCheckedTestCase {
    private static let threads = 6
    private static let numbers = 4

    private struct Site: Sendable {
        let number: Int
        let container: Container
    }

    /// Two containers with the same registrations.
    private static func sites(_ lives: Lives) throws -> [Site] {
        try (0..<2).map { site in
            func clients() -> Kept<Client> {
                Kept(arguments: Int.self) { _, number in Client(number, at: site, lives) }.onShutdown { $0.close() }
            }
            let container = try Container {
                clients().named("unlimited")
                clients().lifetime(ForSomeLooks()).named("for some looks")
                clients().lifetime(PerThread()).named("of the thread")
                clients().lifetime(RecentlyUsed(atMost: 2)).named("recent")
            }
            return Site(number: site, container: container)
        }
    }

    private static let names: [RegistrationName] = ["unlimited", "for some looks", "of the thread", "recent"]

    /// Resolves from one of the containers, evicts from it, or does both.
    private static func use(_ sites: [Site], _ generator: inout SeededGenerator, _ held: inout [Client]) throws {
        let random = Int(truncatingIfNeeded: generator.next() & 0xFFFF)
        let site = sites[random & 1]
        let name = names[random >> 1 & 3]
        let number = random >> 3 & 3
        switch random >> 5 & 7 {
        case 0: expectNoFailure(site.container.evict(Client.self, named: name, arguments: number))
        case 1 where random >> 8 & 7 == 0: expectNoFailure(site.container.evict(Client.self, named: name))
        default:
            let client = try site.container.resolve(Client.self, named: name, arguments: number)
            try expect(client.number == number, "the instance of another argument")
            try expect(client.site == site.number, "the instance of another container")
            if random >> 12 == 0 { held.append(client) }
            if held.count > 4 { held.removeFirst() }
        }
    }

    private static func expectNoFailure(_ failures: [ResolutionError]) {
        if let failure = failures.first { XCTFail("\(failure)") }
    }

    func testLIFE5_EachInstanceIsClosedOnceWhileThreadsResolveAndEvict() throws {
        let label = "LIFE5 kept instances evicted under readers"
        let lives = Lives()
        let watchdog = Watchdog(label, threads: Self.threads, describe: Waits.described)
        defer { watchdog.disarm() }
        let each = StressScale.scaled(1_000_000, underThreadSanitizer: 60_000) / Self.threads / 5 + 1
        var growth = 0
        do {
            let sites = try Self.sites(lives)
            growth = try Heap.growth { round in
                let results = race(threads: Self.threads) { thread in
                    // So that the instances of the thread are gone when it has ended.
                    try onEndedThread {
                        var generator = SeededGenerator(seed: UInt64(round * Self.threads + thread))
                        var held: [Client] = []
                        for reentrantLock in 0..<each {
                            try Self.use(sites, &generator, &held)
                            if reentrantLock % 1024 == 0 { watchdog.tick() }
                        }
                    }
                }
                for result in results { try result.get() }
            }
            for site in sites { site.container.close() }
        }
        var stated = Stated(label)
        stated.add(each * Self.threads * 5, "resolves and evictions on \(Self.threads) threads")
        stated.add(lives.made.load(ordering: .relaxed), "instances")
        stated.state(misses: lives.closedTwice.load(ordering: .relaxed))
        XCTAssertEqual(lives.closedTwice.load(ordering: .relaxed), 0)
        XCTAssertEqual(lives.closed.load(ordering: .relaxed), lives.made.load(ordering: .relaxed))
        // A thread that has given its result may still hold the containers.
        let limit = Date(timeIntervalSinceNow: 60)
        while lives.alive > 0, Date() < limit { usleep(200) }
        XCTAssertEqual(lives.alive, 0)
        XCTAssertLessThan(growth, max(each * Self.threads, 1 << 14), "one byte for each resolve is more")
    }

    /// Whoever resolves or evicts while the container ends gets an instance that is closed, or the named error.
    func testC10_TheEndMeetsResolvesAndEvictions() throws {
        let lives = Lives()
        let rounds = StressScale.scaled(10_000, underThreadSanitizer: 1_500)
        let report = Barrage("C10 evictions against the end", threads: 4, rounds: rounds, isJostled: true).run(
            prepare: { _ in try Self.sites(lives) },
            body: { sites, thread in
                for number in 0..<Self.numbers {
                    for name in Self.names {
                        switch thread {
                        case 0 where number == 1: sites[0].container.close()
                        case 1: sites[0].container.evict(Client.self, named: name, arguments: number)
                        default:
                            do throws(ResolutionError) {
                                _ = try sites[0].container.resolve(Client.self, named: name, arguments: number)
                            } catch {
                                try expect(error.code == .closed, "\(error)")
                            }
                        }
                    }
                }
            },
            check: { _, results in for result in results { try result.get() } },
            after: { _ in
                let (made, closed) = (lives.made.load(ordering: .relaxed), lives.closed.load(ordering: .relaxed))
                try expect(made == closed, "\(made) made, \(closed) closed")
                try expect(lives.closedTwice.load(ordering: .relaxed) == 0, "one was closed twice")
                try expect(lives.alive == 0, "\(lives.alive) alive")
            })
        var stated = Stated("C10 kept instances evicted against the end")
        stated.add(report.rounds, "containers")
        stated.add(lives.made.load(ordering: .relaxed), "instances closed")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
    }
}
