// The command and the inspector on containers that are filled through other libraries' APIs.

#if Command && Inspector
import Armory
import ArmoryCommand
import ArmoryFactory
import ArmoryInspector
import ArmorySwinject
import ArmoryTestSupport
import XCTest

private final class Clock: Sendable {}

private final class Diary: Sendable {
    let clock: Clock
    init(clock: Clock) { self.clock = clock }
}

private final class Depot: ManagedContainer {
    let manager = ContainerManager()

    var clock: FactoryKit.Factory<Clock> { self { Clock() }.cached }
    var diary: FactoryKit.Factory<Diary> { self { Diary(clock: self.clock()) } }
}

final class DropInTests: LeakCheckedTestCase {
    func testTheCommandChecksAndDrawsASwinjectContainer() async throws {
        let container = Swinject.Container()
        container.register(Clock.self) { _ in Clock() }.inObjectScope(.container)
        container.register(Diary.self) { Diary(clock: $0.resolve(Clock.self)!) }
        let report = try await container.native.command("validate", "--dry-run")
        XCTAssertEqual(report, "Nothing is wrong.")
        let tree = try await container.native.command("tree", "--observed")
        XCTAssertEqual(tree, "Diary · graph\n└─ Clock · singleton, seen")
    }

    func testTheInspectorShowsASwinjectContainer() throws {
        let inspector = Inspector()
        let container = Swinject.Container(subscribers: [inspector])
        container.register(Clock.self) { _ in Clock() }.inObjectScope(.container)
        container.register(Diary.self) { Diary(clock: $0.resolve(Clock.self)!) }
        let diaries = [container.resolve(Diary.self), container.resolve(Diary.self)]
        try check(inspector, container.native, lifetime: .graph)
        withExtendedLifetime(diaries) {}
    }

    func testTheCommandDrawsAContainerOfFactory() async throws {
        ContainerManager.subscribers = [Inspector()]
        let depot = Depot()
        ContainerManager.subscribers = []
        _ = depot.diary()
        let tree = try await depot.manager.native.command("tree")
        // Its next caller may bring another closure.
        XCTAssertEqual(
            tree,
            """
            Diary named "diary" · transient, may need more
            └─ Clock named "clock" · singleton, may need more, seen
            """)
    }

    func testTheInspectorShowsAContainerOfFactory() throws {
        let inspector = Inspector()
        ContainerManager.subscribers = [inspector]
        let depot = Depot()
        ContainerManager.subscribers = []
        let diaries = [depot.diary(), depot.diary()]
        try check(inspector, depot.manager.native, lifetime: .transient)
        withExtendedLifetime(diaries) {}
    }

    /// Checks what the inspector knows of a clock that two diaries share.
    private func check(
        _ inspector: Inspector, _ container: Armory.Container, lifetime: ContainerGraph.Lifetime
    ) throws {
        let slots = inspector.slots(of: container).slots
        func slot(_ word: String) throws -> Inspector.Slot {
            try XCTUnwrap(slots.first { $0.key.contains(word) }, word)
        }
        XCTAssertEqual(slots.count, 2)
        XCTAssertEqual(try slot("Clock").made, 1)
        XCTAssertEqual(try slot("Clock").state, .ready)
        XCTAssertEqual(try slot("Diary").made, 2)
        XCTAssertEqual(try slot("Diary").lifetime, lifetime)
        XCTAssertTrue(try slot("Diary").place?.contains("DropInTests.swift:") == true)
        XCTAssertEqual(inspector.summary(of: container).made, 3)
    }
}
#endif
