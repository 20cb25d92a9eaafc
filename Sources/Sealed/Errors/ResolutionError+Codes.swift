// The errors of features, which the core does not know, with their words.

extension ResolutionError.Code {
    /// Nothing has kept a promise.
    public static let promised = Self("promised")
    /// A scope was opened without the value of a ``Seeded`` registration.
    public static let notSeeded = Self("notSeeded")
    /// A registration is private, but in no module.
    public static let privateOutsideModule = Self("privateOutsideModule")
    /// The factory returns nothing.
    public static let noInstance = Self("noInstance")
    /// The registration cannot take these arguments.
    public static let refusedArguments = Self("refusedArguments")
    /// The compiler has taken a resolver for the type of a generic parameter.
    public static let resolverAsGenericArgument = Self("resolverAsGenericArgument")
    /// An instance cannot be created before it is asked for.
    public static let cannotBeEager = Self("cannotBeEager")
}

extension ResolutionError {
    /// The error of a registration that cannot take its arguments.
    init(refusing record: Record, because reason: String) {
        self.init(
            .refusedArguments, record.key, location: record.location,
            detail: .words(
                headline: "\(record.key) cannot take such arguments: \(reason).",
                fix: "register it as a Transient or a Kept, with arguments that fit."))
    }

    static func promised(_ record: Record) -> ResolutionError {
        ResolutionError(
            .promised, record.key, location: record.location,
            detail: .words(
                headline: "\(record.key) is promised, but nothing registers it.",
                fix: "include the module that registers \(record.key.spelled), or register it."))
    }

    /// The error of a scope without the value of a ``Seeded`` registration.
    static func notSeeded(_ key: ServiceKey, _ location: SourceLocation) -> ResolutionError {
        ResolutionError(
            .notSeeded, key, location: location,
            detail: .words(
                headline: "\(key) is a seed, but this scope was opened without it.",
                fix: "open the scope with seeds: [Seed(…)], or build the scope's container with a registration of \(key)."))
    }

    static func privateOutsideModule(_ record: Record) -> ResolutionError {
        ResolutionError(
            .privateOutsideModule, record.key, location: record.location,
            detail: .words(
                headline: "\(record.key) is private, but in no module.",
                fix: "put it into a Module, or remove private()."))
    }

    static func noInstance(_ record: Record) -> ResolutionError {
        ResolutionError(
            .noInstance, record.key, location: record.location,
            detail: .words(
                headline: "A factory returns nothing, so its registration has no instance.",
                fix: "return the instance from the factory."))
    }

    static func cannotBeEager(_ record: Record) -> ResolutionError {
        let reason = record.argumentType.map { "it takes arguments of type \(TypeName.of($0))" } ?? "its factory awaits"
        return ResolutionError(
            .cannotBeEager, record.key, location: record.location,
            detail: .words(
                headline: "\(record.key) cannot be eager: \(reason).",
                fix: "remove eager(), or register it as a Singleton without arguments."))
    }
}
