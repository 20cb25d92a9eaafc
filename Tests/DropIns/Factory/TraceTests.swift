// The log of resolves.

import ArmoryFactory
import ArmoryTestSupport
import XCTest

final class TraceTests: FactoryTestCase {
    /// The lines that the closure logs, without addresses.
    private func lines(_ body: () -> Void) -> [String] {
        let lines = Locked<[String]>([])
        shop.manager.logger = { line in lines.withLock { $0.append(line) } }
        shop.manager.trace = true
        body()
        shop.manager.trace = false
        shop.manager.logger = { print($0) }
        return lines.withLock { $0 }.map { $0.replacing(#/:\d+ /#, with: ":- ") }
    }

    func testTraceAndLogger() {
        let lines = lines {
            _ = shop.two()
            shop.cached.register { MockService() }
            _ = shop.cached()
            shop.manager.trace = false
            _ = shop.two()
            shop.manager.reset(scope: .singleton)
        }
        XCTAssertEqual(
            lines,
            [
                "0: Shop.two<Two> = F:- Two", "1:     Shop.graph<Service> = F:- Service",
                "1:     Shop.graph<Service> = C:- Service", "0: Shop.cached<Service> = R:- MockService",
                "FACTORY: Singleton scope not managed by container",
            ])
    }

    /// A task inherits the task-local values of the closure that starts it.
    func testATaskThatAClosureStartsLogsItsResolvesItself() {
        let shop = shop
        let (hasResolved, hasResolvedAgain) = (Latch(), Latch())
        let (whileOuterRuns, outerHasEnded) = AsyncStream<Void>.makeStream()
        let outer: Factory<Service> = shop(key: "outer") {
            Task {
                _ = shop.cached()
                hasResolved.open()
                for await _ in whileOuterRuns {}
                _ = shop.two()
                hasResolvedAgain.open()
            }
            hasResolved.wait()
            return shop.unique()
        }
        let lines = lines {
            _ = outer()
            outerHasEnded.finish()
            hasResolvedAgain.wait()
        }
        XCTAssertEqual(
            lines,
            [
                "0: Shop.cached<Service> = F:- Service",
                "0: Shop.outer<Service> = F:- Service", "1:     Shop.unique<Service> = F:- Service",
                "0: Shop.two<Two> = F:- Two", "1:     Shop.graph<Service> = F:- Service",
                "1:     Shop.graph<Service> = C:- Service",
            ])
    }

    func testThreadsLogTheirResolvesApart() {
        let shop = shop
        let lines = lines { _ = race(threads: 8) { _ in _ = shop.two() } }
        let each = [
            "0: Shop.two<Two> = F:- Two", "1:     Shop.graph<Service> = F:- Service",
            "1:     Shop.graph<Service> = C:- Service",
        ]
        for (line, count) in Dictionary(lines.map { ($0, 1) }, uniquingKeysWith: +) {
            XCTAssertEqual(count, each.contains(line) ? 8 : 0, line)
        }
        XCTAssertEqual(lines.count, 24)
    }
}
