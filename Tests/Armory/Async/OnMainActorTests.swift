import Armory
import ArmoryTestSupport
import XCTest

@MainActor private final class Lamp {
    private let life = Counted()
    init() {}
}

@MainActor private protocol Furniture: Sendable {}

@MainActor private final class Desk: Furniture {
    private let life = Counted()
    let size: Int
    let lamp: Lamp?
    init(lamp: Lamp) { (size, self.lamp) = (0, lamp) }
    init(size: Int) { (self.size, lamp) = (size, nil) }
    init(waiting: Void) async { (size, lamp) = (0, nil) }
}

private final class Room: Sendable {
    let desk: Desk
    init(desk: Desk) { self.desk = desk }
}

extension TypedKeys {
    fileprivate var bigDesk: TypedKey<Desk> { TypedKey(named: "big") }
    fileprivate var desk: TypedKey<(Int) -> Desk> { TypedKey(named: "sized") }
}

@MainActor private func open(_ container: Container) throws -> Desk {
    try container.onMainActor { try $0.resolve(Desk.self) }
}

/// S3: code of the main actor creates what belongs to it without awaiting.
final class OnMainActorTests: LeakCheckedTestCase {
    func testS3_EveryFormNeedsNoAwait() async throws {
        try await MainActor.run {
            let container = try Container {
                Singleton(Lamp.init)
                Singleton(Desk.init(lamp:)).as { $0 as any Furniture }
                Singleton(Desk.self) { @MainActor in Desk(size: 9) }.keyed(\.bigDesk)
                Transient(Desk.init(size:), .argument).keyed(\.desk)
                Kept(Desk.init(size:), .argument).named("kept")
                Shared(Desk.init(size:), .argument).named("shared")
                Graph(Desk.init(lamp:)).named("graph")
                Scoped(Desk.init(lamp:)).named("scoped")
                Transient(Desk.self) { @MainActor (lamp: Lamp) in Desk(lamp: lamp) }.named("closure")
                Transient { Room(desk: try $0.resolve()) }
            }
            try container.onMainActor { container in
                let desk = try container.resolve(Desk.self)
                XCTAssertTrue(try desk.lamp === container.resolve(Lamp.self))
                XCTAssertTrue(try container.resolve((any Furniture).self) as? Desk === desk)
                XCTAssertTrue(try container.resolve(Room.self).desk === desk)
                XCTAssertTrue(try container.resolve(Lazy<Desk>.self)() === desk)
                XCTAssertTrue(try container.resolve([any Furniture].self).first as? Desk === desk)
                XCTAssertEqual(try container.resolve(keyed: \.bigDesk).size, 9)
                XCTAssertEqual(try container.resolve(keyed: \.desk, arguments: 7).size, 7)
                let kept = try container.resolve(Desk.self, named: "kept", arguments: 5)
                XCTAssertTrue(try container.resolve(Desk.self, named: "kept", arguments: 5) === kept)
                let shared = try container.resolve(Desk.self, named: "shared", arguments: 5)
                XCTAssertTrue(try container.resolve(Desk.self, named: "shared", arguments: 5) === shared)
                XCTAssertNotNil(try container.resolve(Desk.self, named: "graph").lamp)
                XCTAssertNotNil(try container.resolve(Desk.self, named: "closure").lamp)
                XCTAssertNotNil(try container.withScope { try $0.resolve(Desk.self, named: "scoped") }.lamp)
            }
            XCTAssertNoThrow(try container.resolve(Desk.self), "it exists")
        }
    }

    func testS3_DecoratorsInjectionsAndHooksAreThere() async throws {
        try await MainActor.run {
            let log = Log<String>()
            let container = try Container {
                Singleton(Lamp.init)
                    .inject(dependsOn: Void.self) { _, _ in log.add("injected") }
                    .onShutdown { _ in log.add("closed") }
                Decorator(Lamp.self) { lamp in
                    log.add("decorated")
                    return lamp
                }
            }
            _ = try container.onMainActor { try $0.resolve(Lamp.self) }
            container.close()
            XCTAssertEqual(log.all, ["injected", "decorated", "closed"])
        }
    }

    func testS3_WhatAwaitsSomethingElseIsStillAsynchronous() async throws {
        try await MainActor.run {
            let container = try Container {
                Singleton { await Desk(waiting: ()) }
                Singleton(Lamp.init).inject { @MainActor _, _ async in await Task.yield() }
                Singleton { () async -> Int in 7 }
            }
            failure(.asynchronous) { try container.onMainActor { try $0.resolve(Desk.self) } }
            failure(.asynchronous) { try container.onMainActor { try $0.resolve(Lamp.self) } }
            failure(.asynchronous) { try container.onMainActor { try $0.resolve(Int.self) } }
        }
    }

    func testS3_OutsideOfItTheErrorNamesTheActor() async throws {
        try await MainActor.run {
            let container = try Container { Singleton(Lamp.init, fileID: "Shop/Wiring.swift", line: 12) }
            container.onMainActor { _ in }
            assertErrorText(
                failure(.asynchronous) { try container.resolve(Lamp.self) }, "asynchronous: a factory of the main actor"
            )
            let error = failure(.invalid) {
                try Container {
                    Singleton(Lamp.init)
                    Singleton { (lamp: Lamp) in 7 }
                }
            }
            XCTAssertTrue(error?.description.contains("the factory of Lamp belongs to the main actor") ?? false)
        }
    }

    /// C4: who waits for an instance that the main actor cannot make without awaiting tries again.
    func testC4_WhoWaitsForTheMainActorTriesAgain() async throws {
        for _ in 0..<StressScale.scaled(200) {
            let container = try Container {
                Singleton(Lamp.init)
                Singleton(Desk.init(lamp:))
            }
            let lamp = Task.detached { try await container.resolveAsync(Lamp.self) }
            let desks = (0..<3).map { _ in Task.detached { try await container.resolveAsync(Desk.self) } }
            _ = try? await open(container)
            _ = try await lamp.value
            for desk in desks { _ = try await desk.value }
        }
    }

    /// C1: tasks and code of the main actor may ask at the same time, or after each other.
    func testC1_TasksAndTheMainActorMakeOne() async throws {
        for round in 0..<StressScale.scaled(200, atLeast: 2) {
            let container = try Container {
                Singleton(Lamp.init)
                Singleton(Desk.init(lamp:))
            }
            var own = round.isMultiple(of: 2) ? try await open(container) : nil
            let tasks = (0..<3).map { _ in Task.detached { try await container.resolveAsync(Desk.self) } }
            do { own = try await open(container) } catch {
                XCTAssertNil(own, "it exists")
                XCTAssertEqual((error as? ResolutionError)?.code, .asynchronous)
            }
            for task in tasks {
                let desk = try await task.value
                XCTAssertTrue(own == nil || own === desk)
                own = desk
            }
        }
    }

    func testC4_AFailureLeavesTheCellEmpty() async throws {
        try await MainActor.run {
            let isWilling = Shelf(false)
            let container = try Container {
                Singleton(Lamp.self) { @MainActor () throws in
                    guard isWilling.value else { throw CancellationError() }
                    return Lamp()
                }
            }
            failure(.factoryFailed) { try container.onMainActor { try $0.resolve(Lamp.self) } }
            isWilling.value = true
            XCTAssertNoThrow(try container.onMainActor { try $0.resolve(Lamp.self) })
        }
    }
}
