import Armory
import ArmoryTestSupport
import XCTest

/// C4: a throw leaves the slot as it was; the next caller builds.
final class FailureTests: LeakCheckedTestCase {
    private struct Unlucky: Error {}
    private final class Service: Sendable { let life = Counted() }

    func testC4_AFactoryThatThrowsEverySecondTimeUnderThreads() throws {
        for _ in 0..<200 {
            let attempts = Counter()
            let made = Counter()
            let container = try Container {
                Singleton { () throws -> Service in
                    usleep(10)
                    if attempts.increment() % 2 == 1 { throw Unlucky() }
                    made.increment()
                    return Service()
                }
            }
            let results = race(threads: 16) { _ in try container.resolve(Service.self) }
            var services: [Service] = []
            for result in results {
                do {
                    services.append(try result.get())
                } catch let error as ResolutionError {
                    XCTAssertEqual(error.code, .factoryFailed)
                    XCTAssertTrue(error.underlying is Unlucky)
                }
            }
            let service = try container.resolve(Service.self)
            XCTAssertTrue(services.allSatisfy { $0 === service })
            XCTAssertEqual(made.value, 1)
        }
    }

    func testC4_AFactoryThatAlwaysThrowsGivesEveryCallerItsError() throws {
        let attempts = Counter()
        let container = try Container {
            Singleton { () throws -> Service in
                attempts.increment()
                throw Unlucky()
            }
        }
        for result in race(threads: 16, { _ in _ = try container.resolve(Service.self) }) {
            XCTAssertThrowsError(try result.get()) { XCTAssertTrue(($0 as? ResolutionError)?.underlying is Unlucky) }
        }
        // A caller that waits for another one's attempt gets the error of that attempt.
        XCTAssertTrue((1...16).contains(attempts.value), "\(attempts.value)")
    }
}
