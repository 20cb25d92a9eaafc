import Armory
import ArmoryTestSupport
import XCTest

/// C1: what a thread makes is whole for a thread that nothing else has put in order with it.
///
/// ThreadSanitizer judges these tests. The threads that look come late, so that they find the instance ready, and they have
/// taken no lock since the instance was begun: the slot's own release and acquire are all that orders the two.
final class PublicationTests: LeakCheckedTestCase {
    private final class Whole: @unchecked Sendable {  // Written before it is published.
        var parts: (Int, Int, Int)

        init(_ parts: (Int, Int, Int) = (1, 2, 3)) { self.parts = parts }

        var sum: Int { parts.0 + parts.1 + parts.2 }
    }

    private final class Early: Sendable {}

    /// One thread makes what `make` says, the others look at it a while later.
    ///
    /// - Parameter isFirst: Whether the thread has made no singleton before: it makes its first one in another way.
    private func publish(
        rounds: Int = 40, isFirst: Bool = true, _ registrations: @escaping @Sendable () -> [any Registration]
    ) throws {
        var looks = 0
        for _ in 0..<rounds {
            let container = try Container {
                Singleton { Early() }
                for registration in registrations() { registration }
            }
            _ = try container.resolve(Early.self)
            let results = race(threads: 3) { thread -> Int in
                // The thread's context comes from under a lock: not between the making and the look.
                _ = try container.resolve(Early.self)
                guard thread > 0 else {
                    if !isFirst { try Self.makeAnother() }
                    usleep(500)
                    _ = try container.resolve(Whole.self)
                    // This thread's end takes the lock again: after the others have looked.
                    usleep(12_000)
                    return 0
                }
                usleep(thread == 1 ? 2_000 : 8_000)
                return try container.resolve(Whole.self).sum
            }
            let sums = try results.dropFirst().map { try $0.get() }
            XCTAssertEqual(sums, [6, 6])
            looks += sums.count
        }
        XCTAssertEqual(looks, rounds * 2)
    }

    /// Makes a singleton in a container that no other thread has.
    private static func makeAnother() throws {
        let container = try Container {
            Singleton { Early() }
        }
        _ = try container.resolve(Early.self)
    }

    func testC1_AReadySingletonIsWholeForALateThread() throws {
        try publish({ [Singleton { Whole() }] })
        try publish(isFirst: false, { [Singleton { Whole() }] })
    }

    func testC1_AnInjectedSingletonIsWholeForALateThread() throws {
        try publish({ [Singleton { Whole() }.inject { whole, _ in whole.parts = (3, 2, 1) }] })
    }

    func testC1_ASingletonThatAnotherThreadWaitedForIsWholeForALateThread() throws {
        try publish({
            [
                Singleton { () -> Whole in
                    usleep(3_000)
                    return Whole()
                }
            ]
        })
    }
}
