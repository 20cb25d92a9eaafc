import Armory
import ArmoryTestSupport
import XCTest

private final class Piece: Tracked, @unchecked Sendable {}  // As `Tracked`.

private struct Spare: CustomLifetime {
    func place() -> Everywhere? { Everywhere() }
}

// Forgetting the instances of a lifetime, and of the parents too.
final class ResetLifetimeTests: EveryHashTestCase {
    private let tracker = LifetimeTracker()

    private static let names: [Name] = ["single", "shared", "scoped", "kept", "spare"]

    /// A scope with a registration of every lifetime that keeps.
    private func container(parents: [Container] = []) throws -> Container {
        try Container(parents: parents, scope: .request) {
            Singleton { [tracker] in Piece(tracker) }.named("single")
            Shared { [tracker] in Piece(tracker) }.named("shared")
            Scoped { [tracker] in Piece(tracker) }.named("scoped")
            Kept { [tracker] in Piece(tracker) }.lifetime(PerThread()).named("kept")
            Kept { [tracker] in Piece(tracker) }.lifetime(Spare()).named("spare")
            Transient { 1 }
        }
    }

    /// The names whose instances are others after `body`.
    private func changed(in container: Container, by body: () throws -> Void) throws -> [String] {
        let before = try Self.names.map { try container.resolve(Piece.self, named: $0) }
        try body()
        return try zip(Self.names, before).filter { name, piece in
            try container.resolve(Piece.self, named: name) !== piece
        }.map { "\($0.0)" }
    }

    private let selections: [(InstanceSelection, [String])] = [
        (.singletons, ["single"]), (.shared, ["shared"]), (.scoped, ["scoped"]), (.kept, ["kept", "spare"]),
        (.kept(for: PerThread.self), ["kept"]), (.kept(for: Spare.self), ["spare"]),
        (.kept(for: TimeToLive<ContinuousClock>.self), []),
    ]

    func testLIFE6_ResetOfALifetimeForgetsThatOne() throws {
        let container = try container()
        for (selection, names) in selections {
            XCTAssertEqual(try changed(in: container) { try container.reset(all: selection) }, names)
        }
    }

    func testD10_ResetOfALifetimeReachesTheOwner() throws {
        let parent = try container()
        let child = Container(parents: [Container(parents: [parent])])
        for (selection, names) in selections {
            XCTAssertEqual(try changed(in: parent) { try child.reset(all: selection) }, names)
        }
    }

    func testD10_ResetOfATypeReachesTheOwner() throws {
        let parent = try container()
        let child = Container(parents: [parent])
        for name in Self.names {
            XCTAssertEqual(
                try changed(in: parent) { try child.reset(Piece.self, named: name) }, ["\(name)"])
        }
    }

    func testD10_ResetOfEverythingReachesTheParentsWhereItSaysSo() throws {
        let parent = try container()
        let child = try Container(parents: [parent]) { Singleton { [tracker] in Piece(tracker) } }
        var own = try child.resolve(Piece.self)
        XCTAssertEqual(try changed(in: parent) { try child.reset() }, [])
        XCTAssertFalse(try child.resolve(Piece.self) === own)
        own = try child.resolve(Piece.self)
        let all = Self.names.map { "\($0)" }
        XCTAssertEqual(try changed(in: parent) { try child.reset(includingParents: true) }, all)
        XCTAssertFalse(try child.resolve(Piece.self) === own)
        XCTAssertEqual(try changed(in: parent) { try parent.reset() }, all)
    }

    func testAllPlacesAndArgumentsAreForgotten() throws {
        let container = try Container {
            Kept(arguments: Int.self) { [tracker] _, _ in Piece(tracker) }.lifetime(PerThread())
        }
        let resets: [@Sendable () throws -> Void] = [
            { try container.reset(Piece.self) }, { try container.reset() }, { try container.reset(all: .kept) },
        ]
        for reset in resets {
            // Reset while the threads are there: what they have made would go with them.
            let (full, empty) = (Shelf(0), Shelf(-1))
            let barrier = StartBarrier(threads: 4)
            let results = race(threads: 4) { [tracker] _ in
                for number in 0..<10 { _ = try container.resolve(Piece.self, arguments: number) }
                barrier.pass {
                    full.value = tracker.alive
                    try? reset()
                    empty.value = tracker.alive
                }
            }
            for result in results { try result.get() }
            XCTAssertEqual(full.value, 40)
            XCTAssertEqual(empty.value, 0)
        }
    }

    func testWhatLiesBelowOverlaysIsForgottenToo() throws {
        let container = try container()
        let below = try container.resolve(Piece.self, named: "spare")
        let overlay = try container.overlay(Singleton { [tracker] in Piece(tracker) }.named("spare"))
        let above = try container.resolve(Piece.self, named: "spare")
        try container.reset(all: .kept)
        XCTAssertTrue(try container.resolve(Piece.self, named: "spare") === above)
        overlay.remove()
        XCTAssertFalse(try container.resolve(Piece.self, named: "spare") === below)
    }

    func testAClosedContainerIsAnErrorAndAClosedParentIsPassedOver() throws {
        let (parent, closed) = (try container(), try container())
        let child = Container(parents: [closed, parent])
        closed.close()
        XCTAssertEqual(try changed(in: parent) { try child.reset(all: .kept) }, ["kept", "spare"])
        XCTAssertEqual(
            try changed(in: parent) { try child.reset(includingParents: true) }, Self.names.map { "\($0)" })
        failure(.closed) { try closed.reset(all: .kept) }
        failure(.closed) { try closed.reset(includingParents: true) }
    }
}
