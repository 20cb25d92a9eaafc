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
    private func swinject() -> Swinject.Container {
        let container = Swinject.Container()
        container.register(Clock.self) { _ in Clock() }.inObjectScope(.container)
        container.autoregister(Diary.self, initializer: Diary.init)
        return container
    }

    /// A depot whose container has a clock and a diary.
    private func depot() -> Depot {
        let depot = Depot()
        depot.diary.register { [unowned depot] in Diary(clock: depot.clock()) }
        _ = depot.diary()
        return depot
    }

    func testTheCommandChecksAndDrawsTheModuleOfASwinjectContainer() async throws {
        let container = swinject()
        let native = try Armory.Container { container.module }
        let report = try await native.command("validate", "--dry-run")
        XCTAssertEqual(report, "Nothing is wrong.")
        let tree = try await native.command("tree")
        XCTAssertEqual(tree, "Diary · transient\n└─ Clock · transient, may need more")
    }

    func testTheCommandDrawsTheModuleOfAContainerOfFactory() async throws {
        let native = try Armory.Container { depot().module }
        let tree = try await native.command("tree")
        XCTAssertTrue(tree.contains("Clock named \"clock\""), tree)
        XCTAssertTrue(tree.contains("Diary named \"diary\""), tree)
    }

    func testTheInspectorShowsTheModuleOfASwinjectContainer() throws {
        let container = swinject()
        try check { Inspector.shows(container.module, $0) { try $0.resolve(Diary.self).clock } }
        XCTAssertNotNil(container.resolve(Clock.self))
    }

    func testTheInspectorShowsTheModuleOfAContainerOfFactory() throws {
        let depot = depot()
        try check { Inspector.shows(depot.module, $0) { try $0.resolve(Diary.self, named: "diary").clock } }
    }

    /// Checks what the inspector knows of a clock that two diaries share.
    private func check(_ show: (Inspector) -> Result<(Armory.Container, [Clock]), any Error>) throws {
        let inspector = Inspector()
        let (native, clocks) = try show(inspector).get()
        XCTAssert(clocks[0] === clocks[1])
        let slots = inspector.slots(of: native).slots
        func slot(_ word: String) throws -> Inspector.Slot {
            try XCTUnwrap(slots.first { $0.key.contains(word) }, word)
        }
        XCTAssertEqual(slots.count, 2)
        XCTAssertEqual(try slot("Diary").made, 2)
        XCTAssertEqual(try slot("Diary").lifetime, .transient)
        XCTAssertTrue(try slot("Diary").place?.contains("DropInTests.swift:") == true)
        XCTAssertNoThrow(try slot("Clock"))
    }
}

extension Inspector {
    /// A native container of a module, whose events the inspector receives, and the clocks of two diaries.
    fileprivate static func shows(
        _ module: Armory.Module, _ inspector: Inspector, _ clock: (Armory.Container) throws -> Clock
    ) -> Result<(Armory.Container, [Clock]), any Error> {
        Result {
            let native = try Armory.Container(configuration: .init(subscribers: [inspector])) { module }
            return try (native, [clock(native), clock(native)])
        }
    }
}
#endif
