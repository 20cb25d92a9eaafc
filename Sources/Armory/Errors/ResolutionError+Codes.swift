// The errors of features, which the core does not know, with their words.

extension ResolutionError.Code {
    /// Nothing has kept a promise.
    public static let promised = Self("promised")
    /// A scope was opened without the value of a ``Seeded`` registration.
    public static let notSeeded = Self("notSeeded")
    /// A registration is private, but in no module.
    public static let privateWithoutModule = Self("privateWithoutModule")
    /// The factory returns nothing.
    public static let noInstance = Self("noInstance")
    /// The registration cannot take these arguments.
    public static let refusedArguments = Self("refusedArguments")
    /// The compiler has taken a resolver for the type of a generic parameter.
    public static let resolverAsGenericArgument = Self("resolverAsGenericArgument")
    /// A block of a container or a module has more statements than the compiler checks in a short time.
    public static let blockTooLong = Self("blockTooLong")
    /// A ``PerTask`` instance was resolved outside of ``PerTask/withTaskInstances(_:)``.
    public static let outsideTask = Self("outsideTask")
    /// A ``Resolvable`` type was resolved in a container that forbids types without registrations.
    public static let justInTimeForbidden = Self("justInTimeForbidden")
    /// The registration is eager, and its factory takes arguments, or awaits without being a ``Singleton``.
    public static let cannotBeEager = Self("cannotBeEager")
    /// An ``Unchecked`` has a modifier that its lifetime has no use for.
    public static let unsuitableLifetime = Self("unsuitableLifetime")
    /// A longer-lived instance holds an instance that lives in a scope.
    public static let captive = Self("captive")
    /// An instance is needed where the scope that it lives in is never open.
    public static let unreachableScope = Self("unreachableScope")
    /// No root of the graph leads to the registration; a warning.
    public static let unused = Self("unused")
    /// A closure resolves a type that its `dependsOn` does not name.
    public static let undeclared = Self("undeclared")
    /// A closure has not resolved a type that its `dependsOn` names; a warning.
    public static let unasked = Self("unasked")
    /// A test resolves a registration that it has not overridden, and may not: see the product `ArmoryTesting`.
    public static let notOverridden = Self("notOverridden")
}

extension ResolutionError {
    /// An error with its words.
    init(
        _ code: Code, _ key: ServiceKey, path: [Step] = [], at location: CodeLocation? = nil,
        underlying: (any Error)? = nil, _ headline: Wording, fix: Wording, lines: [Wording] = []
    ) {
        let words = Detail.words(headline: headline, fix: fix, lines: lines)
        self.init(code, key, path: path, location: location, underlying: underlying, detail: words)
    }

    /// The error of a registration that no container accepts.
    init(_ code: Code, refusing record: Record, _ headline: Wording, fix: Wording) {
        let words = Words(
            headline: { headline.text(usingNames: $0) },
            lines: { $0.location.map { ["the refused registration is at \($0)"] } },
            fix: { fix.text(usingNames: $0) })
        self.init(code, record.key, location: record.location, detail: .featureWords(words))
    }

    /// The error of a registration that cannot take its arguments.
    init(refusing record: Record, because reason: Wording) {
        self.init(
            .refusedArguments, refusing: record, "\(record.key) cannot take its arguments: \(reason).",
            fix:
                "register it as Transient, Kept or Shared with arguments of suitable types, and give a typed key the same types in the same "
                + "order.")
    }

    /// The error of a scope without the value of a ``Seeded`` registration.
    package static func notSeeded(_ key: ServiceKey, _ location: CodeLocation) -> ResolutionError {
        ResolutionError(
            .notSeeded, key, at: location, "\(key) is a seed, but this scope was opened without it.",
            fix:
                "open the scope with seeds: [ScopeSeed(…)], or build the scope's container with a registration of \(key)."
        )
    }

    static func privateWithoutModule(_ record: Record) -> ResolutionError {
        ResolutionError(
            .privateWithoutModule, refusing: record, "\(record.key) is private, but not part of a module.",
            fix: "put it into a Module, or remove private().")
    }

    /// The error of a further type that is the first one.
    static func aliasOfItself(_ record: Record) -> ResolutionError {
        ResolutionError(
            .duplicate, refusing: record, "\(record.key) is registered twice: its .as returns the same type.",
            fix: "remove that .as, or let it return another type: .as { $0 as any P }.")
    }

    static func factoryReturnsVoid(_ record: Record) -> ResolutionError {
        ResolutionError(
            .noInstance, refusing: record, "A factory returns nothing, so there is no instance to register.",
            fix: "write return before the instance, or name its type; register a noncopyable instance with lending:.")
    }

    static func genericOverResolver(_ record: Record) -> ResolutionError {
        ResolutionError(
            .resolverAsGenericArgument, refusing: record,
            "\(record.key) is generic over the resolver, because the registration does not say which type its initializer takes.",
            fix: "name the type's arguments, such as Box<Orders>.init instead of Box.init.")
    }

    static func cannotBeEager(_ record: Record) -> ResolutionError {
        let isArgued = record.argumentType != nil
        return ResolutionError(
            .cannotBeEager, record.key, at: record.location,
            isArgued
                ? "\(record.key) is eager, and its factory takes arguments of type \(record.argumentType ?? Void.self)."
                : "\(record.key) is eager and its factory is async, but start() creates only singletons.",
            fix: "remove eager(), or register it as a Singleton\(isArgued ? " without arguments" : "").")
    }
}
