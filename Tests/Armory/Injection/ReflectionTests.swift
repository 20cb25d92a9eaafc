import Armory
import ArmoryTestSupport
import XCTest

/// S2: reflection reads fields without their lock, and must not find them.
final class ReflectionTests: LeakCheckedTestCase {
    private final class Part: Sendable {}

    private final class Owner {
        let lazy: Lazy<Part>
        let weak: WeakInjected<Part>
        let provider: Provider<Part>

        init(lazy: Lazy<Part>, weak: WeakInjected<Part>, provider: Provider<Part>) {
            (self.lazy, self.weak, self.provider) = (lazy, weak, provider)
        }
    }

    private struct Owning {
        let held: [Held] = [Held()]
        final class Held { let state = Guarded(0) }
    }

    private func reachesALock(_ subject: Any, depth: Int = 6) -> Bool {
        depth > 0
            && Mirror(reflecting: subject).children.contains {
                "\(type(of: $0.value))".hasPrefix("Guarded<") || reachesALock($0.value, depth: depth - 1)
            }
    }

    func testS2_ReflectionReachesNoLock() async throws {
        XCTAssertTrue(reachesALock(Owning()), "this test sees locks")
        let places: [Any] = try await PerTask.withTaskInstances { () async throws in
            [try XCTUnwrap(PerTask().place()), try XCTUnwrap(PerThread().place())]
        }
        let registration = Kept { Part() }.lifetime(PerTask())
        let container = try Container { registration }
        var failure: (any Error)?
        XCTAssertThrowsError(try container.resolve(Int.self)) { failure = $0 }
        let subjects: [Any] = [
            registration, container.graph, container.graph.nodes, try XCTUnwrap(failure), try container.validate(),
            Container.Configuration(),
        ]
        for subject in places + subjects { XCTAssertFalse(reachesALock(subject), "\(type(of: subject))") }
    }

    func testS2_ReflectionFindsNoFields() async throws {
        let seen = Shelf<[Int]>([])
        let container = try Container {
            Transient { Part() }
            Transient(Owner.init)
            Singleton { (resolver: AsyncResolver) async throws -> Int in
                seen.value = [Mirror(reflecting: resolver).children.count]
                return 1
            }
        }
        let owner = try container.resolve(Owner.self)
        let subjects: [Any] = [
            container, owner.lazy, owner.weak, owner.provider, Injected<Part>(container: container),
            EventBuffer { _ in },
        ]
        for subject in subjects {
            XCTAssertEqual(Mirror(reflecting: subject).children.count, 0, "\(type(of: subject))")
            XCTAssertNil(Mirror(reflecting: subject).superclassMirror, "\(type(of: subject))")
        }
        _ = try await container.resolveAsync(Int.self)
        XCTAssertEqual(seen.value, [0])
    }
}
