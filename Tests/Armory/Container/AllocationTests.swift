#if os(Linux)
import Armory
import ArmoryTestSupport
import XCTest

private final class Object: Sendable {
    private let life = Counted()
}

/// Fails unless lookups allocate nothing.
///
/// The first lookup is not counted: it may create what the thread and the type keep for the next ones.
func assertAllocatesNothing(_ text: String, line: UInt = #line, _ lookUp: () throws -> Void) throws {
    try lookUp()
    let count = try Allocations.count {
        for _ in 0..<100 { try lookUp() }
    }
    XCTAssertEqual(try XCTUnwrap(count), 0, "100 lookups: \(text)", line: line)
}

/// H1: lookups that allocate nothing.
final class AllocationTests: LeakCheckedTestCase {
    func testAnAllocationIsCounted() throws {
        let shelf = Shelf<Object?>(nil)
        XCTAssertEqual(try XCTUnwrap(Allocations.count { shelf.value = Object() }), 1)
        XCTAssertEqual(try XCTUnwrap(Allocations.count {}), 0)
    }

    func testH1_AReadyHitAllocatesNothing() throws {
        let parent = try Container {
            Singleton { Object() }
            Singleton { Object() }.named("there")
            Singleton { Object() }.named(RegistrationName(3))
        }
        let name = RegistrationName("there")
        for (text, container) in [("a container", parent), ("a child", try Container(parents: [parent]) {})] {
            try assertAllocatesNothing("in \(text)") {
                _ = try container.resolve(Object.self)
                _ = try container.resolve(Object.self, named: name)
                _ = try container.resolve(Object?.self)
                _ = try container.resolve(Object?.self, named: name)
            }
        }
    }
}
#endif
