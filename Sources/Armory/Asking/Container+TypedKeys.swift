// Typed keys: `container[\.orders]`, and `container[\.campaign](7, "Hello")` for a registration with arguments.

extension Container {
    /// The instance registered under a typed key.
    ///
    /// See ``Key``.
    ///
    /// - Throws: ``ResolutionError``.
    /// - Complexity: As for ``resolve(_:)-5tjdy``; the lookup of a key with a name or qualifier is not specialised.
    @inlinable
    @inline(__always)
    public subscript<T>(key: KeyPath<Keys, Key<T>>) -> T {
        get throws(ResolutionError) { try lookUp(Keys.all[keyPath: key], apart: true) }
    }

    // Functions, not a `KeyedCall`: in code that may await, the compiler would prefer the subscript above, for a service
    // that is a function.

    /// The registration with an argument under a typed key: call it with the argument.
    ///
    /// See ``Key``. The function throws ``ResolutionError``. For a registration that awaits, use `resolveAsync`.
    public subscript<Argument, T>(
        key: KeyPath<Keys, Key<(Argument) -> T>>
    ) -> (Argument) throws(ResolutionError) -> T {
        { argument throws(ResolutionError) in try Plumbing.KeyedCall(self, key, apart: true)(argument) }
    }

    /// The registration with two arguments under a typed key: call it with the arguments.
    ///
    /// See ``Key``. The function throws ``ResolutionError``. For a registration that awaits, use `resolveAsync`.
    public subscript<First, Second, T>(
        key: KeyPath<Keys, Key<(First, Second) -> T>>
    ) -> (First, Second) throws(ResolutionError) -> T {
        { first, second throws(ResolutionError) in try Plumbing.KeyedCall(self, key, apart: true)(first, second) }
    }

    /// The registration with three arguments under a typed key: call it with the arguments.
    ///
    /// See ``Key``. The function throws ``ResolutionError``. For a registration that awaits, use `resolveAsync`.
    public subscript<First, Second, Third, T>(
        key: KeyPath<Keys, Key<(First, Second, Third) -> T>>
    ) -> (First, Second, Third) throws(ResolutionError) -> T {
        { first, second, third throws(ResolutionError) in
            try Plumbing.KeyedCall(self, key, apart: true)(first, second, third)
        }
    }
}

extension Resolver {
    /// The instance registered under a typed key.
    ///
    /// See ``Key``.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public subscript<T>(key: KeyPath<Keys, Key<T>>) -> T {
        get throws(ResolutionError) { try container.lookUp(Keys.all[keyPath: key]) }
    }

    /// The registration with an argument under a typed key: call it with the argument.
    ///
    /// See ``Key``.
    public subscript<Argument, T>(key: KeyPath<Keys, Key<(Argument) -> T>>) -> Plumbing.KeyedCall<(Argument) -> T> {
        @_lifetime(copy self)
        get { Plumbing.KeyedCall(container, key, apart: false) }
    }

    /// The registration with two arguments under a typed key: call it with the arguments.
    ///
    /// See ``Key``.
    public subscript<First, Second, T>(
        key: KeyPath<Keys, Key<(First, Second) -> T>>
    ) -> Plumbing.KeyedCall<(First, Second) -> T> {
        @_lifetime(copy self)
        get { Plumbing.KeyedCall(container, key, apart: false) }
    }

    /// The registration with three arguments under a typed key: call it with the arguments.
    ///
    /// See ``Key``.
    public subscript<First, Second, Third, T>(
        key: KeyPath<Keys, Key<(First, Second, Third) -> T>>
    ) -> Plumbing.KeyedCall<(First, Second, Third) -> T> {
        @_lifetime(copy self)
        get { Plumbing.KeyedCall(container, key, apart: false) }
    }
}

extension AsyncResolver {
    /// The instance registered under a typed key; awaits its factory if necessary.
    ///
    /// See ``Key``.
    ///
    /// - Throws: ``ResolutionError``.
    public subscript<T>(key: KeyPath<Keys, Key<T>>) -> T {
        get async throws(ResolutionError) { try await lookUp(T.self, key: Keys.all[keyPath: key].qualifier) }
    }

    /// The registration with an argument under a typed key: call it with the argument.
    ///
    /// See ``Key``. The function throws ``ResolutionError``.
    public subscript<Argument, T>(
        key: KeyPath<Keys, Key<(Argument) -> T>>
    ) -> (Argument) async throws(ResolutionError) -> T {
        let qualifier = Keys.all[keyPath: key].qualifier
        return { argument async throws(ResolutionError) in
            try await lookUp(T.self, key: qualifier, Argument.self, argument)
        }
    }

    /// The registration with two arguments under a typed key: call it with the arguments.
    ///
    /// See ``Key``. The function throws ``ResolutionError``.
    public subscript<First, Second, T>(
        key: KeyPath<Keys, Key<(First, Second) -> T>>
    ) -> (First, Second) async throws(ResolutionError) -> T {
        let qualifier = Keys.all[keyPath: key].qualifier
        return { first, second async throws(ResolutionError) in
            try await lookUp(T.self, key: qualifier, (First, Second).self, (first, second, ()))
        }
    }

    /// The registration with three arguments under a typed key: call it with the arguments.
    ///
    /// See ``Key``. The function throws ``ResolutionError``.
    public subscript<First, Second, Third, T>(
        key: KeyPath<Keys, Key<(First, Second, Third) -> T>>
    ) -> (First, Second, Third) async throws(ResolutionError) -> T {
        let qualifier = Keys.all[keyPath: key].qualifier
        return { first, second, third async throws(ResolutionError) in
            try await lookUp(T.self, key: qualifier, (First, Second, Third).self, (first, second, (third)))
        }
    }
}

extension Plumbing {
    /// A registration with arguments, found by its typed key: call it with the arguments.
    ///
    /// Like a ``Resolver``, it cannot be stored: a factory's one resolves objects of the graph that the factory belongs to.
    public struct KeyedCall<Signature>: ~Escapable {
        private let container: Container
        private let qualifier: AnyQualifier?
        /// Whether the caller may not have the factory's resolver.
        private let isApart: Bool

        @_lifetime(immortal)
        fileprivate init(_ container: Container, _ key: KeyPath<Keys, Key<Signature>>, apart: Bool) {
            self.container = container
            qualifier = Keys.all[keyPath: key].qualifier
            isApart = apart
        }

        private func call<T, Arguments>(_ arguments: Arguments) throws(ResolutionError) -> T {
            let (container, qualifier) = (container, qualifier)
            func lookUp() throws(ResolutionError) -> T {
                try container.lookUp(T.self, key: qualifier, Arguments.self, arguments)
            }
            return try isApart ? container.apart(lookUp) : lookUp()
        }
    }
}

extension Plumbing.KeyedCall {
    /// Resolves an instance created from the argument.
    ///
    /// - Throws: ``ResolutionError``.
    public func callAsFunction<Argument, T>(_ argument: Argument) throws(ResolutionError) -> T
    where Signature == (Argument) -> T {
        try call(argument)
    }

    /// Resolves an instance created from the arguments.
    ///
    /// - Throws: ``ResolutionError``.
    public func callAsFunction<First, Second, T>(_ first: First, _ second: Second) throws(ResolutionError) -> T
    where Signature == (First, Second) -> T {
        try call((first, second, ()))
    }

    /// Resolves an instance created from the arguments.
    ///
    /// - Throws: ``ResolutionError``.
    public func callAsFunction<First, Second, Third, T>(
        _ first: First, _ second: Second, _ third: Third
    ) throws(ResolutionError) -> T where Signature == (First, Second, Third) -> T {
        try call((first, second, third))
    }
}

@available(*, unavailable, message: "It resolves objects of the graph that its factory belongs to.")
extension Plumbing.KeyedCall: Sendable {}
