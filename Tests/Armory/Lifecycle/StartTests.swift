import Armory
import ArmoryTestSupport
import XCTest

private class Part: Tracked, @unchecked Sendable {  // As `Tracked`.
    required override init(_ tracker: LifetimeTracker) { super.init(tracker) }

    /// Asks for an instance of the type.
    class func ask(_ resolver: Resolver) throws { _ = try resolver.resolve(Part.self) }
}

private final class A: Part, @unchecked Sendable {
    override class func ask(_ resolver: Resolver) throws { _ = try resolver.resolve(A.self) }
}

private final class B: Part, @unchecked Sendable {
    override class func ask(_ resolver: Resolver) throws { _ = try resolver.resolve(B.self) }
}

private final class C: Part, @unchecked Sendable {
    override class func ask(_ resolver: Resolver) throws { _ = try resolver.resolve(C.self) }
}

private final class D: Part, @unchecked Sendable {}

// What starts, stops, and ends, in which order.
final class StartTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let log = Log<String>()

    /// A singleton that tells of all that is done with it.
    private func part<T: Part>(
        _ type: T.Type, after others: any Any.Type..., start: (@Sendable () async throws -> Void)? = nil,
        stop: (@Sendable () async throws -> Void)? = nil
    ) -> Singleton<T> {
        let (log, tracker) = (log, tracker)
        let name = shortName(type)
        let one = Singleton(type) { resolver in
            // Asked for, where it is needed: so what is needed is older.
            for case let other as Part.Type in others { try other.ask(resolver) }
            log.add("make \(name)")
            return T(tracker)
        }
        // Its own limit: a test that shortens the limits of the other hooks does not hurry this one.
        .onStart(within: .seconds(60)) { _ in
            log.add("start \(name)")
            try await start?()
        }
        .onStop { _ in
            log.add("stop \(name)")
            try await stop?()
        }
        .onShutdown { _ in log.add("close \(name)") }
        return others.reduce(one.dependsOn()) { $0.dependsOn($1) }
    }

    private func tell(_ error: any Error) -> [String] {
        ((error as? ResolutionError)?.faults ?? []).map { "\($0.code) \($0.key)" }
    }

    func testLIFE7_EachStartsAfterWhatItNeedsAndStopsBeforeThat() async throws {
        let container = try Container {
            part(C.self, after: B.self)
            part(B.self, after: A.self)
            part(A.self)
        }
        XCTAssertEqual(log.all, [])
        try await container.start()
        XCTAssertEqual(
            log.all, ["make A", "make B", "make C", "start A", "start B", "start C"])
        try await container.shutdown()
        XCTAssertEqual(
            log.all.dropFirst(6), ["stop C", "stop B", "stop A", "close C", "close B", "close A"])
    }

    func testLIFE7_WhatIsIndependentStartsAtTheSameTime() async throws {
        let gates = (StartDoor(), StartDoor())
        let container = try Container {
            part(A.self) {
                gates.0.open()
                await gates.1.wait()
            }
            part(B.self) {
                gates.1.open()
                await gates.0.wait()
            }
            part(C.self, after: A.self, B.self)
        }
        // Each of the two ends only when the other one has begun.
        try await container.start()
        XCTAssertEqual(log.all.last, "start C")
        try await container.shutdown()
        XCTAssertEqual(log.all.filter { $0.hasPrefix("stop") }.first, "stop C")
    }

    func testLIFE7_TheWayLeadsThroughWhatHasNoHook() async throws {
        let container = try Container {
            Singleton(D.self) { [tracker] in
                _ = try $0.resolve(Envelope.self)
                return D(tracker)
            }
            .dependsOn(Envelope.self)
            .onStart { [log] _ in log.add("start D") }
            Transient(Envelope.init).as { $0 as any Enveloping }
            part(A.self) {
                for _ in 0..<50 { await Task.yield() }
            }
        }
        try await container.start()
        XCTAssertEqual(log.all, ["make A", "start A", "start D"])
        try await container.shutdown()
    }

    func testLIFE7_WhereAClosureHidesWhatItNeedsAllThatIsOlderComesFirst() async throws {
        let (log, tracker) = (log, tracker)
        let isBegun = StartDoor()
        let container = try Container {
            part(A.self) {
                await isBegun.wait()
                log.add("A is up")
            }
            Singleton { resolver in
                _ = try resolver.resolve(A.self)
                return D(tracker)
            }
            .onStart { _ in log.add("start D") }
            // It waits for nobody: A waits for it.
            part(B.self) { isBegun.open() }
        }
        try await container.start()
        XCTAssertLessThan(
            try XCTUnwrap(log.all.firstIndex(of: "A is up")), try XCTUnwrap(log.all.firstIndex(of: "start D")))
        try await container.shutdown()
    }

    func testLIFE7_WhatWasMadeAndNotStartedIsClosed() async throws {
        let container = try Container {
            part(A.self)
            part(B.self)
        }
        _ = try container.resolve(A.self)
        do {
            try await container.shutdown()
            XCTFail("the hooks of A did not run")
        } catch {
            XCTAssertEqual(tell(error), ["notStarted A"])
        }
        XCTAssertEqual(log.all, ["make A", "close A"])
    }

    func testLIFE7_AnEndWithoutAStartTellsWhichHooksDidNotRun() async throws {
        let reported = Log<String>()
        func container() throws -> Container {
            let report: @Sendable (ResolutionError) -> Void = { reported.add("\($0.code) \($0.key)") }
            return try Container(configuration: .init(reportFailure: report)) {
                part(A.self)
                Singleton { [tracker] in B(tracker) }.onShutdown { _ in throw Mishap(1) }
                Singleton { [tracker] in C(tracker) }.onStop { _ in }
                part(D.self)
            }
        }
        let closed = try container()
        _ = try (closed.resolve(A.self), closed.resolve(B.self), closed.resolve(C.self))
        XCTAssertEqual(
            closed.close().map { "\($0.code) \($0.key)" }, ["notStarted C", "notStarted A", "shutdownFailed B"])
        XCTAssertEqual(closed.close().count, 0)
        let unused = try container()
        XCTAssertEqual(unused.close().count, 0, "nothing was created")
        do {
            let released = try container()
            _ = try released.resolve(A.self)
        }
        XCTAssertEqual(reported.all, ["notStarted A"])
        let started = try container()
        try await started.start()
        try await started.shutdown()
        XCTAssertEqual(reported.all, ["notStarted A"])
    }

    func testLIFE7_AFailureStopsWhatWasStartedAndClosesAll() async throws {
        let container = try Container {
            part(A.self)
            part(B.self, after: A.self)
            part(C.self, after: B.self, start: { throw Mishap(3) })
            part(D.self, after: C.self)
        }
        do {
            try await container.start()
            XCTFail("started")
        } catch {
            XCTAssertEqual(error.code, .startFailed)
            XCTAssertEqual(tell(error), ["startFailed C"])
            XCTAssertEqual(error.faults.first?.underlying as? Mishap, Mishap(3))
        }
        XCTAssertEqual(
            log.all.dropFirst(4),
            [
                "start A", "start B", "start C", "stop B", "stop A", "close D", "close C", "close B", "close A",
            ])
        do {
            try await container.start()
            XCTFail("started")
        } catch {
            XCTAssertEqual(error.code, .closed)
        }
        try await container.shutdown()
        XCTAssertEqual(log.all.count, 13, "once")
    }

    func testLIFE7_AFailureCancelsTheHooksThatRun() async throws {
        let isRunning = StartDoor()
        let container = try Container {
            part(A.self) {
                isRunning.open()
                // For ever, but for a cancellation.
                try await Task.sleep(for: .seconds(3600))
            }
            part(B.self) {
                await isRunning.wait()
                throw Mishap(1)
            }
        }
        do {
            try await container.start()
            XCTFail("started")
        } catch {
            XCTAssertEqual(tell(error), ["startFailed B", "startFailed A"])
            XCTAssertTrue(error.faults.last?.underlying is CancellationError)
        }
        XCTAssertEqual(log.all.filter { $0.hasPrefix("stop") }, [])
    }

    func testLIFE7_AFactoryThatFailsStartsNothing() async throws {
        let container = try Container {
            part(A.self)
            Singleton<D> { throw Mishap(2) }.dependsOn().onStart { [log] _ in log.add("start D") }
        }
        do {
            try await container.start()
            XCTFail("started")
        } catch {
            XCTAssertEqual(tell(error), ["factoryFailed D"])
        }
        XCTAssertEqual(log.all, ["make A", "close A"])
    }

    func testLIFE7_AHookThatNeverReturnsIsGivenUpAtItsLimit() async throws {
        let never = StartDoor()
        defer { never.open() }
        let container = try Container {
            part(A.self)
            Singleton { [tracker] in B(tracker) }
                .dependsOn(A.self)
                .onStart(within: .milliseconds(20)) { _ in await never.wait() }
                .onStop { [log] _ in log.add("stop B") }
        }
        do {
            try await container.start()
            XCTFail("started")
        } catch {
            XCTAssertEqual(tell(error), ["timedOut B"])
        }
        XCTAssertEqual(log.all, ["make A", "start A", "stop A", "close A"])
    }

    func testLIFE7_TheConfigurationLimitsHooksThatSayNothing() async throws {
        let never = StartDoor()
        defer { never.open() }
        let container = try Container(configuration: .init(hookLimit: .milliseconds(20))) {
            part(A.self, stop: { await never.wait() })
            part(B.self, after: A.self, stop: { await never.wait() })
        }
        try await container.start()
        do {
            try await container.shutdown()
            XCTFail("all has ended")
        } catch {
            XCTAssertEqual(error.code, .shutdownFailed)
            XCTAssertEqual(tell(error), ["timedOut B", "timedOut A"])
        }
        XCTAssertEqual(log.all.suffix(2), ["close B", "close A"])
    }

    func testLIFE7_WhatStoppingAndClosingThrowIsCollected() async throws {
        let container = try Container {
            part(A.self, stop: { throw Mishap(1) })
            part(B.self, after: A.self, stop: { throw Mishap(2) }).onShutdown { _ in throw Mishap(3) }
            part(C.self, after: B.self, start: { throw Mishap(4) })
        }
        do {
            try await container.start()
            XCTFail("started")
        } catch {
            XCTAssertEqual(error.faults.compactMap { ($0.underlying as? Mishap)?.number }, [4, 2, 1, 3])
        }
        XCTAssertEqual(log.all.suffix(3), ["close C", "close B", "close A"])
    }

    func testLIFE7_ACancelledStartRollsBack() async throws {
        let isRunning = StartDoor()
        let container = try Container {
            part(A.self)
            part(B.self, after: A.self) {
                isRunning.open()
                try await Task.sleep(for: .seconds(3600))
            }
            part(C.self, after: B.self)
        }
        let start = Task { try await container.start() }
        await isRunning.wait()
        start.cancel()
        switch await start.result {
        case .success: XCTFail("started")
        case .failure(let error): XCTAssertEqual(tell(error), ["startFailed Container", "startFailed B"])
        }
        XCTAssertEqual(
            log.all.dropFirst(3), ["start A", "start B", "stop A", "close C", "close B", "close A"])
    }

    func testLIFE7_WhatIgnoresTheCancellationIsStopped() async throws {
        let isRunning = StartDoor()
        let container = try Container {
            part(A.self) {
                isRunning.open()
                // A cancellation that comes while the start returns from its last hook is too late: this one is seen before.
                while !Task.isCancelled { await Task.yield() }
            }
            part(B.self, after: A.self)
        }
        let start = Task { try await container.start() }
        await isRunning.wait()
        start.cancel()
        switch await start.result {
        case .success: XCTFail("started")
        case .failure(let error):
            XCTAssertTrue((error as? ResolutionError)?.faults.first?.underlying is CancellationError)
        }
        XCTAssertEqual(log.all.dropFirst(2), ["start A", "stop A", "close B", "close A"])
    }

    func testLIFE7_OneThatIsCancelledBeforeMakesNothing() async throws {
        let container = try Container { part(A.self) }
        let start = Task {
            while !Task.isCancelled { await Task.yield() }
            try await container.start()
        }
        start.cancel()
        switch await start.result {
        case .success: XCTFail("started")
        case .failure(let error): XCTAssertEqual((error as? ResolutionError)?.code, .startFailed)
        }
        XCTAssertEqual(log.all, [])
        XCTAssertThrowsError(try container.resolve(A.self))
    }
}

private protocol Enveloping {}

private final class Envelope: Enveloping {
    let part: A
    init(part: A) { self.part = part }
}
