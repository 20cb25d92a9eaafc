import Armory
import ArmoryTestSupport
import XCTest

private final class Eager: Sendable {
    private let life = Counted()
    init(_ log: Log<String>, _ name: String) { log.add(name) }
}

/// REG15: instances that are made when the container is built.
final class EagerInstancesTests: LeakCheckedTestCase {
    private let log = Log<String>()

    func testREG15_EagerInstancesAreMadeInTheOrderOfRegistrationAfterWhatTheyNeed() throws {
        let log = log
        let container = try Container {
            Singleton(Int.self) {
                log.add("lazy"); return 1
            }
            Singleton { (number: Double) in Eager(log, "eager") }.eager()
            Singleton(Double.self) {
                log.add("needed"); return 1
            }
            Singleton(String.self) {
                log.add("second"); return ""
            }.named("a").eager()
            Module {
                Singleton([String].self) {
                    log.add("in a module"); return []
                }.eager().private()
            }
        }
        XCTAssertEqual(log.all, ["needed", "eager", "second", "in a module"])
        _ = try container.resolve(Eager.self)
        XCTAssertEqual(log.all.count, 4)
    }

    func testREG15_WhatLostIsNotMade() throws {
        let log = log
        _ = try Container {
            Singleton(Int.self) {
                log.add("fallback"); return 1
            }.ifAbsent().eager()
            Singleton(Int.self) {
                log.add("normal"); return 2
            }
            Singleton(Double.self) {
                log.add("condition"); return 2
            }.eager().when { _ in false }
        }
        XCTAssertEqual(log.all, [])
    }

    func testREG15_AnErrorOfAnEagerFactoryIsTheBuildsAndWhatWasMadeIsClosed() throws {
        let (log, reported) = (log, Log<ResolutionError>())
        let error = failure(.factoryFailed) {
            try Container(configuration: .init(reportFailure: { reported.add($0) })) {
                Singleton { Eager(log, "first") }.eager().onStart { _ in }.onShutdown { _ in log.add("close") }
                Singleton(Int.self) { () throws -> Int in throw Mishap(1) }.eager()
                Singleton { Eager(log, "never") }.named("last").eager()
            }
        }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(1))
        XCTAssertEqual(log.all, ["first", "close"])
        XCTAssertEqual(reported.all.count, 0, "nobody could have started it")
        assertThreadIsIdle()
    }

    func testREG15_AnEagerAliasMakesTheInstanceOnce() throws {
        let log = log
        let container = try Container { Singleton { Eager(log, "once") }.as { $0 as any AnyObject & Sendable }.eager() }
        _ = try container.resolve((any AnyObject & Sendable).self)
        XCTAssertEqual(log.all, ["once"])
    }

    func testREG15_OneThatAwaitsIsMadeByTheStart() async throws {
        let log = log
        let container = try Container {
            Singleton(Eager.self) { _ async throws in
                await Task.yield()
                return Eager(log, "eager")
            }.eager()
            Singleton { (eager: Eager) in eager === eager }
        }
        XCTAssertEqual(log.all, [])
        failure(.asynchronous) { try container.resolve(Bool.self) }
        try await container.start()
        XCTAssertEqual(log.all, ["eager"])
        XCTAssertTrue(try container.resolve(Bool.self))
    }

    func testLIFE7_ARegisteredValueIsClosedLastAlsoIfNobodyResolvedIt() throws {
        let log = log
        func container() throws -> Container {
            try Container {
                Singleton { (number: Int) in "\(number)" }.onShutdown { _ in log.add("text") }
                Singleton(value: 1).onShutdown { _ in log.add("value") }
            }
        }
        try container().close()
        XCTAssertEqual(log.all, ["value"])
        let used = try container()
        _ = try used.resolve(String.self)
        used.close()
        XCTAssertEqual(log.all, ["value", "text", "value"])
        let overridden = try container()
        let overriding = try overridden.overriding { Singleton(value: 2).onShutdown { _ in log.add("override") } }
        overriding.close()
        overridden.close()
        XCTAssertEqual(log.all, ["value", "text", "value", "override", "value"])
    }
}
