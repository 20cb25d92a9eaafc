import Armory
import ArmoryTestSupport
import XCTest

// S2: objects that are not `Sendable` stay with the resolver that made them. Code without it may hand its objects to
// another task, so it gets none that the running graph uses. Snippets in DoesNotCompile have the programs that the
// compiler refuses.
final class ApartTests: LeakCheckedTestCase {
    fileprivate final class Box {}
    fileprivate final class Badge: Sendable {}

    private struct Pair: Sendable {
        let isSameBox: Bool
        let isSameBadge: Bool
    }

    /// Resolves a box and a badge by a factory's resolver, and compares them with those that `other` gets.
    private func pair(
        _ other: @escaping @Sendable (Container) throws -> (box: Box, badge: Badge), file: StaticString = #filePath,
        line: UInt = #line
    ) throws -> Pair {
        let reference = WeakReference<Container>()
        let container = try Container {
            Graph { Box() }
            Graph { Badge() }
            Transient { (box: Box, badge: Badge, provider: Provider<Badge>) in
                Wrapped(box: box, badge: badge, provider: provider)
            }
            Transient { resolver -> Pair in
                let (box, badge) = (try resolver.resolve(Box.self), try resolver.resolve(Badge.self))
                let found = try other(try XCTUnwrap(reference.object))
                let again = try resolver.resolve(Box.self)
                XCTAssertTrue(again === box, "the level is left", file: file, line: line)
                return Pair(isSameBox: found.box === box, isSameBadge: found.badge === badge)
            }
        }
        reference.object = container
        let pair = try container.asCurrent { try container.resolve(Pair.self) }
        assertThreadIsIdle()
        return pair
    }

    fileprivate final class Wrapped {
        let box: Box
        let badge: Badge
        let provider: Provider<Badge>
        init(box: Box, badge: Badge, provider: Provider<Badge>) {
            (self.box, self.badge, self.provider) = (box, badge, provider)
        }
    }

    private func assertApart(_ pair: Pair, line: UInt = #line) {
        XCTAssertFalse(pair.isSameBox, "it could be sent to another task", line: line)
        XCTAssertTrue(pair.isSameBadge, "threads may share it", line: line)
    }

    func testS2_AContainerInsideAFactoryGivesNoObjectOfTheGraph() throws {
        assertApart(try pair { (try $0.resolve(), try $0.resolve()) })
        assertApart(try pair { (try XCTUnwrap($0.resolveOptional(Box.self)), try $0.resolve()) })
        assertApart(try pair { (try $0.resolveAll(Box.self)[0], try $0.resolveAll(Badge.self)[0]) })
        assertApart(try pair { (try $0.resolve([Box].self)[0], try $0.resolve([Badge].self)[0]) })
        assertApart(try pair { (try $0.with(Box.self) { copy $0 }, try $0.with(Badge.self) { copy $0 }) })
        assertApart(
            try pair { container in
                let wrapped = try container.resolve(Wrapped.self)
                return (wrapped.box, wrapped.badge)
            })
        assertApart(
            try pair { container in
                try container.call { (box: Box, badge: Badge) in (box, badge) }
            })
    }

    func testS2_PropertyWrappersAndProvidersInsideAFactoryGiveNoObjectOfTheGraph() throws {
        assertApart(try pair { _ in (Injected<Box>().value, Injected<Badge>().value) })
        assertApart(try pair { _ in (try Lazy<Box>()(), try Lazy<Badge>()()) })
        assertApart(try pair { _ in (try Provider<Box>()(), try Provider<Badge>()()) })
    }

    private struct Held: @unchecked Sendable {  // It is only compared.
        let box: Box
    }

    /// A task may begin on the thread of a factory, and go on elsewhere.
    @available(macOS 26, *)
    func testS2_ATaskThatBeginsInsideAFactoryGetsNoObjectOfItsGraph() async throws {
        let reference = WeakReference<Container>()
        let container = try Container {
            Graph { Box() }
            Transient { resolver -> [Task<Bool, any Error>] in
                let held = Held(box: try resolver.resolve(Box.self))
                let container = try XCTUnwrap(reference.object)
                return [
                    Task.immediate { try await container.resolveAsync(Box.self) === held.box },
                    Task.immediate { try await container.resolveOptionalAsync(Box.self) === held.box },
                    Task.immediate { try await container.resolveAsync([Box].self)[0] === held.box },
                ]
            }
        }
        reference.object = container
        for task in try container.resolve([Task<Bool, any Error>].self) {
            let isSame = try await task.value
            XCTAssertFalse(isSame)
        }
    }

    func testS2_AnUncheckedGraphIsSharedWithAllCode() throws {
        let reference = WeakReference<Container>()
        let container = try Container {
            Graph.Unchecked { _ in Box() }
            Transient { resolver -> Bool in
                let other: Box? = try reference.object?.resolve()
                return try resolver.resolve(Box.self) === other
            }
        }
        reference.object = container
        XCTAssertTrue(try container.resolve(Bool.self))
    }

    func testS2_AnInstanceInANewGraphIsNotTheRunningOnes() throws {
        let container = try Container {
            Graph { Box() }
            Graph { Box() }.named("other")
            Graph { Box() }.qualified(by: 3)
            Transient { resolver -> [Bool] in
                let (box, other) = (try resolver.resolve(Box.self), try resolver.resolve(Box.self, named: "other"))
                let third = try resolver.resolve(Box.self, qualifier: 3)
                return [
                    try resolver.resolveInNewGraph(Box.self) === box,
                    try resolver.resolveInNewGraph(Box.self, named: "other") === other,
                    try resolver.resolveInNewGraph(Box.self, qualifier: 3) === third,
                    try resolver.resolve(Box.self) === box,
                ]
            }
        }
        XCTAssertEqual(try container.resolve([Bool].self), [false, false, false, true])
    }

    private struct Late: Sendable {
        let worker: Lazy<Worker>
        let workers: Provider<Worker>
    }

    /// Uses an object of the graph, which another thread may be using.
    fileprivate final class Worker: Sendable {
        let box: ObjectIdentifier
        init(box: Box) { self.box = ObjectIdentifier(box) }
    }

    private struct Top {
        let box: Box
        let late: Late
    }

    func testS2_ADeferredDependencyOfASendableTypeUsesNoObjectOfItsGraph() throws {
        let container = try Container {
            Graph { Box() }
            Transient(Worker.init)
            Transient { (worker: Lazy<Worker>, workers: Provider<Worker>) in Late(worker: worker, workers: workers) }
            Transient { (box: Box, late: Late) in Top(box: box, late: late) }
        }
        let top = try container.resolve(Top.self)
        let late = top.late
        for result in race(threads: 4, { _ in [try late.worker().box, try late.workers().box] }) {
            XCTAssertFalse(try result.get().contains(ObjectIdentifier(top.box)))
        }
        XCTAssertTrue(try late.worker() === late.worker())
    }

    /// A list does not tell whether a type is `Sendable`.
    func testS2_ADeferredDependencyOfAListOfRegistrationsUsesNoObjectOfItsGraph() throws {
        let list: [any ConfinedRegistration] = [Transient(Worker.init)]
        func replace(in container: Container, by registration: some ConfinedRegistration) throws {
            try container.replace(registration)
        }
        let late = Module {
            Graph { Box() }
            Transient { (worker: Lazy<Worker>, workers: Provider<Worker>) in Late(worker: worker, workers: workers) }
            Transient { (box: Box, late: Late) in Top(box: box, late: late) }
        }
        let containers = try (0..<3).map { _ in
            try Container {
                late
                for registration in list { registration }
            }
        }
        try containers[1].replace(list[0])
        try replace(in: containers[2], by: Transient(Worker.init))
        for container in containers {
            let top = try container.resolve(Top.self)
            XCTAssertNotEqual(try top.late.worker().box, ObjectIdentifier(top.box))
            XCTAssertNotEqual(try top.late.workers().box, ObjectIdentifier(top.box))
        }
    }

    fileprivate final class Helper: Sendable {
        let box: ObjectIdentifier
        init(box: Box) { self.box = ObjectIdentifier(box) }
    }

    fileprivate struct Editor {
        let box: Box
        let workers: Provider<Worker>
        let helpers: Provider<Helper>
    }

    func testS2_ADeferredDependencyUsesNoObjectOfAGraphThatIsOnLoanToItsThread() throws {
        let (helpers, found) = (Shelf<Provider<Helper>?>(nil), Shelf<[ObjectIdentifier]>([]))
        let container = try Container {
            Graph { Box() }
            Transient(Helper.init)
            Transient { resolver -> Worker in
                found.value = [try XCTUnwrap(helpers.value)().box]
                return Worker(box: try resolver.resolve(Box.self))
            }
            Transient(Editor.init)
        }
        let editor = try container.resolve(Editor.self)
        helpers.value = editor.helpers
        found.value.append(try editor.workers().box)
        XCTAssertEqual(found.value.count, 2)
        XCTAssertFalse(found.value.contains(ObjectIdentifier(editor.box)), "another thread may be using it")
        helpers.value = nil
        assertThreadIsIdle()
    }

    fileprivate final class Parent {
        let child: Child
        init(child: Child) { self.child = child }
    }

    fileprivate final class Child {
        let parent: Weak<Parent>
        let boxes: Provider<Box>
        init(parent: Weak<Parent>, boxes: Provider<Box>) { (self.parent, self.boxes) = (parent, boxes) }
    }

    func testRES3_ADeferredDependencyThatIsNotSendableContinuesItsGraph() throws {
        let container = try Container {
            Graph { Box() }
            Graph(Parent.init)
            Graph(Child.init)
            Transient { resolver -> [Parent] in [try resolver(), try resolver.resolveInNewGraph()] }
        }
        let parent = try container.resolve(Parent.self)
        XCTAssertTrue(try parent.child.parent() === parent)
        XCTAssertTrue(try parent.child.boxes() === parent.child.boxes(), "the graph's box")
        // A graph inside of a graph has deferred dependencies of its own.
        let parents = try container.resolve([Parent].self)
        XCTAssertFalse(parents[0] === parents[1])
        for parent in parents { XCTAssertTrue(try parent.child.parent() === parent) }
        XCTAssertFalse(try parents[0].child.boxes() === parents[1].child.boxes())
        assertThreadIsIdle()
    }

    fileprivate final class Shared: SharedResolvable {
        init(resolver: Resolver, arguments: Void) {}
    }

    fileprivate final class Borrower: Resolvable {
        static let lifetime = Rented()
        static var lifetimeRule: Plumbing.LifetimeRule { Shared.lifetimeRule }
        init(resolver: Resolver, arguments: Void) {}
    }

    fileprivate struct Rented {}

    func testS2_ATypeThatReturnsTheRuleOfAnotherIsNotShared() throws {
        let container = try Container {}
        XCTAssertTrue(container.resolve(Shared.self) === container.resolve(Shared.self))
        XCTAssertFalse(container.resolve(Borrower.self) === container.resolve(Borrower.self))
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
