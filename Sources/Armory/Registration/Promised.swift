/// Says that a type will be registered elsewhere.
///
/// ```swift
/// let domain = Module("domain") {
///     Promised((any Orders).self)            // some other module has it
///     Transient(Checkout.init)
/// }
/// ```
///
/// Any registration of the key takes its place. Where none does, building the container fails with
/// ``ResolutionError/Code/promised``, which names this line.
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
        definition = Definition(
            Binding(traits) { _ in throw UnkeptPromise() })
    }

    /// Promises a type that every scope of the tag will have, such as the request itself.
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
        definition = Definition(
            in: tag, Recipe(at: location, needs: { [] }) { _ in throw UnkeptPromise() })
        definition.change { $0.options.insert(.promise) }
    }
}

/// What a promise that nobody kept throws when it is asked for.
package struct UnkeptPromise: Error {}
