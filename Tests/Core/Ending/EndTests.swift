// C10, O3: the end of a handle.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

final class EndTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let log = Locked<[String]>([])

    private class Part: Tracked, @unchecked Sendable {}
    private final class First: Part, @unchecked Sendable {}
    private final class Second: Part, @unchecked Sendable {}
    private final class Third: Part, @unchecked Sendable {}

    private var entries: [String] { log.withLock { $0 } }

    // MARK: Order

    func testO3_ClosingIsNewestFirstAndOnce() throws {
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.closed(.singleton, First.self, needs: []) { _ in
                    First(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("first") }
                }
                $0.closed(.singleton, Second.self, needs: []) { _ in
                    Second(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("second") }
                }
                $0.closed(.singleton, Third.self, needs: []) { _ in
                    Third(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("third") }
                }
            })
        _ = try container.resolve(Second.self)
        _ = try container.resolve(Third.self)
        _ = try container.resolve(First.self)
        XCTAssertEqual(container.close().count, 0)
        XCTAssertEqual(container.close().count, 0)
        XCTAssertEqual(entries, ["first", "third", "second"])
        XCTAssertThrowsError(try container.resolve(First.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .closed)
        }
        XCTAssertEqual(tracker.alive, 3, "the instances go with the object, never before")
    }

    func testO3_ADeclaredEdgeComesBeforeTheOrderOfCompletion() throws {
        let tracker = tracker
        // First needs Third later: it was made before it, and is closed before it all the same.
        let container = try Container(
            Plan {
                $0.closed(.singleton, First.self, needs: [Third.self]) { _ in
                    First(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("first") }
                }
                $0.closed(.singleton, Second.self, needs: []) { _ in
                    Second(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("second") }
                }
                $0.closed(.singleton, Third.self, needs: []) { _ in
                    Third(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("third") }
                }
            })
        _ = try container.resolve(First.self)
        _ = try container.resolve(Second.self)
        _ = try container.resolve(Third.self)
        container.close()
        XCTAssertEqual(entries, ["first", "third", "second"])
    }

    func testO3_ARecordWithHiddenEdgesComesBeforeAllThatWasMadeBeforeIt() throws {
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.closed(.singleton, First.self, needs: [Third.self]) { _ in
                    First(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("first") }
                }
                $0.closed(.singleton, Second.self) { _ in
                    Second(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("second") }
                }
                $0.closed(.singleton, Third.self, needs: []) { _ in
                    Third(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("third") }
                }
            })
        _ = try container.resolve(First.self)
        _ = try container.resolve(Second.self)
        _ = try container.resolve(Third.self)
        container.close()
        XCTAssertEqual(entries, ["second", "first", "third"])
    }

    func testO3_ADeclaredEdgeCountsMoreThanAHiddenOne() throws {
        let tracker = tracker
        // Second is known to be needed by First, and might need it, since it was made later; Third moves First forward.
        let container = try Container(
            Plan {
                $0.closed(.singleton, First.self, needs: [Second.self, Third.self]) { _ in
                    First(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("first") }
                }
                $0.closed(.singleton, Second.self) { _ in
                    Second(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("second") }
                }
                $0.closed(.singleton, Third.self, needs: []) { _ in
                    Third(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("third") }
                }
            })
        _ = try container.resolve(First.self)
        _ = try container.resolve(Second.self)
        _ = try container.resolve(Third.self)
        container.close()
        XCTAssertEqual(entries, ["first", "third", "second"])
    }

    func testC10_WhatIsMadeAtEachResolveIsRefusedToo() throws {
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.transient(First.self) { _ in First(tracker) }
                $0.graph(Second.self) { _ in Second(tracker) }
                $0.transient(Third.self, taking: Int.self) { _, _ in Third(tracker) }
            })
        container.close()
        for resolve in [
            { try container.resolve(First.self) as Part }, { try container.resolve(Second.self) as Part },
            { try container.resolve(Third.self, arguments: 1) as Part },
        ] {
            XCTAssertThrowsError(try resolve()) { error in
                XCTAssertEqual((error as? ResolutionError)?.code, .closed)
            }
        }
        XCTAssertEqual(tracker.made, 0)
    }

    func testO3_AReleaseClosesToo() throws {
        do {
            let tracker = tracker
            let container = try Container(
                Plan {
                    $0.closed(.singleton, First.self) { _ in
                        First(tracker)
                    } close: { [log] _, _ in
                        log.withLock { $0.append("first") }
                    }
                })
            _ = try container.resolve(First.self)
        }
        XCTAssertEqual(entries, ["first"])
        XCTAssertEqual(tracker.alive, 0)
    }

    func testO3_AReleaseLeavesHooksThatAwaitToATask() async throws {
        let closed = Latch()
        do {
            let tracker = tracker
            let log = log
            let container = try Container(
                Plan {
                    $0.closed(.singleton, First.self, needs: []) { _ in
                        First(tracker)
                    } close: { _, _ in
                        log.withLock { $0.append("first") }
                        closed.open()
                    }
                    $0.closedAwaiting(.singleton, Second.self) { _ in
                        Second(tracker)
                    } close: { _, _ in
                        await Task.yield()
                        log.withLock { $0.append("second") }
                    }
                })
            _ = try container.resolve(First.self)
            _ = try container.resolve(Second.self)
        }
        XCTAssert(closed.wait())
        XCTAssertEqual(entries, ["second", "first"])
        let isEmpty = await tracker.isEmptySoon()
        XCTAssert(isEmpty)
    }

    func testC10_AHookThatThrowsIsToldAndTheOthersRun() async throws {
        struct Failure: Error {}
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.closed(.singleton, First.self) { _ in
                    First(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("first") }
                }
                $0.closedAwaiting(.singleton, Second.self) { _ in
                    Second(tracker)
                } close: { _, _ in
                    throw Failure()
                }
            })
        _ = try container.resolve(First.self)
        _ = try container.resolve(Second.self)
        do {
            try await container.shutdown()
            XCTFail("the hook's error is thrown")
        } catch {
            XCTAssertEqual(error.code, .shutdownFailed)
            XCTAssertEqual(error.faults.map(\.key), ["Second"])
            XCTAssert(error.faults.first?.underlying is Failure)
        }
        XCTAssertEqual(entries, ["first"])
    }

    func testC10_AHookPastItsLimitIsLeft() async throws {
        let forever = Latch()
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.closed(.singleton, First.self) { _ in
                    First(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("first") }
                }
                $0.closedAwaiting(.singleton, Second.self, within: .milliseconds(5)) { _ in
                    Second(tracker)
                } close: { _, _ in
                    forever.wait()
                }
            })
        _ = try container.resolve(First.self)
        _ = try container.resolve(Second.self)
        do {
            try await container.shutdown()
            XCTFail("the limit is told")
        } catch {
            XCTAssertEqual(error.faults.map(\.code), [.timedOut])
        }
        forever.open()
        XCTAssertEqual(entries, ["first"])
    }

    // MARK: While something is made

    func testC10_WhatIsBeingMadeIsClosedByItsMaker() throws {
        let (isMaking, goOn) = (Latch(), Latch())
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.closed(.singleton, First.self) { _ in
                    isMaking.open()
                    goOn.wait()
                    return First(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("first") }
                }
            })
        let made = race(threads: 2) { thread in
            guard thread == 1 else { return try container.resolve(First.self).serial }
            isMaking.wait()
            container.close()
            goOn.open()
            return 0
        }
        XCTAssertThrowsError(try made[0].get()) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .closed, "who asked gets closed")
        }
        XCTAssertEqual(entries, ["first"])
        XCTAssertThrowsError(try container.resolve(First.self))
    }

    func testC10_ShutdownWaitsForWhatIsBeingMade() async throws {
        let (isMaking, goOn) = (Latch(), Latch())
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.closed(.singleton, First.self) { _ in
                    isMaking.open()
                    goOn.wait()
                    return First(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("first") }
                }
                $0.singleton { _ in Second(tracker) }
            })
        let maker = Thread { _ = try? container.resolve(First.self) }
        maker.start()
        isMaking.wait()
        let end = Task { try await container.shutdown() }
        // From its beginning nothing new is claimed.
        while (try? container.openScope()) != nil { await Task.yield() }
        XCTAssertThrowsError(try container.resolve(Second.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .closed)
        }
        XCTAssertEqual(entries, [])
        goOn.open()
        try await end.value
        XCTAssertEqual(entries, ["first"])
    }

    func testC10_AFactoryMayCloseItsContainer() throws {
        let tracker = tracker
        let own = Locked<Container?>(nil)
        let container = try Container(
            Plan {
                $0.closed(.singleton, First.self) { _ in
                    First(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("first") }
                }
                $0.closed(.singleton, Second.self) { resolver in
                    _ = try resolver.resolve(First.self)
                    own.withLock { $0 }?.close()
                    return Second(tracker)
                } close: { [log] _, _ in
                    log.withLock { $0.append("second") }
                }
            })
        own.withLock { $0 = container }
        XCTAssertThrowsError(try container.resolve(Second.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .closed)
        }
        XCTAssertEqual(entries, ["first", "second"])
        own.withLock { $0 = nil }
    }

    func testC10_NothingIsMadeForAFactoryThatHasClosedItsContainer() throws {
        let tracker = tracker
        let own = Locked<Container?>(nil)
        let container = try Container(
            Plan {
                $0.singleton(First.self) { _ in First(tracker) }
                $0.singleton(Second.self) { resolver in
                    own.withLock { $0 }?.close()
                    _ = try resolver.resolve(First.self)
                    return Second(tracker)
                }
            })
        own.withLock { $0 = container }
        XCTAssertThrowsError(try container.resolve(Second.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .closed)
        }
        XCTAssertEqual(tracker.made, 0)
        own.withLock { $0 = nil }
    }

    func testC10_AFactoryThatAwaitsMayShutItsContainerDown() async throws {
        let tracker = tracker
        let own = Locked<Container?>(nil)
        let container = try Container(
            Plan {
                $0.awaited(.singleton, Third.self) { _ in
                    try await own.withLock { $0 }?.shutdown()
                    return Third(tracker)
                }
            })
        own.withLock { $0 = container }
        do {
            _ = try await container.resolveAsync(Third.self)
            XCTFail("who asked gets closed")
        } catch {
            XCTAssertEqual(error.code, .closed)
        }
        own.withLock { $0 = nil }
    }
}
