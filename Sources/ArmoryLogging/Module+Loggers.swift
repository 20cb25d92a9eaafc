// Loggers as registrations: one for each type that asks, which in a request carries the request's metadata.

#if Logging
public import Armory
public import Logging

extension Name {
    /// The name of the logger that a request's scope is opened with.
    ///
    /// ```swift
    /// try await container.withScope(seeds: [Seed(logger).named(.request)]) { scope in ... }
    /// ```
    public static let request = Name("request")
}

extension Module {
    /// Loggers for whatever takes a `Logger`.
    ///
    /// ```swift
    /// let container = try Container {
    ///     Module.loggers(label: "shop")
    ///     Singleton(OrderService.init)               // init(logger: Logger): its label is "Shop.OrderService"
    /// }
    /// ```
    ///
    /// The label is the type that the asker is registered under. Code outside of factories is given one with the module's
    /// label. In a scope that was opened with a logger named ``Armory/Name/request``, the metadata and the level of that one are
    /// on what the scope's own instances are given; a singleton, which outlives the request, is given one without.
    ///
    /// A `Logger` that is registered otherwise goes before.
    ///
    /// - Parameters:
    ///   - label: The label for code outside of factories.
    ///   - tag: The scopes that are opened with a logger.
    ///   - make: Makes a logger with a label; the process's logging system does where nothing is said.
    public static func loggers(
        label: String, in tag: ScopeTag = .request,
        make: @escaping @Sendable (_ label: String) -> Logger = { Logger(label: $0) }
    ) -> Module {
        Module("loggers") {
            Transient(Logger.self) { resolver in
                var logger = make(Container.askingType.map(Self.label) ?? label)
                if let request = resolver.seed(Logger.self, named: .request) { logger.adopt(request) }
                return logger
            }
            // What lives longer than a request asks for none of it: that is no need of its.
            .dependsOn()
            .ifAbsent()
            Seeded(Logger.self).named(.request).in(tag).ifAbsent()
        }
    }

    private static func label(of type: any Any.Type) -> String {
        let name = String(reflecting: type)
        return name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
    }
}

extension Logger {
    /// Takes over what a request's logger says.
    fileprivate mutating func adopt(_ request: Logger) {
        for (key, value) in request.handler.metadata { self[metadataKey: key] = value }
        logLevel = request.logLevel
    }
}
#endif
