// C2: no user code runs on a pinned thread, because a writer waits for the end of the pin.

import Armory
import ArmoryTestSupport
import Synchronization
import XCTest

/// A qualifier that notes how often it was hashed and compared, and how often the thread was pinned then.
private struct Watchful: Hashable, Sendable {
    let number: Int
    let calls: Log<Bool>

    static func == (left: Watchful, right: Watchful) -> Bool {
        left.note()
        return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {
        note()
        hasher.combine(number)
    }

    private func note() {
        unsafe calls.add(ThreadContext.current.hazards.pointee.pin.load(ordering: .relaxed) != 0)
    }
}

private protocol Numbered: Sendable { var number: Int { get } }
private final class Number: Numbered {
    private let life = Counted()
    let number: Int
    init(_ number: Int) { self.number = number }
}

final class PinTests: LeakCheckedTestCase {
    private let calls = Log<Bool>()

    private func key(_ number: Int) -> Watchful { Watchful(number: number, calls: calls) }

    /// Fails unless `body` hashes or compares qualifiers, and never on a pinned thread.
    private func check(line: UInt = #line, _ body: () throws -> Void) rethrows {
        let before = calls.all.count
        try body()
        assertUnpinned(since: before, line: line)
    }

    private func assertUnpinned(since before: Int, line: UInt = #line) {
        let new = calls.all.dropFirst(before)
        XCTAssertGreaterThan(new.count, 0, line: line)
        XCTAssertEqual(new.count { $0 }, 0, "of \(new.count) calls on a pinned thread", line: line)
    }

    func testC2_AQualifierIsHashedAndComparedWhileTheThreadIsNotPinned() throws {
        let parent = Container()
        for number in 0..<3 {
            try check { try parent.register(Singleton { Number(number) }.qualified(by: key(number))) }
        }
        let child = Container(parents: [parent])
        let scope = try child.openScope()
        for container in [parent, child, scope] {
            try check { XCTAssertEqual(try container.resolve(Number.self, qualifier: key(1)).number, 1) }
            try check { XCTAssertEqual(try container.resolveOptional(Number.self, qualifier: key(1))?.number, 1) }
            try check { XCTAssertNil(try container.resolveOptional(Number.self, qualifier: key(3))) }
            check { failure(.missing) { try container.resolve(Number.self, qualifier: key(3)) } }
            try check { XCTAssertEqual(try container.resolve([Watchful: Number].self).count, 3) }
            try check { XCTAssertEqual(try container.resolveAll(Number.self, qualifier: key(1)).count, 1) }
            try check { XCTAssertEqual(try container.resolveAll(Number.self).count, 3) }
        }
        try check { try child.replace(Singleton { Number(10) }.qualified(by: key(0))) }
        try check { try child.reset(Number.self, qualifier: key(0)) }
        try check { XCTAssertEqual(try child.resolve(Number.self, qualifier: key(0)).number, 10) }
        try check { try child.remove(Number.self, qualifier: key(0)) }
        try check { _ = try child.getOrMake(Singleton { Number(20) }.qualified(by: key(4))) }
    }

    func testC2_ARecordWithinALayerIsFoundWhileTheThreadIsNotPinned() throws {
        let parent = Container()
        try parent.register(Singleton((any Numbered).self) { Number(1) }.qualified(by: key(1)))
        try parent.register(Scoped((any Numbered).self) { Number(2) }.qualified(by: key(2)))
        try parent.register(Decorator(all: (any Numbered).self) { Number($0.number + 10) })
        let child = Container(parents: [parent])
        let scope = try child.openScope()
        try check { XCTAssertEqual(try scope.resolve((any Numbered).self, qualifier: key(1)).number, 11) }
        try check { XCTAssertEqual(try scope.resolve((any Numbered).self, qualifier: key(2)).number, 12) }
        try check {
            let over = try parent.overriding { Singleton((any Numbered).self) { Number(3) }.qualified(by: key(1)) }
            XCTAssertEqual(try over.resolve((any Numbered).self, qualifier: key(1)).number, 3)
            XCTAssertEqual(try over.openScope().resolve((any Numbered).self, qualifier: key(2)).number, 12)
        }
    }

    func testC2_AReportedOrInterceptedRegistrationIsFoundWhileTheThreadIsNotPinned() throws {
        struct Listener: EventSubscriber {
            var kinds: ContainerEvent.Kinds { .resolved }
            func receive(_ event: ContainerEvent) {}
        }
        struct Passing: Interceptor {
            func intercept<R>(_ resolve: InterceptedResolve, _ proceed: () throws -> R) throws -> R { try proceed() }
        }
        for subscribers in [[], [Listener()]] {
            let parent = Container(configuration: .init(subscribers: subscribers))
            try parent.register(Singleton((any Numbered).self) { Number(1) }.qualified(by: key(1)))
            if subscribers.isEmpty { try parent.register(Intercepted((any Numbered).self, by: Passing())) }
            // The first resolve of a child looks for the container that keeps the instance.
            let child = Container(parents: [parent])
            try check { XCTAssertEqual(try child.resolve((any Numbered).self, qualifier: key(1)).number, 1) }
            try check { XCTAssertEqual(try parent.resolve((any Numbered).self, qualifier: key(1)).number, 1) }
        }
    }

    func testC2_FurtherTypesAndStartsAndGraphsThatAwaitHashWhileTheThreadIsNotPinned() async throws {
        let container = Container()
        try check {
            try container.register(
                Singleton { Number(1) }.qualified(by: key(1)).as { $0 as any Numbered }.onStart { _ in })
        }
        try check { try container.register(Graph { () async in Number(2) }.qualified(by: key(2))) }
        try check { try container.register(Transient { () async in Number(3) }.qualified(by: key(3))) }
        try check {
            try container.replace(
                Singleton { Number(4) }.qualified(by: key(1)).as { $0 as any Numbered }.onStart { _ in })
        }
        var before = calls.all.count
        try await container.start()
        assertUnpinned(since: before)
        for number in 2...3 {
            before = calls.all.count
            let made = try await container.resolveAsync(Number.self, qualifier: key(number))
            XCTAssertEqual(made.number, number)
            assertUnpinned(since: before)
        }
        try await container.shutdown()
    }

    // The child process ends before the test's own end, so what it leaves behind is not counted.
    #if ARMORY_INTERNAL_CHECKS
    func testC2_ADebugBuildStopsAtASecondPinOfAThread() throws {
        try assertEndsProcess("second pin", saying: "Armory: the thread is pinned") {
            let first = Pin()
            let second = Pin()
            second.end()
            first.end()
        }
        try assertEndsProcess("second pin without the fast pointer", saying: "Armory: the thread is pinned") {
            ThreadRegistry.withholdFastPointer()
            let first = Pin()
            let second = Pin()
            second.end()
            first.end()
        }
    }

    func testC2_ADebugBuildStopsAtTheEndOfAPinThatALookupEnded() throws {
        let container = try Container { Singleton(value: 1) }
        try assertEndsProcess("lookup during a pin", saying: "Armory: the thread is not pinned") {
            let pin = Pin()
            // The lookup is C code, which checks nothing; its end is the end of the pin, too.
            _ = try container.resolve(Int.self)
            pin.end()
        }
        try assertEndsProcess("pin that was ended", saying: "Armory: the thread is not pinned") {
            let pin = Pin()
            unsafe pin.context.unpin()
            pin.end()
        }
    }

    func testC2_ADebugBuildStopsAtThePinOfAThreadThatIsNotPinned() throws {
        try assertEndsProcess("pin taken over", saying: "Armory: the thread is not pinned") {
            let pin = unsafe Pin(of: ThreadContext.current)
            pin.end()
        }
    }
    #endif
}
