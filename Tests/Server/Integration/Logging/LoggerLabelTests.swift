// The label of a logger is the type that asks, in every way of asking.

#if Logging
import Armory
import ArmoryLogging
import ArmoryTestSupport
import InMemoryLogging
import Logging
import XCTest

private protocol Gateway: Sendable {
    var logger: Logger { get }
}

private final class Ledger: Gateway {
    let logger: Logger
    init(logger: Logger) { self.logger = logger }
}

private final class Archive: Sendable {
    let logger: Logger
    init(logger: Logger) async throws {
        await Task.yield()
        self.logger = logger
    }
}

private final class Desk: Sendable {
    let lazy: Lazy<Logger>
    let provider: Provider<Logger>
    let optional: Logger?
    let made = Lazy<Logger>()

    init(lazy: Lazy<Logger>, provider: Provider<Logger>, optional: Logger?) {
        (self.lazy, self.provider, self.optional) = (lazy, provider, optional)
    }
}

private final class Office: Sendable {
    let lazy: Lazy<Logger>
    let provider: Provider<Logger>
    let ledger: Lazy<Ledger>

    init(lazy: Lazy<Logger>, provider: Provider<Logger>, ledger: Lazy<Ledger>) async {
        (self.lazy, self.provider, self.ledger) = (lazy, provider, ledger)
    }
}

private final class Box: Sendable {
    let logger = Locked<Logger?>(nil)
}

private func assertLabel(_ logger: Logger?, _ type: String, line: UInt = #line) {
    XCTAssertEqual(logger?.label, "ArmoryIntegrationTests.\(type)", line: line)
}

final class LoggerLabelTests: LeakCheckedTestCase {
    private static var loggers: Module {
        Module.loggers(label: "shop") { Logger(label: $0) { _ in InMemoryLogHandler() } }
    }

    func testINT3_AnAwaitingFactoryIsTheAsker() async throws {
        let container = try Container {
            Self.loggers
            Singleton(Ledger.self) { resolver async throws in
                await Task.yield()
                return Ledger(logger: try await resolver.resolve())
            }
            .as { $0 as any Gateway }
            Singleton(Archive.init)
            Singleton(Box.self) { resolver async throws in
                // In a child task.
                async let logger = resolver.resolve(Logger.self)
                let box = Box()
                let made = try await logger
                box.logger.withLock { $0 = made }
                return box
            }
        }
        assertLabel(try await container.resolveAsync(Archive.self).logger, "Archive")
        assertLabel(try await container.resolveAsync((any Gateway).self).logger, "Ledger")
        assertLabel(try await container.resolveAsync(Box.self).logger.withLock { $0 }, "Box")
    }

    func testINT3_ADeferredLoggerHasTheLabelOfItsHolder() async throws {
        let container = try Container {
            Self.loggers
            Singleton(Desk.init)
            Singleton(Office.init)
            Singleton(Ledger.init)
        }
        let desk = try container.resolve(Desk.self)
        assertLabel(try desk.lazy(), "Desk")
        assertLabel(try desk.provider(), "Desk")
        assertLabel(try desk.made(), "Desk")
        assertLabel(desk.optional, "Desk")
        let office = try await container.resolveAsync(Office.self)
        assertLabel(try await office.lazy.resolveAsync(), "Office")
        assertLabel(try office.lazy(), "Office")
        assertLabel(try await office.provider.resolveAsync(), "Office")
        assertLabel(try office.provider(), "Office")
        assertLabel(try office.ledger().logger, "Ledger")
        XCTAssertEqual(try container.resolve(Logger.self).label, "shop", "no call is left behind")
    }

    func testINT3_ADeferredLoggerInAnotherFactoryHasThatFactorysLabel() throws {
        let container = try Container {
            Self.loggers
            Singleton(Desk.init)
            Transient(Ledger.self) { resolver in
                Ledger(logger: try (resolver.resolve() as Desk).provider())
            }
        }
        assertLabel(try container.resolve(Ledger.self).logger, "Ledger")
    }

    func testINT3_ADecoratorAndAnInjectionAskForTheDecoratedType() async throws {
        let container = try Container {
            Self.loggers
            Singleton((any Gateway).self) { resolver async throws in Ledger(logger: try await resolver.resolve()) }
            Decorator((any Gateway).self) { inner, resolver in
                assertLabel(inner.logger, "Gateway")
                return Ledger(logger: try resolver.resolve())
            }
            Singleton(Box.init).inject { box, resolver in
                let logger = try resolver.resolve(Logger.self)
                box.logger.withLock { $0 = logger }
            }
        }
        assertLabel(try await container.resolveAsync((any Gateway).self).logger, "Gateway")
        assertLabel(try container.resolve(Box.self).logger.withLock { $0 }, "Box")
    }

    func testINT3_ADecoratedLoggerKeepsTheLabel() async throws {
        let container = try Container {
            Self.loggers
            Decorator(Logger.self) { logger in
                var logger = logger
                logger[metadataKey: "decorated"] = "yes"
                return logger
            }
            Singleton(Ledger.init)
            Singleton(Archive.init)
        }
        let ledger = try container.resolve(Ledger.self).logger
        assertLabel(ledger, "Ledger")
        XCTAssertEqual(ledger[metadataKey: "decorated"], "yes")
        assertLabel(try await container.resolveAsync(Archive.self).logger, "Archive")
    }
}
#endif
