import Armory
import ArmoryTestSupport
import XCTest

// S2: the result of a resolve by code that has no resolver may be in use by another task as soon as that code has it. So
// nothing is done to it later: its injections and its `onWired` calls end first.
final class GraphOfItsOwnTests: LeakCheckedTestCase {
    fileprivate final class Box {
        var root: Root?
        var other: Other?
    }

    fileprivate final class Root: Sendable {
        let error: ResolutionError.Code?
        init(_ error: ResolutionError.Code? = nil) { self.error = error }
    }

    fileprivate final class Other: Sendable {}

    /// A resolve in a factory, whose result the caller may hand to another task.
    private typealias Apart = @Sendable (Container, borrowing Resolver) throws -> Void

    /// Each way to resolve apart in a factory.
    private let ways: [(name: String, resolve: Apart)] = [
        ("resolveInNewGraph", { _, resolver in _ = try resolver.resolveInNewGraph(Box.self) }),
        ("Container.resolve", { container, _ in _ = try container.resolve(Box.self) }),
        ("Container.resolveOptional", { container, _ in _ = try container.resolve(Box?.self) }),
        ("Container.resolveAll", { container, _ in _ = try container.resolve([Box].self) }),
        ("Container.with", { container, _ in try container.with(Box.self) { _ in } }),
        ("Container.call", { container, _ in try container.call { (_: Box) in } }),
        ("inject(into:)", { container, _ in try container.inject(into: Box()) }),
        ("Lazy", { container, _ in _ = try Lazy<Box>(container: container)() }),
        ("Provider", { container, _ in _ = try Provider<Box>(container: container)() }),
        ("Injected", { container, _ in _ = Injected<Box>(container: container).value }),
        ("a Provider of another graph", { _, resolver in _ = try resolver.resolveInNewGraph(Provider<Box>.self)() }),
    ]

    /// The container's other registrations: an unused `Graph` makes it keep track of graphs.
    private let others: [Module] = [Module {}, Module { Graph { Other() } }]

    func testS2_OnWiredIsCalledBeforeTheResultIsHandedOver() throws {
        for (name, resolve) in ways {
            for other in others {
                let log = Log<String>()
                let reference = WeakReference<Container>()
                let container = try Container {
                    other
                    Transient { Box() }.onWired { _ in log.add("wired") }
                    Transient { resolver -> Int in
                        try resolve(try XCTUnwrap(reference.object), resolver)
                        log.add("handed over")
                        return 1
                    }
                    .onWired { _ in log.add("end") }
                }
                reference.object = container
                _ = try container.resolve(Int.self)
                XCTAssertEqual(log.all, ["wired", "handed over", "end"], name)
                assertThreadIsIdle()
            }
        }
    }

    func testS2_OnWiredIsCalledIfTheLevelFailsLater() throws {
        let log = Log<String>()
        let reference = WeakReference<Container>()
        let container = try Container {
            Transient { Box() }.onWired { _ in log.add("wired") }
            Transient { resolver -> Root in
                _ = try resolver.resolve(Box.self)
                throw Mishap()
            }
            Transient { _ -> Int in
                XCTAssertThrowsError(try reference.object?.resolve(Root.self))
                log.add("caught")
                return 1
            }
        }
        reference.object = container
        _ = try container.resolve(Int.self)
        XCTAssertEqual(log.all, ["wired", "caught"])
        assertThreadIsIdle()
    }

    func testS2_NoInjectionIsPutOffUntilItsResultHasLeft() throws {
        for (name, resolve) in ways {
            for other in others {
                let injections = Counter()
                let reference = WeakReference<Container>()
                let container = try Container {
                    other
                    Transient { Box() }
                        .inject { box, resolver in
                            injections.increment()
                            box.root = try resolver.resolve()
                        }
                    Singleton { resolver -> Root in
                        // `Injected` ends the process.
                        guard name != "Injected" else { return Root(.cycle) }
                        do {
                            try resolve(try XCTUnwrap(reference.object), resolver)
                            return Root()
                        } catch let error as ResolutionError {
                            return Root(error.code)
                        }
                    }
                }
                reference.object = container
                XCTAssertEqual(try container.resolve(Root.self).error, .cycle, name)
                XCTAssertLessThanOrEqual(injections.value, 1, "\(name): not again")
                assertThreadIsIdle()
            }
        }
    }

    fileprivate final class Holder: Sendable {
        private let kept = Shelf<Root?>(nil)
        var root: Root? {
            get { kept.value }
            set { kept.value = newValue }
        }
    }

    func testC3_AnInjectionIntoAnInstanceThatThreadsShareIsPutOffBeyondItsLevel() throws {
        let reference = WeakReference<Container>()
        let holder = Shelf<Holder?>(nil)
        let container = try Container {
            Singleton { Holder() }.inject { holder, resolver in holder.root = try resolver.resolve() }
            Singleton { _ -> Root in
                holder.value = try reference.object?.resolve()
                return Root()
            }
        }
        reference.object = container
        let root = try container.resolve(Root.self)
        XCTAssertTrue(try XCTUnwrap(holder.value).root === root)
        assertThreadIsIdle()
    }

    func testC3_TheInjectionAroundALevelIsPutOffInstead() throws {
        let reference = WeakReference<Container>()
        let injections = Counter()
        let container = try Container {
            Transient { Box() }.inject { box, resolver in box.root = try resolver.resolve() }
            Singleton { Holder() }
                .inject { holder, _ in
                    injections.increment()
                    holder.root = try reference.object?.resolve(Box.self).root
                }
            Singleton { resolver -> Root in
                _ = try resolver.resolve(Holder.self)
                return Root()
            }
        }
        reference.object = container
        let root = try container.resolve(Root.self)
        XCTAssertTrue(try container.resolve(Holder.self).root === root)
        XCTAssertEqual(injections.value, 2, "again when the root exists")
        assertThreadIsIdle()
    }

    fileprivate final class Case {}
    fileprivate final class Badge: Sendable {}

    private struct Pair: Sendable {
        let isSameCase: Bool
        let isSameBadge: Bool
    }

    private func pair(
        _ other: @escaping @Sendable (Container) throws -> (box: Case, badge: Badge), line: UInt = #line
    ) throws -> Pair {
        let reference = WeakReference<Container>()
        let container = try Container {
            Graph { Case() }
            Graph { Badge() }
            Transient { resolver -> Pair in
                let (box, badge) = (try resolver.resolve(Case.self), try resolver.resolve(Badge.self))
                let found = try other(try XCTUnwrap(reference.object))
                let again = try resolver.resolve(Case.self)
                XCTAssertTrue(again === box, "the graph goes on", line: line)
                return Pair(isSameCase: found.box === box, isSameBadge: found.badge === badge)
            }
        }
        reference.object = container
        let pair = try container.asCurrent { try container.resolve(Pair.self) }
        assertThreadIsIdle()
        return pair
    }

    private func assertApart(_ pair: Pair, line: UInt = #line) {
        XCTAssertFalse(pair.isSameCase, "it could be sent to another task", line: line)
        XCTAssertFalse(pair.isSameBadge, "the resolve is a graph of its own", line: line)
    }

    func testS2_AContainerInsideAFactoryGivesNoObjectOfTheGraph() throws {
        assertApart(try pair { (try $0.resolve(), try $0.resolve()) })
        assertApart(try pair { (try XCTUnwrap($0.resolve(Case?.self)), try $0.resolve()) })
        assertApart(try pair { (try $0.resolve([Case].self)[0], try $0.resolve([Badge].self)[0]) })
        assertApart(try pair { (try $0.resolve([Case].self)[0], try $0.resolve([Badge].self)[0]) })
        assertApart(try pair { (try $0.with(Case.self) { copy $0 }, try $0.with(Badge.self) { copy $0 }) })
        assertApart(try pair { container in try container.call { (box: Case, badge: Badge) in (box, badge) } })
        assertApart(try pair { _ in (Injected<Case>().value, Injected<Badge>().value) })
        assertApart(try pair { _ in (try Lazy<Case>()(), try Lazy<Badge>()()) })
        assertApart(try pair { _ in (try Provider<Case>()(), try Provider<Badge>()()) })
    }

    private struct Held: @unchecked Sendable {  // It is only compared.
        let box: Case
    }

    /// A task may begin on the thread of a factory, and go on elsewhere.
    @available(macOS 26, *)
    func testS2_ATaskThatBeginsInsideAFactoryGetsNoObjectOfItsGraph() async throws {
        let reference = WeakReference<Container>()
        let container = try Container {
            Graph { Case() }
            Transient { resolver -> [Task<Bool, any Error>] in
                let held = Held(box: try resolver.resolve(Case.self))
                let container = try XCTUnwrap(reference.object)
                return [
                    Task.immediate { try await container.resolveAsync(Case.self) === held.box },
                    Task.immediate { try await container.resolveAsync(Case?.self) === held.box },
                    Task.immediate { try await container.resolveAsync([Case].self)[0] === held.box },
                ]
            }
        }
        reference.object = container
        for task in try container.resolve([Task<Bool, any Error>].self) {
            let isSame = try await task.value
            XCTAssertFalse(isSame)
        }
    }

    func testS2_AnInstanceInANewGraphIsNotTheRunningOnes() throws {
        let container = try Container {
            Graph { Case() }
            Graph { Case() }.named("other")
            Graph { Case() }.named(RegistrationName(3))
            Transient { resolver -> [Bool] in
                let (box, other) = (try resolver.resolve(Case.self), try resolver.resolve(Case.self, named: "other"))
                let third = try resolver.resolve(Case.self, named: RegistrationName(3))
                return [
                    try resolver.resolveInNewGraph(Case.self) === box,
                    try resolver.resolveInNewGraph(Case.self, named: "other") === other,
                    try resolver.resolveInNewGraph(Case.self, named: RegistrationName(3)) === third,
                    try resolver.resolve(Case.self) === box,
                ]
            }
        }
        XCTAssertEqual(try container.resolve([Bool].self), [false, false, false, true])
    }

    func testM2_GraphsInsideOfAGraphLeaveNothingBehind() throws {
        let reference = WeakReference<Container>()
        let tracker = LifetimeTracker()
        let container = try Container {
            Graph { Tracked(tracker) }
            Transient { _ -> Int in
                var most = 0
                for _ in 0..<100 {
                    _ = try reference.object?.resolve([Tracked].self)
                    most = max(most, tracker.alive)
                }
                return most
            }
        }
        reference.object = container
        XCTAssertLessThanOrEqual(try container.resolve(Int.self), 1, "released when its level ends")
        XCTAssertEqual(tracker.alive, 0)
        assertThreadIsIdle()
    }
}
