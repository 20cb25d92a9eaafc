import Armory
import ArmoryTestSupport
import XCTest

/// C2: nothing is locked while code of the user's runs, except the one slot that is being built.
final class ParallelBuildTests: LeakCheckedTestCase {
    private final class Slow: Sendable { let life = Counted() }
    private final class OtherSlow: Sendable { let life = Counted() }
    private final class Ready: Sendable { let life = Counted() }

    func testC2_TwoSlowSingletonsAreBuiltAtTheSameTime() throws {
        let first = Latch()
        let second = Latch()
        let container = try Container {
            // Each waits until the other has begun: built one after the other, both waits would fail.
            Singleton { () -> Slow in
                first.open()
                XCTAssertTrue(second.wait())
                return Slow()
            }
            Singleton { () -> OtherSlow in
                second.open()
                XCTAssertTrue(first.wait())
                return OtherSlow()
            }
        }
        for result in race(
            threads: 2,
            { index in
                if index == 0 {
                    _ = try container.resolve(Slow.self)
                } else {
                    _ = try container.resolve(OtherSlow.self)
                }
            })
        { XCTAssertNoThrow(try result.get()) }
    }

    func testC2_AReadyInstanceIsHadWhileAnotherIsBuilt() throws {
        let begun = Latch()
        let release = Latch()
        let container = try Container {
            Singleton { () -> Slow in
                begun.open()
                XCTAssertTrue(release.wait())
                return Slow()
            }
            Singleton { Ready() }
        }
        _ = try container.resolve(Ready.self)
        let results = race(threads: 2) { index in
            if index == 0 {
                _ = try container.resolve(Slow.self)
            } else {
                XCTAssertTrue(begun.wait())
                for _ in 0..<100_000 { _ = try container.resolve(Ready.self) }
                release.open()
            }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
    }

    func testC2_WithoutALimitAWaitGoesOnUntilTheInstanceIsThere() throws {
        let begun = Latch()
        let container = try Container(configuration: .init(waitLimit: nil)) {
            Singleton { () -> Slow in
                begun.open()
                // Until the other thread sleeps on it.
                XCTAssertTrue(Waits.come(to: "waits for Slow"))
                return Slow()
            }
        }
        let results = race(threads: 2) { index in
            if index == 1 { XCTAssertTrue(begun.wait()) }
            return ObjectIdentifier(try container.resolve(Slow.self))
        }
        XCTAssertEqual(Set(try results.map { try $0.get() }).count, 1)
    }

    func testC2_ReleasingWorksInsideAFactory() throws {
        final class Noisy: @unchecked Sendable {
            let life = Counted()
            let onRelease: @Sendable () -> Void
            init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
            deinit { onRelease() }
        }
        let released = Counter()
        let reference = WeakReference<Container>()
        let container = try Container {
            Singleton { Ready() }
            Transient {
                Noisy {
                    // A deinit that uses the container: no lock may be held here.
                    if (try? reference.object?.resolve(Ready.self)) == nil { XCTFail("not resolved") }
                    released.increment()
                }
            }
            Singleton { resolver -> Slow in
                _ = try resolver.resolve(Noisy.self)
                return Slow()
            }
        }
        reference.object = container
        _ = try container.resolve(Slow.self)
        XCTAssertEqual(released.value, 1)
    }

    func testAFactoryMayBlockOnAThreadThatResolvesOtherThings() throws {
        let reference = WeakReference<Container>()
        let container = try Container {
            Singleton { Ready() }
            Singleton { () -> Slow in
                let results = race(threads: 2) { _ in _ = try reference.object?.resolve(Ready.self) }
                for result in results { try result.get() }
                return Slow()
            }
        }
        reference.object = container
        XCTAssertNoThrow(try container.resolve(Slow.self))
    }

    func testAFactoryThatBlocksOnAThreadThatNeedsItEndsWithTheNamedError() throws {
        let reference = WeakReference<Container>()
        let isBlocking = Shelf(true)
        let container = try Container(configuration: .init(waitLimit: .milliseconds(100))) {
            Singleton { () -> Slow in
                guard isBlocking.value else { return Slow() }
                try race(threads: 1) { _ in _ = try reference.object?.resolve(Slow.self) }[0].get()
                return Slow()
            }
        }
        reference.object = container
        XCTAssertThrowsError(try container.resolve(Slow.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .timedOut)
            XCTAssertTrue("\(error)".contains("the other thread: Slow"), "\(error)")
        }
        // Nothing is lost: the slot is as it was.
        isBlocking.value = false
        XCTAssertNoThrow(try container.resolve(Slow.self))
    }
}
