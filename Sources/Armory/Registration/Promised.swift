/// A promise that a type will be registered elsewhere.
///
/// ```swift
/// let domain = Module("domain") {
///     Promised((any Orders).self)            // some other module has it
///     Transient(Checkout.init)
/// }
/// ```
///
/// Any registration of the key takes its place, also the registration of a parent. If there is none, building the
/// container fails with ``ResolutionError/Code/promised``, which names this line. In a container that was not checked,
/// a resolve fails with that error. A resolve of the optional type returns nil.
public struct Promised<Instance>: Registration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Promises a type.
    ///
    /// - Parameters:
    ///   - type: The type that will be registered.
    ///   - fileID: The file of the promise, for errors.
    ///   - line: The line of the promise, for errors.
    public init(_ type: Instance.Type = Instance.self, fileID: StaticString = #fileID, line: Int = #line) {
        self.init(.transient, nil, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Promises a type that every scope of the tag will register itself.
    ///
    /// Use it if scopes are created with additional registrations. For a value that is passed to a scope, use
    /// ``Seeded``.
    ///
    /// ```swift
    /// let application = try Container {
    ///     Promised(User.self, in: .request)
    ///     Scoped(Basket.init)                    // init(user: User)
    /// }
    /// let request = try Container(parents: [application], scope: .request) { Singleton(value: user) }
    /// ```
    ///
    /// If the scope's container does not register the type, resolving it there throws
    /// ``ResolutionError/Code/promised``.
    ///
    /// - Parameters:
    ///   - type: The type that will be registered.
    ///   - tag: The tag of the scopes that will have it.
    ///   - fileID: The file of the promise, for errors.
    ///   - line: The line of the promise, for errors.
    public init(
        _ type: Instance.Type = Instance.self, in tag: ScopeTag, fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(.scoped, tag, at: SourceLocation(fileID: fileID, line: line))
    }

    private init(_ lifetime: Lifetime, _ tag: ScopeTag?, at location: SourceLocation) {
        let traits = BindingTraits(
            lifetime: lifetime, location: location, scope: tag, options: .promise, needs: { [] })
        definition = Plumbing.Definition(Binding.make(Instance.self, traits) { _ in throw UnkeptPromise() })
    }
}

/// Never thrown: the factory of a promise never runs.
private struct UnkeptPromise: Error {}
