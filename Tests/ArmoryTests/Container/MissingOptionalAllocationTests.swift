#if os(Linux)
import Armory
import ArmoryTestSupport
import XCTest

/// H1: lookups of what is not registered, which allocate nothing.
final class MissingOptionalAllocationTests: LeakCheckedTestCase {
    func testH1_AMissingOptionalAllocatesNothing() throws {
        try skipWithOneHash("qualifiers are collected before they are compared")
        let parent = try Container {
            Singleton(value: 1)
            Singleton(value: 2).named("there")
            Singleton(value: 3).qualified(by: 3)
        }
        let child = try Container(parents: [parent]) {}
        let grandchild = try Container(parents: [child]) {}
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
        for (text, container) in [("a container", parent), ("a child", try Container(parents: [parent]) {})] {
            try assertAllocatesNothing("in \(text)") { _ = try container.resolve(Int.self) }
        }
    }
}
#endif
