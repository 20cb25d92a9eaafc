import Armory
import ArmoryTestSupport
import XCTest

private final class Tracer: Sendable {
    private let life = Counted()
    init() async { for _ in 0..<20 { await Task.yield() } }
}

private protocol Repo: Sendable { var tracer: Tracer? { get } }

private struct PlainRepo: Repo {
    let tracer: Tracer? = nil
    init() async {}
}

private struct TracedRepo: Repo {
    let tracer: Tracer?
    init(inner: any Repo, tracer: Tracer) { self.tracer = tracer }
}

private struct Through: Sendable {
    let tracer: Tracer
    init(tracer: Tracer) { self.tracer = tracer }
}

private struct FarRepo: Repo {
    let tracer: Tracer?
    init(inner: any Repo, through: Through) { tracer = through.tracer }
}

private final class Screen: @unchecked Sendable {  // Written in its injection alone.
    private let life = Counted()
    var tracer: Tracer?
    var all: [Tracer] = []
    init() async {}
}

private final class Left: @unchecked Sendable {  // As `Screen`.
    var right: Right?
    init() async {}
}

private final class Right: Sendable { init(left: Left) async {} }

/// C5: what awaits awaits first what its decorators and injections find without awaiting.
final class AwaitedAheadTests: LeakCheckedTestCase {
    func testREG12_ADecoratorOfWhatAwaitsTakesWhatAwaits() async throws {
        let container = try Container {
            Singleton(Tracer.init)
            Singleton((any Repo).self, PlainRepo.init)
            Decorator((any Repo).self, TracedRepo.init)
        }
        let repo = try await container.resolveAsync((any Repo).self)
        XCTAssertTrue(try repo.tracer === container.resolve(Tracer.self))
    }

    func testREG12_AStartMakesWhatADecoratorTakesFirst() async throws {
        let container = try Container {
            Singleton((any Repo).self, PlainRepo.init).eager()
            Singleton(Through.init)
            Singleton(Tracer.init).eager()
            Decorator((any Repo).self, FarRepo.init)
        }
        try await container.start()
        XCTAssertTrue(try container.resolve((any Repo).self).tracer === container.resolve(Tracer.self))
    }

    func testREG6_AnInjectionOfWhatAwaitsTakesWhatAwaits() async throws {
        let container = try Container {
            Singleton(Tracer.init)
            Singleton(Screen.init).inject(\.tracer)
            Transient(Screen.init).inject(\.tracer).named("new")
        }
        let tracer = try await container.resolveAsync(Screen.self).tracer
        XCTAssertNotNil(tracer)
        let new = try await container.resolveAsync(Screen.self, named: "new")
        XCTAssertTrue(new.tracer === tracer)
    }

    func testREG6_AListThatAnInjectionTakesIsAwaited() async throws {
        let container = try Container {
            Singleton(Tracer.init).named("first")
            Singleton(Tracer.init).named("second")
            Singleton(Screen.init).inject(dependsOn: [Tracer].self) { $0.all = try $1() }
        }
        let all = try await container.resolveAsync(Screen.self).all
        XCTAssertEqual(all.count, 2)
    }

    func testREG12_AnAdapterOfWhatAwaitsTakesWhatAwaits() async throws {
        let container = try Container {
            Singleton(Tracer.init)
            Singleton((any Repo).self, PlainRepo.init)
            Adapter(from: (any Repo).self, to: TracedRepo.self, TracedRepo.init)
        }
        let adapted = try await container.resolveAsync(TracedRepo.self)
        XCTAssertNotNil(adapted.tracer)
    }

    /// What is made anew for a decorator cannot be awaited before.
    func testE2_WhatIsMadeAnewForADecoratorIsAFault() {
        let error = failure(.invalid) {
            try Container {
                Transient(Tracer.init)
                Singleton((any Repo).self, PlainRepo.init)
                Decorator((any Repo).self, TracedRepo.init)
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.asynchronous])
        XCTAssertTrue(error?.faults.first?.fix.contains("register Tracer as a Singleton") ?? false)
    }

    /// An injection closes no cycle of instances that all await.
    func testE2_ACycleThatAnInjectionCannotCloseIsAFault() {
        let error = failure(.invalid) {
            try Container {
                Singleton(Left.init).inject(\.right)
                Singleton(Right.init)
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.cycle])
    }
}
