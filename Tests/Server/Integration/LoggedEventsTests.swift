#if Logging
import Armory
import ArmoryLogging
import ArmoryTestSupport
import InMemoryLogging
import Logging
import XCTest

// Events in a log.
final class LoggedEventsTests: LeakCheckedTestCase {
    private let handler = InMemoryLogHandler()

    override func tearDown() {
        // What it has holds the errors.
        handler.clear()
        super.tearDown()
    }

    private func logger(_ level: Logger.Level = .trace) -> Logger {
        var logger = Logger(label: "test") { _ in handler }
        logger.logLevel = level
        return logger
    }

    /// Levels with which what takes any time at all is slow, or nothing is.
    private func levels(isSlow: Bool = false) -> LoggedEvents.Levels {
        var levels = LoggedEvents.Levels()
        levels.slow = isSlow ? .nanoseconds(-1) : .seconds(3600)
        levels.long = levels.slow
        return levels
    }

    private var lines: [String] {
        handler.entries.map { entry in
            "\(entry.level): \(entry.message)"
                + (entry.metadata["armory.key"].map { " \($0)" } ?? entry.metadata["armory.scope"].map { " \($0)" }
                    ?? "")
        }
    }

    func testSEE3_EachEventIsALineWithItsLevel() throws {
        let shop = try EventfulShop(LoggedEvents(logger: logger(), levels: levels()))
        try shop.live()
        XCTAssertEqual(
            lines,
            [
                "trace: registered Tariff", "trace: registered Stock", "trace: registered Cart",
                "trace: registered Int named \"broken\"", "trace: scope opened request",
                "debug: instance made Tariff",
                "debug: instance made Stock", "debug: instance made Cart", "debug: instance closed Cart",
                "debug: scope ended request", "trace: scope opened request",
                "error: factory failed Int named \"broken\"", "debug: scope ended request",
                "trace: scope opened request", "warning: scope was never ended request",
                "debug: instance closed Stock", "error: instance closed with errors Tariff",
            ])
    }

    func testSEE3_TheFactsAreInTheMetadata() throws {
        let shop = try EventfulShop(LoggedEvents(logger: logger(), levels: levels()))
        try shop.live()
        let made = try XCTUnwrap(handler.entries.first { $0.message == "instance made" }?.metadata)
        let id = try XCTUnwrap(shop.container.id)
        XCTAssertEqual(made["armory.key"], "Tariff")
        XCTAssertEqual(made["armory.lifetime"], "singleton")
        XCTAssertEqual(made["armory.module"], "shop")
        XCTAssertEqual(
            made["armory.location"].map { "\($0)" },
            "ArmoryIntegrationTests/EventfulShop.swift:\(EventfulShop.firstLine)")
        XCTAssertEqual(made["armory.container"].map { "\($0)" }, "\(id)")
        XCTAssertEqual(made["armory.asker"], "Stock")
        XCTAssertNil(made["armory.scope"])
        XCTAssertGreaterThan(try XCTUnwrap(made["armory.duration_ms"].flatMap { Double("\($0)") }), 0)
        let ended = try XCTUnwrap(handler.entries.first { $0.message == "scope ended" }?.metadata)
        XCTAssertEqual(Set(ended.keys), ["armory.scope", "armory.container", "armory.parent", "armory.duration_ms"])
        XCTAssertEqual(ended["armory.parent"].map { "\($0)" }, "\(id)")
        XCTAssertNotEqual(ended["armory.container"], ended["armory.parent"])
        let work = try XCTUnwrap(handler.entries.first { $0.metadata["armory.key"] == "Cart" && $0.level == .debug })
        XCTAssertEqual(work.metadata["armory.scope"], "request")
        XCTAssertNil(work.metadata["armory.asker"])
    }

    func testSEE3_WhatWasThrownIsTheLinesError() throws {
        let shop = try EventfulShop(LoggedEvents(logger: logger(), levels: levels()))
        try shop.live()
        XCTAssertTrue(handler.entries.first { $0.message == "factory failed" }?.error is Mishap)
        let closed = try XCTUnwrap(handler.entries.first { $0.message == "instance closed with errors" })
        XCTAssertTrue((closed.error as? ResolutionError)?.underlying is Mishap)
        guard case .array(let errors) = closed.metadata["armory.errors"] else { return XCTFail("no errors") }
        XCTAssertEqual(errors.count, 1)
        let ends = handler.entries.filter { $0.message == "scope ended" }
        XCTAssertNil(ends.first?.error)
        XCTAssertEqual((ends.last?.error as? ResolutionError)?.code, .factoryFailed)
    }

    func testSEE3_WhatIsSlowAndWhoWaitsLongIsAWarning() throws {
        for isSlow in [false, true] {
            handler.clear()
            let events = LoggedEvents(logger: logger(isSlow ? .warning : .trace), levels: levels(isSlow: isSlow))
            try EventfulShop.wait(events)
            let wait = try XCTUnwrap(handler.entries.first { $0.message == (isSlow ? "waited long" : "waited") })
            XCTAssertEqual(wait.level, isSlow ? .warning : .debug)
            XCTAssertEqual(wait.metadata["armory.key"], "Tariff")
            XCTAssertEqual(wait.metadata["armory.asker"], "Stock")
            XCTAssertNotNil(wait.metadata["armory.duration_ms"])
            let made = handler.entries.filter { $0.message == (isSlow ? "instance made slowly" : "instance made") }
            XCTAssertEqual(made.map(\.level), Array(repeating: isSlow ? .warning : .debug, count: 2))
        }
    }

    func testSEE3_WhatIsLeftOutIsNotAskedFor() throws {
        XCTAssertEqual(LoggedEvents(logger: logger()).kinds, .all.subtracting(.resolved))
        var levels = levels()
        levels.resolved = .trace
        XCTAssertEqual(LoggedEvents(logger: logger(), levels: levels).kinds, .all)
        levels.made = nil
        XCTAssertTrue(LoggedEvents(logger: logger(), levels: levels).kinds.contains(.made), "slow ones are")
        levels.madeSlowly = nil
        (levels.registered, levels.failed, levels.closed, levels.closedWithErrors) = (nil, nil, nil, nil)
        (levels.waited, levels.waitedLong, levels.opened, levels.ended) = (nil, nil, nil, nil)
        XCTAssertEqual(LoggedEvents(logger: logger(), levels: levels).kinds, [.resolved, .scopes])
        levels.leaked = nil
        let shop = try EventfulShop(LoggedEvents(logger: logger(), levels: levels))
        _ = try shop.container.resolve(Stock.self)
        XCTAssertEqual(lines, ["trace: instance resolved Tariff", "trace: instance resolved Stock"])
    }

    func testSEE3_ALongKeyIsCutAndMakesNoFurtherLine() throws {
        let name = String(repeating: "<\"😀\n\u{2028}", count: 2_000)
        let container = try Container(
            configuration: .init(subscribers: [LoggedEvents(logger: logger(), levels: levels())])
        ) {
            Transient { _ in 7 }.named(RegistrationName(name))
        }
        _ = try container.resolve(Int.self, named: RegistrationName(name))
        let key = try XCTUnwrap(handler.entries.last?.metadata["armory.key"].map { "\($0)" })
        XCTAssertTrue(key.hasPrefix("Int named \"<\"😀\\n\\u{2028}<"), key)
        XCTAssertLessThan(key.count, 1_000)
        XCTAssertFalse(key.contains(where: \.isNewline))
    }
}
#endif
