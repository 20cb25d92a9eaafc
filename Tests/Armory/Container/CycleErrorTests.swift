import Armory
import ArmoryTestSupport
import XCTest

private struct Part: Sendable {
    let number: Int
}

/// Constructor cycles: nothing can make them, so they are errors with the whole way round.
final class CycleErrorTests: LeakCheckedTestCase {
    private static let lifetimes: [Lifetime] = [.transient, .graph, .singleton]

    private func part(
        _ number: Int, needs next: Int, _ lifetime: Lifetime
    ) -> any Registration {
        let factory: @Sendable (Resolver) throws -> Part = { resolver in
            Part(number: try resolver.resolve(Part.self, named: RegistrationName(next)).number)
        }
        let line = number + 1
        return switch lifetime {
        case .transient:
            Transient(Part.self, fileID: "Shop/Wiring.swift", line: line, factory).named(RegistrationName(number))
        case .graph:
            Graph(Part.self, fileID: "Shop/Wiring.swift", line: line, factory).named(RegistrationName(number))
        default:
            Singleton(Part.self, fileID: "Shop/Wiring.swift", line: line, factory).named(RegistrationName(number))
        }
    }

    private func container(_ lifetimes: [Lifetime]) throws -> Container {
        try Container {
            for (number, lifetime) in lifetimes.enumerated() {
                part(number, needs: (number + 1) % lifetimes.count, lifetime)
            }
            Transient(fileID: "Shop/Wiring.swift", line: 99) {
                try $0.resolve(Part.self, named: RegistrationName(0)).number
            }
        }
    }

    func testE1_ACycleOfOne() throws {
        for lifetime in Self.lifetimes {
            let container = try container([lifetime])
            for _ in 0..<2 {
                assertErrorText(
                    failure(.cycle) { try container.resolve(Part.self, named: RegistrationName(0)) }, "cycle: of one")
                assertThreadIsIdle()
            }
        }
    }

    func testE1_ACycleOfTwo() throws {
        for first in Self.lifetimes {
            for second in Self.lifetimes {
                let container = try container([first, second])
                for _ in 0..<2 {
                    assertErrorText(
                        failure(.cycle) { try container.resolve(Part.self, named: RegistrationName(1)) },
                        "cycle: of two")
                    assertThreadIsIdle()
                }
            }
        }
    }

    func testE1_ACycleOfFiveInEveryMixOfLifetimes() throws {
        for code in 0..<243 {
            var rest = code
            let lifetimes = (0..<5).map { _ -> Lifetime in
                defer { rest /= 3 }
                return Self.lifetimes[rest % 3]
            }
            let container = try container(lifetimes)
            let error = failure(.cycle) { try container.resolve(Part.self, named: RegistrationName(3)) }
            XCTAssertEqual(
                error?.path, [3, 4, 0, 1, 2, 3].map { "Part named \($0)" }, "\(lifetimes)")
            XCTAssertEqual(error?.key, "Part named 3")
            XCTAssertEqual(error?.location?.description, "Shop/Wiring.swift:4")
            assertThreadIsIdle()
        }
    }

    func testE1_TheWayToACycleIsPartOfThePath() throws {
        for lifetimes in [[Lifetime.transient, .transient], [.singleton, .graph], [.graph, .singleton]] {
            let container = try container(lifetimes)
            assertErrorText(failure(.cycle) { try container.resolve(Int.self) }, "cycle: reached through another key")
        }
    }

    func testE1_ALongCycleIsShortenedInTheMessageAndWholeInThePath() throws {
        let container = try container(Array(repeating: .transient, count: 30))
        let error = failure(.cycle) { try container.resolve(Part.self, named: RegistrationName(0)) }
        XCTAssertEqual(error?.path, (0...30).map { "Part named \($0 % 30)" })
        assertErrorText(error, "cycle: of thirty")
    }

    func testAPathOfSixteenIsShownWhole() throws {
        let container = try container(Array(repeating: .transient, count: 15))
        let error = failure(.cycle) { try container.resolve(Part.self, named: RegistrationName(0)) }
        XCTAssertEqual(error?.path.count, 16)
        assertErrorText(error, "cycle: of fifteen")
    }

    func testASharedInstanceInAConstructorCycle() throws {
        final class Node: Sendable {
            let life = Counted()
            let next: Node
            init(_ next: Node) { self.next = next }
        }
        let container = try Container {
            Shared { Node(try $0.resolve(Node.self, named: "b")) }
            Shared { Node(try $0.resolve()) }.named("b")
        }
        for _ in 0..<2 {
            XCTAssertEqual(
                failure(.cycle) { try container.resolve(Node.self) }?.path,
                ["Node", "Node named \"b\"", "Node"])
        }
    }

    func testACycleThatAFactoryCatchesLeavesTheRestWorking() throws {
        let container = try Container {
            Singleton { resolver -> Part in
                let other = try? resolver.resolve(Int.self)
                return Part(number: other ?? -1)
            }
            Transient { try $0.resolve(Part.self).number }
        }
        XCTAssertEqual(try container.resolve(Part.self).number, -1)
        XCTAssertEqual(try container.resolve(Int.self), -1)
        assertThreadIsIdle()
    }

    func testACycleThroughAnInjectionOfATransientIsAnError() throws {
        final class Node { let life = Counted(); var next: Node? }
        let container = try Container {
            Transient { Node() }.inject { node, resolver in node.next = try resolver.resolve() }
        }
        let error = failure(.cycle) { try container.resolve(Node.self) }
        XCTAssertEqual(error?.path, ["Node", "Node"])
    }
}
