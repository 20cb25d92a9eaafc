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

private struct Failure: Error {}

// A scope for work that comes in, without a framework.
final class ScopeSourceTests: LeakCheckedTestCase {
    private let ends = Locked<[String]>([])

    private func container(
        _ tag: ScopeTag = .request, subscriber: (any EventSubscriber)? = nil, hookThrows: Bool = false
    ) throws -> Container {
        try Container(configuration: .init(subscribers: subscriber.map { [$0] } ?? [])) {
            Seeded(Order.self).in(tag)
            Seeded(String.self).named("label").in(tag)
            Scoped(Work.init).in(tag).onShutdown { [ends] (work: Work, end: ScopeOutcome) async throws in
                ends.withLock { $0.append("\(work.order.number) \(end.isCompleted ? "completed" : "failed")") }
                if hookThrows { throw Failure() }
            }
        }
    }

    private final class Worker: Sendable {
        let scopes: ScopeSource
        let life = Counted()
        init(scopes: ScopeSource) { self.scopes = scopes }
    }

    func testM1_AnInstanceThatStoresASourceOfItsResolverDoesNotKeepItsContainer() async throws {
        weak var released: Container?
        let worker: Worker
        do {
            let container = try Container {
                Seeded(Order.self)
                Seeded(String.self).named("label")
                Scoped(Work.init)
                Singleton { Worker(scopes: ScopeSource(in: $0)) }
            }
            released = container
            worker = try container.resolve()
            let number = try await worker.scopes.withScope(of: Job(order: Order(number: 7))) { scope in
                try scope.open().resolve(Work.self).order.number
            }
            XCTAssertEqual(number, 7)
        }
        XCTAssertNil(released)
        do {
            try await worker.scopes.withScope(of: Job(order: Order(number: 8))) { _ in XCTFail("there is no scope") }
        } catch {
            XCTAssertEqual((error as? ResolutionError)?.code, .closed)
        }
    }

    func testINT6_WorkHasAScopeWithItsSeedsThatEndsWithIt() async throws {
        let source = ScopeSource(try container())
        for number in 0..<3 {
            let found = try await source.withScope(of: Job(order: Order(number: number))) { scope in
                let work = try Container.currentScope.resolve(Work.self)
                XCTAssertTrue(try scope.open().resolve(Work.self) === work)
                XCTAssertTrue(try XCTUnwrap(Container.current).resolve(Work.self) === work)
                let inChild = Task { try Container.currentScope.resolve(Work.self) === work }
                let isSame = try await inChild.value
                XCTAssertTrue(isSame)
                XCTAssertEqual(try scope.open().resolve(String.self, named: "label"), "job \(number)")
                return work.order.number
            }
            XCTAssertEqual(found, number)
        }
        XCTAssertEqual(ends.withLock { $0 }, ["0 completed", "1 completed", "2 completed"])
    }

    func testINT6_WorkThatUsesNothingOpensNoScopeAndReadsNoSeeds() async throws {
        let opened = Locked(0)
        let source = ScopeSource(try container(subscriber: Counts(opened)))
        var jobs: [Job] = []
        for number in 0..<4 {
            let job = Job(order: Order(number: number))
            try await source.withScope(of: job) { _ in }
            jobs.append(job)
        }
        XCTAssertEqual(opened.withLock { $0 }, 1, "the first, which proves that the seeds are registered")
        XCTAssertEqual(jobs.map { $0.reads.withLock { $0 } }, [1, 0, 0, 0])
    }

    private struct Counts: EventSubscriber {
        let opened: Locked<Int>
        init(_ opened: Locked<Int>) { self.opened = opened }
        var kinds: ContainerEvent.Kinds { .scopes }
        func receive(_ event: ContainerEvent) {
            if case .opened = event { opened.withLock { $0 += 1 } }
        }
    }

    func testINT6_AScopeEndsAsItsWorkDid() async throws {
        let source = ScopeSource(try container())
        let job = Job(order: Order(number: 1))
        do {
            try await source.withScope(of: job) { _ in
                _ = try Container.currentScope.resolve(Work.self)
                throw Failure()
            }
            XCTFail("the error is lost")
        } catch is Failure {}
        try await source.withScope(of: job) { scope in
            _ = try scope.open().resolve(Work.self)
            scope.fail(Failure())
        }
        let scope = try source.begin(job)
        _ = try scope.open().resolve(Work.self)
        await scope.end(.completed)
        await scope.end(.failed(Failure()))
        try await scope.endOrThrow()
        XCTAssertEqual(ends.withLock { $0 }, ["1 failed", "1 failed", "1 completed"])
        XCTAssertThrowsError(try scope.open().resolve(Work.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .closed)
        }
    }

    func testINT6_ErrorsOfHooksReachTheCallerOrTheWork() async throws {
        let source = ScopeSource(try container(hookThrows: true))
        let job = Job(order: Order(number: 1))
        do {
            try await source.withScope(of: job) { _ in _ = try Container.currentScope.resolve(Work.self) }
            XCTFail("the error of the hook is lost")
        } catch let error as ResolutionError {
            XCTAssertEqual(error.code, .shutdownFailed)
        }
        XCTAssertEqual(job.failures.withLock { $0.count }, 0, "the caller has it")
        do {
            try await source.withScope(of: job) { _ in
                _ = try Container.currentScope.resolve(Work.self)
                throw Failure()
            }
            XCTFail("the error of the body is lost")
        } catch is Failure {}
        let failures = job.failures.withLock { $0 }
        XCTAssertEqual(failures.map(\.code), [.shutdownFailed])
        XCTAssertTrue(failures.first?.faults.first?.underlying is Failure)
    }

    func testINT6_AClosureThatIsThrownAwayEndsItsScope() async throws {
        let source = ScopeSource(try container())
        var ending: EndingAtRelease? = EndingAtRelease(
            try source.begin(Job(order: Order(number: 7))), failing: Failure())
        _ = try ending?.scope.open().resolve(Work.self)
        ending = nil
        let limit = ContinuousClock.now + .seconds(60)
        while ends.withLock({ $0.isEmpty }), ContinuousClock.now < limit { await Task.yield() }
        XCTAssertEqual(ends.withLock { $0 }, ["7 failed"])
        _ = ending
    }

    func testINT6_TheEndOfTheContainerWaitsForAScopeThatWasThrownAway() async throws {
        let isClosed = Locked(false)
        let container = try Container {
            Seeded(Order.self)
            Seeded(String.self).named("label")
            Scoped(Work.init).onShutdown { (_: Work) async in
                for _ in 0..<1000 { await Task.yield() }
                isClosed.withLock { $0 = true }
            }
        }
        let source = ScopeSource(container)
        do {
            let ending = EndingAtRelease(try source.begin(Job(order: Order(number: 7))), failing: Failure())
            _ = try ending.scope.open().resolve(Work.self)
        }
        try await container.shutdown()
        XCTAssertTrue(isClosed.withLock { $0 })
    }

    func testINT6_TheFirstWorkTellsOfAMissingRegistrationAndEachOfAClosedContainer() async throws {
        let bare = ScopeSource(try Container { Scoped { 1 } })
        for _ in 0..<2 {
            XCTAssertThrowsError(try bare.begin(Job(order: Order(number: 1)))) { error in
                XCTAssertEqual((error as? ResolutionError)?.code, .seedNotDeclared)
            }
        }
        let container = try container()
        let source = ScopeSource(container)
        try await source.withScope(of: Job(order: Order(number: 1))) { _ in }
        let before = try source.begin(Job(order: Order(number: 2)))
        container.close()
        XCTAssertThrowsError(try source.begin(Job(order: Order(number: 3)))) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .closed)
        }
        XCTAssertThrowsError(try before.open()) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .closed)
        }
        await before.end(.completed)
    }

    /// A connection, and a message inside of it.
    func testINT6_AScopeInsideAScopeSeesIt() async throws {
        let connection = ScopeTag("connection")
        let message = ScopeTag("message", inside: connection)
        let container = try Container {
            Seeded(Order.self).in(connection)
            Seeded(String.self).named("label").in(connection)
            Scoped(Work.init).in(connection)
            Seeded(Int.self).in(message)
            Scoped { resolver in "\(try resolver.resolve(Work.self).order.number).\(try resolver.resolve(Int.self))" }
                .in(message)
        }
        let connections = ScopeSource(container, tag: connection)
        try await connections.withScope(of: Job(order: Order(number: 5))) { scope in
            let messages = ScopeSource(try scope.open(), tag: message)
            for number in 0..<3 {
                try await messages.withScope(of: Message(number: number)) { _ in
                    XCTAssertEqual(try Container.currentScope.resolve(String.self), "5.\(number)")
                }
            }
        }
        XCTAssertThrowsError(try ScopeSource(container, tag: message).begin(Message(number: 1))) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .outsideScope)
        }
    }

    private struct Message: IncomingWork {
        let number: Int
        var seeds: [ScopeSeed] { [ScopeSeed(number)] }
        func closingFailed(_ error: ResolutionError) {}
    }

    func testINT6_WithoutAScopeTheErrorSaysWhatBeginsOne() async throws {
        XCTAssertThrowsError(try Container.currentScope) { error in
            XCTAssertTrue("\(error)".contains("ScopeSource.withScope(of:)"), "\(error)")
        }
        let page = try Documentation.page("Sources/Armory/Armory.docc/Use/Requests.md")
        XCTAssertTrue(page.contains("```text\n\(NoCurrentScope())\n```"), "the page shows the message")
        try container().asCurrent {
            XCTAssertThrowsError(try Container.currentScope) { XCTAssertTrue($0 is NoCurrentScope, "no scope of work") }
        }
    }

    func testINT6_ManyTasksOfWorkOpenOneScope() async throws {
        let source = ScopeSource(try container())
        for round in 0..<StressScale.scaled(2000, atLeast: 50) {
            let count = try await source.withScope(of: Job(order: Order(number: round))) { _ in
                try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
                    for _ in 0..<8 { group.addTask { ObjectIdentifier(try Container.currentScope.resolve(Work.self)) } }
                    return try await group.reduce(into: Set()) { $0.insert($1) }.count
                }
            }
            XCTAssertEqual(count, 1)
            XCTAssertEqual(ends.withLock { $0.count }, round + 1)
        }
    }
}
