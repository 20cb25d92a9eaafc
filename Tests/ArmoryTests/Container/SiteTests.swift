import Armory
import ArmoryTestSupport
import XCTest

/// Sites: keys whose callers bring what makes the instance (C8, C9).
final class SiteTests: EveryHashTestCase {
    private class Node {
        let life = Counted()
        var next: Node?
    }

    private final class Special: Node {}

    private struct Pair {
        let first: Node
        let second: Node
    }

    private enum Place {}

    private let key = SiteKey(Place.self, "node")
    private let other = SiteKey(Place.self, "other")

    private func take(
        _ container: Container, _ key: SiteKey, _ lifetime: Lifetime, substitutedAt definition: SiteKey? = nil,
        injection: ((inout Node) -> Void)? = nil
    ) throws -> Node {
        try container.take(
            at: key, substitutedAt: definition, lifetime, as: Node.self,
            CallerFactory(isRepeatable: true, injection: injection) { Node() })
    }

    func testC9_ASitesInstanceIsMadeAsItsCallerSaysAndKeptAsItsLifetimeSays() throws {
        for building in [Container.Configuration.Building.parallel, .oneAtATime] {
            let container = Container(configuration: .init(building: building))
            XCTAssert(try take(container, key, .singleton) === take(container, key, .singleton))
            XCTAssert(try take(container, other, .transient) !== take(container, other, .transient))
            let third = SiteKey(Place.self, "third")
            XCTAssert(try take(container, third, .graph) !== take(container, third, .graph))
            let fourth = SiteKey(Place.self, "fourth")
            let held = try take(container, fourth, .shared)
            XCTAssert(try take(container, fourth, .shared) === held)
        }
    }

    func testADryRunLeavesOutWhatOnlyCallersCreate() throws {
        let container = Container()
        _ = try take(container, key, .singleton)
        XCTAssert(try container.dryRun().faults.isEmpty)
        let node = try XCTUnwrap(container.observedGraph().nodes.first)
        XCTAssert(node.faults.isEmpty && node.isOpaque)
    }

    func testC9_NothingOfACallIsKept() throws {
        let container = Container()
        weak var seen: Node?
        do {
            let captured = Node()
            seen = captured
            _ = try container.take(
                at: key, .graph, as: Int.self,
                CallerFactory(isRepeatable: true, injection: nil) { captured.next == nil ? 1 : 2 })
        }
        XCTAssertNil(seen)
    }

    func testC8_SitesJoinTheRunningGraphAndCloseACircle() throws {
        let container = Container()
        let node = try take(container, key, .graph) { node in
            node.next = try? self.take(container, self.other, .graph) { inner in
                inner.next = try? self.take(container, self.key, .graph)
            }
        }
        XCTAssert(node.next?.next === node)
        node.next?.next = nil
    }

    func testC8_ASiteJoinsTheGraphOfARegistrationsFactory() throws {
        let container = Container()
        let key = key
        let factory: @Sendable (Resolver) throws -> Pair = { [unowned container] _ in
            func node() throws -> Node {
                try container.take(
                    at: key, .graph, as: Node.self, CallerFactory(isRepeatable: true, injection: nil) { Node() })
            }
            return Pair(first: try node(), second: try node())
        }
        try container.register(Transient(Pair.self, factory))
        let pair = try container.resolve(Pair.self)
        XCTAssert(pair.first === pair.second)
    }

    func testASubstituteLiesOverASiteAndGoesAgain() throws {
        let container = Container()
        let kept = try take(container, key, .singleton)
        try container.substitute(at: key) { Special() }
        XCTAssert(try take(container, key, .singleton) is Special)
        XCTAssert(try take(container, other, .singleton, substitutedAt: key) is Special)
        XCTAssert(try take(container, key, .singleton, substitutedAt: other) === kept)
        try container.substitute(at: key) { Node() }
        XCTAssertFalse(try take(container, key, .singleton) is Special)
        try container.removeSubstitute(at: key)
        try container.removeSubstitute(at: key)
        XCTAssert(try take(container, key, .singleton) === kept)
        let unsubstituted = try take(container, other, .singleton, substitutedAt: key)
        XCTAssert(try take(container, other, .singleton) === unsubstituted)
    }

    func testASubstituteComesBeforeItsSite() throws {
        let container = Container()
        try container.removeSubstitute(at: key)
        try container.substitute(at: key) { Special() }
        XCTAssert(try take(container, key, .singleton) is Special)
        let kept = try take(container, key, .singleton, substitutedAt: other)
        try container.removeSubstitute(at: key)
        XCTAssert(try take(container, key, .singleton) === kept)
    }

    func testASiteWithoutAnInstanceIsAnErrorWithItsPath() throws {
        let container = Container()
        XCTAssertThrowsError(try container.present(at: key, as: Node.self)) { error in
            assertErrorText(error as? ResolutionError, "factoryFailed: a site without an instance")
        }
        try container.substitute(at: key) { "text" }
        XCTAssertThrowsError(try take(container, key, .graph)) { error in
            assertErrorText(error as? ResolutionError, "factoryFailed: a substitute of another type")
        }
    }

    func testE1_AnInstanceOfAnotherTypeAndACycleOfASiteHaveFixesOfTheirOwn() throws {
        let container = Container()
        _ = try take(container, key, .singleton)
        assertErrorText(.factoryFailed, "factoryFailed: a site's instance of another type") {
            _ = try container.present(at: key, as: Int.self)
        }
        assertErrorText(.cycle, "cycle: of a site") {
            _ = try container.take(
                at: other, .singleton, as: Node.self,
                CallerFactory(isRepeatable: true) { try self.take(container, self.other, .singleton) })
        }
    }

    func testASitesInstanceIsFoundByItsKey() throws {
        let container = Container()
        let kept = try take(container, key, .singleton)
        XCTAssert(try container.present(at: key, as: AnyObject.self) === kept)
        let key = other
        _ = try take(container, key, .graph) { node in
            let found = try? container.present(at: key, as: AnyObject.self)
            XCTAssert(found === node)
        }
    }

    func testAClosedContainerSaysSo() async throws {
        let container = Container()
        let kept = try take(container, key, .singleton)
        try await container.shutdown()
        for lifetime in [Lifetime.singleton, .graph] {
            XCTAssertThrowsError(try take(container, lifetime == .graph ? other : key, lifetime)) { error in
                XCTAssertEqual((error as? ResolutionError)?.code, .closed)
            }
        }
        withExtendedLifetime(kept) {}
    }
}
