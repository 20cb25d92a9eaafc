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
        let subjects: [Any] = [container, owner.lazy, owner.weak, owner.provider, owner.graph, EventBuffer { _ in }]
        for subject in subjects {
            XCTAssertEqual(Mirror(reflecting: subject).children.count, 0, "\(type(of: subject))")
            XCTAssertNil(Mirror(reflecting: subject).superclassMirror, "\(type(of: subject))")
        }
        _ = try await container.resolveAsync(Int.self)
        XCTAssertEqual(seen.value, [0])
    }
}
