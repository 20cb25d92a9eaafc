import Armory
import ArmoryTestSupport
import XCTest

private final class Database: Sendable {}
private struct Settings: Sendable {}
private protocol Sink: Sendable {}
private struct TextSink: Sink {}

/// E1: what an error says of hooks, of ends, and of what comes after it.
final class SequelTests: LeakCheckedTestCase {
    private let again = "the next resolve tries again"

    func testE1_OnlyWhatCanBeTriedAgainSaysSo() async throws {
        let lazy = try Container { Singleton { () throws -> Database in throw Mishap() } }
        XCTAssertTrue(failure(.factoryFailed) { try lazy.resolve(Database.self) }?.fix.contains(again) ?? false)
        let built = failure(.factoryFailed) {
            try Container { Singleton { () throws -> Database in throw Mishap() }.eager() }
        }
        XCTAssertEqual(built?.fix, "remove the cause of the error; build a new container.")
        for factory in [
            Singleton { () async throws -> Database in throw Mishap() }.eager(),
            Singleton { () throws -> Database in throw Mishap() }.onStart { _ in },
        ] {
            let container = try Container { factory }
            let error = await failure(.startFailed) { try await container.start() }
            XCTAssertEqual(error?.faults.first?.fix, "remove the cause of the error; start a new container.")
        }
    }

    func testE1_AFactoryThatFailsWhileItsContainerClosesIsNotTriedAgain() throws {
        let (isMaking, goOn) = (Latch(), Latch())
        let container = try Container {
            Singleton { () throws -> Database in
                isMaking.open()
                goOn.wait()
                throw Mishap()
            }
        }
        let results = race(threads: 2) { thread -> String in
            if thread == 0 {
                do { _ = try container.resolve(Database.self) } catch let error as ResolutionError { return error.fix }
                return "made"
            }
            isMaking.wait()
            container.close()
            goOn.open()
            return ""
        }
        XCTAssertFalse(try results[0].get().contains(again), "\(results)")
    }

    func testE1_AHookThatFailedIsNamedWithItsPlace() async throws {
        let container = try Container {
            Singleton { Database() }
                .onStop(fileID: "Shop/Wiring.swift", line: 13) { _ in throw Mishap() }
                .onShutdown(fileID: "Shop/Wiring.swift", line: 14) { _ in throw Mishap() }
        }
        try await container.start()
        let faults = await failure(.shutdownFailed) { try await container.shutdown() }?.faults.map(\.description) ?? []
        XCTAssertEqual(faults.count, 2)
        XCTAssertTrue(faults.first?.contains("its stop hook threw") ?? false, "\(faults)")
        XCTAssertTrue(faults.first?.contains("the stop hook is at Shop/Wiring.swift:13") ?? false, "\(faults)")
        XCTAssertTrue(faults.last?.contains("its shutdown hook threw") ?? false, "\(faults)")
        XCTAssertTrue(faults.last?.contains("the shutdown hook is at Shop/Wiring.swift:14") ?? false, "\(faults)")
    }

    func testE1_AnAwaitingHookThatFailedOrTookTooLongIsNamedToo() async throws {
        for isSlow in [false, true] {
            let container = try Container {
                Singleton { Database() }
                    .onShutdown(within: .milliseconds(20), fileID: "Shop/Wiring.swift", line: 14) { _ in
                        guard isSlow else { throw Mishap() }
                        try await Task.sleep(for: .seconds(3600))
                    }
            }
            _ = try container.resolve(Database.self)
            let fault = await failure(.shutdownFailed) { try await container.shutdown() }?.faults.first
            XCTAssertEqual(fault?.code, isSlow ? .timedOut : .shutdownFailed)
            XCTAssertTrue(
                fault?.description.contains(isSlow ? "has a shutdown hook that took" : "its shutdown hook threw")
                    ?? false)
            XCTAssertTrue(fault?.description.contains("the shutdown hook is at Shop/Wiring.swift:14") ?? false)
        }
    }

    /// Each call, with the words that it begins with.
    private func calls(_ container: Container) -> [(String, () throws -> Void)] {
        [
            ("A scope cannot be opened: ", { _ = try container.openScope() }),
            ("A scope cannot be opened: ", { try container.withScope { _ in } }),
            ("The container cannot be overridden: ", { _ = try container.overriding { Singleton { Database() } } }),
            ("A child cannot be built: ", { _ = try Container(parents: [container]) { Singleton { 7 } } }),
            ("The container cannot be validated: ", { try container.validate() }),
            ("A dry run is not possible: ", { _ = try container.validate(dryRun: true) }),
            ("Int cannot be resolved: ", { _ = try container.resolve(Int.self) }),
        ]
    }

    private func assertCalls(_ container: Container, _ why: String, line: UInt = #line) async {
        for (what, call) in calls(container) {
            let text = failure(.closed, line: line) { try call() }?.description ?? ""
            XCTAssertTrue(text.hasPrefix(what + why), text, line: line)
        }
        let start = await failure(.closed, line: line) { try await container.start() }?.description ?? ""
        XCTAssertTrue(start.hasPrefix("The container cannot start: " + why), start, line: line)
    }

    func testE1_ACallOnAClosedContainerSaysWhatItWas() async throws {
        let container = try Container { Singleton { Database() } }
        container.close()
        await assertCalls(container, "the container is closed.")
    }

    func testE1_AChildOfAClosedParentSaysThatTheParentIsClosed() async throws {
        let parent = try Container { Singleton { Database() } }
        let child = try Container(parents: [parent]) { Singleton { 7 } }
        let grandchild = try Container(parents: [child]) {}
        parent.close()
        await assertCalls(child, "a parent of the container is closed.")
        await assertCalls(grandchild, "a parent of the container is closed.")
        let other = try Container {
            Singleton(Settings.self, fileID: "Shop/Wiring.swift", line: 12) { _ in Settings() }
        }
        let heir = try Container(parents: [other]) {}
        other.close()
        assertErrorText(failure(.closed) { try heir.resolve(Settings.self) }, "closed: in a child")
    }

    func testE1_AContainerThatOverridesAClosedOneSaysSo() async throws {
        let base = try Container { Singleton { 7 } }
        let derived = try base.overriding { Singleton { 8 } }
        let scope = try derived.openScope()
        base.close()
        await assertCalls(derived, "the container that it overrides is closed.")
        let text = failure(.closed) { try scope.resolve(Int.self) }?.description ?? ""
        XCTAssertTrue(text.contains("the container that it overrides is closed"), text)
    }

    func testE1_AScopeOfAChildWhoseParentIsClosedSaysSo() throws {
        let parent = try Container { Singleton { Database() } }
        let scope = try Container(parents: [parent]) { Scoped { 7 } }.openScope()
        parent.close()
        let text = failure(.closed) { try scope.resolve(Int.self) }?.description ?? ""
        XCTAssertTrue(text.contains("a parent of the container is closed"), text)
    }

    func testE1_AScopeSaysThatItHasEnded() throws {
        let scope = try Container { Singleton { Database() } }.openScope()
        scope.close()
        let text = failure(.closed) { try scope.openScope() }?.description ?? ""
        XCTAssertTrue(text.hasPrefix("A scope cannot be opened: the scope \"request\" has ended."), text)
    }

    /// Of an instance that is kept in the parent, in whose view it is made.
    func testE1_WhatOnlyAChildHasIsNear() throws {
        struct Report: Resolvable, Sendable {
            init(resolver: Resolver, arguments: Void) throws { _ = try resolver.resolve((any Sink).self) }
        }
        final class Kept: SharedResolvable {
            init(resolver: Resolver, arguments: Void) throws { _ = try resolver.resolve((any Sink).self) }
        }
        let parent = try Container { Singleton { 7 } }
        let child = try Container(parents: [parent]) {
            Singleton((any Sink).self, fileID: "Shop/Wiring.swift", line: 9) { TextSink() }
        }
        let near = "near: any Sink in a child container, registered at Shop/Wiring.swift:9"
        for error in [
            failure(.missing, of: { try child.resolve(Kept.self) }),
            failure(.missing, of: { try parent.resolve(Report.self) }),
            failure(.missing, of: { try parent.resolve((any Sink).self) }),
        ] {
            XCTAssertTrue(error?.description.contains(near) ?? false, error?.description ?? "")
        }
        XCTAssertNoThrow(try child.resolve(Report.self))
    }
}
