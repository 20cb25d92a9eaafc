// LIFE2, LIFE3, O1, O2: what lives in a scope, and who sees it.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

final class ScopeTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    private class Part: Tracked, @unchecked Sendable {}
    private final class Root: Part, @unchecked Sendable {}
    private final class Session: Part, @unchecked Sendable {}
    private final class Request: Part, @unchecked Sendable {}

    private struct Handler: Sendable {
        let request: Request
        let root: Root
    }

    private func application() throws -> Container {
        let tracker = tracker
        return try Container(
            Plan {
                $0.singleton { _ in Root(tracker) }
                $0.scoped(in: .session) { _ in Session(tracker) }
                $0.scoped(in: .sessionRequest) { _ in Request(tracker) }
                $0.autowired(.transient, Handler.self) { Handler(request: $0, root: $1) }
            })
    }

    func testLIFE2_AScopeHasItsOwnInstances() throws {
        let application = try application()
        let root: Root = try application.resolve()
        var seen: [ObjectIdentifier] = []
        for _ in 0..<2 {
            try application.withScope(.session) { session in
                let one: Session = try session.resolve()
                XCTAssert(one === (try session.resolve(Session.self)))
                XCTAssert(root === (try session.resolve(Root.self)))
                try session.withScope(.sessionRequest) { request in
                    XCTAssert(
                        one === (try request.resolve(Session.self)), "an inner scope sees the outer one's instance")
                    let handler: Handler = try request.resolve()
                    XCTAssert(handler.request === (try request.resolve(Request.self)), "an edge leads into the scope")
                    XCTAssert(handler.root === root)
                }
                XCTAssertEqual(tracker.made, 3 + 2 * seen.count)
                seen.append(ObjectIdentifier(one))
            }
            XCTAssertEqual(tracker.alive, 1, "only the container's instance is left")
        }
    }

    func testLIFE2_OutsideOfItsScopeAnInstanceIsNotToBeHad() throws {
        let application = try application()
        XCTAssertThrowsError(try application.resolve(Session.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .outsideScope)
            XCTAssertEqual((error as? ResolutionError)?.path, ["Session"])
        }
        XCTAssertThrowsError(try application.resolve(Handler.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .outsideScope)
            XCTAssertEqual((error as? ResolutionError)?.path, ["Handler", "Request"])
        }
        XCTAssertThrowsError(try application.openScope(.sessionRequest)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .outsideScope)
        }
    }

    func testLIFE3_AScopeIsClosedHoweverItsBodyEnds() throws {
        struct Failure: Error {}
        let ends = Locked<[String]>([])
        let application = try Container(
            Plan {
                $0.closed(.scoped, Part.self, in: .request) { [tracker] _ in
                    Part(tracker)
                } close: { _, end in
                    ends.withLock { $0.append(end.isCompleted ? "completed" : "failed") }
                }
            })
        try application.withScope { _ = try $0.resolve(Part.self) }
        XCTAssertThrowsError(
            try application.withScope { scope in
                _ = try scope.resolve(Part.self)
                throw Failure()
            })
        XCTAssertNoThrow(try application.withScope { _ in }, "nothing was made, so nothing is closed")
        do {
            let scope = try application.openScope()
            _ = try scope.resolve(Part.self)
        }
        XCTAssertEqual(ends.withLock { $0 }, ["completed", "failed", "failed"])
        XCTAssertEqual(tracker.alive, 0)
    }

    func testLIFE3_AScopeThatHasEndedRefuses() throws {
        let application = try application()
        let (scope, session) = try application.withScope(.session) { ($0, try $0.resolve(Session.self)) }
        XCTAssertThrowsError(try scope.resolve(Session.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .closed)
            XCTAssert("\(error)".contains("the scope \"session\" has ended"), "\(error)")
        }
        XCTAssertThrowsError(try scope.openScope(.sessionRequest)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .closed)
        }
        withExtendedLifetime(session) {}
    }

    func testLIFE4_TheScopeTravelsWithItsTask() async throws {
        let application = try application()
        let late = Latch()
        let left = try await application.withScope(.session) { session in
            let own: Session = try session.resolve()
            let current = await Task { try? Container.current?.resolve(Session.self) }.value
            XCTAssert(current === own, "a child task sees the scope")
            return Task.detached {
                late.wait()
                return Container.current == nil
            }
        }
        XCTAssertNil(Container.current)
        late.open()
        let isNone = await left.value
        XCTAssert(isNone)
    }

    func testM1_ATaskThatOutlivesTheScopeKeepsNothingOfIt() async throws {
        try await expectNothingKept(by: application())
    }

    func testM1_ATaskThatOutlivesAScopeWithHooksKeepsNothingOfIt() async throws {
        let tracker = tracker
        try await expectNothingKept(
            by: Container(
                Plan {
                    $0.closed(.scoped, Session.self, in: .session) { _ in
                        Session(tracker)
                    } close: { _, _ in
                    }
                }))
    }

    private func expectNothingKept(by application: Container) async throws {
        let late = Latch()
        let left = try await application.withScope(.session) { session in
            _ = try session.resolve(Session.self)
            return Task { () -> Bool in
                late.wait()
                return Container.current == nil
            }
        }
        XCTAssertEqual(tracker.alive, 0, "the task does not keep the scope's instances")
        late.open()
        let isNone = await left.value
        XCTAssert(isNone, "the door is shut")
    }

    func testO2_AKeptInstanceIsBuiltInTheViewOfItsOwner() throws {
        let tracker = tracker
        let application = try Container(
            Plan {
                $0.singleton { _ in Root(tracker) }
                $0.singleton(Handler.self) { Handler(request: try $0.resolve(), root: try $0.resolve()) }
                $0.scoped(in: .request) { _ in Request(tracker) }
            })
        try application.withScope(.request) { scope in
            _ = try scope.resolve(Request.self)
            XCTAssertThrowsError(try scope.resolve(Handler.self)) { error in
                XCTAssertEqual((error as? ResolutionError)?.code, .outsideScope, "\(error)")
            }
        }
    }
}

extension ScopeTag {
    static let session = ScopeTag("session")
    static let sessionRequest = ScopeTag("request", inside: .session)
}
