// The logger of the running task, where no scope has one.

#if Logging
import Armory
import ArmoryLogging
import ArmoryTestSupport
import InMemoryLogging
import Logging
import XCTest

private final class Service: Sendable {
    let logger: Logger
    init(logger: Logger) { self.logger = logger }
}

private struct Step {
    let logger: Logger
    let service: Service
}

private final class Holder: Sendable {
    let lazy: Lazy<Logger>
    let provider: Provider<Logger>

    init(lazy: Lazy<Logger>, provider: Provider<Logger>) { (self.lazy, self.provider) = (lazy, provider) }
}

private final class Session: Sendable {
    let logger: Logger
    init(logger: Logger) { self.logger = logger }
}

final class CurrentLoggerTests: LeakCheckedTestCase {
    private static var loggers: Module {
        Module.loggers(label: "shop") { Logger(label: $0) { _ in InMemoryLogHandler() } }
    }

    private static func logger(_ id: String) -> Logger {
        var logger = Logger(label: "work") { _ in InMemoryLogHandler() }
        logger[metadataKey: "id"] = "\(id)"
        logger.logLevel = .trace
        return logger
    }

    func testINT3_ATransientTakesTheTasksLoggerAndASingletonDoesNot() async throws {
        let container = try Container {
            Self.loggers
            Singleton(Service.init)
            Transient(Step.init)
        }
        for id in ["1", "2"] {
            try await withLogger(Self.logger(id)) { _ async throws in
                await Task.yield()
                let step = try container.resolve(Step.self)
                XCTAssertEqual(step.logger[metadataKey: "id"], "\(id)")
                XCTAssertEqual(step.logger.logLevel, .trace)
                XCTAssertEqual(step.logger.label, "ArmoryIntegrationTests.Step")
                XCTAssertNil(step.service.logger[metadataKey: "id"], "it outlives the work")
                XCTAssertEqual(step.service.logger.logLevel, .info)
                XCTAssertEqual(try container.resolve(Logger.self)[metadataKey: "id"], "\(id)")
                async let child = container.resolve(Logger.self)
                let found = try await child
                XCTAssertEqual(found[metadataKey: "id"], "\(id)")
            }
        }
        let step = try container.resolve(Step.self)
        XCTAssertNil(step.logger[metadataKey: "id"])
        XCTAssertEqual(step.logger.logLevel, .info, "nothing has set a logger")
    }

    func testINT3_NoInstanceThatIsKeptTakesTheTasksLogger() async throws {
        let container = try Container {
            Self.loggers
            Shared(Service.init)
            Scoped(Session.init)
            Singleton(Holder.init)
            Transient(Step.init)
        }
        try await withLogger(Self.logger("1")) { _ async throws in
            XCTAssertNil(try container.resolve(Service.self).logger[metadataKey: "id"])
            let holder = try container.resolve(Holder.self)
            XCTAssertNil(try holder.lazy()[metadataKey: "id"], "it keeps the logger for other work")
            XCTAssertNil(try holder.provider()[metadataKey: "id"])
            let awaited = try await holder.provider.resolveAsync()
            XCTAssertNil(awaited[metadataKey: "id"])
            try await container.withScope { scope in
                XCTAssertNil(try scope.resolve(Session.self).logger[metadataKey: "id"], "a scope may outlive the task")
                XCTAssertEqual(try scope.resolve(Step.self).logger[metadataKey: "id"], "1")
            }
        }
    }

    func testINT3_TheLoggerOfAScopeGoesBeforeTheTasks() async throws {
        let container = try Container {
            Self.loggers
            Scoped(Session.init)
        }
        try await withLogger(Self.logger("task")) { _ async throws in
            try await container.withScope(seeds: [ScopeSeed(Self.logger("scope")).named(.request)]) { scope in
                XCTAssertEqual(try scope.resolve(Logger.self)[metadataKey: "id"], "scope")
                XCTAssertEqual(try scope.resolve(Session.self).logger[metadataKey: "id"], "scope")
            }
        }
    }

    func testINT3_MetadataIsTakenWithoutALoggerAround() throws {
        let container = try Container { Self.loggers }
        try withLogger(mergingMetadata: ["step": "3"]) { _ in
            XCTAssertEqual(try container.resolve(Logger.self)[metadataKey: "step"], "3")
        }
    }

    func testINT3_ATaskThatAnAwaitedFactoryStartsIsNoLongerPartOfTheCall() async throws {
        final class Pump: Sendable {
            let task: Task<Logger, any Error>
            init(_ task: Task<Logger, any Error>) { self.task = task }
        }
        let gate = AsyncStream<Void>.makeStream()
        let container = try Container {
            Self.loggers
            Singleton(Pump.self) { (resolver: AsyncResolver) async in
                let container = resolver.container
                return Pump(
                    Task {
                        for await _ in gate.stream {}
                        return try await withLogger(Self.logger("later")) { _ async throws in
                            try container.resolve(Logger.self)
                        }
                    })
            }
        }
        let pump = try await Lazy<Pump>(container: container).resolveAsync()
        gate.continuation.finish()
        let logger = try await pump.task.value
        XCTAssertEqual(logger[metadataKey: "id"], "later")
        XCTAssertEqual(logger.label, "shop")
    }
}
#endif
