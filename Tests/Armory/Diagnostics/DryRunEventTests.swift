import Armory
import ArmoryTestSupport
import XCTest

private struct Clock: Sendable {}
private struct Watch: Sendable { init(clock: Clock) {} }

/// SEE1: a dry run of a container whose resolves are reported.
final class DryRunEventTests: LeakCheckedTestCase {
    private func faults(_ body: () throws -> ValidationReport) -> [String] {
        failure(.invalid, of: body)?.faults.map { "\($0.code) \($0.path.joined(separator: ", "))" } ?? []
    }

    func testSEE1_WhatClosuresAskForIsNotedAlsoIfResolvesAreReported() throws {
        final class Subscriber: EventSubscriber {
            var kinds: ContainerEvent.Kinds { .all }
            func receive(_ event: ContainerEvent) {}
        }
        for subscribers in [[], [Subscriber()]] {
            let container = try Container(configuration: Container.Configuration(subscribers: subscribers)) {
                Singleton { Clock() }
                Transient { Watch(clock: try $0.resolve(Clock.self)) }.dependsOn()
            }
            XCTAssertEqual(
                faults { try container.validate(dryRun: true) }, ["undeclared Watch, Clock"], "\(subscribers.count)")
            let declaring = try Container(configuration: Container.Configuration(subscribers: subscribers)) {
                Singleton { Clock() }
                Transient { Watch(clock: try $0.resolve(Clock.self)) }.dependsOn(Clock.self)
            }
            XCTAssertEqual(try declaring.validate(dryRun: true).warnings.map(\.key), [], "\(subscribers.count)")
            XCTAssertEqual(
                container.graphFromDryRun().edges.count { $0.origin == .observed }, 1, "\(subscribers.count)")
        }
    }
}
