// LIFE5, O3, O4: kept instances at the end of their container, beside other instances, and in containers that override.

import Armory
import ArmoryTestSupport
import XCTest

private final class Part: Tracked, @unchecked Sendable {  // Immutable.
    let name: String
    init(_ tracker: LifetimeTracker, _ name: String) {
        self.name = name
        super.init(tracker)
    }
}

private final class Owner: Tracked, @unchecked Sendable {  // As above.
    let part: Part
    init(_ tracker: LifetimeTracker, _ part: Part) {
        self.part = part
        super.init(tracker)
    }
}

private final class Needy: Sendable {
    let part: Part
    init(part: Part) { self.part = part }
}

final class KeptEndTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()
    private let closed = Log<String>()

    private func filled() throws -> Container {
        let container = try Container {
            Kept(arguments: Int.self) { [tracker] _, number in Part(tracker, "kept \(number)") }
                .onShutdown { [closed] part in closed.add(part.name) }
            Singleton { [tracker] in Part(tracker, "single") }.named("single")
                .onShutdown { [closed] part in closed.add(part.name) }
        }
        for number in 0..<20 {
            _ = try container.resolve(Part.self, arguments: number)
            if number == 9 { _ = try container.resolve(Part.self, named: "single") }
        }
        return container
    }

    private var allNewestFirst: [String] {
        (10..<20).reversed().map { "kept \($0)" } + ["single"] + (0..<10).reversed().map { "kept \($0)" }
    }

    func testO3_TheyAreClosedAmongAllTheNewestFirst() throws {
        let container = try filled()
        container.close()
        XCTAssertEqual(closed.all, allNewestFirst)
        failure(.closed) { try container.resolve(Part.self, arguments: 100) }
    }

    func testLIFE3_ErrorsOfHooksThatNobodyIsThrownAreReported() async throws {
        let reported = Log<String>()
        let own = Shelf<Container?>(nil)
        let clock = ManualClock()
        func part(_ name: String) -> Kept<Part> {
            Kept { [tracker] in Part(tracker, name) }.named(RegistrationName(name)).onShutdown { _ in throw Mishap(1) }
        }
        let container = try Container(
            configuration: .init(reportFailure: { reported.add("\($0.key)") })
        ) {
            part("too old").lifetime(TimeToLive(.seconds(1), clock: clock))
            part("of a task").lifetime(PerTask())
            part("of a thread").lifetime(PerThread())
            Kept { [tracker] in
                own.value?.evict(Part.self, named: "unfinished")
                return Part(tracker, "unfinished")
            }
            .named("unfinished").onShutdown { _ in throw Mishap(1) }
        }
        own.value = container
        defer { own.value = nil }
        @Sendable func resolve(_ name: RegistrationName) throws { _ = try container.resolve(Part.self, named: name) }
        try resolve("too old")
        clock.advance(by: .seconds(2))
        try resolve("too old")
        XCTAssertEqual(reported.all, ["Part named \"too old\""])
        try PerTask.withTaskInstances { try resolve("of a task") }
        XCTAssertEqual(reported.all.last, "Part named \"of a task\"")
        try resolve("unfinished")
        XCTAssertEqual(reported.all.last, "Part named \"unfinished\"")
        try onThread(stackSize: 1 << 20) { try resolve("of a thread") }
        for _ in 0..<60_000 where reported.all.count < 4 { try await Task.sleep(for: .milliseconds(1)) }
        XCTAssertEqual(reported.all.dropFirst(3), ["Part named \"of a thread\""])
    }

    func testM1_TheyGoWithAContainerThatIsReleasedTheNewestFirst() throws {
        weak var last: Container?
        do {
            let container = try filled()
            last = container
        }
        XCTAssertNil(last, "nothing that it keeps holds it")
        XCTAssertEqual(closed.all, allNewestFirst)
        XCTAssertEqual(tracker.releaseOrder, (1...21).reversed())
    }

    func testO3_WhatNeedsAKeptInstanceIsClosedBeforeIt() throws {
        let container = try Container {
            Kept { [tracker] in Part(tracker, "kept") }.onShutdown { [closed] part in closed.add(part.name) }
            Singleton { [tracker] (resolver: Resolver) in Owner(tracker, try resolver.resolve()) }
                .onShutdown { [closed] owner in closed.add("owner of \(owner.part.name)") }
        }
        _ = try container.resolve(Owner.self)
        container.close()
        XCTAssertEqual(closed.all, ["owner of kept", "kept"])
    }

    func testO4_AnOverridingContainerHasItsOwn() throws {
        let base = try Container {
            Kept(arguments: Int.self) { [tracker] _, number in Part(tracker, "kept \(number)") }
            Kept { [tracker] in Part(tracker, "plain") }.named("plain")
            Singleton(Needy.init, .named("plain"))
        }
        let other = try base.overriding(Plan())
        let own = try other.resolve(Part.self, arguments: 1)
        XCTAssertFalse(try base.resolve(Part.self, arguments: 1) === own)
        XCTAssertTrue(try other.resolve(Part.self, arguments: 1) === own)
        XCTAssertTrue(try other.resolve(Needy.self).part === other.resolve(Part.self, named: "plain"))
        XCTAssertFalse(try base.resolve(Needy.self) === other.resolve(Needy.self))
        base.evict(Part.self, arguments: 1)
        XCTAssertTrue(try other.resolve(Part.self, arguments: 1) === own)
    }

    func testMOD2_AModuleInTwoContainersHasInstancesOfEach() throws {
        let tracker = tracker
        let module = Module { Kept { Part(tracker, "kept") } }
        let (one, other) = try (Container { module }, Container { module })
        XCTAssertFalse(try one.resolve(Part.self) === other.resolve(Part.self))
    }

    // MARK: Factories that await

    func testC5_OneForEachValueUnderTasks() async throws {
        let container = try Container {
            Kept(arguments: Int.self) { [tracker] (_: AsyncResolver, number: Int) async in
                await Task.yield()
                return Part(tracker, "\(number)")
            }.onShutdown { [closed] part in closed.add(part.name) }
        }
        let serials = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<60 {
                group.addTask { try await container.resolveAsync(Part.self, arguments: task % 3).serial }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        XCTAssertEqual(serials.count, 3)
        XCTAssertEqual(tracker.made, 3)
        failure(.asynchronous) { try container.resolve(Part.self, arguments: 9) }
        XCTAssertEqual(try container.resolve(Part.self, arguments: 1).name, "1", "it exists")
        container.evict(Part.self, arguments: 1)
        XCTAssertEqual(closed.all, ["1"])
        let again = try await container.resolveAsync(Part.self, arguments: 1)
        XCTAssertEqual(again.serial, 4)
    }

    func testC5_WhatIsLetGoWhileATaskMakesItGoesToItsAsker() async throws {
        let (begun, ended) = (Latch(), Latch())
        let container = try Container {
            Kept { [tracker] () async in
                begun.open()
                await pass(ended)
                return Part(tracker, "late")
            }.onShutdown { [closed] part in closed.add(part.name) }
        }
        async let asked = container.resolveAsync(Part.self).serial
        await pass(begun)
        container.evict(Part.self)
        ended.open()
        let serial = try await asked
        XCTAssertEqual(serial, 1)
        await eventually("it is closed") { closed.all == ["late"] }
        let isEmpty = await tracker.isEmptySoon()
        XCTAssertTrue(isEmpty)
    }

    func testWithoutAPlaceAnAwaitingFactoryMakesOneForItsAsker() async throws {
        let container = try Container {
            Kept(arguments: Int.self) { [tracker] (_: AsyncResolver, number: Int) async in Part(tracker, "\(number)") }
                .lifetime(TimeToLive(.zero))
        }
        let (one, other) = (
            try await container.resolveAsync(Part.self, arguments: 1),
            try await container.resolveAsync(Part.self, arguments: 1)
        )
        XCTAssertFalse(one === other)
        XCTAssertEqual(one.name, "1")
    }

    // MARK: The end of idle instances

    func testTheEndOfTheContainerClosesAllOnceAndEndsTheLookForUnusedOnes() throws {
        weak var last: Container?
        do {
            let container = try Container {
                Kept(arguments: Int.self) { [tracker] _, number in Part(tracker, "\(number)") }
                    .lifetime(RecentlyUsed(atMost: 5, idle: .seconds(3600)))
                    .onShutdown { [closed] part in closed.add(part.name) }
            }
            last = container
            for number in 1...3 { _ = try container.resolve(Part.self, arguments: number) }
            container.close()
        }
        XCTAssertEqual(closed.all, ["3", "2", "1"])
        XCTAssertNil(last)
        XCTAssertEqual(tracker.alive, 0)
    }

    func testM1_AThreadThatOutlivesItsContainerKeepsNothing() throws {
        let results = race(threads: 5) { [tracker] _ in
            let container = try Container { Kept { Part(tracker, "mine") }.lifetime(PerThread()) }
            for _ in 0..<100 { _ = try container.resolve(Part.self) }
        }
        for result in results { try result.get() }
        XCTAssertEqual(tracker.made, 5)
        XCTAssertEqual(tracker.alive, 0)
    }

    func testM1_ThreadsThatEndRaceWithEvictionsAndEnds() throws {
        let rounds = StressScale.scaled(200, underThreadSanitizer: 40)
        for round in 0..<rounds {
            let container = try Container {
                Kept { [tracker] in Part(tracker, "mine") }.lifetime(PerThread())
                    .onShutdown { [closed] part in closed.add("\(part.serial)") }
            }
            let changer = Thread {
                for _ in 0..<10 { if round % 2 == 0 { container.evict(Part.self) } else { container.close() } }
            }
            changer.start()
            for _ in 0..<4 { try onEndedThread { _ = try? container.resolve(Part.self) } }
            while !changer.isFinished { sched_yield() }
            container.close()
        }
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(closed.all.count, tracker.made)
        XCTAssertEqual(Set(closed.all).count, tracker.made, "each once")
    }

    // MARK: Tasks

    /// When a task has ended, the system may give its identity to another one; it tells none of the two apart that run.
    func testNoTwoTasksThatRunShareAnInstance() async throws {
        let container = try Container { Kept { [tracker] in Part(tracker, "task's") }.lifetime(PerTask()) }
        let inUse = Log<Int>()
        let misses = Counter()
        await PerTask.withTaskInstances {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<200 {
                    group.addTask {
                        await Task {
                            guard let serial = try? container.resolve(Part.self).serial else {
                                misses.increment()
                                return
                            }
                            inUse.add(serial)
                            await Task.yield()
                            if (try? container.resolve(Part.self).serial) != serial { misses.increment() }
                        }.value
                    }
                }
            }
        }
        XCTAssertEqual(misses.value, 0)
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(inUse.all.count, 200)
    }
}
