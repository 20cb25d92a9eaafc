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
    var any: (any RightProtocol)?
    var between: Between?
    init() async {}
}

private protocol RightProtocol: Sendable {}
private final class Right: RightProtocol { init(left: Left) async {} }
private final class Between: Sendable { init(right: Right) {} }

private final class NeedyTracer: Sendable { init(repo: any Repo) async {} }

private struct LazyRepo: Repo {
    let tracer: Tracer? = nil
    let needy: Lazy<NeedyTracer>
    init(inner: any Repo, needy: Lazy<NeedyTracer>) { self.needy = needy }
}

private final class Holder: @unchecked Sendable {  // As `Screen`.
    var lazy: Lazy<NeedyTracer>?
    var all: [Provider<NeedyTracer>] = []
    init() async {}
}

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
            Singleton(Screen.init).inject(dependsOn: [Tracer].self) { $0.all = try $1.resolve() }
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

    /// What is asked for later is not awaited: it may need the instance.
    func testREG12_ALazyDependencyOfADecoratorIsNotAwaited() async throws {
        let container = try Container {
            Singleton(NeedyTracer.init)
            Singleton((any Repo).self, PlainRepo.init)
            Decorator((any Repo).self, LazyRepo.init)
            Singleton(Holder.init).inject(\.lazy).inject(\.all)
        }
        let repo = try await container.resolveAsync((any Repo).self)
        failure(.asynchronous) { try container.resolve(NeedyTracer.self) }
        let tracer = try await container.resolveAsync(NeedyTracer.self)
        XCTAssertTrue(try (repo as? LazyRepo)?.needy() === tracer)
        let holder = try await container.resolveAsync(Holder.self)
        XCTAssertTrue(try holder.lazy?() === tracer && holder.all.count == 1)
    }

    /// The shared instance is there until the injection has it.
    func testREG6_ASharedInstanceIsHeldForTheInjection() async throws {
        let container = try Container {
            Shared(Tracer.init)
            Singleton(Screen.init).inject(\.tracer)
            Transient(Screen.init).inject(\.tracer).named("new")
        }
        let new = try await container.resolveAsync(Screen.self, named: "new")
        XCTAssertNotNil(new.tracer)
        new.tracer = nil
        let screen = try await container.resolveAsync(Screen.self)
        XCTAssertNotNil(screen.tracer)
    }

    func testREG6_AnInstanceOfACustomLifetimeIsAwaited() async throws {
        let container = try Container {
            Kept(Tracer.init).lifetime(TimeToLive(.seconds(3600)))
            Singleton((any Repo).self, PlainRepo.init)
            Decorator((any Repo).self, TracedRepo.init)
            Scoped(Screen.init).inject(\.tracer)
        }
        let repo = try await container.resolveAsync((any Repo).self)
        let screen = try await container.openScope().resolveAsync(Screen.self)
        XCTAssertTrue(screen.tracer === repo.tracer)
    }

    func testREG19_WhatDeclinesIsLeftOut() async throws {
        let container = try Container {
            Singleton(Tracer.self) { () async throws in throw Declined() }.named("a")
            Singleton(Tracer.self) { await Tracer() }.named("b")
            Singleton(Screen.init).inject(\.tracer, .optional(named: "a")).inject(\.all)
        }
        let screen = try await container.resolveAsync(Screen.self)
        XCTAssertNil(screen.tracer)
        XCTAssertEqual(screen.all.count, 1)
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
        // Through a further type, and through one that does not await.
        for further: [any ModuleElement] in [
            [
                Singleton(Left.init).inject(\.any),
                Singleton(Right.init).as { $0 as any RightProtocol },
            ],
            [
                Singleton(Left.init).inject(\.between).eager(), Singleton(Between.init).eager(),
                Singleton(Right.init).eager(),
            ],
        ] {
            let error = failure(.invalid) { try Container { further } }
            XCTAssertEqual(error?.faults.map(\.code), [.cycle])
        }
    }
}
