import Armory
import ArmoryTestSupport
import XCTest

/// What a list of instances is of: the name of each.
private struct Entry: Sendable {
    let name: String
}

/// A value that says for whom it was made.
private struct Label: Sendable {
    let text: String
}

private struct Sign: Sendable {
    let label: Label
    init(label: Label) { self.label = label }
}

final class StaticAskerTests: LeakCheckedTestCase {
    func testINT3_AFactoryKnowsForWhomItMakes() throws {
        let container = try Container {
            Transient { Label(text: Container.askingType.map { "\($0)" } ?? "nobody") }
            Transient(Sign.init)
        }
        XCTAssertEqual(try container.resolve(Label.self).text, "nobody")
        XCTAssertEqual(try container.resolve(Sign.self).label.text, "Sign")
    }

    func testINT3_AFactoryMayLookForASeedThatNeedNotBeThere() throws {
        let container = try Container {
            Seeded(Label.self).named("request")
            Scoped { resolver in
                Entry(name: resolver.seed(Label.self, named: "request")?.text ?? "none")
            }
        }
        let seeds = [Seed(Label(text: "seed")).named("request")]
        XCTAssertEqual(try container.withScope(seeds: seeds) { try $0.resolve(Entry.self).name }, "seed")
        XCTAssertEqual(try container.withScope { try $0.resolve(Entry.self).name }, "none")
    }
}
