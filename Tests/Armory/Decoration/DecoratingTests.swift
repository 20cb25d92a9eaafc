import Armory
import ArmoryTestSupport
import XCTest

/// REG12: decorators are stacked in registration order, per type or for all that conform, in every lifetime.
final class DecoratingTests: LeakCheckedTestCase {
    func testREG12_DecoratorsAreStackedInTheOrderOfRegistrationInEveryLifetime() throws {
        for kind in KeptKind.allCases {
            let made = Counter()
            let container = try Container.of([
                Decorator.wrapping("first"), kind.registration(made: made), Decorator.wrapping("second"),
                Decorator((any Parcel).self, Wrapping.stamped), Singleton { Stamp() },
            ])
            let asker = try kind.asker(container)
            let parcel = try asker.resolve((any Parcel).self)
            XCTAssertEqual(parcel.layers, ["core", "first", "second", "stamped"], kind.rawValue)
            let again = try asker.resolve((any Parcel).self)
            XCTAssertEqual(parcel === again, kind.isOne, kind.rawValue)
            XCTAssertEqual(made.value, kind.isOne ? 1 : 2, kind.rawValue)
            asker.close()
        }
    }

    func testREG12_AnInjectedRegistrationIsDecoratedInEveryLifetime() throws {
        let inject: @Sendable (inout any Parcel, Resolver) throws -> Void = { parcel, resolver in
            parcel.core.guests.append(try resolver.resolve(named: "guest"))
        }
        func registrations(_ kind: KeptKind) -> Module {
            Module {
                switch kind {
                case .transient: Transient((any Parcel).self) { Core() }.inject(inject)
                case .singleton: Singleton((any Parcel).self) { Core() }.inject(inject)
                case .shared: Shared((any Parcel).self) { Core() }.inject(inject)
                case .graph: Graph((any Parcel).self) { Core() }.inject(inject)
                case .scoped: Scoped((any Parcel).self) { Core() }.inject(inject)
                }
                Transient((any Parcel).self) { Core("guest") }.named("guest")
            }
        }
        for kind in KeptKind.allCases {
            let container = try Container.of([
                registrations(kind),
                Decorator.wrapping("a"), Decorator.wrapping("b"),
            ])
            let asker = try kind.asker(container)
            let parcel = try asker.resolve((any Parcel).self)
            XCTAssertEqual(parcel.layers, ["core", "a", "b"], kind.rawValue)
            XCTAssertEqual(parcel.core.guests.map(\.layers), [["guest", "a", "b"]], "\(kind.rawValue): injected once")
            XCTAssertEqual(try asker.resolve((any Parcel).self) === parcel, kind.isOne, kind.rawValue)
            asker.close()
        }
    }

    func testREG12_AReadyValueIsDecoratedAlsoWithAnInjection() throws {
        let core = Core("ready")
        let container = try Container {
            Singleton((any Parcel).self, value: core)
            Singleton((any Parcel).self, value: Core("other")).named("other").inject { parcel, resolver in
                parcel.core.guests = [try resolver.resolve()]
            }
            Decorator.wrapping("a")
        }
        let parcel = try container.resolve((any Parcel).self)
        XCTAssertEqual(parcel.layers, ["ready", "a"])
        XCTAssertTrue(parcel.core === core)
        XCTAssertTrue(try container.resolve((any Parcel).self) === parcel)
        let other = try container.resolve((any Parcel).self, named: "other")
        XCTAssertEqual(other.layers, ["other", "a"])
        XCTAssertTrue(other.core.guests.first === parcel)
    }

    func testREG12_ARegistrationWithArgumentsIsDecoratedAlsoWithAnInjection() throws {
        let container = try Container {
            Transient((any Parcel).self, arguments: String.self) { _, label in Core(label) }
            Transient((any Parcel).self, arguments: String.self, Int.self) { _, label, number in
                Core("\(label) \(number)")
            }
            .named("injected")
            .inject { parcel, resolver in
                let guest: any Parcel = try resolver.resolve((any Parcel).self, arguments: "guest")
                parcel.core.guests.append(guest)
            }
            Decorator.wrapping("a")
        }
        XCTAssertEqual(try container.resolve((any Parcel).self, arguments: "one").layers, ["one", "a"])
        let second: any Parcel = try container.resolve((any Parcel).self, named: "injected", arguments: "two", 2)
        XCTAssertEqual(second.layers, ["two 2", "a"])
        XCTAssertEqual(second.core.guests.map(\.layers), [["guest", "a"]])
        failure(.wrongArguments) { try container.resolve((any Parcel).self, arguments: 7) }
        failure(.wrongArguments) { try container.resolve((any Parcel).self) }
    }

    func testREG12_AQualifierRestrictsADecorator() throws {
        let container = try Container {
            Singleton((any Parcel).self) { Core("plain") }
            Singleton((any Parcel).self) { Core("left") }.named("left")
            Singleton((any Parcel).self) { Core("right") }.named(RegistrationName(2))
            Singleton((any Parcel).self) { Core("one") }.contributed()
            Singleton((any Parcel).self) { Core("two") }.named("left").contributed()
            Decorator.wrapping("all")
            Decorator.wrapping("named").named("left")
            Decorator.wrapping("numbered").named(RegistrationName(2))
        }
        let layers = try container.resolve([any Parcel].self).map(\.layers)
        XCTAssertEqual(
            layers,
            [
                ["plain", "all"], ["left", "all", "named"], ["right", "all", "numbered"], ["one", "all"],
                ["two", "all", "named"],
            ])
        XCTAssertEqual(try container.resolve((any Parcel).self, named: "left").layers, ["left", "all", "named"])
    }

    func testREG12_TheUndecoratedOneIsOutOfReach() throws {
        let container = try Container {
            Singleton((any Parcel).self) { Core() }.inject { _, _ in }
            Intercepted((any Parcel).self, by: Writing(label: "i", log: Log()))
            Decorator.wrapping("a")
        }
        _ = try container.resolve((any Parcel).self)
        XCTAssertEqual(try container.resolve([any Parcel].self).map(\.layers), [["core", "a"]])
        let error = failure(.missing) { try container.resolve((any Parcel).self, named: "x") }
        XCTAssertEqual(error?.nearKeys, ["any Parcel"], "named once")
        let map = try container.resolve([RegistrationName: any Parcel].self)
        XCTAssertTrue(map.isEmpty)
    }

    func testREG12_DecoratesAllThatConform() throws {
        let asked = Counter()
        let container = try Container {
            Singleton((any Parcel).self) { Core() }
            Singleton((any Sealed).self) { Core("sealed") }
            Transient { Stamp("plain") }
            Decorator(all: (any Parcel).self) { parcel, resolver in
                asked.increment()
                return Wrapping(parcel, try resolver.resolve(Stamp.self).text)
            }
            .dependsOn(Stamp.self)
        }
        XCTAssertEqual(try container.resolve((any Parcel).self).layers, ["core", "plain"])
        XCTAssertEqual(try container.resolve((any Parcel).self).layers, ["core", "plain"])
        XCTAssertEqual(asked.value, 1, "a ready instance is not looked at")
        XCTAssertEqual(try container.resolve(Stamp.self).text, "plain")
        let error = failure(.decoratedAsAnotherType) { try container.resolve((any Sealed).self) }
        XCTAssertEqual(error?.path, ["any Sealed"])
        XCTAssertEqual(error?.key, "any Sealed")
    }

    func testREG12_ADecoratorOfAllMayReturnWhatItIsGiven() throws {
        let container = try Container {
            Singleton { Core() }.as { $0 as any Parcel }
            Decorator(all: (any Parcel).self) { $0 }
            Decorator(all: Core.self) { core in
                core.guests.append(core)
                return core
            }
        }
        let core = try container.resolve(Core.self)
        XCTAssertEqual(core.guests.count, 1, "not again by its further type")
        XCTAssertTrue(try container.resolve((any Parcel).self) === core)
        core.guests = []
    }

    func testREG12_AFurtherTypeHasOneDecoratedFaceAsLongAsTheInstanceLives() throws {
        for isScoped in [false, true] {
            let registration =
                isScoped
                ? Module { Scoped { Core() }.as { $0 as any Parcel } }
                : Module { Singleton { Core() }.as { $0 as any Parcel } }
            let container = try Container.of([registration, Decorator.wrapping("face")])
            let asker = isScoped ? try container.openScope(.request) : container
            let face = try asker.resolve((any Parcel).self)
            XCTAssertEqual(face.layers, ["core", "face"])
            XCTAssertTrue(try asker.resolve((any Parcel).self) === face)
            let core = try asker.resolve(Core.self)
            XCTAssertTrue(face.core === core)
            asker.close()
        }
    }

    func testREG12_ADecoratorOfAGraphBelongsToTheGraph() throws {
        final class Pair {
            let left: any Parcel
            let right: any Parcel
            init(_ left: any Parcel, _ right: any Parcel) {
                self.left = left
                self.right = right
            }
        }
        let container = try Container {
            Graph((any Parcel).self) { Core() }
            Transient(Pair.init)
            Decorator.wrapping("a")
        }
        let pair = try container.resolve(Pair.self)
        XCTAssertTrue(pair.left === pair.right)
        XCTAssertEqual(pair.left.layers, ["core", "a"])
        XCTAssertFalse(try container.resolve(Pair.self).left === pair.left)
        assertThreadIsIdle()
    }

    func testREG12_OptionalAndListGiveTheDecoratedOne() throws {
        final class Asker {
            let texts: [[String]]
            init(maybe: (any Parcel)?, all: [any Parcel]) {
                texts = [maybe?.layers ?? [], all.flatMap(\.layers)]
            }
        }
        let container = try Container {
            Singleton((any Parcel).self) { Core() }
            Decorator.wrapping("a")
            Transient(Asker.init)
        }
        XCTAssertEqual(try container.resolve(Asker.self).texts, Array(repeating: ["core", "a"], count: 2))
        XCTAssertEqual(try container.with((any Parcel).self) { $0.layers }, ["core", "a"])
        XCTAssertEqual(try container.resolve((any Parcel)?.self)?.layers, ["core", "a"])
    }

    func testC1_ADecoratedSingletonIsMadeOnceByThirtyTwoThreads() throws {
        let rounds = 100
        var stated = Stated("C1 races for a decorated singleton")
        defer { stated.state(misses: testRun?.failureCount ?? 0) }
        for round in 0..<rounds {
            let made = Counter()
            let decorated = Counter()
            let container = try Container {
                Singleton((any Parcel).self) {
                    made.increment()
                    usleep(UInt32(round % 5) * 20)
                    return Core()
                }
                .inject { parcel, resolver in
                    if round % 2 == 0 { parcel.core.guests = [try resolver.resolve(named: "guest")] }
                }
                Singleton((any Parcel).self) { Core("guest") }.named("guest")
                Decorator((any Parcel).self) { parcel in
                    decorated.increment()
                    sched_yield()
                    return Wrapping(parcel, "a")
                }
                .named("guest")
                Decorator((any Parcel).self) { parcel in Wrapping(parcel, "b") }
            }
            let results = race(threads: 32) { _ in ObjectIdentifier(try container.resolve((any Parcel).self)) }
            XCTAssertEqual(Set(try results.map { try $0.get() }).count, 1, "round \(round)")
            XCTAssertEqual(made.value, 1, "round \(round)")
            XCTAssertEqual(decorated.value, round % 2 == 0 ? 1 : 0, "round \(round)")
            stated.add(1, "races of 32 threads")
        }
    }
}
