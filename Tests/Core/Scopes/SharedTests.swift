// LIFE1: one instance as long as others hold it.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private protocol Session: Sendable { var number: Int { get } }
private final class WebSession: Session {
    let life = Counted()
    let number: Int
    init(_ number: Int = 0) { self.number = number }
}
private final class Hub: @unchecked Sendable {  // One thread.
    let life = Counted()
    weak var spoke: Spoke?
}
private final class Spoke: @unchecked Sendable {  // One thread.
    let life = Counted()
    let hub: Hub
    init(_ hub: Hub) { self.hub = hub }
}
private struct Broken: Error {}

final class SharedTests: WatchedTestCase {
    private let made = Counter()

    private func container() throws -> Container {
        let made = made
        return try Container(Plan { $0.shared((any Session).self) { _ in WebSession(made.increment()) } })
    }

    func testLIFE1_ItLivesAsLongAsItIsHeld() throws {
        let container = try container()
        var held: (any Session)? = try container.resolve()
        weak let object = held as? WebSession
        XCTAssertEqual(try container.resolve((any Session).self).number, 1)
        XCTAssert(try container.resolve((any Session).self) as AnyObject === object)
        XCTAssert(try container.openScope().resolve((any Session).self) as AnyObject === object)
        held = nil
        XCTAssertNil(object)
        for number in 2..<10 { XCTAssertEqual(try container.resolve((any Session).self).number, number) }
        held = try container.resolve()
        container.close()
        failure(.closed) { try container.resolve((any Session).self) }
        XCTAssertEqual(held?.number, 10)
    }

    /// Whatever the registered type looks like in memory, a resolve gives one reference to the object, and takes none.
    func testLIFE1_EveryFormOfATypeIsHandedOutWithOneReference() throws {
        func check<T>(_ type: T.Type, _ make: @escaping @Sendable (WebSession) -> T) throws {
            let container = try Container(Plan { $0.shared(T.self) { _ in make(WebSession()) } })
            var held: T? = try container.resolve(T.self)
            weak let object = held as AnyObject?
            var others = try (0..<3).map { _ in try container.resolve(T.self) }
            XCTAssert(others.allSatisfy { $0 as AnyObject === object }, "\(type)")
            held = nil
            XCTAssertNotNil(object, "\(type): the others hold it")
            others = []
            XCTAssertNil(object, "\(type): nobody holds it")
        }
        try check(WebSession.self) { $0 }
        try check((any Session).self) { $0 }
        try check((any Session & AnyObject).self) { $0 }
        try check((any Session & Sendable).self) { $0 }
        try check(AnyObject.self) { $0 }
        try check(Any.self) { $0 }
    }

    func testLIFE1_AValueIsRefusedAndAFailureIsTriedAgain() throws {
        struct Value: Session { let number = 0 }
        let isBroken = Locked(true)
        let container = try Container(
            Plan {
                $0.shared((any Session).self, named: "value") { _ in Value() }
                $0.shared((any Session).self) { _ in
                    if isBroken.withLock({ $0 }) { throw Broken() }
                    return WebSession()
                }
            })
        let error = failure(.valueTypeShared) { try container.resolve((any Session).self, named: "value") }
        XCTAssertEqual(error?.path, ["any Session named \"value\""])
        failure(.factoryFailed) { try container.resolve((any Session).self) }
        isBroken.withLock { $0 = false }
        XCTAssertEqual(try container.resolve((any Session).self).number, 0)
    }

    func testLIFE1_AnInjectionThatPutsAValueInItsPlaceIsAnError() throws {
        struct Value: Session { let number = 7 }
        let container = try Container(
            Plan {
                $0.injected(.shared, (any Session).self) { _ in
                    WebSession(1)
                } inject: { session, _ in
                    session = Value()
                }
                $0.injected(.shared, (any Session).self, named: "object") { _ in
                    Value()
                } inject: { session, _ in
                    session = WebSession(2)
                }
            })
        for _ in 0..<2 {
            let error = failure(.valueTypeShared) { try container.resolve((any Session).self) }
            XCTAssertEqual(error?.path, ["any Session"])
            XCTAssert("\(error?.description ?? "")".contains("Value"), "\(error?.description ?? "")")
        }
        // It has to be an object from the beginning.
        failure(.valueTypeShared) { try container.resolve((any Session).self, named: "object") }
        assertThreadIsIdle()
    }

    func testLIFE1_AValueThatATaskHasMadeIsRefused() async throws {
        struct Value: Session { let number = 7 }
        let isValue = Locked(true)
        let container = try Container(
            Plan {
                $0.awaited(.shared, (any Session).self) { _ in
                    await Task.yield()
                    return isValue.withLock { $0 } ? Value() : WebSession(8)
                }
            })
        for _ in 0..<2 {
            do {
                _ = try await container.resolveAsync((any Session).self)
                XCTFail("a value is shared")
            } catch {
                XCTAssertEqual(error.code, .valueTypeShared)
                XCTAssertEqual(error.path, ["any Session"])
            }
        }
        isValue.withLock { $0 = false }
        let session = try await container.resolveAsync((any Session).self)
        XCTAssertEqual(session.number, 8)
    }

    func testLIFE8_AnInjectionClosesACycleOfSharedOnes() throws {
        let container = try Container(
            Plan {
                $0.injected(.shared, Hub.self) { _ in
                    Hub()
                } inject: {
                    $0.spoke = try $1.resolve()
                }
                $0.shared(Spoke.self) { Spoke(try $0.resolve()) }
            })
        for _ in 0..<3 {
            let spoke = try container.resolve(Spoke.self)
            XCTAssert(spoke.hub.spoke === spoke)
            XCTAssert(try container.resolve(Hub.self) === spoke.hub)
        }
        let hub = try container.resolve(Hub.self)
        XCTAssert(try container.resolve(Hub.self) === hub)
    }

    func testC1_ManyThreadsThatHoldItAreGivenOne() throws {
        for _ in 0..<200 {
            let container = try container()
            let held = Locked<[any Session]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                guard let session = try? container.resolve((any Session).self) else { return }
                held.withLock { $0.append(session) }
            }
            let all = held.withLock { $0 }
            XCTAssertEqual(all.count, 8)
            // Each is held until the end, so no second one is made.
            XCTAssertEqual(Set(all.map { ObjectIdentifier($0 as AnyObject) }).count, 1)
        }
    }

    func testC1_ThreadsThatLetGoNeverSeeOneThatIsGone() throws {
        let container = try container()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<2_000 {
                guard let session = try? container.resolve((any Session).self) else {
                    XCTFail("it is made anew")
                    continue
                }
                XCTAssertGreaterThan(session.number, 0)
            }
        }
        XCTAssertGreaterThan(made.value, 0)
    }

    func testLIFE1_ATaskIsGivenTheOneThatThreadsHold() async throws {
        let container = try container()
        let one = try await container.resolveAsync((any Session).self)
        XCTAssert(try container.resolve((any Session).self) as AnyObject === one as AnyObject)
        let again = try await container.resolveAsync((any Session).self)
        XCTAssert(again as AnyObject === one as AnyObject)
        XCTAssertEqual(made.value, 1)
    }

    func testC5_AllWhoAwaitItAreGivenOne() async throws {
        let made = made
        let container = try Container(
            Plan {
                $0.awaited(.shared, (any Session).self) { _ in
                    await Task.yield()
                    return WebSession(made.increment())
                }
            })
        for round in 1...50 {
            let numbers = try await withThrowingTaskGroup(of: (any Session).self) { group in
                for _ in 0..<8 { group.addTask { try await container.resolveAsync((any Session).self) } }
                var held: [any Session] = []
                for try await session in group { held.append(session) }
                return held.map(\.number)
            }
            XCTAssertEqual(numbers.count, 8)
            XCTAssertEqual(Set(numbers).count, 1, "round \(round)")
        }
        // A task that has ended may hold its result for a moment longer.
        XCTAssertLessThanOrEqual(made.value, 50)
    }

    func testM1_ItGoesWithItsContainerIfNobodyHoldsIt() throws {
        weak var object: WebSession?
        do {
            let container = try container()
            let session = try container.resolve((any Session).self)
            object = session as? WebSession
            XCTAssertNotNil(object)
            withExtendedLifetime(session) {}
        }
        XCTAssertNil(object)
        var held: (any Session)?
        do { held = try container().resolve() }
        XCTAssertEqual(held?.number, 2)
    }

    func testO4_AnOverridingContainerHasItsOwn() throws {
        let base = try container()
        let held = try base.resolve((any Session).self)
        let other = try base.overriding(Plan())
        let own = try other.resolve((any Session).self)
        XCTAssert(own as AnyObject !== held as AnyObject)
        XCTAssert(try other.resolve((any Session).self) as AnyObject === own as AnyObject)
    }
}
