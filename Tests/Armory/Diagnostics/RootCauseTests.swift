import Armory
import ArmoryTestSupport
import XCTest

private struct Conflict: Error, Equatable { var number = 0 }

private struct Store: Sendable {}
private struct Account: Sendable {}
private struct Audit: Sendable {}
private struct Order: Resolvable {
    init(resolver: Resolver, arguments: Void) throws { throw Conflict(number: 7) }
}

private struct Level<Inner>: Sendable {
    init(_ inner: Inner) {}
}

// The program's error at the bottom of an error, wherever it was thrown.
final class RootCauseTests: LeakCheckedTestCase {
    private func rootCause(_ body: () throws -> Void) -> Conflict? {
        do { try body() } catch { return (error as? ResolutionError)?.rootCause as? Conflict }
        return nil
    }

    private func rootCause(_ body: () async throws -> Void) async -> Conflict? {
        do { try await body() } catch { return (error as? ResolutionError)?.rootCause as? Conflict }
        return nil
    }

    func testFactoriesInjectionsAndDecorators() throws {
        let container = try Container {
            Singleton { () throws -> Store in throw Conflict(number: 1) }
            Singleton { Account() }.inject { _, _ in throw Conflict(number: 2) }
            Decorator(Audit.self) { _ throws -> Audit in throw Conflict(number: 3) }
            Singleton { Audit() }
        }
        XCTAssertEqual(rootCause { _ = try container.resolve(Store.self) }?.number, 1)
        XCTAssertEqual(rootCause { _ = try container.resolve(Account.self) }?.number, 2)
        XCTAssertEqual(rootCause { _ = try container.resolve(Audit.self) }?.number, 3)
        XCTAssertEqual(rootCause { _ = try container.resolve(Order?.self) }?.number, 7)
        XCTAssertEqual(
            rootCause { _ = try Container { Singleton { () throws -> Store in throw Conflict(number: 4) }.eager() } }?
                .number, 4)
    }

    func testAnAsyncFactory() async throws {
        let container = try Container {
            Singleton { () async throws -> Store in throw Conflict(number: 1) }
            Singleton { (_: Store) async in Account() }
        }
        let cause = await rootCause { _ = try await container.resolveAsync(Account.self) }
        XCTAssertEqual(cause?.number, 1)
    }

    func testFiveContainersDeep() throws {
        // A factory that has another thread resolve in another container: the thread's path begins anew, so its error is wrapped.
        var container = try Container { Singleton { () throws -> Store in throw Conflict(number: 5) } }
        for level in 1...5 {
            let inner = container
            container = try Container {
                if level.isMultiple(of: 2) {
                    Singleton { () throws in
                        _ = try race(threads: 1) { _ in try inner.resolve(Account.self) }[0].get()
                        return Store()
                    }
                } else {
                    Singleton { () throws in
                        _ = try race(threads: 1) { _ in try inner.resolve(Store.self) }[0].get()
                        return Account()
                    }
                }
            }
        }
        let error = failure(.factoryFailed) { try container.resolve(Account.self) }
        XCTAssertEqual(error?.rootCause as? Conflict, Conflict(number: 5))
        var depth = 0
        var next = error?.underlying
        while let error = next as? ResolutionError { (next, depth) = (error.underlying, depth + 1) }
        XCTAssertEqual(depth, 5, "the errors lie inside one another")
    }

    func testADeepErrorNeedsNoStack() throws {
        let source = Shelf<any Error>(Conflict(number: 6))
        let container = try Container {
            Transient { () throws -> Store in throw source.value }
            Transient { () throws -> Account in throw source.value }
        }
        for _ in 0..<20_000 {
            do { _ = try container.resolve(Store.self) } catch { source.value = error }
            do { _ = try container.resolve(Account.self) } catch { source.value = error }
        }
        XCTAssertEqual((source.value as? ResolutionError)?.rootCause as? Conflict, Conflict(number: 6))
        // Released one by one: the end of an error ends those inside it.
        while let error = source.value as? ResolutionError { source.value = error.underlying ?? Conflict() }
    }

    func testTheCommitOfAScope() throws {
        let container = try Container {
            Scoped { Store() }.onShutdown { _, end in if end.isCompleted { throw Conflict(number: 1) } }
            Scoped { Account() }.onShutdown { _ in throw Conflict(number: 2) }
        }
        XCTAssertEqual(
            rootCause {
                try container.withScope { scope in
                    _ = (try scope.resolve(Store.self), try scope.resolve(Account.self))
                }
            }?.number, 2, "of several faults, the first one: that of the instance that was made last")
    }

    func testTheErrorOfTheBodyGoesFirst() throws {
        let reported = Log<Int>()
        let container = try Container(
            configuration: .init(reportFailure: { reported.add(($0.rootCause as? Conflict)?.number ?? 0) })
        ) {
            Scoped { Store() }.onShutdown { _ in throw Conflict(number: 1) }
            Scoped { () throws -> Account in throw Conflict(number: 2) }
        }
        XCTAssertEqual(
            rootCause {
                try container.withScope { scope in
                    _ = try scope.resolve(Store.self)
                    _ = try scope.resolve(Account.self)
                }
            }?.number, 2)
        XCTAssertEqual(reported.all, [1], "the hook's error is the reporter's")
    }

    func testTheOutcomeOfAScopeHasTheErrorOfItsBody() throws {
        let causes = Log<Int>()
        let container = try Container {
            Scoped { Store() }.onShutdown { _, end in
                if case .failed(let error) = end {
                    causes.add(((error as? ResolutionError)?.rootCause as? Conflict)?.number ?? 0)
                }
            }
            Transient { () throws -> Account in throw Conflict(number: 3) }
        }
        try? container.withScope { scope in
            _ = try scope.resolve(Store.self)
            _ = try scope.resolve(Account.self)
        }
        XCTAssertEqual(causes.all, [3])
    }

    func testAFaultWithoutACauseIsPassedOver() async throws {
        let container = try Container {
            Scoped { Store() }.onShutdown { _ in throw Conflict(number: 1) }
            Scoped { Account() }.onShutdown(within: .milliseconds(1)) { _ in try? await Task.sleep(for: .seconds(100)) }
        }
        do {
            try await container.withScope { scope async throws in
                _ = (try scope.resolve(Store.self), try scope.resolve(Account.self))
            }
            XCTFail("nothing was thrown")
        } catch {
            let error = error as? ResolutionError
            XCTAssertEqual(error?.faults.map(\.code), [.timedOut, .shutdownFailed])
            XCTAssertEqual(error?.rootCause as? Conflict, Conflict(number: 1))
        }
    }

    func testStartsAndEnds() async throws {
        let starting = try Container { Singleton { Store() }.onStart { _ in throw Conflict(number: 1) } }
        var cause = await rootCause { try await starting.start() }
        XCTAssertEqual(cause?.number, 1)
        let making = try Container { Singleton { () async throws -> Store in throw Conflict(number: 2) }.eager() }
        cause = await rootCause { try await making.start() }
        XCTAssertEqual(cause?.number, 2)
        let ending = try Container {
            Singleton { Store() }.onShutdown { _ in throw Conflict(number: 3) }.eager()
            Singleton { Account() }.onStop { _ in throw Conflict(number: 4) }
        }
        try await ending.start()
        cause = await rootCause { try await ending.shutdown() }
        XCTAssertEqual(cause?.number, 4, "stop hooks come before shutdown hooks")
    }

    func testASeed() throws {
        let container = try Container {
            Seeded(Store.self)
            Scoped { (_: Store) throws -> Account in throw Conflict(number: 1) }
        }
        XCTAssertEqual(
            rootCause {
                try container.withScope(seeds: [ScopeSeed(Store())]) { _ = try $0.resolve(Account.self) }
            }?.number, 1)
        let unseeded = failure(.notSeeded) { try container.withScope { _ = try $0.resolve(Account.self) } }
        XCTAssertNil(unseeded?.rootCause)
    }

    func testWithoutCodeThatThrewThereIsNone() throws {
        XCTAssertNil(failure(.missing) { try Container {}.resolve(Store.self) }?.rootCause)
        XCTAssertNil(failure(.invalid) { try Container { Singleton(Level<Store>.init) } }?.rootCause)
        let declining = try Container { Singleton { () throws -> Store in throw Declined("none") } }
        XCTAssertTrue(failure(.declined) { try declining.resolve(Store.self) }?.rootCause is Declined)
    }
}
