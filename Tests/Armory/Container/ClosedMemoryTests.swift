import Armory
import ArmoryTestSupport
import XCTest

/// M1, C10: what a closed container keeps, and until when.
final class ClosedMemoryTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    /// Holds a resolver that awaits.
    private final class Asking: Tracked, @unchecked Sendable {  // One task.
        var resolver: AsyncResolver?
        init(_ tracker: LifetimeTracker, _ resolver: AsyncResolver) {
            self.resolver = resolver
            super.init(tracker)
        }
    }

    /// Resolves when it is released.
    private final class Farewell: Tracked, @unchecked Sendable {  // Immutable.
        let last: @Sendable () -> Void
        init(_ tracker: LifetimeTracker, _ last: @escaping @Sendable () -> Void) {
            self.last = last
            super.init(tracker)
        }

        deinit { last() }
    }

    func testM1_InstancesStayUntilTheClosedContainerGoes() throws {
        var container: Container? = try Container {
            for number in 0..<5 { Singleton { [tracker] in Tracked(tracker) }.named(RegistrationName(number)) }
            Shared { [tracker] in Tracked(tracker) }.named("shared")
        }
        for number in 0..<5 { _ = try container?.resolve(Tracked.self, named: RegistrationName(number)) }
        _ = try container?.resolve(Tracked.self, named: "shared")
        XCTAssertEqual(tracker.releaseOrder, [6], "nobody holds the shared one")
        container?.close()
        container?.close()
        XCTAssertEqual(tracker.alive, 5, "a reader may hold a reference to them")
        failure(.closed) { try container?.resolve(Tracked.self, named: RegistrationName(0)) }
        container = nil
        XCTAssertEqual(tracker.releaseOrder, [6, 5, 4, 3, 2, 1])
    }

    func testM1_AnInstanceThatStoresItsResolverKeepsTheMemoryAfterTheClose() async throws {
        let reference = WeakReference<Container>()
        var asking: Asking?
        do {
            let container = try Container {
                Singleton { [tracker] (resolver: AsyncResolver) async in Asking(tracker, resolver) }
            }
            reference.object = container
            asking = try await container.resolveAsync(Asking.self)
            container.close()
        }
        XCTAssertNotNil(reference.object, "they hold each other")
        asking?.resolver = nil
        asking = nil
        XCTAssertNil(reference.object)
        XCTAssertEqual(tracker.alive, 0)
    }

    func testM1_WhatIsMadeWhileTheContainerClosesIsFreedWithIt() throws {
        let isMaking = Latch()
        let isClosed = Latch()
        let (closed, tracker) = (Counter(), tracker)
        do {
            let container = try Container {
                Singleton { () -> Tracked in
                    isMaking.open()
                    isClosed.wait()
                    return Tracked(tracker)
                }.onShutdown { _ in closed.increment() }
            }
            let results = race(threads: 2) { thread in
                if thread == 0 { return failure(.closed) { try container.resolve(Tracked.self) }?.code }
                isMaking.wait()
                container.close()
                isClosed.open()
                return .closed
            }
            XCTAssertEqual(try results.map { try $0.get() }, [.closed, .closed])
            XCTAssertEqual(closed.value, 1, "its maker closes it")
        }
        // A thread may still let go of its closure, which holds the container.
        let limit = Date(timeIntervalSinceNow: 60)
        while tracker.alive > 0, Date() < limit { usleep(1_000) }
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(tracker.made, 1)
    }

    /// What is not `Sendable` is shared through the factory's own resolver alone.
    func testC8_ADeinitInsideAFactoryResolvesInAGraphOfItsOwn() throws {
        let shelf = Shelf<Container?>(nil)
        let log = Log<Int>()
        let container = try Container {
            Graph { [tracker] in Tracked(tracker) }
            Transient { [tracker] in
                Farewell(tracker) { log.add((try? shelf.value?.resolve(Tracked.self).serial) ?? -1) }
            }
            Transient { resolver -> [Tracked] in
                let first = try resolver.resolve(Tracked.self)
                _ = try resolver.resolve(Farewell.self)
                return try [first, resolver.resolve(Tracked.self)]
            }
        }
        shelf.value = container
        defer { shelf.value = nil }
        let both = try container.resolve([Tracked].self)
        XCTAssertTrue(both[0] === both[1])
        XCTAssertEqual(log.all, [3], "the third object")
        assertThreadIsIdle()
    }
}
