// Containers whose factories resolve from one another.

import Armory
import ArmoryTestSupport
import XCTest

/// C1 and C8: one resolution leads through several containers, and each has an instance of its own.
final class ContainersInTurnStressTests: LeakCheckedTestCase {
    /// What a thread saw: the instance of each container, the innermost container first.
    private typealias Sight = [Widget]

    private final class Stage: Sendable {
        let containers: [Container]
        let censuses: [Census]

        /// Three containers; the factory of each but the first resolves from those before it.
        init(round: Int) throws {
            let censuses = (0..<3).map { _ in Census() }
            var containers: [Container] = []
            for (index, census) in censuses.enumerated() {
                let pace: Pace = [.atOnce, .yielding, .slow][(round + index) % 3]
                let before = containers
                let container = try Container {
                    Singleton { () throws -> Widget in
                        for container in before.reversed() {
                            try container.resolve(Widget.self).expectComplete("another container's")
                        }
                        return Widget(census, pace)
                    }
                    .inject { widget, _ in widget.complete(pace) }
                    // All in turn inside one resolution, which is this container's.
                    Transient([Widget].self) { resolver in
                        try before.map { try $0.resolve(Widget.self) } + [try resolver.resolve()]
                    }
                }
                containers.append(container)
            }
            self.containers = containers
            self.censuses = censuses
        }

        func resolve(thread: Int) throws -> Sight {
            let widgets =
                switch thread % 3 {
                // From the last one inwards, from the first one outwards, and in one resolution.
                case 0: try containers.reversed().map { try $0.resolve(Widget.self) }.reversed() as Sight
                case 1: try containers.map { try $0.resolve(Widget.self) }
                default: try containers[2].resolve([Widget].self)
                }
            for widget in widgets { try widget.expectComplete("an instance") }
            return widgets
        }

        func check(_ results: [Result<Sight, any Error>]) throws {
            let first = try results[0].get()
            try expect(Set(first.map(ObjectIdentifier.init)).count == 3, "two containers have one instance")
            for result in results {
                try expect(zip(try result.get(), first).allSatisfy { $0 === $1 }, "a container has two instances")
            }
            for census in censuses { try census.expectOne("an instance") }
        }
    }

    private func assertMadeOnce(threads: Int) {
        let label = "C1 three containers in one resolution, \(threads) threads"
        let rounds = StressScale.scaled(20_000, underThreadSanitizer: 4_000)
        let report = Barrage(label, threads: threads, rounds: rounds, isJostled: true).run(
            prepare: { try Stage(round: $0) },
            body: { try $0.resolve(thread: $1) },
            check: { try $0.check($1) })
        XCTAssertNil(report.miss)
        var stated = Stated(label)
        stated.add(report.rounds * 3, "containers")
        stated.add(report.rounds * 3, "instances")
        stated.add(report.rounds * 3 * threads, "resolves")
        stated.state(misses: report.misses)
    }

    func testC1_EightThreadsHaveOneInstanceOfEachContainer() {
        assertMadeOnce(threads: 8)
    }

    func testC1_SixteenThreadsHaveOneInstanceOfEachContainer() {
        assertMadeOnce(threads: 16)
    }
}
