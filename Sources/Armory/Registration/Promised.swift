/// Says that a type will be registered elsewhere.
///
/// ```swift
/// let domain = Module("domain") {
///     Promised((any Orders).self)            // some other module has it
///     Transient(Checkout.init)
/// }
/// ```
///
/// Any registration of the key takes its place, and so does one of a parent. Where none does, building the container fails
/// with ``ResolutionError/Code/promised``, which names this line, and so does asking where nothing was checked. For whoever
/// asks for an optional, a promise that nobody has kept is nil.
public struct Promised<Instance>: Registration {
    /// What the registration says.
    public var definition: Definition<Instance>

    /// Promises a type.
    ///
    /// - Parameters:
    ///   - type: The type that will be registered.
    ///   - fileID: The file of the promise, for errors.
    ///   - line: The line of the promise, for errors.
    public init(_ type: Instance.Type = Instance.self, fileID: StaticString = #fileID, line: Int = #line) {
        let location = SourceLocation(fileID: fileID, line: line)
        let traits = BindingTraits(lifetime: .transient, location: location, options: .promise, needs: { [] })
        definition = Definition(TypedBinding(traits, nil))
    }

    /// Promises a type that every scope of the tag will register itself.
    ///
    /// Where the scope is made with registrations of its own. A value that is handed to one is announced by ``Seeded``.
    ///
    /// ```swift
    /// let application = try Container {
    ///     Promised(User.self, in: .request)
    ///     Scoped(Basket.init)                    // init(user: User)
    /// }
    /// let request = try Container(parents: [application], scope: .request) { Singleton(value: user) }
    /// ```
    ///
    /// Where the scope's container does not have it, asking for it there is ``ResolutionError/Code/promised``.
    ///
    /// - Parameters:
    ///   - type: The type that will be registered.
    ///   - tag: The tag of the scopes that will have it.
    ///   - fileID: The file of the promise, for errors.
    ///   - line: The line of the promise, for errors.
    public init(
        _ type: Instance.Type = Instance.self, in tag: ScopeTag, fileID: StaticString = #fileID, line: Int = #line
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Definition(in: tag, Recipe(at: location, needs: { [] }) { _ in throw UnkeptPromise() })
        definition.change { $0.options.insert(.promise) }
    }
}

/// Never thrown: nothing is made where only a promise is.
private struct UnkeptPromise: Error {}
