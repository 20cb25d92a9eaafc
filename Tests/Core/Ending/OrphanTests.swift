// C10: what a container still hands out when one that it depends on has ended: what is ready, is its own, and nothing else.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private final class Root: Sendable {}
private final class Own: Sendable {}
private final class Late: Sendable {}
private final class Page: Sendable {}
private final class Held: Sendable {}
private struct Call: Sendable { let root: Root }

final class OrphanTests: WatchedTestCase {
    private func parent() throws -> Container {
        try Container(
            Plan {
                $0.autowired(.singleton, Root.self) { Root() }
                $0.singleton(Root.self, named: "named") { _ in Root() }
                $0.autowired(.transient, Call.self, Call.init)
                $0.shared(Held.self) { _ in Held() }
                $0.awaited(.singleton, UInt.self) { _ in 7 }
            })
    }

    private var own: Plan {
        Plan {
            $0.singleton(Own.self) { _ in Own() }
            $0.singleton(Own.self, named: "named") { _ in Own() }
            $0.singleton(Late.self) { _ in Late() }
            $0.transient(Int.self) { _ in 1 }
            $0.transient(String.self, taking: Int.self) { "\($1)" }
            $0.scoped(Page.self) { _ in Page() }
            $0.scoped(Late.self, named: "scoped") { _ in Late() }
        }
    }

    private func refused<T>(_ container: Container, _ type: T.Type, line: UInt = #line) async {
        do {
            _ = try await container.resolveAsync(type)
            XCTFail("\(type) is refused", line: line)
        } catch {
            XCTAssertEqual(error.code, .closed, error.description, line: line)
        }
        failure(.closed, line: line) { try container.resolve(type) }
        failure(.closed, line: line) { try container.with(type) { _ in } }
    }

    func testC10_AChildWhoseParentHasEndedHandsOutItsOwnReadyInstancesAlone() async throws {
        for isShutDown in [true, false] {
            let parent = try parent()
            let child = try Container(own, parents: [parent])
            let grandchild = try Container(Plan(), parents: [child])
            let scope = try grandchild.openScope()
            let inner = try child.openScope()
            let (one, named, page) = try (
                child.resolve(Own.self), child.resolve(Own.self, named: "named"), inner.resolve(Page.self)
            )
            let (root, held) = try (scope.resolve(Root.self), scope.resolve(Held.self))
            _ = try (scope.resolve([Root].self), scope.resolve(Root.self, named: "named"), scope.resolve(Call.self))
            _ = try await scope.resolveAsync(UInt.self)
            if isShutDown { try await parent.shutdown() } else { parent.close() }
            for container in [child, grandchild, scope] {
                XCTAssert(try container.resolve(Own.self) === one)
                XCTAssert(try container.resolve(Own.self, named: "named") === named)
                XCTAssertTrue(try container.with(Own.self) { $0 === one })
                let awaited = try await container.resolveAsync(Own.self)
                XCTAssert(awaited === one)
                await refused(container, Late.self)
                await refused(container, Root.self)
                await refused(container, Held.self)
                await refused(container, Call.self)
                await refused(container, Int.self)
                await refused(container, UInt.self)
                await refused(container, [Root].self)
                await refused(container, [Own].self)
                failure(.closed) { try container.resolve(Root.self, named: "named") }
                failure(.closed) { try container.resolve(String.self, arguments: 1) }
                failure(.closed) { try container.openScope() }
                failure(.closed) { try container.resolve(Root.self, named: "no such name") }
                failure(.closed) { try container.resolve(Root?.self) }
            }
            XCTAssert(try inner.resolve(Page.self) === page)
            failure(.closed) { try inner.resolve(Late.self, named: "scoped") }
            failure(.closed) { try Container(Plan(), parents: [child]) }
            failure(.closed) { try child.overriding(Plan()) }
            child.close()
            failure(.closed) { try child.resolve(Own.self) }
            failure(.closed) { try grandchild.resolve(Own.self) }
            withExtendedLifetime((root, held)) {}
        }
    }

    func testC10_WhatOverridesAnEndedContainerHandsOutNothingOfItsBase() async throws {
        let base = try parent()
        let changes = Plan { $0.singleton(Root.self, named: "named") { _ in Root() } }
        let other = try base.overriding(changes, adding: own)
        let third = try other.overriding(Plan())
        let child = try Container(Plan(), parents: [third])
        let scope = try child.openScope()
        let root = try base.resolve(Root.self)
        for container in [scope, child, third, other] { XCTAssert(try container.resolve(Root.self) === root) }
        let (one, own) = try (third.resolve(Own.self), other.resolve(Own.self))
        let named = try other.resolve(Root.self, named: "named")
        let held = try third.resolve(Held.self)
        base.close()
        for container in [scope, child, third] {
            XCTAssert(try container.resolve(Own.self) === one)
            await refused(container, Root.self)
            await refused(container, Call.self)
            await refused(container, Late.self)
            await refused(container, [Root].self)
        }
        XCTAssert(try other.resolve(Own.self) === own)
        XCTAssert(try other.resolve(Root.self, named: "named") === named)
        await refused(other, Root.self)
        // A shared instance of its own that others hold exists.
        XCTAssert(try third.resolve(Held.self) === held)
    }
}
