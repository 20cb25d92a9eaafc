import Armory
import ArmoryTestSupport
import XCTest

/// REG13: the making of instances whose factory awaits can be intercepted.
final class AwaitedMakingInterceptionTests: LeakCheckedTestCase {
    // MARK: When it runs

    func testREG13_ItRunsAtEachMakingInEveryLifetimeAndNotAtEachResolve() async throws {
        for kind in KeptKind.allCases {
            let (log, made) = (Log<String>(), Counter())
            @Sendable func make() async -> any Parcel {
                made.increment()
                return Core()
            }
            let container = try Container {
                Module {
                    switch kind {
                    case .transient: Transient((any Parcel).self) { () async in await make() }
                    case .singleton: Singleton((any Parcel).self) { () async in await make() }
                    case .shared: Shared((any Parcel).self) { () async in await make() }
                    case .graph: Graph((any Parcel).self) { () async in await make() }
                    case .scoped: Scoped((any Parcel).self) { () async in await make() }
                    }
                }
                Intercepted(by: MakingLog(label: "i", log: log))
            }
            let asker = try kind.asker(container)
            let first = try await asker.resolveAsync((any Parcel).self)
            let second = try await asker.resolveAsync((any Parcel).self)
            XCTAssertEqual(first === second, kind.isOne, kind.rawValue)
            XCTAssertEqual(made.value, kind.isOne ? 1 : 2, kind.rawValue)
            XCTAssertEqual(
                log.all,
                Array(repeating: ["i before any Parcel", "i after any Parcel"], count: made.value).flatMap(\.self),
                kind.rawValue)
            if kind.isOne { XCTAssertTrue(try asker.resolve((any Parcel).self) === first, kind.rawValue) }
            XCTAssertEqual(made.value, kind.isOne ? 1 : 2, kind.rawValue)
            asker.close()
        }
    }

    func testREG13_TheFirstIsOutermostInsideOfDecorators() async throws {
        let log = Log<String>()
        let container = try Container {
            Intercepted((any Parcel).self, by: MakingLog(label: "1", log: log))
            Decorator((any Parcel).self) { parcel in
                log.add("decorated")
                return Wrapping(parcel, "a")
            }
            Intercepted((any Parcel).self, by: MakingLog(label: "2", log: log))
            Singleton((any Parcel).self) { () async -> any Parcel in
                log.add("made")
                return Core()
            }
            .inject { _, _ in log.add("injected") }
        }
        _ = try await container.resolveAsync((any Parcel).self)
        XCTAssertEqual(
            log.all,
            [
                "1 before any Parcel", "2 before any Parcel", "made", "2 after any Parcel", "1 after any Parcel",
                "injected", "decorated",
            ])
        XCTAssertEqual(try container.resolve((any Parcel).self).layers, ["core", "a"])
        XCTAssertEqual(log.all.count, 7)
    }

    func testREG13_NamesQualifiersArgumentsListsAndPrivateRegistrations() async throws {
        let log = Log<String>()
        let module = Module("m") {
            Singleton { () async in Brick(3) }.private()
            Transient { r in Wall(brick: try await r.resolve()) }
            Intercepted(Brick.self, by: MakingLog(label: "m", log: log))
        }
        let container = try Container {
            module
            Singleton { () async in Brick(1) }.named("a")
            Singleton { () async in Brick(2) }.named("b")
            Intercepted(Brick.self, by: MakingLog(label: "b", log: log)).named("b")
            Transient(Brick.self, arguments: Int.self) { _, number async in Brick(number) }.named("c")
            Singleton { () async in Core("x") }.contributed()
            Singleton { () async in Core("y") }.contributed()
            Intercepted(Core.self, by: MakingLog(label: "l", log: log))
        }
        _ = try await container.resolveAsync(Brick.self, named: "a")
        let wall = try await container.resolveAsync(Wall.self)
        XCTAssertEqual(wall.brick.number, 3)
        _ = try await container.resolveAsync(Brick.self, named: "b")
        let brick = try await container.resolveAsync(Brick.self, named: "c", arguments: 9)
        XCTAssertEqual(brick.number, 9)
        let cores = try await container.resolveAsync([Core].self)
        XCTAssertEqual(cores.map(\.label), ["x", "y"])
        XCTAssertEqual(
            log.all.filter { $0.contains("before") },
            [
                "m before Brick named \"a\"", "m before Brick",
                "m before Brick named \"b\"", "b before Brick named \"b\"", "m before Brick named \"c\"",
                "l before Core", "l before Core",
            ])
    }

    func testREG13_InjectionsThatAwaitArePartOfTheMaking() async throws {
        let calls = Counter()
        let container = try Container {
            Singleton { Brick(1) }.inject { _, _ async throws in
                if calls.increment() < 3 { throw Mishap(calls.value) }
            }
            Intercepted(
                Brick.self, by: Retry(attempts: 3, pause: .zero, clock: ManualClock()) { $0.underlying is Mishap })
        }
        _ = try await container.resolveAsync(Brick.self)
        XCTAssertEqual(calls.value, 3)
    }

    func testREG13_AFurtherTypeAndAnAdaptedOneAreInterceptedWhereTheyAreMade() async throws {
        let log = Log<String>()
        let container = try Container {
            Singleton { () async in Core() }.as { $0 as any Parcel }
            Adapter(from: Core.self, to: Wrapping.self) { Wrapping($0, "adapted") }
            Intercepted(by: MakingLog(label: "all", log: log))
            Decorator((any Parcel).self) { Wrapping($0, "decorated") }
        }
        let face = try await container.resolveAsync((any Parcel).self)
        XCTAssertEqual(face.layers, ["core", "decorated"])
        let again = try await container.resolveAsync((any Parcel).self)
        XCTAssertTrue(face === again, "the decorated face lives as long as its instance")
        let wrapping = try await container.resolveAsync(Wrapping.self)
        XCTAssertTrue(wrapping.core === face.core)
        XCTAssertEqual(
            log.all,
            [
                "all before Core", "all after any Parcel>Core", "all before Wrapping", "all after Wrapping",
            ])
    }

    // MARK: What it may do

    func testREG13_ItMayProceedAgainOrNeverAndItsErrorsHaveThePath() async throws {
        let made = Counter()
        let container = try Container {
            Singleton { () async throws -> Brick in
                if made.increment() < 3 { throw Mishap(made.value) }
                return Brick(made.value)
            }
            Transient { r in Wall(brick: try await r.resolve()) }
            Intercepted(
                Brick.self,
                by: AroundMaking { making in
                    for number in 1...2 {
                        do throws(ResolutionError) {
                            _ = try await making.proceed()
                            XCTFail("the factory throws")
                        } catch {
                            XCTAssertEqual(error.code, .factoryFailed)
                            XCTAssertEqual(error.underlying as? Mishap, Mishap(number))
                            XCTAssertEqual(error.path, ["Wall", "Brick"])
                        }
                    }
                    XCTAssertEqual(making.path, ["Wall", "Brick"])
                    XCTAssertEqual(making.key, "Brick")
                    XCTAssertTrue(making.type == Brick.self)
                    return try await making.proceed()
                })
            Singleton { () async -> Core in
                XCTFail("it is never made")
                return Core()
            }
            Intercepted(Core.self, by: AroundMaking { _ in throw Mishap(9) })
        }
        let wall = try await container.resolveAsync(Wall.self)
        XCTAssertEqual(wall.brick.number, 3)
        let error = await failure(.factoryFailed) { try await container.resolveAsync(Core.self) }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(9))
        XCTAssertEqual(error?.path, ["Core"])
    }

    func testREG13_TheInstanceThatItReturnsIsTheOneThatIsKeptAndDecorated() async throws {
        let (made, decorated) = (Counter(), Counter())
        let container = try Container {
            Singleton((any Parcel).self) { () async -> any Parcel in Core("\(made.increment())") }
            Decorator((any Parcel).self) {
                decorated.increment()
                return $0
            }
            Intercepted(
                (any Parcel).self,
                by: AroundMaking { making in
                    let first = try await making.proceed()
                    _ = try await making.proceed()
                    return first
                })
        }
        let parcel = try await container.resolveAsync((any Parcel).self)
        XCTAssertEqual(parcel.layers, ["1"])
        XCTAssertEqual(made.value, 2)
        XCTAssertEqual(decorated.value, 1)
        XCTAssertTrue(try container.resolve((any Parcel).self) === parcel)
    }

    func testREG13_AnActorAndTheMainActorIntercept() async throws {
        actor Breaker: AwaitingInterceptor {
            private(set) var failures = 0
            func intercept(_ making: InterceptedCreation) async throws -> InterceptedInstance {
                do { return try await making.proceed() } catch {
                    failures += 1
                    throw error
                }
            }
        }
        let breaker = Breaker()
        let container = try Container {
            Singleton { () async throws -> Brick in throw Mishap(1) }
            Transient { () async in Core() }
            Intercepted(Brick.self, by: breaker)
            Intercepted(
                Core.self,
                by: AroundMaking { @MainActor making in
                    MainActor.preconditionIsolated()
                    return try await making.proceed()
                })
        }
        await failure(.factoryFailed) { try await container.resolveAsync(Brick.self) }
        let failures = await breaker.failures
        XCTAssertEqual(failures, 1)
        _ = try await container.resolveAsync(Core.self)
    }

    /// What an interceptor resolves belongs to the making: a circle is an error and not a hang.
    func testC3_AnInterceptorThatNeedsWhatItIsAroundIsACircle() async throws {
        let shelf = Shelf<Container?>(nil)
        let container = try Container {
            Singleton { () async in Brick() }
            Singleton { r in Wall(brick: try await r.resolve()) }
            Intercepted(
                Brick.self,
                by: AroundMaking { making in
                    _ = try await shelf.value?.resolveAsync(Wall.self)
                    return try await making.proceed()
                })
        }
        shelf.value = container
        let error = await failure(.cycle) { try await container.resolveAsync(Brick.self) }
        XCTAssertEqual(error?.path, ["Brick", "Wall", "Brick"])
        shelf.value = nil
    }
}
