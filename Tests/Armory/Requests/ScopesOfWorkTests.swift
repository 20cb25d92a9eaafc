import Armory
import ArmoryRequests
import ArmoryTestSupport
import XCTest

private struct Order: Sendable { let number: Int }

private struct Job: IncomingWork {
    let order: Order
    let reads = Locked(0)
    let failures = Locked<[ResolutionError]>([])

    var seeds: [ScopeSeed] {
        reads.withLock { $0 += 1 }
        return [ScopeSeed(order), ScopeSeed("job \(order.number)").named("label")]
    }

    func closingFailed(_ error: ResolutionError) { failures.withLock { $0.append(error) } }
}

private final class Work: Sendable {
    let order: Order
    let life = Counted()
    init(order: Order) { self.order = order }
}

// What is current beside the scope of work, and after it.
final class ScopesOfWorkTests: LeakCheckedTestCase {
    private func container() throws -> Container {
        try Container {
            Seeded(Order.self)
            Seeded(String.self).named("label")
            Scoped(Work.init)
        }
    }

    func testLIFE4_ATaskThatOutlivesItsWorkKeepsNothingAndGetsClosed() async throws {
        let source = ScopeSource(try container())
        let gate = AsyncStream.makeStream(of: Void.self)
        let gone = WeakReference<Work>()
        let task = try await source.withScope(of: Job(order: Order(number: 1))) { _ in
            gone.object = try Container.currentScope.resolve(Work.self)
            XCTAssertTrue(try Lazy<Work>()() === gone.object)
            return Task { () -> [ResolutionError.Code?] in
                for await _ in gate.stream { break }
                XCTAssertNil(Container.current)
                var codes: [ResolutionError.Code?] = []
                do { _ = try Container.currentScope } catch { codes.append((error as? ResolutionError)?.code) }
                do throws(ResolutionError) { _ = try Lazy<Work>()() } catch { codes.append(error.code) }
                return codes
            }
        }
        XCTAssertNil(gone.object)
        gate.continuation.yield()
        let codes = await task.value
        XCTAssertEqual(codes, [.closed, .closed])
    }

    func testINT6_AnUnclaimedScopeLeavesWhatIsCurrentOutside() async throws {
        let (outside, container) = (try Container {}, try container())
        try await outside.asCurrent {
            let scope = LazyScope(outside: Container.currentChoice)
            try await scope.asCurrent {
                XCTAssertTrue(Container.current === outside)
                let source = ScopeSource(container)
                XCTAssertTrue(scope.claim(WorkOpener(source, Job(order: Order(number: 3))), nil))
                XCTAssertEqual(try XCTUnwrap(Container.current).resolve(Work.self).order.number, 3)
                await scope.end(.completed)
                XCTAssertNil(Container.current)
            }
        }
        try await container.withScope(seeds: [ScopeSeed(Order(number: 4)), ScopeSeed("").named("label")]) { around in
            let scope = LazyScope(outside: Container.currentChoice)
            await scope.asCurrent {
                XCTAssertTrue(Container.current === around)
                await scope.end(.completed)
            }
        }
    }

    // The end of a container finds the scope of work by its holder, and by a weak reference after that.
    func testLIFE4_TheEndOfAContainerFindsScopesOfWorkHeldOrLetGo() async throws {
        for isEnded in [false, true] {
            let log = Locked<[String]>([])
            let container = try Container {
                Seeded(Order.self)
                Seeded(String.self).named("label")
                Scoped(Work.init).onShutdown { work in log.withLock { $0.append("\(work.order.number)") } }
            }
            let source = ScopeSource(container)
            // Never used; released without an end; released while its container is kept; held to the end.
            _ = try source.begin(Job(order: Order(number: 0))).open()
            _ = try source.begin(Job(order: Order(number: 1))).open().resolve(Work.self)
            XCTAssertEqual(log.withLock { $0 }, ["1"])
            let kept = try source.begin(Job(order: Order(number: 2))).open()
            XCTAssertEqual(try kept.resolve(Work.self).order.number, 2)
            let held = try source.begin(Job(order: Order(number: 3)))
            XCTAssertEqual(try held.open().resolve(Work.self).order.number, 3)
            if isEnded {
                await held.end(.completed)
                XCTAssertEqual(log.withLock { $0 }, ["1", "3"])
            }
            try await container.shutdown()
            XCTAssertEqual(log.withLock { $0.sorted() }, ["1", "2", "3"])
            XCTAssertThrowsError(try kept.resolve(Work.self))
            await held.end(.completed)
            XCTAssertEqual(log.withLock { $0.count }, 3, "each once")
        }
    }

    // However and whenever the scope comes to its end.
    func testC10_TheEndOfAContainerWaitsForTheHooksOfScopesOfWork() async throws {
        for way in ["ended before", "released before", "ended meanwhile", "released meanwhile", "open"] {
            let log = Locked<[String]>([])
            let (isIn, goOn) = (Latch(), Latch())
            let container = try Container {
                Seeded(Order.self)
                Seeded(String.self).named("label")
                Transient(Int8.self) { 1 }
                Singleton(Int.self) { 7 }.onShutdown { _ in log.withLock { $0.append("container") } }
                Scoped(Work.init).onShutdown { _ in
                    isIn.open()
                    await pass(goOn)
                    log.withLock { $0.append("work") }
                }
            }
            _ = try container.resolve(Int.self)
            let source = ScopeSource(container)
            var scope: LazyScope? = try source.begin(Job(order: Order(number: 1)))
            _ = try scope?.open().resolve(Work.self)
            let first = way == "ended before" ? Task { [scope] in await scope?.end(.completed) } : nil
            if way == "released before" { scope = nil }
            if way.hasSuffix("before") { await pass(isIn) }
            let end = Task {
                try await container.shutdown()
                log.withLock { $0.append("over") }
            }
            await pass(isIn)
            let second = way == "ended meanwhile" ? Task { [scope] in await scope?.end(.completed) } : nil
            if way == "released meanwhile" { scope = nil }
            while second != nil, scope?.isExpired == false { await Task.yield() }
            while (try? container.resolve(Int8.self)) != nil { await Task.yield() }
            // An end that does not wait has some time to go on.
            for _ in 0..<200 { await Task.yield() }
            XCTAssertEqual(log.withLock { $0 }, [], way)
            goOn.open()
            try await end.value
            for task in [first, second] { await task?.value }
            XCTAssertEqual(log.withLock { $0 }, ["work", "container", "over"], way)
            withExtendedLifetime(scope) {}
        }
    }

    func testLIFE4_ScopesOfWorkAreLetGoWhileTheirContainerEnds() {
        let label = "LIFE4 scopes of work that end or are released while their container ends"
        let report = Barrage(label, threads: 3, rounds: StressScale.scaled(3_000, underThreadSanitizer: 300)).run(
            prepare: { round in
                let container = try Container {
                    Seeded(Order.self)
                    Seeded(String.self).named("label")
                    // In every other round a scope has to be ended in full.
                    if round % 2 == 0 { Scoped(Work.init) } else { Scoped(Work.init).onShutdown { _ in } }
                }
                return (container: container, source: ScopeSource(container))
            },
            body: { stage, thread in
                guard thread != 0 else { return stage.container.close().count }
                var closed = 0
                for number in 0..<6 {
                    do throws(ResolutionError) {
                        let scope = try stage.source.begin(Job(order: Order(number: number)))
                        let opened = try scope.open()
                        // One is ended while it is used, one after that; the third is released by the end of this pass, its container before it.
                        if number % 3 == 0 { Task.detached { await scope.end(.completed) } }
                        if number % 3 != 2 { _ = try opened.resolve(Work.self) }
                        if number % 3 == 1 { Task.detached { await scope.end(.completed) } }
                    } catch {
                        guard error.code == .closed else { return 100 }
                        closed += 1
                    }
                }
                return closed
            },
            check: { _, results in
                for result in results { try expect(try result.get() <= 6, "another error than closed") }
            })
        XCTAssertNil(report.miss)
        var stated = Stated(label)
        stated.add(report.rounds * 12, "scopes")
        stated.state(misses: report.misses)
    }
}
