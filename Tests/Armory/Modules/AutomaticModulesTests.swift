// MOD8: a program's modules, found without being passed along.

public import Armory
import ArmoryTestSupport
import XCTest

private final class Thing: Sendable {
    private let life = Counted()
    let text: String
    init(text: String) { self.text = text }
}

private let texts = Module { Singleton(value: "found") }
private let things = Module {
    texts
    Singleton(Thing.init)
}

extension Container: AutomaticModules {
    /// What this program, the tests, is built from.
    public static var modules: [Module] { [things, texts] }
}

private enum Silent {}
private enum Broken: AutomaticModules {
    static var modules: [Module] { [Module { Singleton(value: 1) }, Module { Singleton(value: 2) }] }
}

final class AutomaticModulesTests: LeakCheckedTestCase {
    func testMOD8_TheProgramsModulesAreFoundAndRegisteredOnce() throws {
        let container = try Container.automatic()
        XCTAssertEqual(try container.resolve(Thing.self).text, "found")
        XCTAssertEqual(container.conditions.count, 2)
        let other = try Container.automatic()
        XCTAssertFalse(try container.resolve(Thing.self) === other.resolve(Thing.self))
    }

    func testMOD8_ConfigurationAndParentsAreTheCallers() throws {
        let parent = try Container { Singleton(value: 4) }
        let container = try Container.automatic(parents: [parent], configuration: .init(environment: ["a": "b"]))
        XCTAssertEqual(try container.resolve(Int.self), 4)
        XCTAssertEqual(container.configuration.environment, ["a": "b"])
    }

    func testMOD8_AProgramThatSaysNothingIsAClearError() throws {
        let error = failure(.noAutomaticModules) { try Container.automatic(modulesOf: Silent.self) }
        XCTAssertEqual(error?.key, "any AutomaticModules")
        assertErrorText(error, "noAutomaticModules")
        failure(.invalid) { try Container.automatic(modulesOf: Broken.self) }
    }
}
