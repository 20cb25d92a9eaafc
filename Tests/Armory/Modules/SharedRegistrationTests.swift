// MOD2: one registration in several modules and containers. Each container has it with the module that it is in there.

import Armory
import ArmoryTestSupport
import XCTest

private final class Engine: Sendable {
    private let life = Counted()
}

private protocol Motor: Sendable {}
extension Engine: Motor {}

private struct Wheel: Sendable {}

private struct Axle: Sendable {
    let wheel: Wheel
    init(wheel: Wheel) { self.wheel = wheel }
}

private struct Car: Sendable {
    let axle: Axle
    init(axle: Axle) { self.axle = axle }
}

final class SharedRegistrationTests: LeakCheckedTestCase {
    private func module(of container: Container) -> String? { container.conditions[0].registration.module }

    func testMOD2_OneRegistrationInTwoModulesIsInEachOne() throws {
        let engine = Singleton { Engine() }
        let (first, second) = (Module("first") { engine }, Module("second") { engine })
        let containers = try [Container { first }, Container { second }, Container { engine }, Container { first }]
        XCTAssertEqual(containers.map(module), ["first", "second", nil, "first"])
        let engines = try Set(containers.map { ObjectIdentifier(try $0.resolve(Engine.self)) })
        XCTAssertEqual(engines.count, 4)
    }

    func testMOD2_ACopyOfARegistrationIsInTheModuleThatHasIt() throws {
        let engine = Singleton { Engine() }
        let first = Module("first") { engine }
        let container = try Container {
            first
            Module("second") { engine.named("spare") }
            engine.named("loose")
        }
        let nodes = container.conditions.map(\.registration)
        func module(_ text: String) -> [String?] { nodes.filter { $0.key.contains(text) }.map(\.module) }
        XCTAssertEqual(nodes.count, 3)
        XCTAssertEqual(module("spare"), ["second"])
        XCTAssertEqual(module("loose"), [nil])
        XCTAssertEqual(nodes.filter { $0.module == "first" }.count, 1)
    }

    func testMOD2_EveryKindOfRecordKnowsItsModule() throws {
        let container = try Container {
            Module("kinds") {
                Singleton(value: 1)
                Scoped { "scoped" }
                Singleton { Engine() }.as { $0 as any Motor }
                Graph { Wheel() }.inject { _, _ in }
                Transient(Axle.init)
                Transient(arguments: Int.self) { _, number in Double(number) }
            }
        }
        let nodes = container.conditions.map(\.registration)
        XCTAssertEqual(nodes.count, 7)
        XCTAssertEqual(Set(nodes.map(\.module)), ["kinds"])
        XCTAssertEqual(nodes.compactMap(\.scope).count, 1)
        // The record has kept what it had before it was in the module.
        XCTAssertEqual(try container.withScope(.request) { try $0.resolve(String.self) }, "scoped")
        XCTAssertEqual(try container.resolve(Double.self, arguments: 2), 2)
    }

    func testMOD2_AnErrorNamesTheModuleOfEachContainer() throws {
        let wheel = Singleton { Wheel() }
        for name in ["front", "rear"] {
            let known = Module(name) { wheel }
            var configuration = Container.Configuration()
            configuration.knownModules = [known]
            XCTAssertThrowsError(try Container(configuration: configuration) { Transient(Axle.init) }) { error in
                let fault = (error as? ResolutionError)?.faults.first
                XCTAssert(fault?.fix.contains("\"\(name)\"") ?? false, "\(error)")
            }
        }
    }

    func testE2_AFaultOfAnOverrideWithUnknownDependenciesIsFound() throws {
        let base = try Container {
            Singleton { Wheel() }
            Transient(Axle.init)
            Transient(Car.init)
        }
        // The override of `Wheel` leads nowhere; only the base's `Axle`, which the override of `Car` needs, leads to it.
        XCTAssertThrowsError(
            try base.overriding {
                Transient(arguments: Int.self) { _, _ in Wheel() }
                Transient(Car.init)
            }
        ) { error in
            let faults = (error as? ResolutionError)?.faults ?? []
            XCTAssertEqual(faults.map(\.code), [.wrongArguments], "\(error)")
        }
    }
}
