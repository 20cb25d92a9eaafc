import Armory
import ArmoryTestSupport
import XCTest

/// LIFE8 with REG12: a cycle that an injection closes holds the decorated instance.
final class DecoratedCycleTests: LeakCheckedTestCase {
    private func container(_ kind: KeptKind, intercepted: Bool = false, made: Counter = Counter()) throws -> Container {
        let inject: @Sendable (inout any Parcel, Resolver) throws -> Void = { parcel, resolver in
            parcel.core.partner = try resolver.resolve()
        }
        let factory: @Sendable () -> any Parcel = {
            made.increment()
            return Core()
        }
        let parcels = Module {
            switch kind {
            case .graph:
                Graph((any Parcel).self, factory).inject(inject)
                Graph { Partner(try $0.resolve()) }
            case .shared:
                Shared((any Parcel).self, factory).inject(inject)
                Shared { Partner(try $0.resolve()) }
            case .scoped:
                Scoped((any Parcel).self, factory).inject(inject)
                Scoped { Partner(try $0.resolve()) }
            default:
                Singleton((any Parcel).self, factory).inject(inject)
                Singleton { Partner(try $0.resolve()) }
            }
        }
        return try Container.of(
            [parcels, Decorator.wrapping("a"), Decorator.wrapping("b")]
                + (intercepted ? [Intercepted(by: Writing(label: "i", log: Log()))] : []))
    }

    func testLIFE8_ACycleHoldsTheDecoratedInstanceFromEitherEnd() throws {
        for kind in KeptKind.allCases where kind != .transient {
            for intercepted in [false, true] {
                let text = "\(kind) intercepted: \(intercepted)"
                let first = try kind.asker(try container(kind, intercepted: intercepted))
                let parcel = try first.resolve((any Parcel).self)
                XCTAssertEqual(parcel.layers, ["core", "a", "b"], text)
                XCTAssertNotNil(parcel.core.partner, text)
                XCTAssertTrue(parcel.core.partner?.parcel === parcel, text)
                assertThreadIsIdle()
                let second = try kind.asker(try container(kind, intercepted: intercepted))
                let partner = try second.resolve(Partner.self)
                if kind.isOne && kind != .shared {
                    let parcel = try second.resolve((any Parcel).self)
                    XCTAssertTrue(partner.parcel === parcel, text)
                    XCTAssertEqual(parcel.layers, ["core", "a", "b"], text)
                    XCTAssertTrue(parcel.core.partner === partner, text)
                }
                assertThreadIsIdle()
                first.close()
                second.close()
            }
        }
    }

    func testLIFE8_ACycleRacedForFromBothEndsHoldsTheDecoratedInstance() throws {
        var stated = Stated("LIFE8 races for a decorated cycle from both ends")
        defer { stated.state(misses: testRun?.failureCount ?? 0) }
        for round in 0..<300 {
            let kind = [KeptKind.singleton, .scoped][round % 2]
            let made = Counter()
            let container = try kind.asker(try container(kind, intercepted: round % 3 == 1, made: made))
            let results = race(threads: [2, 8, 32][round % 3]) { thread -> ObjectIdentifier? in
                if thread % 2 == 0 {
                    let parcel = try container.resolve((any Parcel).self)
                    guard parcel.layers == ["core", "a", "b"], parcel.core.partner?.parcel === parcel else {
                        return nil
                    }
                    return ObjectIdentifier(parcel)
                }
                guard let parcel = try container.resolve(Partner.self).parcel else { return nil }
                guard parcel.layers == ["core", "a", "b"], parcel.core.partner?.parcel === parcel else { return nil }
                return ObjectIdentifier(parcel)
            }
            let seen = try results.map { try $0.get() }
            XCTAssertFalse(seen.contains(nil), "half wired in round \(round)")
            XCTAssertEqual(Set(seen).count, 1, "round \(round)")
            XCTAssertEqual(made.value, 1, "round \(round)")
            container.close()
            stated.add(1, "races")
        }
    }

    func testREG12_ADecoratorThatAsksForWhatItDecoratesIsACycleThatSaysSo() throws {
        for (name, label) in [(nil, "any Parcel"), ("main" as RegistrationName, "any Parcel named \"main\"")] {
            for kind in KeptKind.allCases {
                let container = try Container.of(
                    [
                        kind.registration(named: name),
                        Decorator((any Parcel).self) { parcel, resolver in
                            let other: any Parcel =
                                try name.map { try resolver.resolve(named: $0) } ?? resolver.resolve()
                            return Wrapping(other, parcel.layers[0])
                        },
                    ])
                let asker = try kind.asker(container)
                let error = failure(.cycle) {
                    if let name {
                        _ = try asker.resolve((any Parcel).self, named: name)
                    } else {
                        _ = try asker.resolve((any Parcel).self)
                    }
                }
                XCTAssertEqual(error?.path, [label, label], kind.rawValue)
                XCTAssertTrue(error?.fix.hasPrefix("use the decorator's first parameter") ?? false, kind.rawValue)
                assertThreadIsIdle()
                asker.close()
            }
        }
    }

    func testREG12_ACompositeCollectsTheOthersInEveryLifetimeAndIsDecorated() throws {
        final class All: Parcel, Sendable {
            let parts: [any Parcel]
            init(parts: [any Parcel]) { self.parts = parts }
            var layers: [String] { parts.map { $0.layers.joined(separator: "+") } }
            var core: Core { parts[0].core }
        }
        func composite(_ kind: KeptKind) -> Module {
            Module {
                switch kind {
                case .transient: Transient((any Parcel).self, All.init)
                case .singleton: Singleton((any Parcel).self, All.init)
                case .shared: Shared((any Parcel).self, All.init)
                case .graph: Graph((any Parcel).self, All.init)
                case .scoped: Scoped((any Parcel).self, All.init)
                }
            }
        }
        for kind in KeptKind.allCases {
            for layers in 0..<4 {
                var elements: [any ModuleElement] = [
                    composite(kind), Singleton((any Parcel).self) { Core("one") }.contributed(),
                    Singleton((any Parcel).self) { Core("two") }.named("two"),
                ]
                if layers & 1 != 0 { elements.append(Decorator.wrapping("a")) }
                if layers & 2 != 0 { elements.append(Intercepted(by: Writing(label: "i", log: Log()))) }
                let container = try Container.of(elements)
                let asker = try kind.asker(container)
                let all = try asker.resolve((any Parcel).self)
                let expected = layers & 1 != 0 ? ["one+a", "two+a", "a"] : ["one", "two"]
                XCTAssertEqual(all.layers, expected, "\(kind) \(layers)")
                asker.close()
            }
        }
    }
}
