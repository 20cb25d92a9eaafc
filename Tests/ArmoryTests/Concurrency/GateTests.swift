import Armory
import ArmoryTestSupport
import XCTest

/// C9: a slot by key with the caller's factory, and a container that builds one at a time.
final class GateTests: LeakCheckedTestCase {
    private final class Service: @unchecked Sendable {  // Written in its injection, before it is published.
        let life = Counted()
        var other: Other?
    }
    private final class Other: @unchecked Sendable {  // As `Service`.
        let life = Counted()
        weak var service: Service?
    }

    func testC9_GetOrMakeRegistersOnceUnderThreads() throws {
        for _ in 0..<200 {
            let made = Counter()
            let container = Container()
            container.freeze()
            let results = race(threads: 8) { _ in
                ObjectIdentifier(
                    try container.getOrMake(
                        Singleton { () -> Service in
                            made.increment()
                            usleep(20)
                            return Service()
                        }
                        .qualified(by: 3)))
            }
            XCTAssertEqual(Set(try results.map { try $0.get() }).count, 1)
            XCTAssertEqual(made.value, 1)
            XCTAssertNoThrow(try container.resolve(Service.self, qualifier: 3))
        }
    }

    func testC9_OneThreadAtATimeBuildsRecursively() throws {
        let inside = Counter()
        let container = try Container(configuration: .init(building: .oneAtATime)) {
            for number in 0..<8 {
                Transient { resolver -> Int in
                    let before = inside.increment()
                    usleep(50)
                    // Nothing else ran in between, but what this resolves.
                    XCTAssertEqual(inside.value, before)
                    if number > 0 { _ = try resolver.resolve(Int.self, qualifier: number - 1) }
                    return number
                }
                .qualified(by: number)
            }
        }
        for result in race(threads: 8, { _ = try container.resolve(Int.self, qualifier: $0) }) {
            XCTAssertNoThrow(try result.get())
        }
        XCTAssertEqual(inside.value, 36)
    }

    func testC9_AReadyInstanceIsHadWhileTheGateIsClosed() throws {
        let begun = Latch()
        let release = Latch()
        let container = try Container(configuration: .init(building: .oneAtATime)) {
            Singleton { Service() }
            Singleton { () -> Other in
                begun.open()
                XCTAssertTrue(release.wait())
                return Other()
            }
        }
        _ = try container.resolve(Service.self)
        let results = race(threads: 2) { thread in
            if thread == 0 {
                _ = try container.resolve(Other.self)
            } else {
                XCTAssertTrue(begun.wait())
                _ = try container.resolve(Service.self)
                release.open()
            }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
    }

    func testC9_TwoSuchContainersThatNeedEachOtherDoNotHang() throws {
        for round in 0..<200 {
            let first = Container(configuration: .init(building: .oneAtATime))
            let second = Container(configuration: .init(building: .oneAtATime))
            // Their factories hold each other.
            defer { first.close() }
            try first.register(
                Singleton { Service() }.inject { service, _ in
                    usleep(UInt32(round % 50))
                    service.other = try second.resolve(Other.self)
                })
            try second.register(
                Singleton { Other() }.inject { other, _ in
                    usleep(UInt32(round % 40))
                    other.service = try first.resolve(Service.self)
                })
            let results = race(threads: 4) { thread in
                if thread % 2 == 0 {
                    let service = try first.resolve(Service.self)
                    XCTAssertTrue(service.other?.service === service)
                } else {
                    let other = try second.resolve(Other.self)
                    XCTAssertTrue(other.service?.other === other)
                }
            }
            for result in results { XCTAssertNoThrow(try result.get()) }
        }
    }

    /// A thread that has slept inside such a container gets its turn again, or the error; it never waits for ever.
    func testC3_AThreadThatDoesNotGetItsTurnAgainTimesOut() throws {
        let turns = try Turns(waitLimit: .milliseconds(20), doesWithout: false)
        defer { turns.gated.close() }
        let isOver = Latch()
        try turns.gated.register(
            Singleton { () -> Other in
                turns.isTaken.open()
                XCTAssertTrue(isOver.wait(), "the other thread came out while this one had the turn")
                return Other()
            })
        let results = race(threads: 2) { thread -> ResolutionError.Code? in
            if thread == 1 {
                _ = try turns.open.resolve(Slow.self)
                return nil
            }
            XCTAssertTrue(turns.isSlow.wait())
            defer { isOver.open() }
            return failure(.timedOut) { try turns.gated.resolve(Service.self) }?.code
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        XCTAssertNotNil(try turns.gated.resolve(Service.self), "the slot can be had after that")
        assertThreadIsIdle()
    }

    func testC3_ATurnIsGivenBeforeAnythingUnfinished() throws {
        struct Broken: Error {}
        let isInjecting = Latch()
        let isInGate = Latch()
        let made = Counter()
        let gated = Container(configuration: .init(building: .oneAtATime))
        let open = Container()
        try gated.register(Transient { 1 })
        try open.register(
            Singleton { Service() }.inject { [unowned gated] _, _ in
                isInjecting.open()
                XCTAssertTrue(isInGate.wait())
                _ = try gated.resolve(Int.self)
                throw Broken()
            })
        try gated.register(
            Singleton { () -> Other in
                isInGate.open()
                XCTAssertTrue(isInjecting.wait())
                if made.value == 0 { XCTAssertTrue(Waits.come(to: "its turn in a container")) }
                // The other thread waits for this one's turn, and could be given that: its service need not be.
                let other = Other()
                other.service = try? open.resolve(Service.self)
                made.increment()
                return other
            })
        let results = race(threads: 2) { thread -> Service? in
            if thread == 0 { return try gated.resolve(Other.self).service }
            return try? open.resolve(Service.self)
        }
        for result in results { XCTAssertNil(try result.get()) }
        XCTAssertEqual(made.value, 1, "what an unfinished service gave up was made again")
    }

    func testC3_AThreadIsLetInAgainWhereItsTurnWouldCloseACircle() throws {
        let turns = try Turns(waitLimit: .seconds(60), doesWithout: true)
        defer { turns.gated.close() }
        try turns.gated.register(
            Singleton { () -> Other in
                turns.isTaken.open()
                // The first thread, whose wait is over, waits for its turn, which is this thread's.
                XCTAssertTrue(Waits.come(to: "its turn in a container"))
                let other = Other()
                other.service = try turns.gated.resolve(Service.self)
                return other
            })
        let results = race(threads: 2) { thread in
            if thread == 1 {
                _ = try turns.open.resolve(Slow.self)
                return
            }
            XCTAssertTrue(turns.isSlow.wait())
            _ = try turns.gated.resolve(Service.self)
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        XCTAssertTrue(try turns.gated.resolve(Other.self).service === turns.gated.resolve(Service.self))
    }

    private final class Slow: Sendable { let life = Counted() }

    /// `Service`, of a container that builds one at a time, needs `Slow` of another one, or does without when that takes too
    /// long, if it may; `Slow` needs `Other`, of the first container.
    ///
    /// The factories hold the containers, until one is closed.
    private struct Turns: Sendable {
        let gated: Container
        let open = Container(configuration: .init(waitLimit: .milliseconds(20)))
        let isSlow = Latch()
        let isInside = Latch()
        /// Open once the second thread has the turn: the factory of `Other` opens it.
        let isTaken = Latch()

        init(waitLimit: Duration, doesWithout: Bool) throws {
            gated = Container(configuration: .init(building: .oneAtATime, waitLimit: waitLimit))
            try open.register(
                Singleton { [gated, isSlow, isInside, isTaken] () -> Slow in
                    isSlow.open()
                    XCTAssertTrue(isInside.wait())
                    try Self.retry(until: isTaken) { _ = try gated.resolve(Other.self) }
                    return Slow()
                })
            try gated.register(
                Singleton { [open, isInside, isTaken] () -> Service in
                    isInside.open()
                    do {
                        try Self.retry(until: isTaken) { _ = try open.resolve(Slow.self) }
                    } catch let error as ResolutionError {
                        guard doesWithout && error.code == .timedOut else { throw error }
                    }
                    return Service()
                })
        }

        /// On a busy machine, a limit may pass before the other thread sleeps or has its turn.
        private static func retry(until latch: Latch, _ body: () throws -> Void) throws {
            while true {
                do {
                    return try body()
                } catch let error as ResolutionError where error.code == .timedOut && !latch.wait(seconds: 0) {}
            }
        }
    }
}
