import Armory
import ArmoryTestSupport
import XCTest

private protocol Session: AnyObject, Sendable {}
private protocol Channel: Sendable {
    var number: Int { get }
}
private protocol Labelled: Sendable {
    var label: String { get }
}

private final class RemoteSession: Tracked, Session, Channel, Labelled, @unchecked Sendable {
    var number: Int { serial }
    var label: String { "session \(serial)" }
}

final class SharedTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    func testLIFE1_ASharedInstanceIsTheSameWhileItIsHeld() throws {
        let container = try Container { Shared { [tracker] in RemoteSession(tracker) } }
        let first = try container.resolve(RemoteSession.self)
        for _ in 0..<10 { XCTAssertTrue(try container.resolve(RemoteSession.self) === first) }
        XCTAssertEqual(tracker.made, 1)
    }

    func testLIFE1_ASharedInstanceGoesWithItsLastHolderAndIsMadeAnew() throws {
        let container = try Container { Shared { [tracker] in RemoteSession(tracker) } }
        for round in 1...50 {
            var held: RemoteSession? = try container.resolve(RemoteSession.self)
            XCTAssertEqual(held?.serial, round)
            XCTAssertTrue(try container.resolve(RemoteSession.self) === held)
            held = nil
            XCTAssertEqual(tracker.alive, 0, "the container holds nothing")
        }
        XCTAssertEqual(tracker.made, 50)
    }

    func testASharedInstanceThatNobodyKeepsIsAliveWhenItIsReturned() throws {
        let container = try Container { Shared { [tracker] in RemoteSession(tracker) } }
        for round in 1...10 { XCTAssertEqual(try container.resolve(RemoteSession.self).number, round) }
    }

    func testASharedInstanceBehindAClassBoundProtocol() throws {
        let container = try Container {
            Shared((any Session).self) { [tracker] in RemoteSession(tracker) }
        }
        var held: (any Session)? = try container.resolve((any Session).self)
        XCTAssertTrue(try container.resolve((any Session).self) === held)
        XCTAssertTrue(held is RemoteSession)
        XCTAssertEqual(tracker.made, 1)
        held = nil
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual((try container.resolve((any Session).self) as? RemoteSession)?.serial, 2)
    }

    func testASharedInstanceBehindAnOpaqueProtocol() throws {
        let container = try Container {
            Shared((any Channel).self) { [tracker] in RemoteSession(tracker) }
        }
        var held: (any Channel)? = try container.resolve((any Channel).self)
        for _ in 0..<5 {
            XCTAssertTrue(try container.resolve((any Channel).self) as AnyObject === held as AnyObject)
        }
        XCTAssertEqual(held?.number, 1)
        held = nil
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(try container.resolve((any Channel).self).number, 2)
        XCTAssertEqual(tracker.alive, 0)
    }

    func testASharedInstanceBehindCompositions() throws {
        typealias Three = any Session & Channel & Labelled
        typealias Two = any Channel & Labelled
        let container = try Container {
            Shared(Three.self) { [tracker] in RemoteSession(tracker) }
            Shared(Two.self) { [tracker] in RemoteSession(tracker) }
        }
        let three = try container.resolve(Three.self)
        let two = try container.resolve(Two.self)
        XCTAssertEqual(three.label, "session 1")
        XCTAssertEqual(two.label, "session 2")
        XCTAssertTrue(try container.resolve(Three.self) === three)
        XCTAssertEqual(try container.resolve(Two.self).number, 2)
        XCTAssertEqual(tracker.made, 2)
    }

    func testASharedInstanceIsCountedRightly() throws {
        let container = try Container {
            Shared((any Channel).self) { [tracker] in RemoteSession(tracker) }
            Shared { [tracker] in RemoteSession(tracker) }
        }
        var channels: [any Channel] = []
        var sessions: [RemoteSession] = []
        for _ in 0..<100 {
            channels.append(try container.resolve())
            sessions.append(try container.resolve())
        }
        XCTAssertEqual(tracker.alive, 2)
        channels.removeLast(99)
        sessions.removeLast(99)
        XCTAssertEqual(tracker.alive, 2, "the last holders keep them")
        XCTAssertEqual(channels[0].number, 1)
        XCTAssertEqual(sessions[0].serial, 2)
        channels = []
        sessions = []
        XCTAssertEqual(tracker.alive, 0)
    }

    func testASharedInstanceOutlivesItsContainerInWhoeverHoldsIt() throws {
        var container: Container? = try Container { Shared { [tracker] in RemoteSession(tracker) } }
        var held = try container?.resolve(RemoteSession.self)
        container = nil
        XCTAssertEqual(tracker.alive, 1)
        XCTAssertEqual(held?.serial, 1)
        held = nil
        XCTAssertEqual(tracker.alive, 0)
    }

    func testTwoChildrenShareASharedInstanceThatNobodyHeld() throws {
        let container = try Container {
            Shared { [tracker] in RemoteSession(tracker) }
            Transient { resolver in
                [try resolver.resolve(RemoteSession.self), try resolver.resolve(RemoteSession.self)]
            }
        }
        let both = try container.resolve([RemoteSession].self)
        XCTAssertTrue(both[0] === both[1])
        XCTAssertEqual(tracker.made, 1)
    }

    func testC4_AThrowLeavesASharedSlotRetryable() throws {
        let calls = Counter()
        let container = try Container {
            Shared { [tracker] () throws -> RemoteSession in
                if calls.increment() == 1 { throw Mishap(1) }
                return RemoteSession(tracker)
            }
        }
        failure(.factoryFailed) { try container.resolve(RemoteSession.self) }
        let held = try container.resolve(RemoteSession.self)
        XCTAssertTrue(try container.resolve(RemoteSession.self) === held)
        XCTAssertEqual(calls.value, 2)
    }

    func testC4_AThrowAfterAnInstanceDiedLeavesASharedSlotRetryable() throws {
        let calls = Counter()
        let container = try Container {
            Shared { [tracker] () throws -> RemoteSession in
                if calls.increment() == 2 { throw Mishap(2) }
                return RemoteSession(tracker)
            }
        }
        XCTAssertEqual(try container.resolve(RemoteSession.self).serial, 1)
        failure(.factoryFailed) { try container.resolve(RemoteSession.self) }
        XCTAssertEqual(try container.resolve(RemoteSession.self).serial, 2)
    }

    func testS2_AnUncheckedSharedMayHoldAClassThatIsNotSendable() throws {
        final class Plain { let life = Counted(); var number = 0 }
        let container = try Container { Unchecked { _ in Plain() }.lifetime(.shared) }
        let held = try container.resolve(Plain.self)
        held.number = 4
        XCTAssertEqual(try container.resolve(Plain.self).number, 4)
    }
}
