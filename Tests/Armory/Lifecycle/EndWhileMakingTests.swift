import Armory
import ArmoryTestSupport
import Foundation
import XCTest

private final class Database: Sendable {
    private let life = Counted()
}

private final class Repository: Sendable {
    let database: Database
    private let life = Counted()
    init(database: Database) { self.database = database }
}

/// C10: an end while an instance is being made.
final class EndWhileMakingTests: LeakCheckedTestCase {
    private let log = Log<String>()

    /// A repository whose factory ends when it is cancelled, or only at a door, and then succeeds.
    ///
    /// - Parameter isCancelled: Opened when the factory is cancelled while it waits at the door.
    private func application(
        opening isMaking: StartDoor, ignoringCancellation door: StartDoor? = nil, noting isCancelled: StartDoor? = nil,
        in tag: ScopeTag? = nil
    ) throws -> Container {
        let log = log
        @Sendable func repository(_ resolver: AsyncResolver) async throws -> Repository {
            let database: Database = try await resolver.resolve()
            isMaking.open()
            if let door {
                await withTaskCancellationHandler {
                    await door.wait()
                } onCancel: {
                    isCancelled?.open()
                }
            } else {
                try await Task.sleep(for: .seconds(3600))
            }
            log.add(Task.isCancelled ? "cancelled" : "made")
            return Repository(database: database)
        }
        return try Container {
            if let tag {
                Scoped { Database() }.in(tag).onShutdown { _ in log.add("close database") }
                Scoped(Repository.self, repository).in(tag).onShutdown { _ in
                    await Task.yield()
                    log.add("close repository")
                }
            } else {
                Singleton { Database() }.onShutdown { _ in log.add("close database") }
                Singleton(Repository.self, repository).onShutdown { _ in
                    await Task.yield()
                    log.add("close repository")
                }
            }
        }
    }

    private func assertClosed(_ result: Result<Repository, any Error>, line: UInt = #line) {
        switch result {
        case .success: XCTFail("who asked gets closed", line: line)
        case .failure(let error):
            XCTAssertEqual((error as? ResolutionError)?.code, .closed, "\(error)", line: line)
        }
    }

    func testC10_AShutdownCancelsAFactoryThatAwaits() async throws {
        for tag in [nil, ScopeTag.request] {
            let isMaking = StartDoor()
            let application = try application(opening: isMaking, in: tag)
            let container = tag == nil ? application : try application.openScope()
            let asks = (0..<3).map { _ in Task { try await container.resolveAsync(Repository.self) } }
            await isMaking.wait()
            try await container.shutdown()
            for ask in asks { assertClosed(await ask.result) }
        }
        XCTAssertEqual(log.all, ["close database", "close database"])
    }

    func testC10_AShutdownWaitsForAFactoryThatIgnoresIt() async throws {
        for tag in [nil, ScopeTag.request] {
            let (goOn, isMaking, isCancelled) = (StartDoor(), StartDoor(), StartDoor())
            let application = try application(
                opening: isMaking, ignoringCancellation: goOn, noting: isCancelled, in: tag)
            let container = tag == nil ? application : try application.openScope()
            let asks = (0..<3).map { _ in Task { try await container.resolveAsync(Repository.self) } }
            await isMaking.wait()
            let end = Task { try await container.shutdown() }
            await isCancelled.wait()
            XCTAssertTrue(container.isClosed)
            goOn.open()
            try await end.value
            for ask in asks { assertClosed(await ask.result) }
        }
        let once = ["cancelled", "close repository", "close database"]
        XCTAssertEqual(log.all, once + once)
    }

    func testC10_AfterTheLimitItsMakerClosesIt() async throws {
        let (goOn, isMaking) = (StartDoor(), StartDoor())
        let container = try application(opening: isMaking, ignoringCancellation: goOn)
        let ask = Task { try await container.resolveAsync(Repository.self) }
        await isMaking.wait()
        try await container.shutdown(within: .milliseconds(20))
        XCTAssertEqual(log.all, ["close database"])
        goOn.open()
        assertClosed(await ask.result)
        await eventually("it is closed") { self.log.all.count == 3 }
        XCTAssertEqual(log.all, ["close database", "cancelled", "close repository"])
    }

    func testC10_ACloseCancelsIt() async throws {
        for tag in [nil, ScopeTag.request] {
            let isMaking = StartDoor()
            let application = try application(opening: isMaking, in: tag)
            let container = tag == nil ? application : try application.openScope()
            let ask = Task { try await container.resolveAsync(Repository.self) }
            await isMaking.wait()
            container.close()
            assertClosed(await ask.result)
        }
        XCTAssertEqual(log.all, ["close database", "close database"])
    }

    func testC10_AShutdownWaitsForAThread() async throws {
        let (log, isMaking, goOn) = (log, StartDoor(), DispatchSemaphore(value: 0))
        let container = try Container {
            Singleton { Database() }.onShutdown { _ in log.add("close database") }
            Singleton { resolver in
                let repository = Repository(database: try resolver.resolve())
                isMaking.open()
                goOn.wait()
                return repository
            }
            .onShutdown { _ in
                await Task.yield()
                log.add("close repository")
            }
        }
        let results = Log<Result<Repository, any Error>>()
        for _ in 0..<2 {
            let thread = Thread {
                results.add(Result(catching: { try container.resolve(Repository.self) as Repository }))
            }
            thread.start()
        }
        await isMaking.wait()
        let end = Task { try await container.shutdown() }
        while !container.isClosed { await Task.yield() }
        XCTAssertEqual(log.all, [])
        goOn.signal()
        try await end.value
        XCTAssertEqual(log.all, ["close repository", "close database"])
        await eventually("both have asked") { results.all.count == 2 }
        for result in results.all { assertClosed(result) }
    }
}
