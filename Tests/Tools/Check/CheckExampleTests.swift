// The examples of the page CheckedBeforeItRuns.

package import Armory
import ArmoryCheck
import ArmoryTestSupport
import ArmoryTesting
import Testing
import XCTest

private struct Checkout: Sendable {
    init(clock: Clock, mailer: Mailer) {}
}

package enum Wiring {
    package static let shop = Module("shop") {
        Singleton(Clock.init)
        Singleton(Mailer.init).when { $0["MAILER"] == "smtp" }
        Singleton(Checkout.init)  // init(clock: Clock, mailer: Mailer)
        Seeded(User.self)
        Scoped(Basket.init)  // init(user: User)
    }
}

struct CheckGraph: GraphCheck {
    static var graphs: [CheckedGraph] {
        CheckedGraph("production", environment: ["MAILER": "smtp"]) { Wiring.shop }
    }
}

@Test func graph() async throws {
    try await expectValid {
        CheckedGraph("production", environment: ["MAILER": "smtp"]) { Wiring.shop }
            .scope(.request, seeds: User.self)
            .entry(Checkout.self)
            .entry(Basket.self, in: .request)
        CheckedGraph("development") {
            Module {
                Wiring.shop
                Singleton(Mailer.init)
            }
        }
    }
}

final class CheckExampleTests: LeakCheckedTestCase {
    func testTheFirstFaultIsAsThePageShowsIt() async throws {
        let run = try await Run(CheckedGraph { Wiring.shop })
        XCTAssertEqual(run.code, 1)
        let page = try String(
            contentsOf: Project.root.appending(path: "Sources/Armory/Armory.docc/Use/CheckedBeforeItRuns.md"),
            encoding: .utf8)
        let output = try XCTUnwrap(
            page.components(separatedBy: "$ swift test --filter WiringTests.graph\n").dropFirst().first
        )
        .components(separatedBy: "\n```")[0]
        // The lines and the names of the files are others there.
        func words(_ text: String) -> [String] {
            text.split(separator: "\n").map {
                $0.replacing(/\S*\.swift:\d+(:\d+)?/, with: "PLACE").trimmingCharacters(in: .whitespaces)
            }
        }
        let text = run.text.replacing("swift package check-graph --unchecked", with: "expectValid(strictly: true)")
        XCTAssertEqual(words(output), words(text))
    }

    func testTheProgramHasNoFault() async throws {
        let run = try await Run(CheckGraph.graphs)
        XCTAssertEqual(run.text, "The graph has no fault (5 registrations).\n")
        XCTAssertEqual(CheckGraph.timeLimit, .seconds(60))
    }
}
