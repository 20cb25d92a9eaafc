import Armory
import ArmoryTestSupport
import XCTest

/// Calls a closure when it goes.
private final class Farewell: Tracked, @unchecked Sendable {  // Immutable.
    let last: @Sendable () -> Void

    init(_ tracker: LifetimeTracker, _ last: @escaping @Sendable () -> Void) {
        self.last = last
        super.init(tracker)
    }

    deinit { last() }
}

/// Code of the user's that runs in the middle of the container's own work.
final class DeinitTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    func testM1_AGraphInstancesDeinitMayResolve() throws {
        let shelf = Shelf<Container?>(nil)
        let log = Log<Int>()
        let container = try Container {
            Graph { [tracker] in
                Farewell(tracker) {
                    log.add((try? shelf.value?.resolve(Int.self)) ?? -1)
                    log.add((try? shelf.value?.resolve([Int].self))?.count ?? -1)
                }
            }
            Graph { [tracker] in Tracked(tracker) }
            Singleton(value: 7)
            Graph { resolver -> [Int] in
                let tracked = try resolver.resolve(Tracked.self)
                return [tracked.serial, tracked.serial]
            }
            Transient { resolver -> String in
                _ = try resolver.resolve(Farewell.self)
                _ = try resolver.resolve(Tracked.self)
                return "made"
            }
        }
        shelf.value = container
        defer { shelf.value = nil }
        for round in 1...10 {
            XCTAssertEqual(try container.resolve(String.self), "made")
            XCTAssertEqual(log.all.count, 2 * round)
            XCTAssertEqual(log.all.suffix(2), [7, 2])
            XCTAssertEqual(tracker.alive, 0)
            assertThreadIsIdle()
        }
    }

    func testM1_ManyDeinitsOfOneGraphMayResolveLargeGraphs() throws {
        let shelf = Shelf<Container?>(nil)
        let log = Log<Int>()
        let container = try Container {
            for number in 0..<40 {
                Graph { [tracker] in
                    Farewell(tracker) { log.add((try? shelf.value?.resolve([Int].self))?.count ?? -1) }
                }.named(RegistrationName(number))
                Graph { [tracker] in (Tracked(tracker), SIMD64<UInt8>(repeating: UInt8(number))) }
                    .named(RegistrationName(number))
            }
            Transient { resolver in
                try (0..<40).map { number in
                    let both = try resolver.resolve((Tracked, SIMD64<UInt8>).self, named: RegistrationName(number))
                    XCTAssertEqual(both.1, SIMD64(repeating: UInt8(number)))
                    return both.0.serial
                }
            }
            Transient { resolver -> String in
                for number in 0..<40 { _ = try resolver.resolve(Farewell.self, named: RegistrationName(number)) }
                return "made"
            }
        }
        shelf.value = container
        defer { shelf.value = nil }
        _ = try container.resolve(String.self)
        XCTAssertEqual(log.all, Array(repeating: 40, count: 40))
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(tracker.made, 40 + 1600)
        assertThreadIsIdle()
    }

    func testM1_ASingletonsDeinitMayUseAnotherContainerWhenItsOwnIsReleased() throws {
        let log = Log<Int>()
        let other = try Container {
            Graph { [tracker] in [Tracked(tracker)] }
            Transient { try $0.resolve([Tracked].self)[0].serial }
        }
        do {
            let container = try Container {
                Singleton { [tracker] in
                    Farewell(tracker) { log.add((try? other.resolve(Int.self)) ?? -1) }
                }
            }
            _ = try container.resolve(Farewell.self)
        }
        XCTAssertEqual(log.all, [2])
        XCTAssertEqual(tracker.alive, 0)
        assertThreadIsIdle()
    }

    func testM1_ADeinitInAFailedGraphMayResolve() throws {
        let shelf = Shelf<Container?>(nil)
        let log = Log<Int>()
        let container = try Container {
            Graph { [tracker] in
                Farewell(tracker) { log.add((try? shelf.value?.resolve(Int.self)) ?? -1) }
            }
            Graph { 5 }
            Transient { resolver -> String in
                _ = try resolver.resolve(Farewell.self)
                throw Mishap(1)
            }
        }
        shelf.value = container
        defer { shelf.value = nil }
        for round in 1...3 {
            failure(.factoryFailed) { try container.resolve(String.self) }
            XCTAssertEqual(log.all, Array(repeating: 5, count: round))
            XCTAssertEqual(tracker.alive, 0)
            assertThreadIsIdle()
        }
    }
}
