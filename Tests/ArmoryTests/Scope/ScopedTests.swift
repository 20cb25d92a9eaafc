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

// A scoped instance: one for each container of its tag.
final class ScopedTests: EveryHashTestCase {
    private let tracker = LifetimeTracker()

    private func scoped() -> Scoped<Unit> { Scoped { [tracker] in Unit(tracker) } }

    func testO2_OneInstanceForEachContainerOfTheTag() throws {
        let application = try Container { scoped() }
        let first = Container(parents: [application], scope: .request)
        let second = Container(parents: [application], scope: .request)
        let one = try first.resolve(Unit.self)
        XCTAssertTrue(try first.resolve(Unit.self) === one)
        XCTAssertTrue(try first.resolveOptional(Unit.self) === one)
        XCTAssertTrue(try first.with(Unit.self) { $0 === one })
        let two = try second.resolve(Unit.self)
        XCTAssertFalse(one === two)
        XCTAssertTrue(try second.resolve(Unit.self) === two)
        XCTAssertEqual(tracker.made, 2)
        XCTAssertEqual(first.scope, .request)
        XCTAssertNil(application.scope)
    }

    func testO2_ARegistrationOfTheScopesOwnContainerIsKeptInItToo() throws {
        let request = try Container(scope: .request) {
            scoped()
            scoped().named("a")
        }
        XCTAssertTrue(try request.resolve(Unit.self) === request.resolve(Unit.self))
        XCTAssertTrue(try request.resolve(Unit.self, named: "a") === request.resolve(Unit.self, named: "a"))
        XCTAssertFalse(try request.resolve(Unit.self, named: "a") === request.resolve(Unit.self))
    }

    func testO2_AChildOfTheScopeHasTheScopesInstance() throws {
        let application = try Container { scoped() }
        let request = Container(parents: [application], scope: .request)
        let child = Container(parents: [Container(parents: [request])])
        let one = try child.resolve(Unit.self)
        XCTAssertTrue(try request.resolve(Unit.self) === one)
        XCTAssertTrue(try child.resolve(Unit.self) === one)
        child.close()
        XCTAssertEqual(tracker.alive, 1, "the scope keeps it")
    }

    func testO2_TheNearestScopeOfTheTagIsTaken() throws {
        let application = try Container { scoped() }
        let outer = Container(parents: [application], scope: .request)
        let inner = Container(parents: [outer], scope: .request)
        XCTAssertFalse(try inner.resolve(Unit.self) === outer.resolve(Unit.self))
        let first = Container(parents: [application], scope: .request)
        let between = Container(parents: [first, outer])
        XCTAssertTrue(try between.resolve(Unit.self) === first.resolve(Unit.self))
    }

    func testO2_TagsAreKeptApart() throws {
        let application = try Container {
            Scoped { [tracker] in Unit(tracker, "session") }.in(.session)
            Scoped((any Clock).self) { [tracker] in Unit(tracker, "job") }.in(.job)
            Scoped { [try $0(Unit.self).name] }.in(.sessionRequest)
        }
        let session = Container(parents: [application], scope: .session)
        let request = Container(parents: [session], scope: .sessionRequest)
        let job = Container(parents: [application], scope: .job)
        XCTAssertTrue(try request.resolve(Unit.self) === session.resolve(Unit.self))
        XCTAssertEqual(try request.resolve([String].self), ["session"])
        XCTAssertEqual(try job.resolve((any Clock).self).name, "job")
        failure(.outsideScope) { try session.resolve([String].self) }
        failure(.outsideScope) { try job.resolve(Unit.self) }
        failure(.outsideScope) { try request.resolve((any Clock).self) }
        // A request that lies inside nothing is another tag.
        failure(.outsideScope) { try Container(parents: [session], scope: .request).resolve([String].self) }
    }

    func testO2_AScopedInstanceIsMadeInTheViewOfItsScope() throws {
        let application = try Container {
            Transient { "application" }
            Scoped { [tracker] in Unit(tracker, try $0()) }
            Scoped((any Clock).self) { try $0(Unit.self) }
        }
        let request = try Container(parents: [application], scope: .request) { Transient { "request" } }
        let child = try Container(parents: [request]) { Transient { "child" } }
        XCTAssertEqual(try child.resolve(Unit.self).name, "request")
        XCTAssertTrue(try child.resolve((any Clock).self) as AnyObject === request.resolve(Unit.self))
    }

    func testO2_ASingletonOfTheApplicationCannotHoldIt_D7() throws {
        let application = try Container {
            scoped()
            Singleton { [try $0(Unit.self)] }
            Transient { (try $0(Unit.self), 1) }
        }
        let request = Container(parents: [application], scope: .request)
        let error = failure(.captive) { try request.resolve([Unit].self) }
        XCTAssertEqual(error?.path, ["[Unit]", "Unit"])
        XCTAssertTrue(try request.resolve((Unit, Int).self).0 === request.resolve(Unit.self))
        assertThreadIsIdle()
    }

    func testO2_OutsideOfAScopeIsAnErrorInEveryFormOfAsking() throws {
        let application = try Container {
            scoped()
            scoped().named("a")
        }
        for container in [application, Container(parents: [application])] {
            failure(.outsideScope) { try container.resolve(Unit.self) }
            failure(.outsideScope) { try container.resolve(Unit.self, named: "a") }
            failure(.outsideScope) { try container.resolveOptional(Unit.self) }
            failure(.outsideScope) { try container.resolveOptional(Unit.self, named: "a") }
            failure(.outsideScope) { try container.with(Unit.self) { _ in } }
        }
        failure(.wrongArguments) { try application.resolve(Unit.self, arguments: 1) }
        XCTAssertEqual(tracker.made, 0)
        assertThreadIsIdle()
    }

    func testO1_AChildShadowsAScopedRegistration() throws {
        let application = try Container { Scoped { [tracker] in Unit(tracker, "application") } }
        let request = Container(parents: [application], scope: .request)
        let child = try Container(parents: [request]) { Scoped { [tracker] in Unit(tracker, "child") } }
        XCTAssertEqual(try request.resolve(Unit.self).name, "application")
        XCTAssertEqual(try child.resolve(Unit.self).name, "child")
        XCTAssertTrue(try child.resolve(Unit.self) === child.resolve(Unit.self))
        XCTAssertEqual(try request.resolve(Unit.self).name, "application")
        XCTAssertEqual(tracker.made, 2)
    }

    func testS2_WhatIsNotSendableIsScopedByTheCallersWord() throws {
        let request = try Container(scope: .request) { Scoped.Unchecked { _ in Loose() } }
        XCTAssertTrue(try request.resolve(Loose.self) === request.resolve(Loose.self))
    }

    func testScopedIsInjectedOnce() throws {
        final class Box: @unchecked Sendable {  // Set in `inject` alone.
            let life = Counted()
            var numbers: [Int] = []
        }
        let application = try Container { Scoped { Box() }.inject { box, _ in box.numbers.append(1) } }
        let request = Container(parents: [application], scope: .request)
        XCTAssertEqual(try request.resolve(Box.self).numbers, [1])
        XCTAssertEqual(try request.resolve(Box.self).numbers, [1])
    }

    func testC4_AFactoryThatThrowsIsTriedAgain() throws {
        let calls = Counter()
        let application = try Container {
            Scoped { [tracker] in
                if calls.increment() == 1 { throw Mishap(1) }
                return Unit(tracker)
            }
        }
        let request = Container(parents: [application], scope: .request)
        let error = failure(.factoryFailed) { try request.resolve(Unit.self) }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(1))
        XCTAssertTrue(try request.resolve(Unit.self) === request.resolve(Unit.self))
    }
}

// MARK: The end and changes

final class ScopedChangeTests: EveryHashTestCase {
    private let tracker = LifetimeTracker()

    func testM1_ClosingTheScopeLetsGoNewestFirst() throws {
        let application = try Container {
            Scoped { [tracker] in Unit(tracker) }.named("a")
            Scoped { [tracker] in Unit(tracker) }.named("b")
            Scoped { [tracker] in Unit(tracker) }.named("c")
        }
        let request = Container(parents: [application], scope: .request)
        for name in ["b", "c", "a"] as [Name] { _ = try request.resolve(Unit.self, named: name) }
        request.close()
        XCTAssertEqual(tracker.releaseOrder, [3, 2, 1])
        failure(.closed) { try request.resolve(Unit.self, named: "a") }
        failure(.closed) { try Container(parents: [request]).resolve(Unit.self, named: "a") }
        _ = try Container(parents: [application], scope: .request).resolve(Unit.self, named: "a")
        XCTAssertEqual(tracker.releaseOrder, [3, 2, 1, 4], "a scope that is released lets go too")
    }

    func testO3_ResetReachesTheScopesInstance() throws {
        let application = try Container {
            Scoped { [tracker] in Unit(tracker) }
            Scoped { [tracker] in Unit(tracker) }.named("a")
        }
        let first = Container(parents: [application], scope: .request)
        let second = Container(parents: [application], scope: .request)
        XCTAssertEqual(try first.resolve(Unit.self).serial, 1)
        XCTAssertEqual(try second.resolve(Unit.self).serial, 2)
        try Container(parents: [first]).reset(Unit.self)
        XCTAssertEqual(tracker.releaseOrder, [1])
        XCTAssertEqual(try first.resolve(Unit.self).serial, 3)
        XCTAssertEqual(try second.resolve(Unit.self).serial, 2)
        try application.reset(Unit.self)
        XCTAssertEqual(try first.resolve(Unit.self).serial, 3, "no scope is around the application")
        XCTAssertEqual(try first.resolve(Unit.self, named: "a").serial, 4)
        try first.reset()
        XCTAssertEqual(try first.resolve(Unit.self).serial, 5)
        XCTAssertEqual(try first.resolve(Unit.self, named: "a").serial, 6)
        XCTAssertEqual(try second.resolve(Unit.self).serial, 2)
    }

    func testO3_AReplacedRegistrationIsTakenByTheNextResolve() throws {
        let application = try Container { Scoped { [tracker] in Unit(tracker, "first") } }
        let request = Container(parents: [application], scope: .request)
        XCTAssertEqual(try request.resolve(Unit.self).name, "first")
        try application.replace(Scoped { [tracker] in Unit(tracker, "second") })
        XCTAssertEqual(try request.resolve(Unit.self).name, "second")
        XCTAssertTrue(try request.resolve(Unit.self) === request.resolve(Unit.self))
        let overlay = try application.overlay(Singleton { [tracker] in Unit(tracker, "overlay") })
        XCTAssertEqual(try request.resolve(Unit.self).name, "overlay")
        overlay.remove()
        XCTAssertEqual(try request.resolve(Unit.self).serial, 2, "what lay below has its instance again")
        try request.replace(Transient { [tracker] in Unit(tracker, "transient") })
        XCTAssertEqual(try request.resolve(Unit.self).name, "transient")
        try application.remove(Unit.self)
        failure(.removed) { try application.resolve(Unit.self) }
        failure(.missing) { try request.resolve(Unit.self) }
    }

    func testM3_ManyReplacementsLeaveABoundedNumberInTheScope() throws {
        // Many keys of one hash take long.
        if CollidingHashes.areOn { return }
        let application = try Container { Scoped { [tracker] in Unit(tracker) } }
        let request = Container(parents: [application], scope: .request)
        for _ in 0..<2_000 {
            _ = try request.resolve(Unit.self)
            try application.replace(Scoped { [tracker] in Unit(tracker) })
        }
        XCTAssertEqual(tracker.made, 2_000)
        XCTAssertLessThanOrEqual(tracker.alive, 64)
        XCTAssertLessThanOrEqual(request.ownSlotCount, 64)
    }
}

// MARK: Tags

final class ScopeTagTests: EveryHashTestCase {
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

    func testWhatLiesInsideWhat() {
        let step = ScopeTag("step", inside: .sessionRequest)
        XCTAssertTrue(step.lies(inside: .sessionRequest))
        XCTAssertTrue(step.lies(inside: .session))
        XCTAssertFalse(step.lies(inside: .request))
        XCTAssertFalse(step.lies(inside: step))
        XCTAssertTrue(step.isSame(asOrInside: step))
        XCTAssertTrue(step.isSame(asOrInside: .session))
        XCTAssertFalse(ScopeTag.session.isSame(asOrInside: step))
    }
}
