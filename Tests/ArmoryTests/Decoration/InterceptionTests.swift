import Armory
import ArmoryTestSupport
import XCTest

/// REG13: resolves can be intercepted, with before, after and error.
final class InterceptionTests: LeakCheckedTestCase {
    /// Writes down what it sees.
    struct Writing: Interceptor {
        let label: String
        let log: Log<String>

        func intercept<T>(_ resolve: InterceptedResolve, _ proceed: () throws -> T) throws -> T {
            log.add("\(label) before \(resolve.key)")
            do {
                let instance = try proceed()
                log.add("\(label) after \(resolve.path.joined(separator: ">"))")
                return instance
            } catch {
                log.add("\(label) error \((error as? ResolutionError)?.code.description ?? "another")")
                throw error
            }
        }
    }

    struct Throwing: Interceptor {
        let error: any Error
        func intercept<T>(_ resolve: InterceptedResolve, _ proceed: () throws -> T) throws -> T { throw error }
    }

    func testREG13_EveryResolveIsInterceptedAlsoOfWhatIsReadyInEveryLifetime() throws {
        for kind in KeptKind.allCases {
            let log = Log<String>()
            let made = Counter()
            let container = try Container.of([
                kind.registration(made: made), Intercepted((any Parcel).self, by: Writing(label: "i", log: log)),
            ])
            let asker = kind.asker(container)
            let first = try asker.resolve((any Parcel).self)
            let second = try asker.resolve((any Parcel).self)
            XCTAssertEqual(first === second, kind.isOne, kind.rawValue)
            XCTAssertEqual(made.value, kind.isOne ? 1 : 2, kind.rawValue)
            XCTAssertEqual(
                log.all, Array(repeating: ["i before any Parcel", "i after any Parcel"], count: 2).flatMap(\.self),
                kind.rawValue)
            asker.close()
        }
    }

    func testREG13_WhatHasAnotherNameIsNotIntercepted() throws {
        struct Placing: Interceptor {
            let log: Log<String>
            func intercept<T>(_ resolve: InterceptedResolve, _ proceed: () throws -> T) throws -> T {
                log.add("\(resolve.type) at line \(resolve.location.line)")
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

    func testREG13_TheFirstIsOutermostAndAllLieAroundTheDecorators() throws {
        let log = Log<String>()
        let container = try Container {
            Intercepted(by: Writing(label: "1", log: log))
            Singleton((any Parcel).self) { Core() }
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
                "1 before any Parcel", "2 before any Parcel", "decorated", "2 after any Parcel",
                "1 after any Parcel",
            ])
    }

    func testREG13_NestedResolvesAreInterceptedAndSayTheirPath() throws {
        let log = Log<String>()
        let container = try Container {
            Intercepted(by: Writing(label: "i", log: log))
            Transient((any Parcel).self) { Wrapping(Core(), try $0(Stamp.self).text) }
            Graph { Stamp() }.named("unused")
            Singleton { Stamp() }
        }
        _ = try container.resolve((any Parcel).self)
        XCTAssertEqual(
            log.all,
            ["i before any Parcel", "i before Stamp", "i after any Parcel>Stamp", "i after any Parcel"])
    }

    func testREG13_AnErrorPassesThroughInterceptors() throws {
        let log = Log<String>()
        let container = try Container {
            Intercepted(by: Writing(label: "i", log: log))
            Transient((any Parcel).self) { throw Mishap(4) }
            Singleton { (resolver: Resolver) throws -> Partner in Partner(try resolver()) }
        }
        let error = failure(.factoryFailed) { try container.resolve(Partner.self) }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(4))
        XCTAssertEqual(error?.path, ["Partner", "any Parcel"], "each key once")
        XCTAssertEqual(
            log.all,
            [
                "i before Partner", "i before any Parcel", "i error factoryFailed", "i error factoryFailed",
            ])
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
        let inner = try XCTUnwrap(failure(.missing) { try Container().resolve(Stamp.self) })
        let passing = try Container {
            Singleton((any Parcel).self) { Core() }
            Intercepted(by: Throwing(error: inner))
        }
        XCTAssertEqual(failure(.missing) { try passing.resolve((any Parcel).self) }?.key, "Stamp")
        assertThreadIsIdle()
    }

    func testREG13_AnInterceptorMayTryAgain() throws {
        struct Twice: Interceptor {
            func intercept<T>(_ resolve: InterceptedResolve, _ proceed: () throws -> T) throws -> T {
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

    func testREG13_ArgumentsNamesListsOptionalsAliasesAndLoansAreIntercepted() throws {
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
        XCTAssertEqual(log.all.count, 6, "a further type leads through the first")
        XCTAssertNotNil(try container.resolveOptional(Core.self))
        XCTAssertEqual(try container.with(Core.self) { $0.label }, "core")
        XCTAssertEqual(try container.resolveAll(Core.self).count, 1)
        XCTAssertEqual(log.all.count, 12)
    }

    func testREG13_AChildAsksTheParentsInterceptedRegistration() throws {
        let log = Log<String>()
        for kind in KeptKind.allCases {
            let parent = try Container.of([
                kind.registration(), Intercepted((any Parcel).self, by: Writing(label: kind.rawValue, log: log)),
            ])
            let child = Container(parents: [parent], scope: .request)
            let sibling = Container(parents: [parent], scope: .request)
            let first = try child.resolve((any Parcel).self)
            XCTAssertEqual(try child.resolve((any Parcel).self) === first, kind.isOne, kind.rawValue)
            XCTAssertEqual(
                try sibling.resolve((any Parcel).self) === first, kind.isOne && kind != .scoped,
                kind.rawValue)
            if kind == .singleton {
                child.close()
                XCTAssertTrue(try parent.resolve((any Parcel).self) === first, "kept by the parent")
            }
        }
    }

    func testREG13_ReplaceResetRemoveAndOverlayReachWhatIsIntercepted() throws {
        for kind in [KeptKind.singleton, .shared, .custom] {
            let log = Log<String>()
            let container = try Container.of([
                kind.registration(), Intercepted((any Parcel).self, by: Writing(label: "i", log: log)),
            ])
            func core() throws -> Core { try container.resolve((any Parcel).self).core }
            let kept = WeakReference(try core())
            XCTAssertEqual(kept.object == nil, kind == .shared)
            var held: Core? = try core()
            try container.reset((any Parcel).self)
            XCTAssertFalse(try core() === held, "reset reaches the record behind")
            held = try core()
            let overlay = try container.overlay(Singleton((any Parcel).self) { Core("over") })
            XCTAssertEqual(try core().label, "over")
            overlay.remove()
            XCTAssertTrue(try core() === held, "it has its instance again")
            let last = WeakReference(held)
            held = nil
            try container.replace(Singleton((any Parcel).self) { Core("new") })
            XCTAssertNil(last.object, "the container has let go of it")
            let count = log.all.count
            XCTAssertEqual(try core().label, "new")
            XCTAssertEqual(log.all.count, count + 2)
            try container.remove((any Parcel).self)
            failure(.removed) { try container.resolve((any Parcel).self) }
        }
    }

    func testREG13_AnInterceptedScopedInstanceIsForgottenByItsScope() throws {
        let container = try Container.of([KeptKind.scoped.registration(), Intercepted(by: Untouched())])
        let one = Container(parents: [container], scope: .request)
        let two = Container(parents: [container], scope: .request)
        let (first, second) = (try one.resolve((any Parcel).self), try two.resolve((any Parcel).self))
        XCTAssertFalse(first === second)
        try one.reset((any Parcel).self)
        XCTAssertFalse(try one.resolve((any Parcel).self) === first)
        XCTAssertTrue(try two.resolve((any Parcel).self) === second)
        failure(.outsideScope) { try container.resolve((any Parcel).self) }
    }

    func testREG13_WhatNothingLiesAroundIsTheRecordThatWasWritten() throws {
        let plain = Singleton { Stamp() }
        let parcel = Singleton((any Parcel).self) { Core() }
        let container = Container()
        try container.register(plain)
        try container.register(Intercepted((any Parcel).self, by: Untouched()))
        try container.register(Decorator.wrapping("a"))
        try container.register(parcel)
        let records = container.ownBindings
        XCTAssertTrue(records.contains { $0 === plain.definition.binding }, "no lookup does more than before")
        XCTAssertFalse(records.contains { $0 === parcel.definition.binding })
        _ = try container.resolve(Stamp.self)
        XCTAssertEqual(container.ownSlotCount, 0)
        _ = try container.resolve((any Parcel).self)
        XCTAssertEqual(container.ownSlotCount, 1, "that of the record behind the interceptor")
    }

    func testM1_AClosedContainerLetsGoOfItsLayers() throws {
        final class Held: Sendable { let life = Counted() }
        let container = Container()
        let weak = WeakReference<Held>()
        do {
            let held = Held()
            weak.object = held
            try container.register(
                Decorator((any Parcel).self) { parcel in withExtendedLifetime(held) { parcel } })
        }
        XCTAssertNotNil(weak.object)
        XCTAssertFalse(container.remembersNothing)
        container.close()
        XCTAssertNil(weak.object)
        XCTAssertTrue(container.remembersNothing)
    }

    func testM3_ReplacingAnInterceptedRegistrationIsBounded() throws {
        let container = try Container.of([KeptKind.singleton.registration(), Intercepted(by: Untouched())])
        let probe = WeakReference<Core>()
        for round in 0..<500 {
            try container.replace(Singleton((any Parcel).self) { Core("\(round)") })
            XCTAssertNil(probe.object)
            probe.object = try container.resolve((any Parcel).self).core
        }
        XCTAssertLessThan(container.ownSlotCount, 64)
    }

    func testC1_AnInterceptedSingletonIsMadeOnceByThirtyTwoThreads() throws {
        var stated = Stated("C1 races for an intercepted singleton, some by children")
        defer { stated.state(misses: testRun?.failureCount ?? 0) }
        for round in 0..<100 {
            let made = Counter()
            let container = try Container.of([
                KeptKind.singleton.registration(made: made), Intercepted(by: Untouched()), Decorator.wrapping("a"),
            ])
            let child = Container(parents: [container])
            let results = race(threads: 32) { thread in
                ObjectIdentifier(try (thread % 2 == 0 ? container : child).resolve((any Parcel).self))
            }
            XCTAssertEqual(Set(try results.map { try $0.get() }).count, 1, "round \(round)")
            XCTAssertEqual(made.value, 1, "round \(round)")
            stated.add(1, "races of 32 threads")
        }
    }

    func testREG13_ASingletonThatAScopeAsksForFirstIsTheContainersAllTheSame() throws {
        final class Thing: Sendable {}
        final class Asker: Sendable {
            let thing: Thing
            init(thing: Thing) { self.thing = thing }
        }
        struct Passing: Interceptor {
            func intercept<T>(_ resolve: InterceptedResolve, _ proceed: () throws -> T) throws -> T { try proceed() }
        }
        let closed = Shelf(0)
        let container = try Container {
            Singleton(Thing.init).onShutdown { _ in closed.value += 1 }
            Scoped(Asker.init)
            Intercepted(by: Passing())
        }
        var things: [Thing] = []
        for _ in 0..<3 {
            try container.withScope { scope in
                things.append(try scope.resolve(Thing.self))
                things.append(try scope.resolve(Asker.self).thing)
            }
        }
        things.append(try container.resolve(Thing.self))
        XCTAssertEqual(Set(things.map(ObjectIdentifier.init)).count, 1)
        XCTAssertEqual(closed.value, 0)
        container.close()
        XCTAssertEqual(closed.value, 1)
    }
}
