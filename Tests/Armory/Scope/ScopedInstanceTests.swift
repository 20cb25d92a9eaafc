import Armory
import ArmoryTestSupport
import XCTest

extension ScopeTag {
    fileprivate static let session = ScopeTag("session")
    fileprivate static let job = ScopeTag("job")
    fileprivate static let sessionRequest = ScopeTag("request", inside: .session)
}

private protocol Clock: Sendable { var name: String { get } }

private final class Unit: Tracked, Clock, @unchecked Sendable {  // Immutable.
    let name: String
    init(_ tracker: LifetimeTracker, _ name: String = "") {
        self.name = name
        super.init(tracker)
    }
}

private final class Loose {
    let life = Counted()
}

// A scoped instance: one for each scope of its tag.
final class ScopedInstanceTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    private func scoped() -> Scoped<Unit> { Scoped { [tracker] in Unit(tracker) } }

    func testO2_OneInstanceForEachScopeOfTheTag() throws {
        let application = try Container { scoped() }
        let first = try application.openScope()
        let second = try application.openScope()
        let one = try first.resolve(Unit.self)
        XCTAssertTrue(try first.resolve(Unit.self) === one)
        XCTAssertTrue(try first.resolve(Unit?.self) === one)
        XCTAssertTrue(try first.with(Unit.self) { $0 === one })
        let two = try second.resolve(Unit.self)
        XCTAssertFalse(one === two)
        XCTAssertTrue(try second.resolve(Unit.self) === two)
        XCTAssertEqual(tracker.made, 2)
        XCTAssertEqual(first.scope, .request)
        XCTAssertNil(application.scope)
        XCTAssertTrue(first.parents.first === application)
    }

    func testO2_AChildOfTheScopeHasTheScopesInstance() throws {
        let application = try Container { scoped() }
        let request = try application.openScope()
        let child = try Container(parents: [Container(parents: [request]) {}]) {}
        let one = try child.resolve(Unit.self)
        XCTAssertTrue(try request.resolve(Unit.self) === one)
        XCTAssertTrue(try child.resolve(Unit.self) === one)
        child.close()
        XCTAssertEqual(tracker.alive, 1, "the scope keeps it")
    }

    func testO2_TheNearestScopeOfTheTagIsTaken() throws {
        let application = try Container { scoped() }
        let outer = try application.openScope()
        let inner = try outer.openScope()
        XCTAssertFalse(try inner.resolve(Unit.self) === outer.resolve(Unit.self))
        let first = try application.openScope()
        let between = try Container(parents: [first, outer]) {}
        XCTAssertTrue(try between.resolve(Unit.self) === first.resolve(Unit.self))
    }

    func testO2_TagsAreKeptApart() throws {
        let application = try Container {
            Scoped { [tracker] in Unit(tracker, "session") }.in(.session)
            Scoped((any Clock).self) { [tracker] in Unit(tracker, "job") }.in(.job)
            Scoped { [try $0.resolve(Unit.self).name] }.in(.sessionRequest)
        }
        let session = try application.openScope(.session)
        let request = try session.openScope(.sessionRequest)
        let job = try application.openScope(.job)
        XCTAssertTrue(try request.resolve(Unit.self) === session.resolve(Unit.self))
        XCTAssertEqual(try request.resolve([String].self), ["session"])
        XCTAssertEqual(try job.resolve((any Clock).self).name, "job")
        failure(.outsideScope) { try session.resolve([String].self) }
        failure(.outsideScope) { try job.resolve(Unit.self) }
        failure(.outsideScope) { try request.resolve((any Clock).self) }
        // A request that lies inside nothing is another tag.
        failure(.outsideScope) { try session.openScope(.request).resolve([String].self) }
    }

    func testO2_AScopedInstanceIsMadeInTheViewOfItsScope() throws {
        let application = try Container {
            Transient { "application" }
            Scoped { [tracker] in Unit(tracker, try $0.resolve()) }
            Scoped((any Clock).self) { try $0.resolve(Unit.self) }
        }
        let request = try application.openScope()
        let child = try Container(parents: [request]) { Transient { "child" } }
        XCTAssertEqual(try child.resolve(Unit.self).name, "application")
        XCTAssertEqual(try child.resolve(String.self), "child")
        XCTAssertTrue(try child.resolve((any Clock).self) as AnyObject === request.resolve(Unit.self))
    }

    func testO2_OutsideOfAScopeIsAnErrorInEveryFormOfAsking() throws {
        let application = try Container {
            scoped()
            scoped().named("a")
        }
        for container in [application, try Container(parents: [application]) {}] {
            failure(.outsideScope) { try container.resolve(Unit.self) }
            failure(.outsideScope) { try container.resolve(Unit.self, named: "a") }
            failure(.outsideScope) { try container.resolve(Unit?.self) }
            failure(.outsideScope) { try container.resolve(Unit?.self, named: "a") }
            failure(.outsideScope) { try container.with(Unit.self) { _ in } }
        }
        failure(.wrongArguments) { try application.resolve(Unit.self, arguments: 1) }
        XCTAssertEqual(tracker.made, 0)
        assertThreadIsIdle()
    }

    func testO1_AChildShadowsAScopedRegistration() throws {
        let application = try Container { Scoped { [tracker] in Unit(tracker, "application") } }
        let request = try application.openScope()
        let child = try Container(parents: [request]) { Scoped { [tracker] in Unit(tracker, "child") } }
        let inner = try child.openScope()
        XCTAssertEqual(try request.resolve(Unit.self).name, "application")
        XCTAssertEqual(try inner.resolve(Unit.self).name, "child")
        XCTAssertTrue(try inner.resolve(Unit.self) === inner.resolve(Unit.self))
        XCTAssertEqual(try request.resolve(Unit.self).name, "application")
        XCTAssertEqual(tracker.made, 2)
    }

    func testS2_WhatIsNotSendableIsScopedByTheCallersWord() throws {
        let request = try Container { Unchecked { _ in Loose() }.lifetime(.scoped(.request)) }.openScope()
        XCTAssertTrue(try request.resolve(Loose.self) === request.resolve(Loose.self))
    }

    func testScopedIsInjectedOnce() throws {
        final class Box: @unchecked Sendable {  // Set in `inject` alone.
            let life = Counted()
            var numbers: [Int] = []
        }
        let request = try Container { Scoped { Box() }.inject { box, _ in box.numbers.append(1) } }.openScope()
        XCTAssertEqual(try request.resolve(Box.self).numbers, [1])
        XCTAssertEqual(try request.resolve(Box.self).numbers, [1])
    }

    func testC4_AFactoryThatThrowsIsTriedAgain() throws {
        let calls = Counter()
        let request = try Container {
            Scoped { [tracker] in
                if calls.increment() == 1 { throw Mishap(1) }
                return Unit(tracker)
            }
        }.openScope()
        let error = failure(.factoryFailed) { try request.resolve(Unit.self) }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(1))
        XCTAssertTrue(try request.resolve(Unit.self) === request.resolve(Unit.self))
    }

    func testM1_TheInstancesOfAScopeGoNewestFirst() throws {
        let application = try Container {
            Scoped { [tracker] in Unit(tracker) }.named("a")
            Scoped { [tracker] in Unit(tracker) }.named("b")
            Scoped { [tracker] in Unit(tracker) }.named("c")
        }
        do {
            let request = try application.openScope()
            for name in ["b", "c", "a"] as [RegistrationName] { _ = try request.resolve(Unit.self, named: name) }
            request.close()
            failure(.closed) { try request.resolve(Unit.self, named: "a") }
            failure(.closed) { try Container(parents: [request]) {} }
        }
        XCTAssertEqual(tracker.releaseOrder, [3, 2, 1])
        _ = try application.openScope().resolve(Unit.self, named: "a")
        XCTAssertEqual(tracker.releaseOrder, [3, 2, 1, 4], "a scope that is released lets go too")
    }
}

// MARK: Tags

final class TagTests: LeakCheckedTestCase {
    func testTagsAreEqualWhole() {
        XCTAssertEqual(ScopeTag("request"), .request)
        XCTAssertEqual(ScopeTag("request", inside: ScopeTag("session")), .sessionRequest)
        XCTAssertNotEqual(ScopeTag.sessionRequest, .request)
        XCTAssertNotEqual(ScopeTag("request", inside: .job), .sessionRequest)
        XCTAssertNotEqual(ScopeTag("a", inside: .session), ScopeTag("b", inside: .session))
        XCTAssertEqual(Set([.request, ScopeTag("request"), .sessionRequest]).count, 2)
        XCTAssertEqual(ScopeTag.sessionRequest.description, "request inside session")
        XCTAssertEqual(ScopeTag.request.description, "request")
        XCTAssertEqual(ScopeTag.sessionRequest.outer, .session)
        XCTAssertEqual(ScopeTag.sessionRequest.name, "request")
    }
}
