// O1, C10: a scope of a child has instances of what its parents have registered for scopes.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

final class ScopeOfChildTests: WatchedTestCase {
    private let tracker = LifetimeTracker()
    private let log = Log<String>()

    private class Part: Tracked, @unchecked Sendable {}
    private final class Session: Part, @unchecked Sendable {}
    private final class Request: Part, @unchecked Sendable {}
    private struct Handler: Sendable {
        let (session, request): (Session, Request)
    }

    private func parent() throws -> Container {
        let (tracker, log) = (tracker, log)
        return try Container(
            Plan {
                $0.closed(.scoped, Session.self, in: .session) { _ in
                    Session(tracker)
                } close: { _, end in
                    log.add(end.isCompleted ? "session" : "session failed")
                }
                $0.closed(.scoped, Request.self, in: .sessionRequest, needs: [Session.self]) {
                    _ = try $0.resolve(Session.self)
                    return Request(tracker)
                } close: { _, end in
                    log.add(end.isCompleted ? "request" : "request failed")
                }
                $0.autowired(.transient, Handler.self) { Handler(session: $0, request: $1) }
            })
    }

    func testO1_EachScopeHasOne() async throws {
        let parent = try parent()
        let child = try Container(Plan(), parents: [parent])
        let grandchild = try Container(Plan(), parents: [child])
        for container in [child, grandchild, try child.overriding(Plan())] {
            failure(.outsideScope) { try container.resolve(Session.self) }
            let (made, before) = (tracker.made, log.all.count)
            try await container.withScope(.session) { session in
                let own = try session.resolve(Session.self)
                XCTAssert(try session.resolve(Session.self) === own)
                failure(.outsideScope) { try session.resolve(Handler.self) }
                for _ in 0..<2 {
                    try await session.withScope(.sessionRequest) { scope in
                        let handler = try scope.resolve(Handler.self)
                        let awaited = try await scope.resolveAsync(Handler.self)
                        XCTAssert(handler.session === own && awaited.session === own)
                        XCTAssert(handler.request === awaited.request)
                        XCTAssert(try scope.resolve([Request].self).first === handler.request)
                        XCTAssert(try scope.resolve(Request?.self) === handler.request)
                    }
                }
                XCTAssertEqual(tracker.made - made, 3)
            }
            XCTAssertEqual(log.all[before...], ["request", "request", "session"])
        }
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(log.all.count, tracker.made)
    }

    func testO1_AChildOfAScopeHasTheScopesInstance() throws {
        let scope = try parent().openScope(.session)
        let child = try Container(Plan(), parents: [scope])
        let inner = try child.openScope(.session)
        XCTAssert(try inner.resolve(Session.self) === scope.resolve(Session.self))
    }

    func testO1_TheChildsOwnGoesFirst() throws {
        let tracker = tracker
        let child = try Container(
            Plan { $0.scoped(Session.self, in: .session) { _ in Session(tracker) } }, parents: [try parent()])
        try child.withScope(.session) { session in
            let own = try session.resolve(Session.self)
            try session.withScope(.sessionRequest) { XCTAssert(try $0.resolve(Handler.self).session === own) }
        }
        XCTAssertEqual(log.all, ["request"])
    }

    func testC10_ThePartsGoInTheirOrderHoweverTheScopeEnds() async throws {
        let child = try Container(Plan(), parents: [try parent()])
        var session: Container? = try child.openScope(.session)
        _ = try session?.openScope(.sessionRequest).resolve(Handler.self)
        session = nil
        XCTAssertEqual(log.all, ["request failed", "session failed"])

        let open = try child.openScope(.session)
        let request = try open.openScope(.sessionRequest)
        let handler = try request.resolve(Handler.self)
        try await child.shutdown()
        XCTAssertEqual(log.all.suffix(2), ["request failed", "session failed"])
        failure(.closed) { try request.resolve(Handler.self) }
        failure(.closed) { try request.resolve(Request.self) }
        XCTAssertEqual(tracker.alive, 2)
        withExtendedLifetime((handler, open)) {}
    }

    func testLIFE2_ASeedIsItsInstance() throws {
        let child = try Container(Plan(), parents: [try parent()])
        let given = Session(tracker)
        try child.withScope(.session, seeds: [ScopeSeed(given)]) { session in
            XCTAssert(try session.resolve(Session.self) === given)
        }
        XCTAssertEqual(log.all, ["session"])
    }

    func testC1_OneForAllThreads() throws {
        let child = try Container(Plan(), parents: [try parent()])
        for round in 0..<StressScale.scaled(300, underThreadSanitizer: 60) {
            let session = try child.openScope(.session)
            let request = try session.openScope(.sessionRequest)
            let seen = Log<ObjectIdentifier>()
            DispatchQueue.concurrentPerform(iterations: 8) { number in
                if number.isMultiple(of: 2) {
                    if let handler = try? request.resolve(Handler.self) { seen.add(ObjectIdentifier(handler.session)) }
                } else if let session = try? session.resolve(Session.self) {
                    seen.add(ObjectIdentifier(session))
                }
            }
            XCTAssertEqual(seen.all.count, 8)
            XCTAssertEqual(Set(seen.all).count, 1)
            XCTAssertEqual(tracker.made, 2 * (round + 1))
            session.close()
        }
        XCTAssertEqual(log.all.count, tracker.made)
    }

    func testO1_AChildOfAContainerAndItsScopeHasTheScopesInstance() throws {
        let parent = try parent()
        let child = try Container(Plan(), parents: [parent])
        for container in [parent, child] {
            let scope = try container.openScope(.session)
            for parents in [[scope, container], [container, scope]] {
                let last = try Container(Plan(), parents: parents)
                let session = try last.resolve(Session.self)
                XCTAssert(try scope.resolve(Session.self) === session)
                XCTAssertEqual(
                    try last.resolve([Session].self).map { ObjectIdentifier($0) }, [ObjectIdentifier(session)])
                failure(.outsideScope) { try last.resolve(Request.self) }
            }
        }
    }

    func testO1_AChildOfTwoScopesHasTheInstanceOfTheInnerOne() throws {
        let session = try parent().openScope(.session)
        let request = try session.openScope(.sessionRequest)
        for parents in [[request, session], [session, request]] {
            let child = try Container(Plan(), parents: parents)
            XCTAssert(try child.resolve(Request.self) === request.resolve(Request.self))
            XCTAssert(try child.resolve(Handler.self).session === session.resolve(Session.self))
        }
    }

    func testO2_AScopeKeepsNothingForAContainerThatItDoesNotSee() throws {
        let scope = try Container(Plan()).openScope(.session)
        for number in 0..<20 {
            // What was kept by the address of a container's memory would be taken for another one's.
            let other = try Container(
                Plan {
                    if number.isMultiple(of: 2) {
                        $0.scoped(Int.self, in: .session) { _ in number }
                    } else {
                        $0.scoped(String.self, in: .session) { _ in "\(number)" }
                    }
                })
            let child = try Container(Plan(), parents: [other, scope])
            failure(number.isMultiple(of: 2) ? .outsideScope : .missing) { try child.resolve(Int.self) }
            failure(number.isMultiple(of: 2) ? .missing : .outsideScope) { try child.resolve(String.self) }
        }
    }

    func testO2_OfTwoContainersOfOnePlanTheScopesOneIsAsked() throws {
        let tracker = tracker
        let plan = Plan { $0.scoped(Session.self, in: .session) { _ in Session(tracker) } }
        let (one, other) = (try Container(plan), try Container(plan))
        for container in [other, try Container(Plan(), parents: [other])] {
            let scope = try container.openScope(.session)
            let child = try Container(Plan(), parents: [one, scope])
            XCTAssert(try child.resolve(Session.self) === scope.resolve(Session.self))
        }
    }
}
