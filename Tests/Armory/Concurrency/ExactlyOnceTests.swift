import Armory
import ArmoryTestSupport
import XCTest

/// C1: the factory of a shared lifetime runs to success once, and everybody gets that instance, whole.
final class ExactlyOnceTests: LeakCheckedTestCase {
    private final class Service: @unchecked Sendable {  // Written in its injection, before it is published.
        let life = Counted()
        var parts = 0
    }

    private protocol Opaque: Sendable {}
    private final class Hidden: Opaque { let life = Counted() }

    func testC1_ASingletonRacedForIsMadeOnceAndSeenWhole() throws {
        for round in 0..<300 {
            let made = Counter()
            let container = try Container {
                Singleton { () -> Service in
                    made.increment()
                    usleep(UInt32(round % 7) * 20)
                    return Service()
                }
                .inject { service, _ in
                    usleep(UInt32(round % 5) * 20)
                    service.parts += 1
                }
            }
            let results = race(threads: [2, 8, 32][round % 3]) { _ in
                let service = try container.resolve(Service.self)
                XCTAssertEqual(service.parts, 1, "half-made in round \(round)")
                return ObjectIdentifier(service)
            }
            XCTAssertEqual(Set(try results.map { try $0.get() }).count, 1)
            XCTAssertEqual(made.value, 1)
        }
    }

    func testC1_AQualifiedAndAProtocolTypedSingletonAreMadeOnce() throws {
        for _ in 0..<200 {
            let made = Counter()
            let container = try Container {
                Singleton((any Opaque).self) {
                    made.increment()
                    sched_yield()
                    return Hidden()
                }
                .named(RegistrationName(7))
            }
            for result in race(
                threads: 8, { _ in _ = try container.resolve((any Opaque).self, named: RegistrationName(7)) })
            {
                XCTAssertNoThrow(try result.get())
            }
            XCTAssertEqual(made.value, 1)
        }
    }

    func testC1_ASharedInstanceRacedForIsMadeOnceWhileItIsHeld() throws {
        for _ in 0..<300 {
            let made = Counter()
            let container = try Container {
                Shared { () -> Service in
                    made.increment()
                    usleep(50)
                    return Service()
                }
            }
            let results = race(threads: 8) { _ in try container.resolve(Service.self) }
            let services = try results.map { try $0.get() }
            XCTAssertTrue(services.allSatisfy { $0 === services[0] })
            XCTAssertEqual(made.value, 1)
        }
    }

    /// The last release races with the next resolve: nobody gets a dead object, and there are never two live ones.
    func testC1_TheLastReleaseOfASharedInstanceRacesWithAResolve() throws {
        final class Live: @unchecked Sendable {
            let life = Counted()
            static func check(_ alive: Counter, _ dead: Counter) -> Live { Live(alive, dead) }
            let dead: Counter
            let mark = 0x5AFE
            init(_ alive: Counter, _ dead: Counter) {
                self.dead = dead
                alive.increment()
            }
            deinit { dead.increment() }
        }
        let alive = Counter()
        let dead = Counter()
        let container = try Container { Shared { Live.check(alive, dead) } }
        for result in race(
            threads: 4,
            { _ in
                for _ in 0..<20_000 {
                    let live = try container.resolve(Live.self)
                    XCTAssertEqual(live.mark, 0x5AFE)
                }
            })
        { XCTAssertNoThrow(try result.get()) }
        XCTAssertEqual(alive.value, dead.value)
    }

    func testC6_TwoBusyContainersShareNothing() throws {
        let containers = try (0..<2).map { _ in
            try Container {
                Singleton { Service() }
                Graph(Counter.self) { Counter() }
                Transient([Counter].self) { [try $0.resolve(), try $0.resolve()] }
            }
        }
        let results = race(threads: 8) { index in
            let container = containers[index % 2]
            var last: Counter?
            for _ in 0..<2_000 {
                let pair = try container.resolve([Counter].self)
                XCTAssertTrue(pair[0] === pair[1])
                XCTAssertFalse(pair[0] === last, "a graph leaked into the next")
                last = pair[0]
            }
            return ObjectIdentifier(try container.resolve(Service.self))
        }
        XCTAssertEqual(Set(try results.map { try $0.get() }).count, 2)
    }
}
