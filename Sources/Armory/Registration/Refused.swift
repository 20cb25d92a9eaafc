// Overloads that no program can call. The compiler considers them only for an expression that fits nothing else. Then it
// prints their message, instead of naming an overload that the author did not mean. They cost valid programs nothing.

extension FactoryRegistration where Instance == Never {
    /// Refuses a factory whose result is not of the type that is named before it.
    @available(*, unavailable, message: "the factory does not return the type that is named before it")
    @_disfavoredOverload @_documentation(visibility: internal)
    public init<Named, Made, each P>(
        _ type: Named.Type, _ factory: @escaping @Sendable (repeat each P) throws -> Made,
        fileID: StaticString = #fileID, line: Int = #line
    ) { preconditionFailure("it is unavailable") }
}

extension Plumbing {
    /// Any source of a parameter, in a list that does not fit its initializer.
    @_documentation(visibility: internal)
    public struct AnySource: Sendable {
        /// See ``ParameterSource/registered``.
        public static var registered: AnySource { AnySource() }
        /// See ``ParameterSource/named(_:)``.
        public static func named(_ name: RegistrationName) -> AnySource { AnySource() }
        /// See ``ParameterSource/keyed(_:)``.
        public static func keyed<T>(_ key: KeyPath<TypedKeys, TypedKey<T>>) -> AnySource { AnySource() }
        /// See ``ParameterSource/argument``.
        public static var argument: AnySource { AnySource() }
        /// See ``ParameterSource/value(_:)``.
        public static func value<T>(_ value: T) -> AnySource { AnySource() }
    }
}

extension FactoryRegistration {
    /// Refuses a list that does not fit the initializer.
    @available(*, unavailable, message: "the list must give each parameter a source of its type")
    @_disfavoredOverload @_documentation(visibility: internal)
    public init<each P>(
        _ type: Instance.Type, _ factory: @escaping @Sendable (repeat each P) throws -> Instance,
        _ first: Plumbing.AnySource, _ rest: Plumbing.AnySource..., fileID: StaticString = #fileID, line: Int = #line
    ) { preconditionFailure("it is unavailable") }
}

extension Plumbing.InferringRegistration {
    /// Refuses a list that does not fit the initializer.
    @available(*, unavailable, message: "the list must give each parameter a source of its type")
    @_disfavoredOverload @_documentation(visibility: internal)
    public init<each P>(
        _ factory: @escaping @Sendable (repeat each P) throws -> Instance,
        _ first: Plumbing.AnySource, _ rest: Plumbing.AnySource..., fileID: StaticString = #fileID, line: Int = #line
    ) { preconditionFailure("it is unavailable") }
}

extension Resolver {
    /// Not available: the label of another library, about which the compiler would print nothing in a closure.
    @available(*, unavailable, renamed: "resolve(_:named:)")
    @_documentation(visibility: internal)
    public func resolve<T>(_ type: T.Type = T.self, name: RegistrationName) throws(ResolutionError) -> T {
        preconditionFailure("it is unavailable")
    }

    /// Refuses an instance where another type is needed.
    @available(*, unavailable, message: "this type is not the type that is needed here")
    @_disfavoredOverload @_documentation(visibility: internal)
    public func resolve<Named, Needed>(_ type: Named.Type) -> Needed { preconditionFailure("it is unavailable") }
}
