import Armory
import ArmoryTestSupport
import XCTest

// S2: the result of a resolve by code that has no resolver may be in use by another task as soon as that code has it. So
// nothing is done to it later: its injections and its `onWired` calls end first.
final class ApartHookTests: LeakCheckedTestCase {
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
        ("Container.resolveOptional", { container, _ in _ = try container.resolveOptional(Box.self) }),
        ("Container.resolveAll", { container, _ in _ = try container.resolveAll(Box.self) }),
        ("Container.with", { container, _ in try container.with(Box.self) { _ in } }),
        ("Container.call", { container, _ in try container.call { (_: Box) in } }),
        ("inject(into:)", { container, _ in try container.inject(into: Box()) }),
        ("Lazy", { container, _ in _ = try Lazy<Box>(container: container)() }),
        ("Provider", { container, _ in _ = try Provider<Box>(container: container)() }),
        ("Injected", { container, _ in _ = Injected<Box>(container: container).value }),
        ("a Provider of another graph", { _, resolver in _ = try resolver.resolveInNewGraph(Provider<Box>.self)() }),
        ("another graph", { _, resolver in _ = try resolver.resolveInNewGraph(ObjectGraph.self).resolve(Box.self) }),
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

    func testS2_OnWiredOfAnInstanceThatThreadsShareWaitsForTheWholeGraph() throws {
        let log = Log<String>()
        let reference = WeakReference<Container>()
        let container = try Container {
            Singleton { Other() }.onWired { _ in log.add("singleton") }
            Graph { Root() }.onWired { _ in log.add("graph") }
            Transient { _ -> Int in
                let inner = try XCTUnwrap(reference.object)
                _ = (try inner.resolve(Other.self), try inner.resolve(Root.self))
                log.add("factory")
                return 1
            }
        }
        reference.object = container
        _ = try container.resolve(Int.self)
        XCTAssertEqual(log.all, ["factory", "graph", "singleton"])
        assertThreadIsIdle()
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
}

// MARK: What a deferred dependency may use

extension ApartHookTests {
    fileprivate protocol BoxLike: AnyObject {}
    fileprivate final class Chest: BoxLike {}

    fileprivate struct Snap: Sendable {
        let chest: ObjectIdentifier
    }

    fileprivate final class Editor {
        let chest: Chest
        let snap: Provider<Snap>
        let snaps: Provider<[Snap]>
        let like: Provider<any BoxLike>
        init(chest: Chest, snap: Provider<Snap>, snaps: Provider<[Snap]>, like: Provider<any BoxLike>) {
            (self.chest, self.snap, self.snaps, self.like) = (chest, snap, snaps, like)
        }
    }

    func testS2_AFurtherTypeThatIsSendableIsNotMadeFromAnObjectInUse() async throws {
        let container = try Container {
            Graph { Chest() }.as { Snap(chest: ObjectIdentifier($0)) }.as { $0 as any BoxLike }
            Transient(Editor.init)
        }
        let editor = try container.resolve(Editor.self)
        let (chest, snap) = (ObjectIdentifier(editor.chest), editor.snap)
        XCTAssertNotEqual(try snap().chest, chest, "another thread could be using it")
        let awaited = try await snap.resolveAsync().chest
        XCTAssertNotEqual(awaited, chest)
        XCTAssertTrue(try editor.like() === editor.chest, "the type is not `Sendable`, so it stays with the editor")
        let like = try await editor.like.resolveAsync()
        XCTAssertTrue(like === editor.chest)
        assertThreadIsIdle()
    }

    func testS2_AListIsNotMadeFromObjectsInUse() throws {
        let container = try Container {
            Graph { Chest() }.as { $0 as any BoxLike }
            // Its type is not known to be `Sendable`, so it is not shared although the graph has it.
            self.registration { try Snap(chest: ObjectIdentifier($0.resolve(Chest.self))) }
            Transient { try Snap(chest: ObjectIdentifier($0.resolve(Chest.self))) }.named("other")
            Transient { resolver -> Editor in
                _ = try resolver.resolve(Snap.self)
                return Editor(
                    chest: try resolver(), snap: try resolver(), snaps: try resolver(), like: try resolver())
            }
        }
        let editor = try container.resolve(Editor.self)
        XCTAssertNotEqual(try editor.snap().chest, ObjectIdentifier(editor.chest))
        XCTAssertFalse(try editor.snaps().map(\.chest).contains(ObjectIdentifier(editor.chest)))
    }

    /// A registration whose type the container is not told.
    private func registration<T>(_ make: @escaping @Sendable (Resolver) throws -> T) -> [any ModuleElement] {
        [Graph(T.self, make)]
    }
}
