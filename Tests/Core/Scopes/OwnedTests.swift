// RES8, C10: dependencies that their holder owns.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

final class OwnedTests: WatchedTestCase {
    private let tracker = LifetimeTracker()
    private let log = Log<String>()

    private class Part: Tracked, @unchecked Sendable {}
    private final class Common: Part, @unchecked Sendable {}
    private final class Connection: Part, @unchecked Sendable {}
    private final class Buffer: Part, @unchecked Sendable {}
    private struct Session: Sendable {
        let (connection, buffer, common): (Connection, Buffer, Common)
    }
    private final class Importer: Sendable {
        let session: Owned<Session>
        init(_ session: Owned<Session>) { self.session = session }
    }
    private struct First: Sendable {}
    private struct Second: Sendable {}

    /// A session has a connection, which uses a buffer, and the container's common part.
    private func plan(_ more: (inout Plan) -> Void = { _ in }) -> Plan {
        let (tracker, log) = (tracker, log)
        return Plan {
            $0.closed(.singleton, Common.self) { _ in
                Common(tracker)
            } close: { _, _ in
                log.add("common")
            }
            $0.closed(.scoped, Buffer.self, in: .owned) { _ in
                Buffer(tracker)
            } close: { _, end in
                log.add(end.isCompleted ? "buffer" : "buffer failed")
            }
            $0.closed(.scoped, Connection.self, in: .owned, needs: [Buffer.self]) {
                _ = try $0.resolve(Buffer.self)
                return Connection(tracker)
            } close: { _, end in
                log.add(end.isCompleted ? "connection" : "connection failed")
            }
            $0.transient(Session.self) {
                Session(connection: try $0.resolve(), buffer: try $0.resolve(), common: try $0.resolve())
            }
            $0.autowired(.transient, Importer.self) { Importer($0) }
            more(&$0)
        }
    }

    func testRES8_TheScopeGoesWithItsHolder() throws {
        let container = try Container(plan())
        var importers = try (0..<2).map { _ in try container.resolve(Importer.self) }
        let sessions = importers.map(\.session.value)
        XCTAssert(sessions[0].connection !== sessions[1].connection)
        XCTAssert(sessions[0].common === sessions[1].common)
        XCTAssertEqual(tracker.made, 5)
        failure(.outsideScope) { try container.resolve(Session.self) }

        XCTAssertEqual(importers[0].session.close().count, 0)
        XCTAssertEqual(importers[0].session.close().count, 0)
        XCTAssertEqual(log.all, ["connection", "buffer"])
        importers = []
        XCTAssertEqual(log.all, ["connection", "buffer", "connection", "buffer"])
        container.close()
        XCTAssertEqual(log.all.last, "common")
        XCTAssertEqual(log.all.count, 5)
    }

    func testRES8_AnEndThatAwaitsIsAwaited() async throws {
        let (tracker, log) = (tracker, log)
        let container = try Container(
            Plan {
                $0.closedAwaiting(.scoped, Buffer.self, in: .owned) { _ in
                    Buffer(tracker)
                } close: { _, end in
                    await Task.yield()
                    log.add(end.isCompleted ? "completed" : "failed")
                    throw Mishap(4)
                }
            })
        let owned = try await container.resolveAsync(Owned<Buffer>.self)
        do {
            try await owned.shutdown(outcome: .failed(Mishap(1)))
            XCTFail("the error of a hook was lost")
        } catch {
            XCTAssertEqual(error.code, .shutdownFailed)
            XCTAssertEqual(error.faults.first?.underlying as? Mishap, Mishap(4))
        }
        XCTAssertEqual(log.all, ["failed"])
    }

    func testC10_TheEndOfTheContainerClosesItFirst() async throws {
        for isAwaited in [false, true] {
            let container = try Container(plan())
            let importer = try container.resolve(Importer.self)
            let before = log.all.count
            if isAwaited { try await container.shutdown() } else { XCTAssertEqual(container.close().count, 0) }
            XCTAssertEqual(log.all[before...], ["connection failed", "buffer failed", "common"])
            failure(.closed) { try container.resolve(Importer.self) }
            withExtendedLifetime(importer) {}
        }
        XCTAssertEqual(log.all.count, 6, "closed once")
        XCTAssertEqual(tracker.alive, 0)
    }

    func testRES8_InAScopeItSeesTheScopesInstances() async throws {
        let tracker = tracker
        let container = try Container(
            plan { $0.scoped(Part.self, in: .request) { _ in Part(tracker) } }
        )
        var kept: Owned<Session>?
        try await container.withScope { scope in
            let part = try scope.resolve(Part.self)
            let owned = try await scope.resolveAsync(Owned<Part>.self)
            XCTAssert(owned.value === part)
            kept = try scope.resolve(Owned<Session>.self)
        }
        XCTAssertEqual(log.all, ["connection failed", "buffer failed"])
        withExtendedLifetime(kept) {}
    }

    func testRES8_ItSeesWhatItsModuleSees() async throws {
        let log = log
        var plan = Plan()
        let view = plan.addModuleView()
        let made = Record(First.self, .scoped, at: CodeLocation(), parts: Record.Parts(tag: .owned)) { _ in
            log.add("private")
            return First()
        }
        plan.addRecord(made, inView: view, isPrivate: true)
        let asks = Record(Int.self, .transient, at: CodeLocation()) { resolver in
            _ = try resolver.resolve(Owned<First>.self)
            return 1
        }
        plan.addRecord(asks, inView: view)
        plan.addRecord(
            Record(awaiting: String.self, .transient, at: CodeLocation()) { resolver in
                _ = try await resolver.resolve(Owned<First>.self)
                return "1"
            }, inView: view)
        let container = try Container(plan)
        XCTAssertEqual(try container.resolve(Int.self), 1)
        let text = try await container.resolveAsync(String.self)
        XCTAssertEqual(text, "1")
        XCTAssertEqual(log.all, ["private", "private"])
        failure(.missing) { try container.resolve(Owned<First>.self) }
    }

    func testRES8_AQualifierIsThatOfTheValue() async throws {
        let container = try Container(
            Plan {
                $0.transient(Int.self, named: "one") { _ in 1 }
                $0.transient(Int.self) { _ in 2 }
            })
        XCTAssertEqual(try container.resolve(Owned<Int>.self, named: "one").value, 1)
        let awaited = try await container.resolveAsync(Owned<Int>.self, named: RegistrationName("one")).value
        XCTAssertEqual(awaited, 1)
        XCTAssertEqual(try container.resolve(Owned<Int>.self).value, 2)
        XCTAssertEqual(try container.resolve([Int].self).count, 2)
        let missing = failure(.missing) { try container.resolve(Owned<Int>.self, named: "two") }
        XCTAssertEqual(missing?.key, "Int named \"two\"")
    }

    func testE1_WhatIsMissingIsTheValue() throws {
        let container = try Container(Plan { $0.transient(Importer.self) { Importer(try $0.resolve()) } })
        let error = failure(.missing) { try container.resolve(Importer.self) }
        XCTAssertEqual(error?.path, ["Importer", "Session"])
        XCTAssertNil(try container.resolve(Owned<Session>?.self))
        XCTAssertEqual(failure(.missing) { try container.resolve(Owned<Owned<First>>.self) }?.key, "First")
    }

    func testRES2_AListOfThemHasOneForEachRegistration() throws {
        let container = try Container(plan())
        let sessions = try container.resolve([Owned<Session>].self)
        XCTAssertEqual(sessions.count, 1)
        failure(.missing) { try container.resolve([Owned<UInt8>].self) }
    }

    func testO4_WhatItsValueNeedsCounts() throws {
        final class Keeper: Sendable {
            let text: Owned<String>
            init(_ text: Owned<String>) { self.text = text }
        }
        let base = try Container(
            Plan {
                $0.autowired(.singleton, Keeper.self) { Keeper($0) }
                $0.autowired(.scoped, String.self, in: .owned) { (number: Int) in "\(number)" }
                $0.autowired(.transient, Int.self) { 1 }
                $0.autowired(.transient, Double.self) { 1 }
            })
        let same = try base.overriding(Plan { $0.transient(Double.self) { _ in 2 } })
        let other = try base.overriding(Plan { $0.transient(Int.self) { _ in 2 } })
        let keeper = try base.resolve(Keeper.self)
        XCTAssert(try same.resolve(Keeper.self) === keeper)
        XCTAssertEqual(try other.resolve(Keeper.self).text.value, "2")
        XCTAssertEqual(keeper.text.value, "1")
        for container in [other, same, base] {
            _ = try container.resolve(Keeper.self).text.close()
            container.close()
        }
    }

    func testC4_AFailureClosesWhatWasMade() async throws {
        let log = log
        let container = try Container(
            plan {
                $0.transient(First.self) { resolver in
                    _ = try resolver.resolve(Connection.self)
                    _ = try resolver.resolve(Second.self)
                    throw Mishap(2)
                }
                $0.closed(.scoped, Second.self, in: .owned, needs: []) { _ in
                    Second()
                } close: { _, end in
                    guard case .failed(let error as ResolutionError) = end else { return }
                    log.add("\(error.code)")
                }
            })
        let error = failure(.factoryFailed) { try container.resolve(Owned<First>.self) }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(2))
        XCTAssertEqual(log.all, ["factoryFailed", "connection failed", "buffer failed"], "hooks learn why")
        do {
            _ = try await container.resolveAsync(Owned<First>.self)
            XCTFail("nothing was thrown")
        } catch {
            XCTAssertEqual(error.code, .factoryFailed)
        }
        XCTAssertEqual(log.all.count, 6)
        XCTAssertEqual(log.all[3], "factoryFailed")
        XCTAssertEqual(tracker.alive, 0)
    }

    func testC3_ACircleThroughItIsFound() async throws {
        let container = try Container(
            Plan {
                $0.transient(First.self) { resolver in
                    _ = try resolver.resolve(Second.self)
                    return First()
                }
                $0.transient(Second.self) { resolver in
                    _ = try resolver.resolve(Owned<First>.self)
                    return Second()
                }
                $0.awaited(.transient, Int.self) { resolver in
                    try await resolver.resolve(Owned<String>.self).value.count
                }
                $0.awaited(.scoped, String.self, in: .owned) { resolver in
                    "\(try await resolver.resolve(Owned<Int>.self).value)"
                }
                $0.scoped(Double.self, in: .owned) { try $0.resolve(Owned<Double>.self).value }
            })
        let error = failure(.cycle) { try container.resolve(First.self) }
        XCTAssertEqual(error?.path, ["First", "Second", "First"])
        XCTAssertEqual(failure(.cycle) { try container.resolve(Owned<Double>.self) }?.path, ["Double", "Double"])
        do {
            _ = try await container.resolveAsync(Int.self)
            XCTFail("nothing was thrown")
        } catch {
            XCTAssertEqual(error.code, .cycle)
            XCTAssertEqual(error.path, ["Int", "String", "Int"])
        }
    }

    func testRES8_AnotherContainerIsNoCircle() throws {
        let outer = Locked<Container?>(nil)
        let plan = Plan {
            $0.transient(Int.self) { _ in
                guard let outer = outer.withLock({ $0.take() }) else { return 1 }
                return try outer.resolve(Owned<Int>.self).value + 1
            }
        }
        let base = try Container(plan)
        let other = try base.overriding(Plan())
        outer.withLock { $0 = base }
        XCTAssertEqual(try other.resolve(Int.self), 2)
    }

    func testC1_ManyAskAtOnceWhileTheContainerEnds() async throws {
        for round in 0..<StressScale.scaled(300, underThreadSanitizer: 60) {
            let container = try Container(plan())
            let before = log.all.count
            let made = Locked<[Owned<Session>]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { number in
                if number == round % 8 { container.close() }
                do {
                    let owned = try container.resolve(Owned<Session>.self)
                    made.withLock { $0.append(owned) }
                } catch {
                    XCTAssertEqual((error as? ResolutionError)?.code, .closed)
                }
            }
            let handedOut = made.withLock { made in
                defer { made = [] }
                return made.count
            }
            let entries = log.all[before...]
            let buffers = entries.count { $0.hasPrefix("buffer") }
            // Asked for last: the end may come after a buffer was made, and before the common part.
            let commons = entries.count { $0.hasPrefix("common") }
            XCTAssertLessThanOrEqual(commons, 1)
            if handedOut > 0 { XCTAssertEqual(commons, 1) }
            XCTAssertLessThanOrEqual(entries.count { $0.hasPrefix("connection") }, buffers)
        }
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(log.all.count, tracker.made, "each instance was closed once")
    }

    func testRES8_InstancesOfOneGraphAreEachScopesOwn() async throws {
        let tracker = tracker
        let container = try Container(
            Plan {
                $0.awaited(.graph, Part.self) { _ in Part(tracker) }
                $0.awaited(.transient, Int.self) { resolver in
                    var seen: Set<Int> = []
                    // The memory of a scope that has gone may be that of the next one.
                    for _ in 0..<50 { seen.insert(try await resolver.resolve(Owned<Part>.self).value.serial) }
                    return seen.count
                }
            })
        let count = try await container.resolveAsync(Int.self)
        XCTAssertEqual(count, 50)
    }
}
