import Armory
import ArmoryTestSupport
import XCTest

// M2 and S2: resolves by code without a resolver, inside of each other, and what happens in the middle of them.
final class LevelTests: LeakCheckedTestCase {
    fileprivate final class Box {
        let number: Int
        private let end: @Sendable () -> Void

        init(_ number: Int = 0, end: @escaping @Sendable () -> Void = {}) { (self.number, self.end) = (number, end) }

        deinit { end() }
    }

    fileprivate final class Badge: Sendable {}

    /// The box of the factory's graph, before and after `body`, must be the same.
    private func resolve(
        _ registrations: Module, line: UInt = #line,
        _ body: @escaping @Sendable (Container) throws -> Void
    ) throws {
        let reference = WeakReference<Container>()
        let container = try Container {
            registrations
            Graph { Badge() }
            Transient { resolver -> Int in
                let badge = try resolver.resolve(Badge.self)
                let box = try resolver.resolve(Box.self, named: "own")
                try body(try XCTUnwrap(reference.object))
                let again = try? resolver.resolve(Box.self, named: "own")
                XCTAssertTrue(again == nil || again === box, line: line)
                let other = try? resolver.resolve(Badge.self)
                XCTAssertTrue(other == nil || other === badge, line: line)
                return 1
            }
            Graph { Box() }.named("own")
        }
        reference.object = container
        XCTAssertEqual(try container.resolve(Int.self), 1, line: line)
        assertThreadIsIdle()
    }

    func testM2_AnInstanceThatResolvesWhenItsLevelEnds() throws {
        let ended = Counter()
        let reference = WeakReference<Container>()
        try resolve(
            Module {
                Graph {
                    Box {
                        ended.increment()
                        guard ended.value < 5 else { return }
                        _ = try? reference.object?.resolve(Box.self)
                        _ = try? reference.object?.resolve(Badge.self)
                    }
                }
            }
        ) { container in
            reference.object = container
            _ = try container.resolve(Box.self)
            XCTAssertEqual(ended.value, 5, "each ends with its level")
        }
    }

    func testM2_AFailedLevelReleasesItsInstances() throws {
        let ended = Counter()
        try resolve(
            Module {
                Graph { Box { ended.increment() } }
                Transient { resolver -> String in
                    _ = try resolver.resolve(Box.self)
                    throw Mishap()
                }
                Transient { resolver -> Double in
                    _ = try resolver.resolve(Box.self)
                    _ = try? resolver.resolve(String.self)
                    return Double(try resolver.resolve(Box.self).number)
                }
            }
        ) { container in
            for round in 1...100 {
                XCTAssertThrowsError(try container.resolve(String.self))
                XCTAssertEqual(try container.resolve(Double.self), 0)
                XCTAssertEqual(ended.value, 2 * round)
            }
        }
    }

    func testM2_LevelsInsideOfLevels() throws {
        let reference = WeakReference<Container>()
        try resolve(
            Module {
                Graph { Box() }
                Transient(arguments: Int.self) { resolver, depth -> [ObjectIdentifier] in
                    let box = try resolver.resolve(Box.self)
                    let provider: Provider<Badge> = try resolver()
                    let inner: [ObjectIdentifier] =
                        depth == 0 ? [] : try reference.object?.resolve(arguments: depth - 1) ?? []
                    XCTAssertTrue(try resolver.resolve(Box.self) === box)
                    XCTAssertTrue(try provider() === resolver.resolve(Badge.self))
                    XCTAssertFalse(inner.contains(ObjectIdentifier(box)))
                    return inner + [ObjectIdentifier(box)]
                }
            }
        ) { container in
            reference.object = container
            let boxes: [ObjectIdentifier] = try container.resolve(arguments: 20)
            XCTAssertEqual(boxes.count, 21)
        }
    }

    func testM1_TheContainerIsClosedInALevel() throws {
        let reference = WeakReference<Container>()
        let ended = Counter()
        try resolve(
            Module {
                Graph { Box { ended.increment() } }
                Transient { (resolver: Resolver) throws -> String in
                    _ = try resolver.resolve(Box.self)
                    reference.object?.close()
                    do {
                        return "\(try resolver.resolve(Box.self).number)"
                    } catch let error as ResolutionError {
                        return error.code.description
                    }
                }
            }
        ) { container in
            reference.object = container
            XCTAssertEqual(try? container.resolve(String.self), "closed")
        }
        XCTAssertEqual(ended.value, 1)
    }

    func testC2_AComparisonThatRegistersAndResolvesInALevel() throws {
        let added = Counter()
        let reference = WeakReference<Container>()
        let spot = Spot(number: 1) {
            guard added.increment() < 10 else { return }
            try? reference.object?.register(Transient { 1.5 }.qualified(by: added.value))
            _ = try? reference.object?.resolve(Box.self)
        }
        try resolve(
            Module {
                Graph { Box(1) }; Graph { Box(2) }.qualified(by: spot)
            }
        ) { container in
            reference.object = container
            let other = Spot(number: 1) {}
            XCTAssertEqual(try container.resolve(Box.self, qualifier: other).number, 2)
            XCTAssertGreaterThan(added.value, 0)
        }
    }

    private struct Spot: Hashable, Sendable {
        let number: Int
        let compared: @Sendable () -> Void

        static func == (left: Spot, right: Spot) -> Bool {
            left.compared()
            right.compared()
            return left.number == right.number
        }

        func hash(into hasher: inout Hasher) {}
    }

    fileprivate final class Late {
        let box: Lazy<Box>
        let provider: Provider<Box>
        init(box: Lazy<Box>, provider: Provider<Box>) { (self.box, self.provider) = (box, provider) }
    }

    func testM2_GraphsThatLastBeyondTheirLevels() throws {
        let kept = Shelf<[Kept]>([])
        try resolve(
            Module {
                Graph { Box() }; Transient(Late.init)
            }
        ) { container in
            for _ in 0..<50 {
                let (one, other) = (try container.resolve(Late.self), try container.resolve(Late.self))
                let box = try one.box()
                XCTAssertTrue(try one.provider() === box)
                XCTAssertFalse(try other.provider() === box)
                kept.value.append(Kept(late: one))
            }
        }
        for result in race(threads: 2, { _ in try kept.value.map { try $0.late.box().number } }) {
            XCTAssertEqual(try result.get().count, 50)
        }
        kept.value = []
    }

    fileprivate struct Kept: @unchecked Sendable {  // A `Lazy` locks what it changes.
        let late: Late
    }
}

// MARK: In a graph that continues, where no factory may be running

extension LevelTests {
    fileprivate final class Worker: Sendable {}

    fileprivate final class Editor {
        let box: Box
        let workers: Provider<Worker>
        let graph: ObjectGraph
        init(box: Box, workers: Provider<Worker>, graph: ObjectGraph) {
            (self.box, self.workers, self.graph) = (box, workers, graph)
        }
    }

    fileprivate final class Part {
        private let end: @Sendable () -> Void
        init(end: @escaping @Sendable () -> Void) { self.end = end }
        deinit { end() }
    }

    private struct Boxes {
        let all: [Box]
    }

    private struct Held: @unchecked Sendable {  // Used by one thread.
        let graph: ObjectGraph
    }

    // In the middle of the level, a graph further out goes on, and begins another level.
    func testS2_ALevelGetsNoObjectOfALevelAroundIt() throws {
        let (reference, held) = (WeakReference<Container>(), Shelf<Held?>(nil))
        let container = try Container {
            Graph { Box() }
            Graph { Badge() }
            Transient { ObjectGraphOwner(graph: $0.graph) }
            Transient { _ in try XCTUnwrap(reference.object).resolve(Boxes.self, named: "level 2") }.named("level 1")
            Transient { resolver in
                let box = try resolver.resolve(Box.self)
                let inner = try XCTUnwrap(held.value).graph.resolve(Boxes.self, named: "level 1 again")
                return Boxes(all: inner.all + [box, try resolver.resolve(Box.self)])
            }
            .named("level 2")
            Transient { _ in try XCTUnwrap(reference.object).resolve(Boxes.self, named: "level 3") }
                .named("level 1 again")
            Transient { resolver in
                let box = try resolver.resolve(Box.self)
                // A shareable instance stays when the level ends, so the entry of the box stays too.
                _ = try resolver.resolve(Badge.self)
                return Boxes(all: [box])
            }
            .named("level 3")
        }
        reference.object = container
        let graph = try container.resolve(ObjectGraphOwner.self).graph
        held.value = Held(graph: graph)
        let boxes = try graph.resolve(Boxes.self, named: "level 1").all
        XCTAssertEqual(boxes.count, 3)
        XCTAssertFalse(boxes[0] === boxes[1], "the outer level's box could be with another task")
        XCTAssertTrue(boxes[2] === boxes[1])
        held.value = nil
        assertThreadIsIdle()
    }

    private final class ObjectGraphOwner {
        let graph: ObjectGraph
        init(graph: ObjectGraph) { self.graph = graph }
    }

    func testS2_AnInstanceThatIsReleasedWithItsLevelGetsNoObjectOfTheGraph() throws {
        let found = Shelf<ObjectIdentifier?>(nil)
        let reference = WeakReference<Container>()
        let container = try Container {
            Graph { Box() }
            Graph { Part { found.value = (try? reference.object?.resolve(Box.self)).map { ObjectIdentifier($0) } } }
            Transient { resolver -> Worker in
                _ = try resolver.resolve(Part.self)
                return Worker()
            }
            Transient(Editor.init)
        }
        reference.object = container
        let editor = try container.resolve(Editor.self)
        _ = try editor.workers()
        XCTAssertNotNil(found.value)
        XCTAssertNotEqual(found.value, ObjectIdentifier(editor.box), "another thread may be using it")
        assertThreadIsIdle()
    }

    func testS2_AComparisonGetsNoObjectOfTheGraph() throws {
        let found = Shelf<ObjectIdentifier?>(nil)
        let reference = WeakReference<Container>()
        let spot = Spot(number: 1) {
            found.value = (try? reference.object?.resolve(Box.self)).map { ObjectIdentifier($0) }
        }
        let container = try Container {
            Graph { Box() }
            Transient { Worker() }
            Transient { Worker() }.qualified(by: spot)
            Transient(Editor.init)
        }
        reference.object = container
        let editor = try container.resolve(Editor.self)
        XCTAssertTrue(try editor.graph.resolve(Box.self) === editor.box)
        _ = try editor.graph.resolve(Worker.self, qualifier: spot)
        XCTAssertNotNil(found.value)
        XCTAssertNotEqual(found.value, ObjectIdentifier(editor.box), "it could be sent to another task")
        assertThreadIsIdle()
    }

    func testS2_ADecoratorOfAnAwaitedInstanceGetsNoObjectOfItsGraphFromTheContainer() async throws {
        let isSame = Shelf<[Bool]>([])
        let reference = WeakReference<Container>()
        let container = try Container {
            Graph { Box() }
            Transient { () async in Worker() }
            Decorator(Worker.self) { worker, resolver in
                let box = try resolver.resolve(Box.self)
                let other = try reference.object?.resolve(Box.self)
                isSame.value = [box === other, try resolver.resolve(Box.self) === box]
                return worker
            }
        }
        reference.object = container
        _ = try await container.resolveAsync(Worker.self)
        XCTAssertEqual(isSame.value, [false, true])
    }
}
