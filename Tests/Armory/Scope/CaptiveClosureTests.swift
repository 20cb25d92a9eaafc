import Armory
import ArmoryTestSupport
import XCTest

private struct UnitOfWork: Sendable {}

private let file: StaticString = "Shop/Wiring.swift"

/// E4: a closure that asks for an instance of a scope which ends before its own instance does.
final class CaptiveClosureTests: LeakCheckedTestCase {
    private final class Cache: Sendable { init(work: UnitOfWork) {} }

    private func assertCaptive(_ error: ResolutionError?, line: UInt = #line) {
        XCTAssertEqual(error?.code, .captive, line: line)
        assertErrorText(error, "captive: in a closure of a singleton", line: line)
    }

    func testE1_ASingletonsClosureInAnOpenScopeSaysWhoKeepsWhat() throws {
        let container = try Container {
            Scoped(fileID: file, line: 9, UnitOfWork.init)
            Singleton(fileID: file, line: 12) { Cache(work: try $0.resolve()) }
        }
        try container.withScope { scope in
            assertCaptive(failure(.captive) { try scope.resolve(Cache.self) })
        }
        assertCaptive(failure(.captive) { try container.resolve(Cache.self) })
        failure(.outsideScope) { try container.resolve(UnitOfWork.self) }
        assertThreadIsIdle()
    }

    func testE1_ASingletonThatAwaitsAndADecoratedOneSayItToo() async throws {
        let awaiting = try Container {
            Scoped(fileID: file, line: 9, UnitOfWork.init)
            Singleton(fileID: file, line: 12) { resolver async throws in Cache(work: try await resolver.resolve()) }
        }
        try await awaiting.withScope { scope in
            do {
                _ = try await scope.resolveAsync(Cache.self)
                XCTFail("it was made")
            } catch let error as ResolutionError {
                assertCaptive(error)
            }
        }
        let decorated = try Container {
            Scoped(fileID: file, line: 9, UnitOfWork.init)
            Singleton(fileID: file, line: 12) { Cache(work: try $0.resolve()) }.inject { _, _ in }
            Decorator(Cache.self) { $0 }
        }
        try await decorated.withScope { scope in
            assertCaptive(failure(.captive) { try scope.resolve(Cache.self) })
        }
    }

    func testE1_ASingletonThatAsksAnotherContainerHoldsNothingOfIt() throws {
        let other = try Container { Scoped(UnitOfWork.init) }
        let container = try Container { Singleton { Cache(work: try other.resolve()) } }
        failure(.outsideScope) { try container.resolve(Cache.self) }
    }
}
