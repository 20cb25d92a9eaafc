// Loggers as registrations: one for each asking type, with the request's metadata inside a request.

#if Logging
public import Armory
public import Logging

extension RegistrationName {
    /// The name of the logger that is passed when a request's scope is opened.
    ///
    /// ```swift
    /// try await container.withScope(seeds: [ScopeSeed(logger).named(.request)]) { scope in ... }
    /// ```
    public static let request = RegistrationName("request")
}

extension Module {
    /// A module that registers loggers for all types that depend on a `Logger`.
    ///
    /// ```swift
    /// let container = try Container {
    ///     Module.loggers(label: "shop")
    ///     Singleton(OrderService.init)               // init(logger: Logger): its label is "Shop.OrderService"
    /// }
    /// ```
    ///
    /// The label is the registered type of the asking instance. Code outside of factories gets a logger with the
    /// module's label. In a scope that was opened with a logger named ``Armory/RegistrationName/request``, the scope's instances
    /// get a logger with the metadata and the level of that logger. A singleton outlives the request, so it gets a
    /// logger without them.
    ///
    /// Another registration of `Logger` takes precedence.
    ///
    /// - Parameters:
    ///   - label: The label for code outside of factories.
    ///   - tag: The tag of the scopes that are opened with a logger.
    ///   - make: Creates a logger with a label. By default, the process's logging system creates it.
    public static func loggers(
        label: String, in tag: ScopeTag = .request,
        make: @escaping @Sendable (_ label: String) -> Logger = { Logger(label: $0) }
    ) -> Module {
        Module("loggers") {
            Transient(Logger.self) { resolver in
                var logger = make(resolver.askingType.map(Self.label) ?? label)
                if let request = resolver.seed(Logger.self, named: .request) ?? Self.taskLogger(for: resolver) {
                    logger.adopt(request)
                }
                return logger
            }
            // No dependencies: instances that outlive the request do not use the request's logger.
            .dependsOn()
            .ifAbsent()
            Seeded(Logger.self).named(.request).in(tag).ifAbsent()
        }
    }

    /// The logger of the running task, for an instance that does not outlive its work; nil: nothing has set one.
    private static func taskLogger(for resolver: Resolver) -> Logger? {
        guard resolver.isAskedForTheRunningTask else { return nil }
        let current = Logger.current
        // The label that swift-log gives `Logger.current` where nothing has set it.
        return current.label.isEmpty && current.handler.metadata.isEmpty ? nil : current
    }

    private static func label(of type: any Any.Type) -> String {
        let name = String(reflecting: type)
        return (name.hasPrefix("any ") ? String(name.dropFirst(4)) : name).withoutUnknownContexts
    }
}

extension String {
    /// The name of a type without the addresses that stand for the files of private types: they differ in every run.
    fileprivate var withoutUnknownContexts: String {
        var name = self
        while let start = name.firstRange(of: "(unknown context at $"),
            let end = name[start.upperBound...].firstRange(of: ").")
        {
            name.removeSubrange(start.lowerBound..<end.upperBound)
        }
        return name
    }
}

extension Logger {
    /// Copies the metadata and the level of a request's logger.
    fileprivate mutating func adopt(_ request: Logger) {
        for (key, value) in request.handler.metadata { self[metadataKey: key] = value }
        logLevel = request.logLevel
    }
}
#endif
