import Armory
import ArmoryTestSupport
import XCTest

private struct UnitOfWork: Sendable {}

private let file: StaticString = "Shop/Wiring.swift"

/// E4: a closure that asks for an instance of a scope which ends before its own instance does, to the letter.
final class CaptiveClosureTests: LeakCheckedTestCase {
    private final class Cache: Sendable { init(work: UnitOfWork) {} }

    private let captive = """
        Cache is a Singleton and holds UnitOfWork, which lives in the scope "request". [captive]
          path: Cache → UnitOfWork
          Cache is registered at Shop/Wiring.swift:12
          UnitOfWork is registered at Shop/Wiring.swift:9
          fix: register Cache as Scoped in the scope "request", or pass UnitOfWork to the calls that use it.
        """

    func testE1_ASingletonsClosureInAnOpenScopeSaysWhoKeepsWhat() throws {
        let container = try Container {
            Scoped(fileID: file, line: 9, UnitOfWork.init)
            Singleton(fileID: file, line: 12) { Cache(work: try $0()) }
        }
        try container.withScope { scope in
            assertMessage(failure(.captive) { try scope.resolve(Cache.self) }, captive)
        }
        assertMessage(failure(.captive) { try container.resolve(Cache.self) }, captive)
        failure(.outsideScope) { try container.resolve(UnitOfWork.self) }
        assertThreadIsIdle()
    }

    func testE1_ASingletonThatAwaitsAndADecoratedOneSayItToo() async throws {
        let awaiting = try Container {
            Scoped(fileID: file, line: 9, UnitOfWork.init)
            Singleton(fileID: file, line: 12) { resolver async throws in Cache(work: try await resolver()) }
        }
        try await awaiting.withScope { scope in
            do {
                _ = try await scope.resolveAsync(Cache.self)
                XCTFail("it was made")
            } catch let error as ResolutionError {
                assertMessage(error, captive)
            }
        }
        let decorated = try Container {
            Scoped(fileID: file, line: 9, UnitOfWork.init)
            Singleton(fileID: file, line: 12) { Cache(work: try $0()) }.inject { _, _ in }
            Decorator(Cache.self) { $0 }
        }
        try await decorated.withScope { scope in
            assertMessage(failure(.captive) { try scope.resolve(Cache.self) }, captive)
        }
    }

    func testE1_ASingletonThatAsksAnotherContainerHoldsNothingOfIt() throws {
        let other = try Container { Scoped(UnitOfWork.init) }
        let container = try Container { Singleton { Cache(work: try other.resolve()) } }
        failure(.outsideScope) { try container.resolve(Cache.self) }
    }
}
