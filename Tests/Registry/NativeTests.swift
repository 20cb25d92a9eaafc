// A native container as a parent, entries as registrations of a native module, and what subscribers hear.

import Armory
import ArmoryRegistry
import ArmoryTestSupport
import XCTest

private protocol Naming: Sendable {
    var name: String { get }
}

private final class Named: Naming {
    let life = Counted()
    let name: String
    init(_ name: String) { self.name = name }
}

private struct Broken: Error {}

final class NativeTests: RegistryTestCase {
    // MARK: A parent

    func testA9_ANativeParentHasWhatIsRegisteredExactlySo() throws {
        let container = try Armory.Container {
            Singleton((any Naming).self) { Named("plain") }
            Singleton((any Naming).self) { Named("named") }.named("it")
            Singleton(Named.self) { throw Broken() }
        }
        let parent = NativeParent(container)
        XCTAssert(parent.container === container)
        XCTAssertTrue(parent.has((any Naming).self, nil))
        XCTAssertTrue(parent.has((any Naming).self, "it"))
        XCTAssertFalse(parent.has((any Naming).self, "another"))
        XCTAssertFalse(parent.has((any Naming)?.self, nil), "an optional is no registration")
        XCTAssertEqual(try parent.instance((any Naming).self, nil)?.name, "plain")
        XCTAssertTrue(
            try parent.instance((any Naming).self, "it") as? Named === container.resolve((any Naming).self, named: "it")
                as? Named)
        XCTAssertNil(try parent.instance(Int.self, nil))
        XCTAssertNil(try parent.instance((any Naming).self, "another"))
        XCTAssertThrowsError(try parent.instance(Named.self, nil)) {
            XCTAssertEqual(($0 as? Armory.ResolutionError)?.code, .factoryFailed)
        }
    }

    func testA9_AClosedParentHasNothing() throws {
        let container = try Armory.Container { Singleton(Named.self) { Named("plain") } }
        let parent = NativeParent(container)
        XCTAssertNotNil(try parent.instance(Named.self, nil))
        container.close()
        XCTAssertFalse(parent.has(Named.self, nil))
        XCTAssertNil(try parent.instance(Named.self, nil))
        XCTAssertNil(try parent.instance(Int.self, nil))
    }

    func testA9_AParentThatClosesMeanwhileThrowsNothing() throws {
        for _ in 0..<StressScale.scaled(2_000, underThreadSanitizer: 300) {
            let container = try Armory.Container { Transient(Named.self) { Named("plain") } }
            let parent = NativeParent(container)
            let results = race(threads: 4) { thread in
                guard thread > 0 else { return _ = container.close() }
                while try parent.instance(Named.self, nil) != nil {}
            }
            for result in results { XCTAssertNoThrow(try result.get()) }
        }
    }

    // MARK: A module

    func testS1_AModuleOfEntriesResolvesTheSameInstances() throws {
        let registry = ItemsRegistry()
        let container = try Armory.Container { Armory.Module("items") { registry.elements } }
        for name in [nil, "a", "b"] as [String?] {
            let item = try registry.item(name)
            let native =
                try name.map { try container.resolve(Item.self, named: Armory.RegistrationName($0)) }
                ?? container.resolve(Item.self)
            XCTAssert(native === item, "\(name ?? "none")")
        }
        registry.reset()
        XCTAssert(try container.resolve(Item.self) === registry.item(nil), "nothing was kept natively")
        let item = try registry.item("a")
        container.close()
        XCTAssert(try registry.item("a") === item, "it was not closed")
    }

    func testE1_EdgesAndAliasesAreInTheGraph() throws {
        let container = try Armory.Container {
            Armory.Module("items") {
                SnapshotElement(Int.self, nil, at: nil, needs: []) { 7 }
                SnapshotElement(String.self, "text", at: nil, needs: [SnapshotNeed(Int.self)]) { "7" }
                SnapshotElement(Substring.self, nil, at: nil, needs: [SnapshotNeed(String.self, "text")], isAlias: true)
                { "7" }
                SnapshotElement(Double.self, nil, at: nil, needs: nil) { 7 }
            }
        }
        let graph = container.graph
        XCTAssertEqual(graph.nodes.count, 4)
        let edges = graph.edges.map { edge in
            "\(graph.nodes[edge.from].key) > \(graph.nodes[edge.to].key)"
        }
        XCTAssertEqual(Set(edges), ["String named \"text\" > Int", "Substring > String named \"text\""])
        XCTAssertEqual(graph.nodes.filter(\.isAlias).map { "\($0.key)" }, ["Substring"])
        XCTAssertEqual(try container.resolve(Substring.self), "7")
        XCTAssertEqual(try container.resolve(String.self, named: "text"), "7")
    }

    func testE1_AnElementThatDeclinesOrThrowsSaysSo() throws {
        let container = try Armory.Container {
            Armory.Module("items") {
                SnapshotElement(Int.self, nil, at: nil, needs: nil) { throw Armory.Declined("it is gone") }
                SnapshotElement(String.self, nil, at: nil, needs: nil) { throw Broken() }
                SnapshotElement(Double.self, nil, at: nil, needs: [SnapshotNeed(Item.self)], isAlias: true) {
                    throw Armory.Declined("it is no Double")
                }
                SnapshotElement(Item.self, nil, at: nil, needs: nil) { Item(1) }
            }
        }
        XCTAssertNil(try container.resolve(Int?.self))
        XCTAssertNil(
            try container.resolve(Double?.self), "a further type, for which the library has no instance")
        XCTAssertThrowsError(try container.resolve(Int.self)) {
            XCTAssertEqual(($0 as? Armory.ResolutionError)?.code, .declined)
        }
        XCTAssertThrowsError(try container.resolve(String.self)) {
            XCTAssert(($0 as? Armory.ResolutionError)?.underlying is Broken)
        }
    }

    // MARK: Events

    func testE2_SubscribersHearWhatHappensToEntries() throws {
        let heard = Heard()
        let events = try XCTUnwrap(EntryEvents([heard]))
        XCTAssertNil(EntryEvents([]))
        let registry = ItemsRegistry(events)
        XCTAssertEqual(heard.all, ["registered Item", "registered Item named \"a\"", "registered Item named \"b\""])
        heard.forget()
        _ = try registry.item("a")
        _ = try registry.item("a")
        XCTAssertEqual(heard.all, ["made Item named \"a\""], "once")
        heard.forget()
        registry.fails = true
        XCTAssertThrowsError(try registry.item("b"))
        XCTAssertEqual(heard.all, ["failed Item named \"b\""])
        heard.forget()
        registry.reset()
        XCTAssertEqual(heard.all, ["closed Item named \"a\""], "what had an instance")
    }
}

private final class Heard: EventSubscriber {
    private let list = Locked<[String]>([])

    var all: [String] { list.withLock { $0 } }

    func forget() { list.withLock { $0 = [] } }

    func receive(_ event: ContainerEvent) {
        let text: String? =
            switch event {
            case .registered(let registration): "registered \(registration.key)"
            case .made(let making): "made \(making.registration.key)"
            case .failed(let making, _): "failed \(making.registration.key)"
            case .closed(let closing): "closed \(closing.registration.key)"
            default: nil
            }
        list.withLock { $0 += [text].compactMap { $0 } }
    }
}
