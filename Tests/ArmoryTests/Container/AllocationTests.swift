#if os(Linux)
import Armory
import ArmoryTestSupport
import XCTest

private final class Object: Sendable {
    private let life = Counted()
}

/// H1: lookups that allocate nothing.
final class AllocationTests: LeakCheckedTestCase {
    /// Fails unless lookups allocate nothing.
    ///
    /// The first lookup is not counted: it may create what the thread and the type keep for the next ones.
    private func assertAllocatesNothing(_ text: String, line: UInt = #line, _ lookUp: () throws -> Void) throws {
        try lookUp()
        let count = try Allocations.count {
            for _ in 0..<100 { try lookUp() }
        }
        XCTAssertEqual(try XCTUnwrap(count), 0, "100 lookups: \(text)", line: line)
    }

    func testAnAllocationIsCounted() throws {
        let shelf = Shelf<Object?>(nil)
        XCTAssertEqual(try XCTUnwrap(Allocations.count { shelf.value = Object() }), 1)
        XCTAssertEqual(try XCTUnwrap(Allocations.count {}), 0)
    }

    func testH1_AMissingOptionalAllocatesNothing() throws {
        try skipWithOneHash("qualifiers are collected before they are compared")
        let parent = try Container {
            Singleton(value: 1)
            Singleton(value: 2).named("there")
            Singleton(value: 3).qualified(by: 3)
        }
        let child = Container(parents: [parent])
        let grandchild = Container(parents: [child])
        let name = Name("missing")
        let containers = [
            ("a container", parent), ("a child", child), ("a grandchild", grandchild),
            ("a scope", try child.openScope()),
        ]
        for (text, container) in containers {
            try assertAllocatesNothing("no key, in \(text)") {
                guard try container.resolveOptional(Double.self) == nil else { throw Mishap(1) }
            }
            try assertAllocatesNothing("a name, in \(text)") {
                guard try container.resolveOptional(Int.self, named: name) == nil else { throw Mishap(2) }
            }
            try assertAllocatesNothing("a qualifier, in \(text)") {
                guard try container.resolveOptional(Int.self, qualifier: 4) == nil else { throw Mishap(3) }
            }
            try assertAllocatesNothing("a name, by the context, in \(text)") {
                let number: Int? = try container.resolve(named: name)
                guard number == nil else { throw Mishap(4) }
            }
            try assertAllocatesNothing("a qualifier, by the context, in \(text)") {
                let number: Int? = try container.resolve(qualifier: 4)
                guard number == nil else { throw Mishap(5) }
            }
        }
    }

    func testH1_AMissingOptionalOfAFactoryAllocatesNothing() throws {
        try skipWithOneHash("qualifiers are collected before they are compared")
        let name = Name("missing")
        let parent = try Container {
            Singleton(value: "there").named("there")
            Transient { resolver -> Int in
                for _ in 0..<10 {
                    let named: String? = try resolver.resolve(named: name)
                    let qualified: String? = try resolver.resolve(qualifier: 4)
                    guard named == nil, qualified == nil else { throw Mishap(1) }
                }
                return 0
            }
        }
        for (text, container) in [("a container", parent), ("a child", Container(parents: [parent]))] {
            try assertAllocatesNothing("in \(text)") { _ = try container.resolve(Int.self) }
        }
    }

    func testH1_AReadyHitAllocatesNothing() throws {
        let parent = try Container {
            Singleton { Object() }
            Singleton { Object() }.named("there")
            Singleton { Object() }.qualified(by: 3)
        }
        let name = Name("there")
        for (text, container) in [("a container", parent), ("a child", Container(parents: [parent]))] {
            try assertAllocatesNothing("in \(text)") {
                _ = try container.resolve(Object.self)
                _ = try container.resolve(Object.self, named: name)
                _ = try container.resolveOptional(Object.self)
                _ = try container.resolveOptional(Object.self, named: name)
            }
        }
    }
}
#endif
