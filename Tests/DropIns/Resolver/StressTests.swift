import ArmoryResolver
import ArmoryTestSupport
import Foundation
import XCTest

/// Many threads at once.
final class StressTests: ResolverTestCase {
    private let threads = 32

    /// Runs a barrage and states what it did.
    private func barrage<Stage: Sendable, R: Sendable>(
        _ label: String, rounds: Int, prepare: @escaping @Sendable (Int) throws -> Stage,
        body: @escaping @Sendable (Stage, Int) throws -> R,
        check: @escaping @Sendable (Stage, [R]) throws -> Void
    ) {
        let count = StressScale.scaled(rounds, underThreadSanitizer: max(1, rounds / 5))
        let report = Barrage("Resolver \(label)", threads: threads, rounds: count).run(
            prepare: prepare, body: body,
            check: { stage, results in
                let values = try results.map { try $0.get() }
                try expect(values.count == 32, "\(values.count) threads came back")
                try check(stage, values)
            })
        var stated = Stated("Resolver, \(label)")
        stated.add(threads, "threads")
        stated.add(report.rounds, "rounds")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, count)
    }

    private struct Stage: @unchecked Sendable {  // Locked where it changes.
        let resolver: Resolver
        let calls = Counter()
    }

    private func identity(_ object: AnyObject) -> ObjectIdentifier { ObjectIdentifier(object) }

    func testServicesAreRegisteredOnceAtTheFirstResolveOf32Threads() {
        let calls = Counter()
        ServiceRegistration.body.withLock {
            $0 = {
                calls.next()
                Resolver.register { Session(1) }.scope(.cached)
                _ = Resolver.resolve(Session.self)
                Resolver.register { Combined($0.resolve()) }.implements((any Fetching).self).scope(.application)
            }
        }
        barrage("first resolve", rounds: 200) { round in
            Resolver.reset()
            return round
        } body: { _, thread in
            let fetcher: any Fetching = thread % 2 == 0 ? Resolver.resolve() : Resolver.main.resolve()
            return Int(bitPattern: ObjectIdentifier(fetcher))
        } check: { round, objects in
            try expect(calls.value == round + 1, "registered \(calls.value) times in \(round + 1) rounds")
            try expect(Set(objects).count == 1, "\(Set(objects).count) services")
        }
    }

    func testWhatIsKeptIsMadeOnceFor32Threads() {
        barrage("kept", rounds: 200) { round in
            let stage = Stage(resolver: Resolver())
            let scopes: [ResolverScope] = [.application, .cached, .container, ResolverScopeCache()]
            stage.resolver.register { [calls = stage.calls] in Session(calls.next()) }.scope(
                scopes[round % scopes.count])
            stage.resolver.register { Two($0.resolve(), $0.resolve()) }.scope(.cached)
            return stage
        } body: { stage, thread in
            let two = stage.resolver.resolve(Two.self)
            return two.first.number + two.second.number + stage.resolver.resolve(Session.self).number
        } check: { stage, numbers in
            try expect(stage.calls.value == 1, "made \(stage.calls.value) times")
            try expect(numbers.allSatisfy { $0 == 3 }, "\(numbers)")
        }
    }

    private struct Both: @unchecked Sendable {  // Only compared.
        let object: any Marked
        let session: Session
    }

    func testEachScopeThatKeepsMakesOneFor8Threads() throws {
        let rounds = StressScale.scaled(200)
        for scope in [
            ResolverScope.application, .cached, .container, .shared, ResolverScopeCache(), ResolverScopeShare(),
        ] {
            for _ in 0..<rounds {
                let stage = Stage(resolver: Resolver())
                let calls = stage.calls
                // By its protocol and by its type: a service of the former may be a value.
                stage.resolver.register { Object(calls.next()) as any Marked }.scope(scope)
                stage.resolver.register { Session(calls.next()) }.resolveProperties { _, _ in calls.next() }
                    .scope(scope)
                // Held until all have asked.
                let services = try race(threads: 8) { _ in
                    Both(object: stage.resolver.resolve(), session: stage.resolver.resolve())
                }.map { try $0.get() }
                XCTAssertEqual(calls.value, 3)
                XCTAssertEqual(Set(services.map { ObjectIdentifier($0.object as AnyObject) }).count, 1)
                XCTAssertEqual(Set(services.map { ObjectIdentifier($0.session) }).count, 1)
                // A scope of the user's is one for all resolvers.
                scope.reset()
            }
        }
    }

    /// A value is shared by no two threads, though they ask at the same time.
    func testAValueIsThatOfEachOf8Threads() throws {
        for scope in [ResolverScope.shared, .graph, ResolverScopeShare(), ResolverScopeGraph()] {
            for _ in 0..<StressScale.scaled(200) {
                let stage = Stage(resolver: Resolver())
                let calls = stage.calls
                stage.resolver.register { Value(mark: calls.next()) as any Marked }.scope(scope)
                let marks = try race(threads: 8) { _ in stage.resolver.resolve((any Marked).self).mark }
                    .map { try $0.get() }
                XCTAssertEqual(marks.sorted(), Array(1...8))
                scope.reset()
            }
        }
    }

    private final class Owner: @unchecked Sendable {  // The wrapper is thread-safe.
        @LazyInjected var session: Session
        let calls = Counter()
        private let resolver = Resolver()

        init() {
            $session.container = resolver
            resolver.register { [calls] in
                // Long enough for the other threads to ask.
                usleep(200)
                return Session(calls.next())
            }.scope(.unique)
        }
    }

    func testALazyServiceIsCreatedOnceFor32Threads() {
        barrage("lazy", rounds: 200) { _ in
            Owner()
        } body: { owner, _ in
            ObjectIdentifier(owner.session)
        } check: { owner, sessions in
            try expect(owner.calls.value == 1, "created \(owner.calls.value) times")
            try expect(Set(sessions).count == 1, "\(Set(sessions).count) sessions")
        }
    }

    func testASharedServiceIsOneWhileItIsHeldBy32Threads() {
        let held = Locked<[Session]>([])
        barrage("shared", rounds: 200) { _ in
            held.withLock { $0 = [] }
            let stage = Stage(resolver: Resolver())
            stage.resolver.register { [calls = stage.calls] in Session(calls.next()) }.scope(.shared)
            return stage
        } body: { stage, _ in
            let session = stage.resolver.resolve(Session.self)
            held.withLock { $0.append(session) }
        } check: { stage, _ in
            let sessions = held.withLock { $0 }
            try expect(Set(sessions.map(ObjectIdentifier.init)).count == 1, "\(stage.calls.value) were made")
        }
        held.withLock { $0 = [] }
    }

    func testAGraphIsItsThreads() {
        barrage("graph", rounds: 100) { _ in
            let stage = Stage(resolver: Resolver())
            stage.resolver.register { [calls = stage.calls] in Session(calls.next()) }
            stage.resolver.register { Two($0.resolve(), $0.resolve()) }
            return stage
        } body: { stage, _ in
            for _ in 0..<20 {
                let two = stage.resolver.resolve(Two.self)
                try expect(two.first === two.second, "two sessions in one graph")
            }
        } check: { stage, _ in
            try expect(stage.calls.value == 32 * 20, "\(stage.calls.value) sessions")
        }
    }

    func testRegisteringAgainWhileOthersResolve() {
        barrage("registered again", rounds: 60) { round in
            let stage = Stage(resolver: Resolver())
            let scopes: [ResolverScope] = [.cached, .graph, .unique, .shared, .container, ResolverScopeCache()]
            let scope = scopes[round % scopes.count]
            stage.resolver.register { Session(0) }.scope(scope)
            return (stage, scope)
        } body: { stage, thread in
            let (stage, scope) = stage
            var last = 0
            for number in 1...25 {
                if thread == 0 {
                    stage.resolver.register { Session(number) }.scope(scope)
                    try expect(stage.resolver.resolve(Session.self).number == number, "the one before")
                } else {
                    let seen = stage.resolver.resolve(Session.self).number
                    try expect(seen >= last, "\(seen) after \(last)")
                    last = seen
                }
            }
        } check: { stage, _ in
            try expect(stage.0.resolver.resolve(Session.self).number == 25, "not the last one")
        }
    }

    func testNoChangeOfARegistrationIsLost() {
        barrage("registration changed", rounds: 60) { _ in
            let stage = Stage(resolver: Resolver())
            return (stage, stage.resolver.register { Model() })
        } body: { stage, thread in
            for _ in 0..<5 {
                if thread % 2 == 0 {
                    stage.1.resolveProperties { [calls = stage.0.calls] _, _ in calls.next() }
                } else {
                    stage.1.registration.update { [calls = stage.0.calls] factory in
                        sched_yield()
                        return { resolver, args in
                            calls.next()
                            return factory(resolver, args)
                        }
                    }
                }
            }
        } check: { stage, _ in
            _ = stage.0.resolver.resolve(Model.self)
            try expect(stage.0.calls.value == 32 * 5, "\(stage.0.calls.value) of 160 changes")
        }
    }

    func testACacheOfTheUsersIsOneForTwoResolversThatRegisterAgain() {
        struct Shared: @unchecked Sendable {  // As `Stage`.
            let resolvers = [Resolver(), Resolver()]
            let cache = ResolverScopeCache()
        }
        barrage("a cache for two", rounds: 120) { _ in
            let shared = Shared()
            for resolver in shared.resolvers { resolver.register { Session(0) }.scope(shared.cache) }
            return shared
        } body: { shared, thread in
            let resolver = shared.resolvers[thread % 2]
            for number in 1...5 {
                if thread < 2 {
                    resolver.register { Session(number) }.scope(shared.cache)
                    _ = resolver.resolve(Session.self)
                } else {
                    _ = resolver.resolve(Session.self)
                }
            }
            return Int(bitPattern: ObjectIdentifier(resolver.resolve(Session.self)))
        } check: { shared, _ in
            let sessions = (0..<4).map { shared.resolvers[$0 % 2].resolve(Session.self) }
            try expect(sessions.allSatisfy { $0 === sessions[0] }, "two sessions in one cache")
            try expect(sessions[0].number == 5, "\(sessions[0].number) was registered last")
        }
    }

    func testScopesAreResetWhileOthersResolve() {
        barrage("reset", rounds: 60) { _ in
            let stage = Stage(resolver: Resolver())
            stage.resolver.register { Session() }.scope(.cached)
            stage.resolver.register { Object(1) }.scope(.shared)
            return stage
        } body: { stage, thread in
            for _ in 0..<25 {
                if thread == 0 {
                    ResolverScope.cached.reset()
                    ResolverScope.shared.reset()
                } else {
                    try expect(stage.resolver.resolve(Session.self).number == 0, "no session")
                    try expect(stage.resolver.resolve(Object.self).mark == 1, "no object")
                }
            }
        } check: { _, _ in
        }
    }

    func testTheRootIsExchangedWhileOthersResolve() {
        barrage("root", rounds: 60) { _ in
            Resolver.reset()
            let roots = (1...2).map { number in
                let root = Resolver(child: .main)
                root.register { Session(number) }.scope(.cached)
                return root
            }
            Resolver.root = roots[0]
            return roots
        } body: { roots, thread in
            for round in 0..<50 {
                if thread == 0 {
                    Resolver.root = roots[round % 2]
                    // One that nobody else holds.
                    let gone = Resolver()
                    gone.register { Session(3) }.scope(.cached)
                    Resolver.root = gone
                    Resolver.root = roots[round % 2]
                } else if let session = Resolver.optional(Session.self) {
                    try expect((1...3).contains(session.number), "\(session.number)")
                }
                if thread == 1 { Resolver.defaultScope = round % 2 == 0 ? .graph : .unique }
                if thread == 2 { Resolver.decorate = round % 2 == 0 ? { _ in } : nil }
            }
        } check: { _, _ in
        }
    }

    func testALazyServiceIsOneForAllThreads() {
        final class Late: @unchecked Sendable {  // The wrapper is safe by itself.
            @LazyInjected var session: Session
            @WeakLazyInjected var shared: Object?
        }
        barrage("lazy", rounds: 200) { _ in
            Resolver.reset()
            Resolver.register {
                // Long enough for others to ask meanwhile.
                usleep(50)
                return Session()
            }
            Resolver.register { Object(1) }.scope(.cached)
            return Late()
        } body: { late, _ in
            try expect(late.shared?.mark == 1, "no object")
            return Int(bitPattern: ObjectIdentifier(late.session))
        } check: { late, sessions in
            try expect(Set(sessions).count == 1, "\(Set(sessions).count) sessions")
        }
    }

    func testChildrenAreAddedWhileOthersResolve() {
        barrage("children", rounds: 60) { _ in
            let stage = Stage(resolver: Resolver())
            stage.resolver.register { Session(0) }
            return stage
        } body: { stage, thread in
            for number in 0..<10 {
                if thread < 4 {
                    let child = Resolver()
                    child.register(name: Resolver.Name("\(thread) \(number)")) { Session(number) }
                    stage.resolver.add(child: child)
                } else {
                    try expect(stage.resolver.resolve(Session.self).number == 0, "not its own")
                    _ = stage.resolver.optional(Session.self, name: "0 9")
                }
            }
        } check: { stage, _ in
            for thread in 0..<4 {
                for number in 0..<10 {
                    let session = stage.resolver.optional(Session.self, name: Resolver.Name("\(thread) \(number)"))
                    try expect(session?.number == number, "\(thread) \(number) is lost")
                }
            }
        }
    }
}

/// A service that threads share.
private final class Thing: Sendable {}

private struct Shared<Value>: @unchecked Sendable {  // Any thread may change a registration.
    let value: Value
}

final class ResetStressTests: ResolverTestCase {
    /// A registration moves to a scope, another thread gets what the scope keeps, and resets the scope.
    func testAResetReachesWhatIsKeptAlready() {
        for _ in 0..<StressScale.scaled(1_000) {
            let resolver = Resolver()
            let options = Shared(value: resolver.register { Thing() })
            let thread = Thread { options.value.scope(.application) }
            thread.start()
            var (first, second) = (resolver.resolve(Thing.self), resolver.resolve(Thing.self))
            while first !== second { (first, second) = (resolver.resolve(), resolver.resolve()) }
            ResolverScope.application.reset()
            XCTAssertFalse(resolver.resolve(Thing.self) === first)
            while !thread.isFinished { sched_yield() }
        }
    }
}
