// REG14, O3: the cells that a scope has beside its slots, for types that have a record of their own, and their end.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private protocol Sink: Sendable {}
private final class Late: Sink, RecordedType {
    let life = Counted()
    static func record(_ qualifier: AnyQualifier?) -> Record? {
        Record(
            Late.self, .scoped, qualifier: qualifier, at: CodeLocation(), parts: Record.Parts(tag: .request)
        ) { _ in Late() }
    }
}
private final class Work: Sendable {
    let life = Counted()
}
private final class Other: Sink {
    let life = Counted()
}

final class LateCellTests: WatchedTestCase {
    private let log = Log<String>()

    /// Work that needs a type with its own record later on; its hooks look whether that is there.
    private func plan(_ scope: Locked<Container?>, needs: [any Any.Type] = [Late.self]) -> Plan {
        let log = log
        @Sendable func close(_ name: String) {
            let late = try? scope.withLock { $0 }?.resolve(Late.self)
            log.add(late == nil ? "\(name) without" : "\(name) with")
        }
        return Plan {
            $0.closed(.scoped, Work.self, in: .request, needs: needs) { _ in
                Work()
            } close: { _, _ in
                close("work")
            }
            $0.closed(.scoped, Other.self, in: .request, needs: []) { _ in
                Other()
            } close: { _, _ in
                close("other")
            }
            $0.alias((any Sink).self, of: Late.self) { $0 }
            let parts = Record.Parts(needs: { [Dependency(ServiceKey(Other.self))] })
            $0.addRecord(
                Record((any Sink).self, .transient, at: CodeLocation(), parts: parts) { try $0.resolve(Other.self) },
                isContributed: true)
        }
    }

    func testO3_ALateCellIsClosedAfterWhatNeedsIt() throws {
        for needs: [any Any.Type] in [[Late.self], [Late?.self], [(any Sink).self], [[any Sink].self]] {
            let held = Locked<Container?>(nil)
            let container = try Container(plan(held, needs: needs))
            let scope = try container.openScope()
            held.withLock { $0 = scope }
            // The newest one, so that only the declared edge lets it be closed last.
            _ = try scope.resolve(Work.self)
            let late = try scope.resolve(Late.self)
            XCTAssert(try scope.resolve(Late.self) === late)
            XCTAssertEqual(scope.close().count, 0)
            XCTAssertEqual(scope.close().count, 0)
            failure(.closed) { try scope.resolve(Late.self) }
            held.withLock { $0 = nil }
        }
        XCTAssertEqual(log.all, ["work with", "work with", "work with", "work with"])
    }

    func testO3_AListsMembersAreClosedAfterWhoNeedsTheList() throws {
        let held = Locked<Container?>(nil)
        let container = try Container(plan(held, needs: [[any Sink].self]))
        let scope = try container.openScope()
        held.withLock { $0 = scope }
        _ = try scope.resolve(Work.self)
        XCTAssertEqual(try scope.resolve([any Sink].self).count, 2)
        scope.close()
        XCTAssertEqual(log.all.first, "work with")
        XCTAssertEqual(log.all.map { $0.split(separator: " ")[0] }, ["work", "other"])
        held.withLock { $0 = nil }
    }

    func testREG14_HooksThatAwaitFindALateCellUntilItIsClosed() async throws {
        let log = log
        let held = Locked<Container?>(nil)
        let (begun, goOn) = (Latch(), Latch())
        let container = try Container(
            Plan {
                $0.closedAwaiting(.scoped, Work.self, in: .request, needs: [Late.self]) { _ in
                    Work()
                } close: { _, end in
                    begun.open()
                    await pass(goOn)
                    let late = try held.withLock { $0 }?.resolve(Late.self)
                    log.add("\(late != nil) \(end.isCompleted)")
                }
            })
        let scope = try container.openScope()
        held.withLock { $0 = scope }
        _ = try scope.resolve(Work.self)
        let late = try scope.resolve(Late.self)
        let end = Task { try await scope.shutdown() }
        await pass(begun)
        XCTAssert(try scope.resolve(Late.self) === late)
        goOn.open()
        try await end.value
        XCTAssertEqual(log.all, ["true true"])
        failure(.closed) { try scope.resolve(Late.self) }
        held.withLock { $0 = nil }
    }

    func testREG14_AScopeThatIsReleasedEndsItsLateCellsAfterItsHooks() throws {
        let log = log
        weak var seen: Late?
        do {
            let container = try Container(
                Plan {
                    $0.closed(.scoped, Work.self, in: .request, needs: [Late.self]) { _ in
                        Work()
                    } close: { _, end in
                        log.add("work \(end.isCompleted)")
                    }
                })
            let scope = try container.openScope()
            _ = try scope.resolve(Work.self)
            seen = try scope.resolve(Late.self)
            XCTAssertNotNil(seen)
        }
        XCTAssertNil(seen)
        XCTAssertEqual(log.all, ["work false"])
    }

    func testLIFE2_ASeedMayBeOfATypeWithItsOwnRecord() throws {
        let container = try Container(Plan { _ in })
        let late = Late()
        let scope = try container.openScope(seeds: [ScopeSeed(late)])
        XCTAssert(try scope.resolve(Late.self) === late)
        XCTAssert(try scope.openScope(ScopeTag("job")).resolve(Late.self) === late)
        XCTAssert(try scope.resolve(Late.self, named: "other") !== late)
        XCTAssert(try container.openScope().resolve(Late.self) !== late)
        failure(.seededTwice) { try container.openScope(seeds: [ScopeSeed(late), ScopeSeed(late)]) }
        failure(.seedNotDeclared) { try container.openScope(ScopeTag("job"), seeds: [ScopeSeed(late)]) }
        failure(.seedNotDeclared) { try scope.openScope(ScopeTag("job"), seeds: [ScopeSeed(late)]) }
    }

    func testREG14_ScopesHaveOtherLateCellsAndAnInnerOneThatOfTheOuter() throws {
        let container = try Container(Plan { _ in })
        let scopes = try (container.openScope(), container.openScope())
        let inner = try scopes.0.openScope(ScopeTag("job"))
        // Asked for in the inner one first: the cell is the outer one's all the same.
        let late = try inner.resolve(Late.self, named: "x")
        XCTAssert(try scopes.0.resolve(Late.self, named: "x") === late)
        XCTAssert(try scopes.0.resolve(Late.self, named: "y") !== late)
        XCTAssert(try scopes.1.resolve(Late.self, named: "x") !== late)
        inner.close()
        XCTAssert(try scopes.0.resolve(Late.self, named: "x") === late)
        scopes.0.close()
        failure(.closed) { try scopes.0.resolve(Late.self, named: "x") }
        failure(.outsideScope) { try container.resolve(Late.self) }
    }
}
