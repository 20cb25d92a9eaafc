import Armory
import ArmoryTestSupport
import XCTest

/// S2: reflection reads fields without their lock, and must not find the origin of a graph.
final class ReflectionTests: LeakCheckedTestCase {
    private final class Part: Sendable {}

    private final class Owner {
        let lazy: Lazy<Part>
        let weak: Weak<Part>
        let provider: Provider<Part>
        let graph: ObjectGraph

        init(lazy: Lazy<Part>, weak: Weak<Part>, provider: Provider<Part>, graph: ObjectGraph) {
            (self.lazy, self.weak, self.provider, self.graph) = (lazy, weak, provider, graph)
        }
    }

    /// The fields that a lock guards are beside it.
    private func reachesALock(_ subject: Any, depth: Int = 6) -> Bool {
        depth > 0
            && Mirror(reflecting: subject).children.contains {
                $0.label == "lock" || reachesALock($0.value, depth: depth - 1)
            }
    }

    private struct Guarded {
        let held: [Held] = [Held()]
        final class Held { let lock = Lock() }
    }

    func testS2_ReflectionReachesNoLock() async throws {
        XCTAssertTrue(reachesALock(Guarded()), "this test sees locks")
        let places: [Any] = try await PerTask.withInstances { () async throws in
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
            container, owner.lazy, owner.weak, owner.provider, owner.graph, Injected<Part>(container: container),
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
