import Armory
import ArmoryRequests
import ArmoryTestSupport
import XCTest

private struct Order: Sendable { let number: Int }

private struct Job: IncomingWork {
    let order: Order
    let reads = Locked(0)
    let failures = Locked<[ResolutionError]>([])

    var seeds: [Seed] {
        reads.withLock { $0 += 1 }
        return [Seed(order), Seed("job \(order.number)").named("label")]
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
        try await container.withScope(seeds: [Seed(Order(number: 4)), Seed("").named("label")]) { around in
            let scope = LazyScope(outside: Container.currentChoice)
            await scope.asCurrent {
                XCTAssertTrue(Container.current === around)
                await scope.end(.completed)
            }
        }
    }
}
