import Armory
import ArmoryLogging
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

// What a factory knows of who asks.
final class AskerOfAFactoryTests: LeakCheckedTestCase {
    func testINT3_AFactoryKnowsForWhomItMakes() throws {
        let container = try Container {
            Transient { resolver in Label(text: resolver.askingType.map { "\($0)" } ?? "nobody") }
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
        let seeds = [ScopeSeed(Label(text: "seed")).named("request")]
        XCTAssertEqual(try container.withScope(seeds: seeds) { try $0.resolve(Entry.self).name }, "seed")
        XCTAssertEqual(try container.withScope { try $0.resolve(Entry.self).name }, "none")
    }

    func testINT3_AFurtherTypeIsNoAsker() async throws {
        let container = try Container {
            Transient { resolver in Label(text: resolver.askingType.map { "\($0)" } ?? "nobody") }
            Transient(Sign.self) { resolver async throws in Sign(label: try await resolver.resolve()) }.named("awaited")
        }
        let sign = try await container.resolveAsync(Sign.self, named: "awaited")
        XCTAssertEqual(sign.label.text, "Sign")
    }
}
