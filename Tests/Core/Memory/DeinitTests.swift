// C2: what a `deinit` of a user's object does runs under no lock of the core.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

/// Resolves from a container when it goes.
private final class Last: Sendable {
    let life = Counted()
    let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
}
private final class Part: Sendable {}
private struct Broken: Error {}

/// A container that objects resolve from when they go.
private final class World: Sendable {
    private let box = Locked<Container?>(nil)
    private let ends = Log<String>()
    private let makings = Tally()

    /// How many objects were made.
    var made: Int { makings.count }
    /// What the objects that have gone have found.
    var found: [String] { ends.all }

    /// An object whose end takes the locks of the core: it asks the container for what exists, for what is injected, and for a scope.
    func last(_ then: @escaping @Sendable (Container) -> Void = { _ in }) -> Last {
        let (box, ends) = (box, ends)
        makings.increment()
        return Last {
            guard let container = box.withLock({ $0 }) else { return ends.add("nothing") }
            let part = try? container.resolve(Part.self)
            let text = try? container.resolve(String.self)
            _ = try? container.openScope()
            then(container)
            ends.add(part == nil && text == nil ? "closed" : part != nil && text != nil ? "found" : "a part")
        }
    }

    func open(_ register: (inout Plan) -> Void) throws -> Container {
        let container = try Container(
            Plan {
                $0.singleton(Part.self) { _ in Part() }
                $0.injected(.transient, String.self) { _ in
                    ""
                } inject: { text, _ in
                    text += "injected"
                }
                register(&$0)
            })
        leave(for: container)
        return container
    }

    /// Lets the container go, which its own objects would keep.
    func leave(for next: Container? = nil) {
        // Released when the box is unlocked.
        let former = box.withLock { container in
            defer { container = next }
            return container
        }
        withExtendedLifetime(former) {}
    }
}

/// In a debug build, a thread that locks a mutex twice ends the process.
final class DeinitTests: WatchedTestCase {
    private let world = World()

    override func tearDown() {
        world.leave()
        super.tearDown()
    }

    func testC2_ASharedInstanceThatIsReplaced() async throws {
        let world = world
        let container = try world.open { plan in plan.shared(Last.self) { _ in world.last() } }
        for _ in 0..<3 { _ = try container.resolve(Last.self) }
        for _ in 0..<3 { _ = try await container.resolveAsync(Last.self) }
        XCTAssertEqual(world.found, Array(repeating: "found", count: 6))
    }

    func testC2_ASharedInstanceThatGoesWhileThreadsAndTasksAskAndItsContainerEnds() async throws {
        let world = world
        for _ in 0..<100 {
            let container = try world.open { plan in plan.shared(Last.self) { _ in world.last { $0.close() } } }
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        if number == 0 { container.close() }
                        for _ in 0..<5 {
                            _ = try? container.resolve(Last.self)
                            _ = try? await container.resolveAsync(Last.self)
                        }
                    }
                }
            }
            failure(.closed) { try container.resolve(Last.self) }
        }
        XCTAssertEqual(world.found.count, world.made)
    }

    func testC2_ASharedInstanceThatGoesWhileATaskLooksForIt() async throws {
        let ends = Tally()
        // Its making takes the lock of the wait-for graph.
        let other = try Container(
            Plan {
                $0.injected(.transient, Part.self) { _ in
                    Part()
                } inject: { _, _ in
                }
            })
        for _ in 0..<300 {
            let container = try Container(
                Plan {
                    $0.shared(Last.self) { _ in
                        Last { if (try? other.resolve(Part.self)) != nil { ends.increment() } }
                    }
                })
            let held = Locked<Last?>(try container.resolve())
            container.close()
            let asker = Task { _ = try? await container.resolveAsync(Last.self) }
            do { _ = held.withLock { $0.take() } }
            await asker.value
        }
        XCTAssertEqual(ends.count, 300)
    }

    func testC2_AnInstanceOfAFailedMaking() throws {
        let world = world
        let isBroken = Locked(true)
        let container = try world.open { plan in
            for (name, lifetime) in [("a", Lifetime.singleton), ("b", .shared), ("c", .graph), ("d", .transient)] {
                plan.injected(lifetime, Last.self, named: RegistrationName(name)) { _ in
                    world.last()
                } inject: { _, _ in
                    if isBroken.withLock({ $0 }) { throw Broken() }
                }
            }
        }
        for name: RegistrationName in ["a", "b", "c", "d"] {
            let error = failure(.factoryFailed) { try container.resolve(Last.self, named: name) }
            XCTAssert(error?.underlying is Broken)
        }
        assertThreadIsIdle()
        XCTAssertEqual(world.found, Array(repeating: "found", count: 4))
        isBroken.withLock { $0 = false }
        for name: RegistrationName in ["a", "b", "c", "d"] {
            XCTAssertNotNil(try container.resolve(Last.self, named: name))
        }
    }

    func testC2_AnInstanceOfACircleThatFails() throws {
        let world = world
        final class Node: @unchecked Sendable {  // One thread.
            let last: Last
            var other: Node?
            init(_ last: Last) { self.last = last }
        }
        let container = try world.open { plan in
            plan.injected(.singleton, Node.self, named: "a") { _ in
                Node(world.last())
            } inject: {
                $0.other = try $1.resolve(Node.self, named: RegistrationName("b"))
                $0.other = nil
                throw Broken()
            }
            plan.injected(.singleton, Node.self, named: "b") { _ in
                Node(world.last())
            } inject: {
                $0.other = try $1.resolve(Node.self, named: RegistrationName("a"))
            }
        }
        failure(.factoryFailed) { try container.resolve(Node.self, named: "a") }
        assertThreadIsIdle()
        XCTAssertEqual(world.found, ["found", "found"])
    }

    func testC2_AnInstanceOfAScopeThatEnds() async throws {
        let world = world
        let container = try world.open { plan in
            plan.scoped(Last.self) { _ in world.last() }
            plan.scoped(in: ScopeTag("job"), named: "job") { _ in world.last() }
            plan.closedAwaiting(.scoped, Bool.self, in: ScopeTag("job")) { _ in
                true
            } close: { _, _ in
                await Task.yield()
            }
        }
        try await container.withScope { _ = try $0.resolve(Last.self) }
        try await container.withScope { _ = try await $0.resolveAsync(Last.self) }
        do { _ = try container.openScope().resolve(Last.self) }
        do {
            let scope = try container.openScope(ScopeTag("job"))
            _ = try (scope.resolve(Last.self, named: "job"), scope.resolve(Bool.self))
            try await scope.shutdown()
        }
        XCTAssertEqual(world.found, ["found", "found", "found", "found"])
    }

    func testC2_AnInstanceOfAScopeMayCloseTheContainer() throws {
        let world = world
        let container = try world.open { plan in plan.scoped(Last.self) { _ in world.last { $0.close() } } }
        try container.withScope { _ = try $0.resolve(Last.self) }
        XCTAssertEqual(world.found, ["found"])
        failure(.closed) { try container.openScope() }
        failure(.closed) { try container.resolve(String.self) }
    }

    func testC2_ASeedThatIsRefused() throws {
        let world = world
        let container = try world.open { plan in
            plan.scoped(Last.self) { _ in throw Broken() }
        }
        do {
            let seeds = [ScopeSeed(world.last()), ScopeSeed(1)]
            failure(.seedNotDeclared) { try container.openScope(seeds: seeds) }
            failure(.seedNotDeclared) { try container.withScope(seeds: seeds) { _ in XCTFail("it is refused") } }
            withExtendedLifetime(seeds) { XCTAssertEqual(world.found, []) }
        }
        do {
            let seeds = [ScopeSeed(world.last())]
            container.close()
            failure(.closed) { try container.openScope(seeds: seeds) }
        }
        XCTAssertEqual(world.found, ["found", "closed"])
    }

    func testC2_WhatDependsOnAContainerGoesWhileOthersComeAndTheContainerEnds() throws {
        let world = world
        let parent = try world.open { _ in }
        let adopted = Tally()
        _ = race(threads: 4) { thread in
            for number in 0..<200 {
                // It is the last one that holds the child, or the parent is, while it looks for those that are gone.
                let child =
                    number % 2 == 0
                    ? try? Container(
                        Plan { plan in plan.singleton(Last.self) { _ in world.last() } }, parents: [parent])
                    : try? parent.overriding(
                        Plan(), adding: Plan { plan in plan.singleton(Last.self) { _ in world.last() } })
                guard let child, (try? child.resolve(Last.self)) != nil else { continue }
                adopted.increment()
                if thread == 0, number == 150 { parent.close() }
            }
        }
        XCTAssertGreaterThan(adopted.count, 150)
        XCTAssertEqual(world.found.count, adopted.count)
    }

    func testC2_AQualifierOfAFormerWait() throws {
        struct Mark: Hashable, Sendable {
            let last: Last
            static func == (left: Mark, right: Mark) -> Bool { left.last === right.last }
            func hash(into hasher: inout Hasher) {}
        }
        let world = world
        _ = try world.open { _ in }
        for _ in 0..<20 {
            let (isMaking, mark) = (Latch(), Mark(last: world.last()))
            let container = try Container(
                Plan {
                    $0.qualified(.singleton, Part.self, by: mark) { _ in
                        isMaking.open()
                        while !WaitPicture.description.contains("a thread waits: Part") { usleep(200) }
                        return Part()
                    }
                })
            Thread { _ = try? container.resolve(Part.self, named: RegistrationName(mark)) }.start()
            XCTAssertTrue(isMaking.wait())
            XCTAssertNotNil(try container.resolve(Part.self, named: RegistrationName(mark)))
        }
        let limit = Date(timeIntervalSinceNow: 60)
        while world.found.count < 20, Date() < limit { usleep(200) }
        XCTAssertEqual(world.found, Array(repeating: "found", count: 20), "the thread keeps nothing of its waits")
    }
}
