import Armory
import ArmoryTestSupport
import Foundation
import XCTest

private protocol Ticking: Sendable {}
private final class Clock: Ticking, Sendable {}
private final class Quartz: Ticking, Sendable {}
private struct Watch: Sendable { init(clock: Clock) {} }
private struct Basket: Sendable { init(clock: Clock) {} }

/// SEE2: what has become of instances, in containers that are open and closed, scopes and children.
final class InstanceStateTests: LeakCheckedTestCase {
    func testSEE2_TheStateIsThatOfTheSlot() throws {
        let isIn = Latch()
        let mayGo = Latch()
        let container = try Container {
            Singleton(Int8.self) { 1 }
            Singleton(Int16.self) {
                isIn.open()
                mayGo.wait()
                return 1
            }
            Singleton(value: Int32(1))
            Transient(Int64.self) { 1 }
            Shared(Clock.init)
            Scoped(UInt32.self) { 1 }
        }
        XCTAssertEqual(
            container.graph.states,
            [
                "Int8: empty", "Int16: empty", "Int32: ready", "Int64: none", "Clock: empty",
                "UInt32: none",
            ])
        let thread = Thread { _ = try? container.resolve(Int16.self) }
        thread.start()
        XCTAssertTrue(isIn.wait())
        XCTAssertEqual(container.graph.only("Int16")?.state, .building)
        mayGo.open()
        _ = try container.resolve(Int16.self)
        _ = try container.resolve(Int8.self)
        _ = try container.resolve(Int64.self)
        try withExtendedLifetime(container.resolve(Clock.self)) {
            XCTAssertEqual(
                container.graph.states,
                [
                    "Int8: ready", "Int16: ready", "Int32: ready", "Int64: none", "Clock: ready",
                    "UInt32: none",
                ])
        }
        XCTAssertEqual(container.graph.only("Clock")?.state, .empty, "nobody holds the shared one any more")
    }

    func testSEE2_ATaskThatMakesAnInstanceIsBuilding() async throws {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let container = try Container {
            Singleton(Int8.self) {
                start.finish()
                for await _ in ended {}
                return 1
            }
        }
        let task = Task { try await container.resolveAsync(Int8.self) }
        for await _ in started {}
        XCTAssertEqual(container.graph.states, ["Int8: building"])
        end.finish()
        _ = try await task.value
        XCTAssertEqual(container.graph.states, ["Int8: ready"])
    }

    func testSEE2_AFurtherTypeIsANodeThatLeadsToTheFirst() throws {
        let container = try Container {
            Singleton(Quartz.init).as { $0 as any Ticking }
        }
        _ = try container.resolve((any Ticking).self)
        let alias = container.graph.only("any Ticking")
        XCTAssertEqual(alias?.isAlias, true)
        XCTAssertEqual(alias?.lifetime, .singleton, "its instance is the other's")
        XCTAssertEqual(alias?.state, ContainerGraph.Node.State.none)
        XCTAssertEqual(alias?.isOpaque, false)
        XCTAssertEqual(container.graph.only("Quartz")?.isAlias, false)
        XCTAssertEqual(container.graph.only("Quartz")?.state, .ready)
        XCTAssertEqual(container.graph.arrows, ["any Ticking -> Quartz: parameter construction"])
    }

    // MARK: Parents, scopes

    func testSEE2_AChildHasItsOwnAndWhatTheyLeadTo() throws {
        let parent = try Container {
            Singleton(Clock.init)
            Transient(Int8.self) { 1 }.dependsOn(Int16.self)
            Singleton(Int16.self) { 1 }.dependsOn(Int32.self)
            Singleton(Int32.self) { 1 }
        }
        _ = try parent.resolve(Clock.self)
        let child = try Container(parents: [parent]) {
            Singleton(Watch.init)
            Singleton(Int64.self) { 1 }.dependsOn(Int8.self)
        }
        let graph = child.graph
        XCTAssertEqual(
            graph.nodes.map { "\($0.key): \($0.isInherited ? "inherited" : "own") \($0.state)" },
            [
                "Clock: inherited ready", "Int8: inherited none", "Int16: inherited empty", "Watch: own empty",
                "Int64: own empty",
            ])
        XCTAssertEqual(
            graph.arrows,
            [
                "Int8 -> Int16: declared construction", "Watch -> Clock: parameter construction",
                "Int64 -> Int8: declared construction",
            ], "what a parent keeps is made in the parent's view")
    }

    func testSEE2_AScopeHasWhatLivesInIt() async throws {
        let container = try Container {
            Singleton(Clock.init)
            Scoped(Basket.init)
            Scoped(Int8.self) { 1 }
            Scoped(Int16.self) { 1 }.in(ScopeTag("session"))
        }
        XCTAssertEqual(container.graph.only("Basket")?.state, ContainerGraph.Node.State.none)
        try await container.withScope(.request) { scope in
            _ = try scope.resolve(Basket.self)
            XCTAssertEqual(scope.graph.states, ["Clock: ready", "Basket: ready", "Int8: empty"])
            XCTAssertEqual(scope.graph.arrows, ["Basket -> Clock: parameter construction"])
            XCTAssertEqual(scope.graph.nodes.filter(\.isInherited).count, 3)
        }
        XCTAssertEqual(container.graph.only("Basket")?.state, ContainerGraph.Node.State.none, "seen from the root")
        try await container.withScope(.request) { scope in
            XCTAssertEqual(scope.graph.only("Basket")?.state, .empty, "another scope has its own")
        }
    }

    func testSEE2_ADerivedContainerHasItsOwnInstances() throws {
        let container = try Container {
            Singleton(Clock.init)
            Singleton(Watch.init)
        }
        _ = try container.resolve(Watch.self)
        let derived = try container.overriding { Singleton(Clock.self) { Clock() } }
        XCTAssertEqual(derived.graph.only("Clock")?.state, .empty)
        XCTAssertEqual(derived.graph.only("Clock")?.isInherited, false)
    }

    func testSEE2_AFactoryMayAskForTheGraph() throws {
        let seen = Shelf(ContainerGraph(nodes: [], edges: []))
        let container = try Container.unchecked {
            Module("hiding") {
                Singleton(Int8.self) { 1 }.private()
                Singleton(Int16.self) { _ in
                    seen.value = Container.current?.graph ?? seen.value
                    return 1
                }
            }
        }
        _ = try container.resolve(Int16.self)
        XCTAssertEqual(seen.value.states, ["Int8 private in module \"hiding\": empty", "Int16: building"])
    }

    // MARK: Others at work

    func testSEE2_AClosedContainerHasAnEmptyGraph() throws {
        let parent = try Container { Singleton(Clock.init) }
        let child = try Container(parents: [parent]) { Singleton(Watch.init) }
        parent.close()
        XCTAssertEqual(parent.graph, ContainerGraph(nodes: [], edges: []))
        XCTAssertEqual(parent.graphFromDryRun(), ContainerGraph(nodes: [], edges: []))
        XCTAssertEqual(try Container {}.graph, ContainerGraph(nodes: [], edges: []))
        XCTAssertEqual(child.graph.states, ["Clock: empty", "Watch: empty"], "its plan does not change")
    }

    func testSEE2_NoFactoryRunsForTheGraph() throws {
        let runs = Counter()
        let container = try Container {
            Singleton(Clock.self) {
                runs.increment()
                return Clock()
            }
            Singleton(Watch.init)
        }
        XCTAssertEqual(container.graph.states, ["Clock: empty", "Watch: empty"])
        XCTAssertEqual(container.graph.arrows, ["Watch -> Clock: parameter construction"])
        XCTAssertEqual(runs.value, 0)
    }

    func testSEE2_OthersResolveMeanwhile() throws {
        let rounds = StressScale.scaled(200)
        let container = try Container {
            Singleton(Clock.init)
            Singleton(Watch.init)
            Shared(Quartz.init).as { $0 as any Ticking }
            Scoped(Basket.init)
        }
        let results = race(threads: 3) { thread -> Int in
            var misses = 0
            for _ in 0..<rounds {
                switch thread {
                case 0:
                    _ = try container.resolve(Watch.self)
                    _ = try container.resolve((any Ticking).self)
                case 1:
                    let scope = try container.openScope()
                    defer { scope.close() }
                    _ = try scope.resolve(Basket.self)
                    if scope.graph.nodes.first(where: { $0.key == "Basket" })?.state != .ready { misses += 1 }
                default:
                    let graph = container.graph
                    if Set(graph.keys) != ["Clock", "Watch", "Quartz", "any Ticking", "Basket"] { misses += 1 }
                    if graph.nodes.contains(where: { $0.state == .missing || $0.isInherited }) { misses += 1 }
                }
            }
            return misses
        }
        XCTAssertEqual(try results.map { try $0.get() }, [0, 0, 0])
    }
}
