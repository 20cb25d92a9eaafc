// Typed keys: `container[\.orders]`, and `container[\.campaign](7, "Hello")` for a registration with arguments.

extension Container {
    /// The instance registered under a typed key.
    ///
    /// See ``TypedKey``.
    ///
    /// - Throws: ``ResolutionError``.
    /// - Complexity: As for ``resolve(_:)-8m642``; the lookup of a key with a name or qualifier is not specialised.
    public subscript<T>(key: KeyPath<TypedKeys, TypedKey<T>>) -> T {
        get throws(ResolutionError) { try resolve(T.self, by: TypedKeys.all[keyPath: key].qualifier) }
    }

    // Functions, not a `KeyedCall`: in code that may await, the compiler would prefer the subscript above, for a service
    // that is a function.

    /// The registration with an argument under a typed key: call it with the argument.
    ///
    /// See ``TypedKey``. The function throws ``ResolutionError``. For a registration that awaits, use `resolveAsync`.
    public subscript<Argument, T>(key: KeyPath<TypedKeys, TypedKey<(Argument) -> T>>) -> (Argument) throws(ResolutionError) -> T {
        { argument throws(ResolutionError) in
            try self.resolve(T.self, by: TypedKeys.all[keyPath: key].qualifier, arguments: argument)
        }
    }

    /// The registration with two arguments under a typed key: call it with the arguments.
    ///
    /// See ``TypedKey``. The function throws ``ResolutionError``. For a registration that awaits, use `resolveAsync`.
    public subscript<First, Second, T>(
        key: KeyPath<TypedKeys, TypedKey<(First, Second) -> T>>
    ) -> (First, Second) throws(ResolutionError) -> T {
        { first, second throws(ResolutionError) in
            try self.resolve(T.self, by: TypedKeys.all[keyPath: key].qualifier, arguments: Several(first, second))
        }
    }

    /// The registration with three arguments under a typed key: call it with the arguments.
    ///
    /// See ``TypedKey``. The function throws ``ResolutionError``. For a registration that awaits, use `resolveAsync`.
    public subscript<First, Second, Third, T>(
        key: KeyPath<TypedKeys, TypedKey<(First, Second, Third) -> T>>
    ) -> (First, Second, Third) throws(ResolutionError) -> T {
        { first, second, third throws(ResolutionError) in
            try self.resolve(T.self, by: TypedKeys.all[keyPath: key].qualifier, arguments: Several(first, second, third))
        }
    }
}

extension Resolver {
    /// The instance registered under a typed key.
    ///
    /// See ``TypedKey``.
    ///
    /// - Throws: ``ResolutionError``.
    public subscript<T>(key: KeyPath<TypedKeys, TypedKey<T>>) -> T {
        get throws(ResolutionError) { try resolve(T.self, by: TypedKeys.all[keyPath: key].qualifier) }
    }

    /// The registration with an argument under a typed key: call it with the argument.
    ///
    /// See ``TypedKey``.
    public subscript<First, each Rest, T>(
        key: KeyPath<TypedKeys, TypedKey<(First, repeat each Rest) -> T>>
    ) -> Plumbing.KeyedCall<(First, repeat each Rest) -> T> {
        @_lifetime(copy self)
        get { Plumbing.KeyedCall(self, key) }
    }
}

extension AsyncResolver {
    /// The instance registered under a typed key; awaits its factory if necessary.
    ///
    /// See ``TypedKey``.
    ///
    /// - Throws: ``ResolutionError``.
    public subscript<T>(key: KeyPath<TypedKeys, TypedKey<T>>) -> T {
        get async throws(ResolutionError) { try await resolve(T.self, by: TypedKeys.all[keyPath: key].qualifier) }
    }

    /// The registration with an argument under a typed key: call it with the argument.
    ///
    /// See ``TypedKey``. The function throws ``ResolutionError``.
    public subscript<Argument, T>(
        key: KeyPath<TypedKeys, TypedKey<(Argument) -> T>>
    ) -> (Argument) async throws(ResolutionError) -> T {
        { argument async throws(ResolutionError) in
            try await resolve(T.self, by: TypedKeys.all[keyPath: key].qualifier, arguments: argument)
        }
    }

    /// The registration with two arguments under a typed key: call it with the arguments.
    ///
    /// See ``TypedKey``. The function throws ``ResolutionError``.
    public subscript<First, Second, T>(
        key: KeyPath<TypedKeys, TypedKey<(First, Second) -> T>>
    ) -> (First, Second) async throws(ResolutionError) -> T {
        { first, second async throws(ResolutionError) in
            try await resolve(T.self, by: TypedKeys.all[keyPath: key].qualifier, arguments: Several(first, second))
        }
    }

    /// The registration with three arguments under a typed key: call it with the arguments.
    ///
    /// See ``TypedKey``. The function throws ``ResolutionError``.
    public subscript<First, Second, Third, T>(
        key: KeyPath<TypedKeys, TypedKey<(First, Second, Third) -> T>>
    ) -> (First, Second, Third) async throws(ResolutionError) -> T {
        { first, second, third async throws(ResolutionError) in
            try await resolve(T.self, by: TypedKeys.all[keyPath: key].qualifier, arguments: Several(first, second, third))
        }
    }
}

extension Plumbing {
    /// A registration with arguments, found by its typed key: call it with the arguments.
    ///
    /// Like a ``Resolver``, it cannot be stored: a factory's one resolves objects of the graph that the factory belongs to.
    public struct KeyedCall<Signature>: ~Escapable {
        private let resolver: Resolver
        private let qualifier: AnyQualifier?

        @_lifetime(copy resolver)
        fileprivate init(_ resolver: Resolver, _ key: KeyPath<TypedKeys, TypedKey<Signature>>) {
            self.resolver = resolver
            qualifier = TypedKeys.all[keyPath: key].qualifier
        }

        fileprivate func call<T, Arguments>(_ arguments: Arguments) throws(ResolutionError) -> T {
            try resolver.resolve(T.self, by: qualifier, arguments: arguments)
        }
    }
}

extension Plumbing.KeyedCall {
    /// Resolves an instance created from the arguments.
    ///
    /// - Throws: ``ResolutionError``.
    public func callAsFunction<First, each Rest, T>(
        _ first: First, _ rest: repeat each Rest
    ) throws(ResolutionError) -> T
    where Signature == (First, repeat each Rest) -> T {
        guard !Several<repeat each Rest>.isEmpty else { return try call(first) }
        return try call(Several(first, repeat each rest))
    }
}

@available(*, unavailable, message: "It resolves objects of the graph that its factory belongs to.")
extension Plumbing.KeyedCall: Sendable {}
