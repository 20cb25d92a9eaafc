import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import XCTest

private enum Shop { struct Config: Sendable {} }
private enum Bank { struct Config: Sendable {} }

/// E1, SEE2: two types of one name differ in pictures too.
final class OneNameTests: LeakCheckedTestCase {
    private let names = ["ArmoryDiagramsTests.Shop.Config", "ArmoryDiagramsTests.Bank.Config"]

    private func container(_ configuration: Container.Configuration = .init()) throws -> Container {
        try Container(configuration: configuration) {
            Singleton { Shop.Config() }
            Singleton { Bank.Config() }.named("old")
        }
    }

    func testSEE2_NodesOfOneNameDifferInEachPicture() throws {
        let graph = try container().graph
        // Mermaid's text has no dots.
        let flowchart = graph.mermaid().replacing("#46;", with: ".")
        for picture in [flowchart, graph.dot(), graph.svg(), graph.list()] {
            for name in names { XCTAssertTrue(picture.contains(name), "\(name) in: \(picture)") }
        }
    }

    func testSEE4_FactoriesOfOneNameDifferInAProfile() throws {
        let profile = StartupProfile()
        let container = try container(.init(subscribers: [profile]))
        _ = try container.resolve(Shop.Config.self)
        XCTAssertEqual(profile.record.factories.map(\.key), ["Config"], "alone, it is told by its name")
        _ = try container.resolve(Bank.Config.self, named: "old")
        XCTAssertEqual(profile.record.factories.map(\.key), [names[0], names[1] + " named \"old\""])
    }
}
