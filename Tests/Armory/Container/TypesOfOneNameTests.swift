import Armory
import ArmoryTestSupport
import Foundation
import XCTest

private enum Shop {
    struct Config: Sendable {}
    enum Deep { struct Config: Sendable {} }
    protocol Store: Sendable {}
    final class Impl: Store { init() {} }
}

private enum Bank {
    struct Config: Sendable {}
    enum Deep { struct Config: Sendable {} }
    protocol Store: Sendable {}
    final class Impl: Store { init() {} }
}

private struct Box<T>: Sendable { struct Lid: Sendable {} }
private struct Client: Sendable { init(config: Shop.Config) {} }
private struct Lister: Sendable { init(configs: [Shop.Config]) {} }

/// E1: two types of one name differ in one message, and in one graph.
final class TypesOfOneNameTests: LeakCheckedTestCase {
    /// The text of the one fault of a container.
    private func fault(
        _ code: ResolutionError.Code, line: UInt = #line, @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) -> String {
        let faults = failure(.invalid, line: line) { try Container(contents) }?.faults
        XCTAssertEqual(faults?.map(\.code), [code], line: line)
        return faults?.first?.description ?? ""
    }

    /// Fails unless a text has both names in full, and neither of them in short.
    private func assertTold(_ text: String?, _ names: [String] = ["Shop.Config", "Bank.Config"], line: UInt = #line) {
        guard let text else { return XCTFail("there is no text", line: line) }
        for name in names {
            XCTAssertTrue(text.contains("ArmoryTests.\(name)"), "\(name) in: \(text)", line: line)
            let leaf = name.split(separator: ".").last ?? ""
            let short = text.split { !($0.isLetter || $0.isNumber || $0 == ".") }.filter { $0 == leaf }
            XCTAssertEqual(short, [], "\(text)", line: line)
        }
    }

    func testE1_AMissingParameterAndItsNeighbour() {
        assertTold(
            fault(.missing) {
                Singleton { Bank.Config() }
                Singleton(Client.init)
            })
        assertTold(
            fault(.missing) {
                Singleton { Bank.Deep.Config() }
                Singleton(Client.init)
            }, ["Shop.Config", "Bank.Deep.Config"])
    }

    func testE1_OneThatIsAPartOfAnotherType() throws {
        let lister = fault(.missing) {
            Singleton([Bank.Config].self) { [] }
            Singleton(Lister.init)
        }
        assertTold(lister)
        XCTAssertTrue(lister.contains("[ArmoryTests.Shop.Config]"), lister)
        let container = try Container { Transient(arguments: Box<Shop.Config>.self) { _, _ in 7 } }
        let mismatch = failure(.wrongArguments) {
            try container.resolve(Int.self, arguments: Box<Bank.Config>())
        }?.description
        assertTold(mismatch)
        XCTAssertTrue(mismatch?.contains("Box<ArmoryTests.Shop.Config>, not Box<ArmoryTests.Bank.Config>") ?? false)
    }

    func testE1_TheSameTypeOfTwoGenericOnes() throws {
        let container = try Container { Transient(arguments: Box<Int>.Lid.self) { _, _ in 7 } }
        let text = failure(.wrongArguments) { try container.resolve(Int.self, arguments: Box<String>.Lid()) }?
            .description
        XCTAssertTrue(text?.contains("type Box<Int>.Lid, not Box<String>.Lid") ?? false, text ?? "")
        let nested = try Container { Transient(arguments: Box<Shop.Config>.Lid.self) { _, _ in 7 } }
        assertTold(
            failure(.wrongArguments) { try nested.resolve(Int.self, arguments: Box<Bank.Config>.Lid()) }?.description)
    }

    func testE1_Arguments() throws {
        let container = try Container { Transient(arguments: Shop.Config.self, Int.self) { _, _, number in number } }
        assertTold(
            failure(.wrongArguments) { try container.resolve(Int.self, arguments: Bank.Config(), 7) }?.description)
    }

    func testE1_SeedsAndOverrides() throws {
        let scoped = try Container { Seeded(Shop.Config.self) }
        assertTold(failure(.seedNotDeclared) { try scoped.openScope(seeds: [ScopeSeed(Bank.Config())]) }?.description)
        let base = try Container { Singleton { Shop.Config() } }
        assertTold(failure(.invalid) { try base.overriding { Singleton { Bank.Config() } } }?.description)
        assertTold(
            fault(.overridesNothing) {
                Module { Singleton { Shop.Config() } }.replacing { Singleton { Bank.Config() } }
            })
        assertTold(
            fault(.promised) {
                Promised(Shop.Config.self)
                Singleton { Bank.Config() }
            })
    }

    func testE1_DecoratorsAndChoices() {
        let stores = ["Shop.Store", "Bank.Store"]
        assertTold(
            fault(.decoratesNothing) {
                Singleton((any Shop.Store).self, Shop.Impl.init)
                Decorator((any Bank.Store).self) { $0 }
            }, stores)
        assertTold(
            fault(.noChoices) {
                Chosen((any Shop.Store).self) { _ in RegistrationName("x") }
                Singleton((any Bank.Store).self, Bank.Impl.init).named("x")
            }, stores)
        assertTold(
            fault(.cycle) {
                Singleton((any Shop.Store).self) { _ in Shop.Impl() }.dependsOn((any Bank.Store).self)
                Singleton((any Bank.Store).self) { _ in Bank.Impl() }.dependsOn((any Shop.Store).self)
            }, stores)
    }

    func testE1_WhatADryRunHasSeen() throws {
        let container = try Container {
            Singleton { Client(config: try $0.resolve()) }.dependsOn(Bank.Config.self)
            Singleton { Shop.Config() }
            Singleton { Bank.Config() }
        }
        let fault = failure(.invalid) { try container.validate(dryRun: true) }?.faults.first { $0.code == .undeclared }
        assertTold(fault?.description, ["Shop.Config"])
    }

    func testE1_TwoFaultsOfOneMessage() {
        let error = failure(.invalid) {
            try Container {
                for _ in 0..<2 {
                    Singleton { Shop.Config() }
                    Singleton { Bank.Config() }
                }
            }
        }
        assertTold(error?.description)
        XCTAssertEqual(error?.faults.map(\.key), ["Config", "Config"], "each alone names one type")
    }

    /// Private types of one name have nothing that source code could tell them apart by.
    func testE1_LocalTypesAreNumbered() {
        func first() -> any Registration {
            struct Config: Sendable {}
            return Singleton { Config() }
        }
        func second() -> any Registration {
            struct Config: Sendable {}
            return Singleton { Config() }.dependsOn(Int.self)
        }
        let error = failure(.invalid) { try Container { [first(), first(), second()] } }
        XCTAssertEqual(error?.faults.count, 2)
        XCTAssertTrue(
            error?.description.contains("ArmoryTests.TypesOfOneNameTests.Config (2) needs Int") ?? false,
            error?.description ?? "")
    }

    func testSEE2_TheNodesOfAGraphDiffer() throws {
        let graph = try Container {
            Singleton { Shop.Config() }
            Singleton { Bank.Config() }
            Singleton { Box<Shop.Config>() }
            Singleton { Box<Bank.Config>() }
            Singleton((any Shop.Store).self, Shop.Impl.init)
            Singleton((any Bank.Store).self, Bank.Impl.init)
            Singleton(Client.init)
        }.graph
        XCTAssertEqual(
            Set(graph.nodes.map(\.key)),
            [
                "ArmoryTests.Shop.Config", "ArmoryTests.Bank.Config", "Box<ArmoryTests.Shop.Config>",
                "Box<ArmoryTests.Bank.Config>", "any ArmoryTests.Shop.Store", "any ArmoryTests.Bank.Store", "Client",
            ])
        let json = String(decoding: try JSONEncoder().encode(graph), as: UTF8.self)
        XCTAssertTrue(json.contains("\"ArmoryTests.Bank.Config\""), json)
    }

    func testSEE2_AMissingNodeDiffersFromOneOfItsName() throws {
        let graph = try Container(configuration: .init(validates: false)) {
            Singleton { Bank.Config() }
            Singleton(Client.init)
        }.graph
        XCTAssertEqual(
            Set(graph.nodes.map(\.key)), ["ArmoryTests.Shop.Config", "ArmoryTests.Bank.Config", "Client"])
        assertTold(graph.nodes.flatMap(\.faults).joined())
    }
}
