// The label of other libraries: the compiler then says which label it is here. Without these forms it says of a closure only that
// it cannot infer the type of its parameter.
//
// They cost the right calls nothing: the compiler drops candidates with other labels first. No client calls them, so none has
// code of them.

extension Container {
    /// Unavailable: the label is `named`.
    @available(*, unavailable, renamed: "resolve(_:named:)") @_alwaysEmitIntoClient
    public func resolve<T>(_ type: T.Type = T.self, name: RegistrationName) throws(ResolutionError) -> T { fatalError() }

    /// Unavailable: the label is `named`.
    @available(*, unavailable, renamed: "resolveOptional(_:named:)") @_alwaysEmitIntoClient
    public func resolveOptional<T>(_ type: T.Type = T.self, name: RegistrationName) throws(ResolutionError) -> T? { fatalError() }

    /// Unavailable: the label is `named`.
    @available(*, unavailable, renamed: "resolveAsync(_:named:)") @_alwaysEmitIntoClient
    public func resolveAsync<T>(_ type: T.Type = T.self, name: RegistrationName) async throws(ResolutionError) -> T { fatalError() }
}

extension Resolver {
    /// Unavailable: the label is `named`.
    @available(*, unavailable, renamed: "resolve(_:named:)") @_alwaysEmitIntoClient
    public func resolve<T>(_ type: T.Type = T.self, name: RegistrationName) throws(ResolutionError) -> T { fatalError() }

    /// Unavailable: the label is `named`.
    @available(*, unavailable, renamed: "callAsFunction(_:named:)") @_alwaysEmitIntoClient
    public func callAsFunction<T>(_ type: T.Type = T.self, name: RegistrationName) throws(ResolutionError) -> T { fatalError() }

    /// Unavailable: the label is `named`.
    @available(*, unavailable, renamed: "resolveOptional(_:named:)") @_alwaysEmitIntoClient
    public func resolveOptional<T>(_ type: T.Type = T.self, name: RegistrationName) throws(ResolutionError) -> T? { fatalError() }
}

extension AsyncResolver {
    /// Unavailable: the label is `named`.
    @available(*, unavailable, renamed: "resolve(_:named:)") @_alwaysEmitIntoClient
    public func resolve<T>(_ type: T.Type = T.self, name: RegistrationName) async throws(ResolutionError) -> T { fatalError() }

    /// Unavailable: the label is `named`.
    @available(*, unavailable, renamed: "callAsFunction(_:named:)") @_alwaysEmitIntoClient
    public func callAsFunction<T>(_ type: T.Type = T.self, name: RegistrationName) async throws(ResolutionError) -> T {
        fatalError()
    }

    /// Unavailable: the label is `named`.
    @available(*, unavailable, renamed: "resolveOptional(_:named:)") @_alwaysEmitIntoClient
    public func resolveOptional<T>(_ type: T.Type = T.self, name: RegistrationName) async throws(ResolutionError) -> T? {
        fatalError()
    }
}
