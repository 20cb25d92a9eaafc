import Armory
import ArmoryTestSupport
import XCTest

/// REG13: code runs around each making of an instance, and at no resolve of one that exists.
final class MakingInterceptionTests: LeakCheckedTestCase {
    struct Throwing: Interceptor {
        let error: any Error
        func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T { throw error }
    }

    func testREG13_EachMakingIsInterceptedInEveryLifetimeAndNoResolveOfAnExistingInstance() throws {
        for kind in KeptKind.allCases {
            let log = Log<String>()
            let made = Counter()
            let container = try Container.of([
                kind.registration(made: made), Intercepted((any Parcel).self, by: Writing(label: "i", log: log)),
            ])
            let asker = try kind.asker(container)
            let first = try asker.resolve((any Parcel).self)
            let second = try asker.resolve((any Parcel).self)
            XCTAssertEqual(first === second, kind.isOne, kind.rawValue)
            XCTAssertEqual(made.value, kind.isOne ? 1 : 2, kind.rawValue)
            XCTAssertEqual(
                log.all,
                Array(repeating: ["i before any Parcel", "i after any Parcel"], count: made.value).flatMap(\.self),
                kind.rawValue)
            asker.close()
        }
    }

    func testREG13_WhatHasAnotherNameIsNotIntercepted() throws {
        struct Placing: Interceptor {
            let log: Log<String>
            func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T {
                log.add("\(creation.type) at line \(creation.location.line)")
                return try proceed()
            }
        }
        let log = Log<String>()
        let container = try Container {
            Singleton((any Parcel).self, line: 7) { Core() }.named("a")
            Singleton((any Parcel).self, line: 8) { Core() }.named("b")
            Intercepted((any Parcel).self, by: Placing(log: log)).named("b")
        }
        _ = try container.resolve((any Parcel).self, named: "a")
        XCTAssertEqual(log.all, [])
        _ = try container.resolve((any Parcel).self, named: "b")
        XCTAssertEqual(log.all, ["Parcel at line 8"])
    }

    func testREG13_TheFirstIsOutermostAndAllAreInsideOfTheDecoratorsAndInjections() throws {
        let log = Log<String>()
        let container = try Container {
            Intercepted(by: Writing(label: "1", log: log))
            Singleton((any Parcel).self) { () -> any Parcel in
                log.add("made")
                return Core()
            }
            .inject { _, _ in log.add("injected") }
            Decorator((any Parcel).self) { parcel in
                log.add("decorated")
                return Wrapping(parcel, "a")
            }
            Intercepted((any Parcel).self, by: Writing(label: "2", log: log))
        }
        XCTAssertEqual(try container.resolve((any Parcel).self).layers, ["core", "a"])
        XCTAssertEqual(
            log.all,
            [
                "1 before any Parcel", "2 before any Parcel", "made", "2 after any Parcel", "1 after any Parcel",
                "injected", "decorated",
            ])
    }

    func testREG13_NestedMakingsAreInterceptedAndSayTheirPath() throws {
        let log = Log<String>()
        let container = try Container {
            Intercepted(by: Writing(label: "i", log: log))
            Transient((any Parcel).self) { Wrapping(Core(), try $0.resolve(Stamp.self).text) }
            Graph { Stamp() }.named("unused")
            Singleton { Stamp() }
        }
        _ = try container.resolve((any Parcel).self)
        XCTAssertEqual(
            log.all, ["i before any Parcel", "i before Stamp", "i after any Parcel>Stamp", "i after any Parcel"])
        _ = try container.resolve((any Parcel).self)
        XCTAssertEqual(log.all.suffix(2), ["i before any Parcel", "i after any Parcel"])
        XCTAssertEqual(log.all.count, 6)
    }

    func testREG13_AnErrorPassesThroughInterceptors() throws {
        let log = Log<String>()
        let container = try Container {
            Intercepted(by: Writing(label: "i", log: log))
            Transient((any Parcel).self) { throw Mishap(4) }
            Singleton { (resolver: Resolver) throws -> Partner in Partner(try resolver.resolve()) }
        }
        let error = failure(.factoryFailed) { try container.resolve(Partner.self) }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(4))
        XCTAssertEqual(error?.path, ["Partner", "any Parcel"], "each key once")
        XCTAssertEqual(
            log.all, ["i before Partner", "i before any Parcel", "i error another", "i error factoryFailed"])
    }

    func testREG13_WhatAnInterceptorThrowsIsTheErrorOfTheResolve() throws {
        let container = try Container {
            Singleton((any Parcel).self) { Core() }
            Intercepted((any Parcel).self, by: Throwing(error: Mishap(9)))
            Transient(Partner.init)
        }
        let error = failure(.factoryFailed) { try container.resolve(Partner.self) }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(9))
        XCTAssertEqual(error?.path, ["Partner", "any Parcel"])
        XCTAssertEqual(error?.key, "any Parcel")
        assertThreadIsIdle()
    }

    func testREG13_AnInterceptorMayTryAgain() throws {
        struct Twice: Interceptor {
            func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T {
                do { return try proceed() } catch { return try proceed() }
            }
        }
        let tried = Counter()
        let container = try Container {
            Singleton((any Parcel).self) { () throws -> any Parcel in
                if tried.increment() == 1 { throw Mishap() }
                return Core()
            }
            Intercepted(by: Twice())
        }
        _ = try container.resolve((any Parcel).self)
        XCTAssertEqual(tried.value, 2)
        assertThreadIsIdle()
    }

    func testREG13_ArgumentsNamesListsOptionalsAndAliasesAreInterceptedWhereTheyAreMade() throws {
        let log = Log<String>()
        let container = try Container {
            Transient((any Parcel).self, arguments: String.self) { _, label in Core(label) }.named("made")
            Singleton { Core() }.as { $0 as any Parcel }
            Intercepted(by: Writing(label: "i", log: log))
        }
        let made: any Parcel = try container.resolve((any Parcel).self, named: "made", arguments: "x")
        XCTAssertEqual(made.layers, ["x"])
        XCTAssertEqual(log.all.count, 2)
        XCTAssertTrue(try container.resolve((any Parcel).self) === (try container.resolve(Core.self)))
        XCTAssertNotNil(try container.resolve(Core?.self))
        XCTAssertEqual(try container.with(Core.self) { $0.label }, "core")
        XCTAssertEqual(try container.resolve([Core].self).count, 1)
        XCTAssertEqual(log.all.count, 4, "a further type makes nothing")
    }

    func testREG13_AChildAsksTheParentsInterceptedRegistration() throws {
        for kind in KeptKind.allCases where kind != .scoped {
            let log = Log<String>()
            let parent = try Container.of([
                kind.registration(), Intercepted((any Parcel).self, by: Writing(label: "i", log: log)),
                Decorator.wrapping("a"),
            ])
            let child = try Container(parents: [parent]) {}
            let first = try child.resolve((any Parcel).self)
            XCTAssertEqual(first.layers, ["core", "a"], kind.rawValue)
            XCTAssertEqual(try child.resolve((any Parcel).self) === first, kind.isOne, kind.rawValue)
            XCTAssertEqual(log.all.count, kind.isOne ? 2 : 4, kind.rawValue)
        }
    }

    func testREG13_AValueAndASeedAreNotMade() throws {
        let log = Log<String>()
        let container = try Container {
            Singleton(value: Core())
            Seeded(Stamp.self)
            Intercepted(by: Writing(label: "i", log: log))
            Decorator(Core.self) { core in
                log.add("decorated")
                return core
            }
            Decorator(all: (any Sendable).self) { $0 }
        }
        let stamp = Stamp("seed")
        try container.withScope(.request, seeds: [ScopeSeed(stamp)]) { scope in
            XCTAssertTrue(try scope.resolve(Stamp.self) === stamp)
        }
        _ = try container.resolve(Core.self)
        XCTAssertEqual(log.all, ["decorated"])
    }

    func testREG13_AnInterceptorMayBeForBoth() async throws {
        struct Both: Interceptor, AwaitingInterceptor {
            let log: Log<String>
            func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T {
                log.add("plain \(creation.key)")
                return try proceed()
            }
            func intercept(_ making: InterceptedCreation) async throws -> InterceptedInstance {
                log.add("awaiting \(making.key)")
                return try await making.proceed()
            }
        }
        let log = Log<String>()
        let container = try Container {
            Singleton { Core() }
            Singleton { () async in Stamp() }
            Intercepted(by: Both(log: log))
            Intercepted(Core.self, by: Both(log: log))
        }
        _ = try container.resolve(Core.self)
        _ = try await container.resolveAsync(Stamp.self)
        XCTAssertEqual(log.all, ["plain Core", "plain Core", "awaiting Stamp"])
    }

    func testE2_AnInterceptorOfATypeThatAwaitsIsAFault() throws {
        let error = failure(.invalid) {
            try Container {
                Singleton { () async in Stamp() }
                Intercepted(Stamp.self, by: Writing(label: "i", log: Log()), fileID: "Shop/Wiring.swift", line: 9)
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.asynchronous])
        XCTAssertTrue(error?.description.contains("the interceptor is at Shop/Wiring.swift:9") ?? false)
    }

    func testM1_AContainerThatGoesReleasesItsLayers() throws {
        final class Held: Sendable { let life = Counted() }
        let weak = WeakReference<Held>()
        do {
            let held = Held()
            weak.object = held
            let container = try Container.of([
                KeptKind.singleton.registration(),
                Decorator((any Parcel).self) { parcel in withExtendedLifetime(held) { parcel } },
            ])
            _ = try container.resolve((any Parcel).self)
        }
        XCTAssertNil(weak.object)
    }

    func testC1_AnInterceptedSingletonIsMadeOnceByThirtyTwoThreads() throws {
        var stated = Stated("C1 races for an intercepted singleton, some by children")
        defer { stated.state(misses: testRun?.failureCount ?? 0) }
        for round in 0..<100 {
            let made = Counter()
            let container = try Container.of([
                KeptKind.singleton.registration(made: made), Intercepted(by: Writing(label: "i", log: Log())),
                Decorator.wrapping("a"),
            ])
            let child = try Container(parents: [container]) {}
            let results = race(threads: 32) { thread in
                ObjectIdentifier(try (thread % 2 == 0 ? container : child).resolve((any Parcel).self))
            }
            XCTAssertEqual(Set(try results.map { try $0.get() }).count, 1, "round \(round)")
            XCTAssertEqual(made.value, 1, "round \(round)")
            stated.add(1, "races of 32 threads")
        }
    }
}
