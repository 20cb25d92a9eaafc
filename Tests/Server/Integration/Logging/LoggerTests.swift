#if Logging
import Armory
import ArmoryLogging
import ArmoryTestSupport
import InMemoryLogging
import Logging
import XCTest

private protocol Billing: Sendable {}

private final class Invoices: Billing {
    let logger: Logger
    init(logger: Logger) { self.logger = logger }
}

private final class Basket: Sendable {
    let logger: Logger
    init(logger: Logger) { self.logger = logger }
}

// Loggers as registrations.
final class LoggerTests: LeakCheckedTestCase {
    private func container() throws -> Container {
        try Container {
            Module.loggers(label: "shop") { Logger(label: $0) { _ in InMemoryLogHandler() } }
            Singleton((any Billing).self, Invoices.init)
            Scoped(Basket.init)
        }
    }

    func testINT3_TheLabelIsTheAskers() throws {
        let container = try container()
        XCTAssertEqual(try container.resolve(Logger.self).label, "shop")
        let label = try XCTUnwrap(container.resolve((any Billing).self) as? Invoices).logger.label
        XCTAssertTrue(label.hasPrefix("ArmoryIntegrationTests."), label)
        XCTAssertTrue(label.hasSuffix("Billing"), label)
    }

    func testINT3_TheRequestsMetadataIsOnTheRequestsLoggersAlone() async throws {
        let container = try container()
        for number in 1...3 {
            var logger = Logger(label: "server") { _ in InMemoryLogHandler() }
            logger[metadataKey: "id"] = "\(number)"
            logger.logLevel = .trace
            try await container.withScope(.request, seeds: [ScopeSeed(logger).named(.request)]) { scope in
                let basket = try scope.resolve(Basket.self).logger
                XCTAssertEqual(basket[metadataKey: "id"], "\(number)")
                XCTAssertEqual(basket.logLevel, .trace)
                XCTAssertTrue(basket.label.hasSuffix("Basket"))
                XCTAssertEqual(try scope.resolve(Logger.self)[metadataKey: "id"], "\(number)")
                let outer = try XCTUnwrap(scope.resolve((any Billing).self) as? Invoices).logger
                XCTAssertNil(outer[metadataKey: "id"], "it outlives the request")
            }
        }
        try await container.withScope(.request) { scope in
            XCTAssertNil(try scope.resolve(Basket.self).logger[metadataKey: "id"])
        }
    }

    func testINT3_ALoggerOfOnesOwnGoesBefore() throws {
        let container = try Container {
            Module.loggers(label: "shop")
            Singleton(value: Logger(label: "mine"))
        }
        XCTAssertEqual(try container.resolve(Logger.self).label, "mine")
    }
}
#endif
