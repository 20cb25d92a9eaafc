import Armory
import ArmoryTestSupport
import XCTest

private struct Clock: Sendable {}
private protocol Sink: Sendable {}
private struct FileSink: Sink { init(clock: Clock) {} }
private struct Fan: Sendable, Sink { init(sinks: [Lazy<any Sink>]) {} }
private struct Needy: Sendable { init(sinks: [any Sink]) {} }
private enum Left { struct Config: Sendable {} }
private enum Right { struct Config: Sendable {} }
private struct Client: Sendable { init(config: Left.Config) {} }

/// E2: what the check of a plan follows: parents, composed types and views; and how its errors tell types apart.
final class PlanValidationTests: LeakCheckedTestCase {
    private func faults(
        parents: [Container] = [], @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) -> [ResolutionError] {
        do {
            let container = try Container(parents: parents, contents)
            XCTAssertEqual(checkedFaults(container).map(\.code), [], "a container that was built is valid")
            return []
        } catch {
            return listedFaults(error)
        }
    }

    private func paths(_ faults: [ResolutionError]) -> [String] {
        faults.map { "\($0.code) \($0.path.joined(separator: ", "))" }
    }

    func testE2_TheElementsOfADeferredListAreCheckedAndMayLeadBack() {
        XCTAssertEqual(
            paths(
                faults {
                    Singleton(Fan.init).as { $0 as any Sink }
                    Singleton((any Sink).self, FileSink.init).contributed()
                }), ["missing any Sink, Clock"])
        XCTAssertEqual(
            paths(
                faults {
                    Singleton(Fan.init)
                    Singleton((any Sink).self) { (fan: Fan) in fan }.contributed()
                }), [], "a deferred list closes the circle")
        XCTAssertEqual(
            paths(
                faults {
                    Singleton(Needy.init)
                    Singleton((any Sink).self) { (_: Needy) in FileSink(clock: Clock()) }.contributed()
                }), ["cycle Needy, any Sink, Needy"])
    }

    func testE2_TheFirstOfSeveralParentsCounts() throws {
        let base = try Container { Scoped { Clock() } }
        let left = try Container(parents: [base]) { Singleton { Clock() } }
        let right = try Container(parents: [base]) { Singleton { 1 } }
        XCTAssertEqual(
            paths(faults(parents: [left, right]) { Singleton((any Sink).self, FileSink.init) }), [])
        XCTAssertEqual(
            paths(faults(parents: [right, left]) { Singleton((any Sink).self, FileSink.init) }),
            ["captive any Sink, Clock"], "the second parent's parent is that of the first one too")
    }

    func testE2_TypesOfOneNameAreToldApartInEveryLine() {
        let missing = faults {
            Singleton(Client.init, fileID: "A.swift", line: 1)
            Singleton(fileID: "A.swift", line: 2) { Right.Config() }
        }.first
        assertErrorText(missing, "missing: near a type of the same name in another one")
        XCTAssertEqual(missing?.key, "ArmoryTests.Left.Config")
        let both = failure(.wrongArguments) {
            try Container { Transient(arguments: Left.Config.self) { _, _ in 1 } }
                .resolve(Int.self, arguments: Right.Config())
        }
        XCTAssertEqual(
            both?.description.contains("takes arguments of type ArmoryTests.Left.Config, not ArmoryTests.Right.Config"),
            true)
        let captive = faults {
            Singleton(Left.Config.self) { (_: Right.Config) in Left.Config() }
            Scoped { Right.Config() }
        }.first
        XCTAssertEqual(
            captive?.description.contains("ArmoryTests.Left.Config is a Singleton and holds ArmoryTests.Right"), true)
    }

    func testE2_TwoThousandRegistrationsAreCheckedInTime() throws {
        let container = try Container {
            for number in 0..<2000 {
                Singleton { number }.named(RegistrationName(number)).dependsOn(
                    Int.self, named: RegistrationName(number + 1))
            }
            Singleton { 1 }.named(RegistrationName(2000))
        }
        let time = try ProcessorTime.of { for _ in 0..<3 { try container.validate() } }
        XCTAssertLessThan(time, .seconds(6), "a third of it in debug, on a busy machine")
    }
}
