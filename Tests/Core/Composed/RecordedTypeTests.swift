// REG14: types that have a record of their own.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private class Own: @unchecked Sendable {  // It has nothing.
    required init() {}
}
private final class OwnTransient: Own, RecordedType, @unchecked Sendable {  // As `Own`.
    static func record(_ qualifier: AnyQualifier?) -> Record? { made(.transient, qualifier) }
}
private final class OwnGraph: Own, RecordedType, @unchecked Sendable {  // As `Own`.
    static func record(_ qualifier: AnyQualifier?) -> Record? { made(.graph, qualifier) }
}
private final class OwnSingleton: Own, RecordedType, @unchecked Sendable {  // As `Own`.
    static func record(_ qualifier: AnyQualifier?) -> Record? { made(.singleton, qualifier) }
}
private final class OwnScoped: Own, RecordedType, @unchecked Sendable {  // As `Own`.
    static func record(_ qualifier: AnyQualifier?) -> Record? { made(.scoped, qualifier) }
}
extension Own {
    fileprivate class func made(_ lifetime: Lifetime, _ qualifier: AnyQualifier?) -> Record? {
        guard qualifier == nil else { return nil }
        return Record(
            Self.self, lifetime, at: CodeLocation(), parts: Record.Parts(tag: lifetime == .scoped ? .request : nil)
        ) { _ in
            Self()
        }
    }
}
private struct Sum: RecordedType {
    let value: Int
    static func record(_ qualifier: AnyQualifier?) -> Record? {
        Record(Sum.self, taking: (Int, Int).self, at: CodeLocation()) { resolver, arguments in
            _ = try resolver.resolve(OwnSingleton.self)
            return Sum(value: arguments.0 + arguments.1)
        }
    }
}

final class RecordedTypeTests: WatchedTestCase {
    private struct Pair { let (one, other): (OwnGraph, OwnGraph) }

    func testREG14_EachHasItsLifetime() throws {
        let container = try Container(
            Plan {
                $0.transient(Pair.self) { Pair(one: try $0.resolve(), other: try $0.resolve()) }
            })
        XCTAssert(try container.resolve(OwnTransient.self) !== container.resolve(OwnTransient.self))
        XCTAssert(try container.resolve(OwnSingleton.self) === container.resolve(OwnSingleton.self))
        let pair = try container.resolve(Pair.self)
        XCTAssert(pair.one === pair.other)
        XCTAssertEqual(try container.resolve(Sum.self, arguments: (40, 2)).value, 42)
        failure(.wrongArguments) { try container.resolve(Sum.self, arguments: 42) }
        failure(.missing) { try container.resolve(OwnSingleton.self, named: "other") }
        XCTAssert(try container.resolve(OwnSingleton?.self) === container.resolve(OwnSingleton.self))
        failure(.outsideScope) { try container.resolve(OwnScoped.self) }
        container.close()
        failure(.closed) { try container.resolve(OwnSingleton.self) }
    }

    func testREG14_ARegistrationGoesFirst() throws {
        let own = OwnSingleton()
        let parent = try Container(Plan { $0.singleton(OwnSingleton.self) { _ in own } })
        XCTAssert(try parent.resolve(OwnSingleton.self) === own)
        XCTAssert(try Container(Plan { _ in }, parents: [parent]).resolve(OwnSingleton.self) === own)
    }

    func testMOD3_WhatIsPrivateToAViewGoesBeforeWhatWasMetOutside() async throws {
        final class Asker: Sendable {
            let (own, maybe, named): (OwnSingleton, OwnSingleton?, OwnTransient)
            init(_ own: OwnSingleton, _ maybe: OwnSingleton?, _ named: OwnTransient) {
                (self.own, self.maybe, self.named) = (own, maybe, named)
            }
        }
        let own = OwnSingleton()
        let named = OwnTransient()
        for hasChild in [true, false] {
            var plan = Plan { _ in }
            let view = plan.addModuleView()
            let place = CodeLocation()
            plan.addRecord(Record(OwnSingleton.self, .singleton, at: place) { _ in own }, inView: view, isPrivate: true)
            plan.addRecord(
                Record(OwnTransient.self, .transient, at: place) { _ in named }, inView: view, isPrivate: true)
            plan.addRecord(
                Record(Asker.self, .transient, at: place) {
                    Asker(try $0.resolve(), try $0.resolve(), try $0.resolve())
                }, inView: view)
            plan.addRecord(
                Record(awaiting: Asker.self, .transient, qualifier: Qualifier(RegistrationName("awaited")), at: place) {
                    Asker(try await $0.resolve(), try await $0.resolve(), try await $0.resolve())
                }, inView: view)
            let parent = try Container(Plan { _ in })
            let container = try Container(plan, parents: hasChild ? [parent] : [])
            for _ in 0..<2 {
                // Met outside: by its key, as an optional, and ready.
                let outside = try container.resolve(OwnSingleton.self)
                XCTAssert(outside !== own)
                XCTAssert(try container.resolve(OwnSingleton?.self) === outside)
                XCTAssert(try container.resolve(OwnTransient.self) !== named)
                let askers = try await [
                    container.resolve(Asker.self), container.openScope().resolve(Asker.self),
                    container.resolveAsync(Asker.self, named: RegistrationName("awaited")),
                ]
                for asker in askers {
                    XCTAssert(asker.own === own)
                    XCTAssert(asker.maybe === own)
                    XCTAssert(asker.named === named)
                }
                XCTAssert(try container.resolve(OwnSingleton.self) === outside)
                if hasChild { XCTAssert(try parent.resolve(OwnSingleton.self) === outside) }
            }
        }
    }

    func testREG14_ASingletonIsTheRootsAndAScopedOneTheScopes() async throws {
        let root = try Container(Plan { _ in })
        let child = try Container(Plan { _ in }, parents: [root])
        let grandchild = try Container(Plan { _ in }, parents: [child])
        let scopes = try (grandchild.openScope(), grandchild.openScope())
        let one = try scopes.0.resolve(OwnSingleton.self)
        XCTAssert(try root.resolve(OwnSingleton.self) === one)
        XCTAssert(try child.resolve(OwnSingleton.self) === one)
        let scoped = try scopes.0.resolve(OwnScoped.self)
        XCTAssert(try scopes.0.resolve(OwnScoped.self) === scoped)
        let awaited = try await scopes.0.resolveAsync(OwnScoped.self)
        XCTAssert(awaited === scoped)
        XCTAssert(try scopes.1.resolve(OwnScoped.self) !== scoped)
        let inner = try scopes.0.openScope(ScopeTag("job"))
        XCTAssert(try inner.resolve(OwnScoped.self) === scoped)
        XCTAssert(try inner.resolve(OwnScoped?.self) === scoped)
        grandchild.close()
        child.close()
        XCTAssert(try root.resolve(OwnSingleton.self) === one)
    }

    func testC1_ASingletonThatManyMeetAtOnceIsMadeOnce() throws {
        for _ in 0..<100 {
            let root = try Container(Plan { _ in })
            let children = try (0..<8).map { _ in try Container(Plan { _ in }, parents: [root]) }
            let made = Locked<[OwnSingleton]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { number in
                let one = try? children[number].resolve(OwnSingleton.self)
                let scoped = try? children[number].openScope().resolve([OwnSingleton?].self)
                made.withLock { $0 += [one].compactMap(\.self) + (scoped ?? []).compactMap(\.self) }
            }
            let all = made.withLock { $0 }
            XCTAssertEqual(Set(all.map { ObjectIdentifier($0) }).count, 1)
        }
    }

    func testO1_AChildOfAScopeHasTheScopesInstance() throws {
        let root = try Container(Plan { _ in })
        let scope = try root.openScope()
        for parents in [[scope], [root, scope], [try Container(Plan { _ in }, parents: [scope])]] {
            let child = try Container(Plan { _ in }, parents: parents)
            let own = try child.resolve(OwnScoped.self)
            XCTAssert(try scope.resolve(OwnScoped.self) === own)
            XCTAssert(try child.resolve(OwnScoped?.self) === own)
            XCTAssert(try child.openScope().resolve(OwnScoped.self) !== own)
        }
        failure(.outsideScope) { try Container(Plan { _ in }, parents: [root]).resolve(OwnScoped.self) }
    }
}
